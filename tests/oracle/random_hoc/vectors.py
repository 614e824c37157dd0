"""Vectors, Matrices and Lists of them."""

from .subject import Subject


class Vectors(Subject):
    feature = "vectors"

    def declare(self):
        self.vectors = [self.program.objref("vec") for _ in range(3)]
        for vector in self.vectors:
            self.fill(vector)
        self.function = self.program.fresh("square")
        self.emit(f"func {self.function}() {{ return $1 * $1 - 1 }}")

    def fill(self, vector):
        self.emit(f"{vector} = new Vector()")
        self.emit(f"{{{vector}.append({', '.join(self.number(-10, 10) for _ in range(self.random.randint(4, 9)))})}}")

    def one(self):
        return self.pick(*self.vectors)

    def print(self, vector):
        self.emit(f'{{{vector}.printf("%.17g ")}}')

    def print_rounded(self, expression):
        """Sums in an order that is not NEURON's: to 1e-6, away from the ends of roundings to 0."""
        self.emit(f'{{{expression}.c.add(1000).printf("%.6f ")}}')

    def step_fill(self):
        vector = self.one()
        self.emit(
            self.pick(
                f"{vector} = new Vector({self.random.randint(4, 8)}, {self.value(-5, 5)})",
                f"{{{vector}.indgen({self.value(-5, 5)}, {self.number(0.1, 3)})}}",
                f"{{{vector}.indgen()}}",
                f"{{{vector}.indgen({self.number(0.1, 3)})}}",
                f"{{{vector}.indgen({self.number(-3, 0)}, {self.number(1, 5)}, {self.number(0.3, 1)})}}",
                f"{{{vector}.resize({self.random.randint(4, 9)})}}",
                f"{{{vector}.fill({self.value(-5, 5)}, 1, 3)}}",
                f"{{{vector}.sin(1, 0.3, {self.number(1, 99)})}}",
            )
        )
        self.emit(f"if ({vector}.size() < 4) {{ {vector}.resize(4) }}")
        self.print(vector)

    def step_arithmetic(self):
        a, b = self.random.sample(self.vectors, 2)
        self.emit(
            self.pick(
                f"{{{a}.add({self.value(-5, 5)})}}",
                f"{{{a}.mul({self.number(-1.5, 1.5)})}}",
                f"{{{a}.div({self.number(0.5, 3)})}}",
                f"{{{a}.sub({self.value(-5, 5)})}}",
                f"{{{a}.add({b}.c.resize({a}.size()))}}",
                f"{{{a}.sub({b}.c.resize({a}.size()))}}",
                f"{{{a}.mul({b}.c.resize({a}.size()).tanh())}}",
                f"{{{a}.div({b}.c.resize({a}.size()).abs().add(1))}}",
                f"{{{a}.abs().pow({self.pick('2', '0.5', '3', '1.5', '-1') if False else self.pick('2', '0.5', '1.5')})}}",
                f"{{{a}.pow({b}, 2)}}",
                f"{{{a}.abs().sqrt()}}",
                f"{{{a}.abs().add(1).log()}}",
                f"{{{a}.abs().add(1).log10()}}",
                f"{{{a}.tanh()}}",
                f"{{{a}.floor()}}",
                f"{{{a}.abs()}}",
                f'{{{a}.apply("{self.pick("sin", "cos", "exp" if False else "atan", "abs", self.function)}")}}',
                f"{{{a}.scale({self.number(-2, 0)}, {self.number(1, 3)})}}",
            )
        )
        self.emit(f"if ({a}.max() > 1e3 || {a}.min() < -1e3) {{ {a}.div(1e3).tanh() }}")
        self.print(a)

    def step_numbers(self):
        """Without mean(start, end), for which NEURON 9.0.2 computes sum / end - start + 1."""
        a, b = self.random.sample(self.vectors, 2)
        self.emit(
            f"{{{self.show(*self.random.sample([f'{a}.sum()', f'{a}.mean()', f'{a}.min()', f'{a}.max()', f'{a}.sumsq()', f'{a}.mag()', f'{a}.var()', f'{a}.stdev()', f'{a}.stderr()', f'{a}.median()', f'{a}.min_ind()', f'{a}.max_ind()', f'{a}.dot({b}.c.resize({a}.size()))', f'{a}.meansqerr({b}.c.resize({a}.size()))', f'{a}.size()', f'{a}.sum(1, 3)', f'{a}.min(0, 2)', f'{a}.max_ind(1, 3)', f'{a}.var(0, 3)', f'{a}.sumsq(1, 2)', f'{a}.eq({b})', f'{a}.contains({b}.x[0])', f'{a}.get(2)', f'{a}.reduce(chr(34)abs chr(34), 1)' if False else f'{a}.size()'], 5))}}}"
        )

    def step_select(self):
        a, b = self.random.sample(self.vectors, 2)
        new = self.program.objref("vec")
        operator = self.pick("==", "!=", ">", "<", ">=", "<=")
        test = (
            f'"{operator}", {self.number(-5, 5)}'
            if self.random.random() < 0.6
            else f'"{self.pick("[]", "[)", "(]", "()")}", {self.number(-8, 0)}, {self.number(0, 8)}'
        )
        self.emit(
            self.pick(
                f"{new} = {a}.c.where({test})",
                f"{new} = {a}.c.indvwhere({test})",
                f"{new} = new Vector()\n{{{new}.where({a}, {test})}}",
                f"{new} = new Vector()\n{{{new}.indvwhere({a}, {test})}}",
                f"{new} = {a}.ind({b}.c.abs().floor())",
                f"{new} = new Vector()\n{{{new}.index({a}, {b}.c.abs().floor())}}",
                f"{new} = {a}.c(1, 3)",
                f"{new} = {a}.at(1)",
                f"{new} = {a}.cl()",
                f"{new} = {a}.sortindex()",
            )
        )
        self.print(new)
        self.emit(f"print {a}.indwhere({test}), {new}.size()")

    def step_order(self):
        a, b = self.random.sample(self.vectors, 2)
        self.emit(
            self.pick(
                f"{{{a}.sort()}}",
                f"{{{a}.reverse()}}",
                f"{{{a}.rotate({self.random.randint(-3, 3)})}}",
                f"{{{a}.rotate({self.random.randint(-3, 3)}, 0)}}",
                f"{{{a}.remove({self.random.randrange(2)})}}",
                f"{{{a}.remove(1, 2)}}",
                f"{{{a}.insrt(1, {b})}}",
                f"{{{a}.insrt(2, {self.number(-5, 5)})}}",
                f"{{{a}.append({b}, {self.number(-5, 5)})}}",
                f"{{{a}.copy({b})}}",
                f"{{{a}.copy({b}, 2)}}",
                f"{{{a}.copy({b}, 0, 1, 3)}}",
                f"{{{a}.copy({b}, 1, 0, 3, 2, 1) }}" if False else f"{{{a}.copy({b}, 1, 1, 2)}}",
            )
        )
        self.emit(f"if ({a}.size() < 4 || {a}.size() > 30) {{ {a}.resize(6) }}")
        self.print(a)

    def step_signal(self):
        a, b = self.random.sample(self.vectors, 2)
        new = self.program.objref("vec")
        self.emit(f"{new} = new Vector()")
        self.emit(
            self.pick(
                f"{{{new}.deriv({a}, {self.number(0.1, 2)})}}",
                f"{{{new}.deriv({a}, {self.number(0.1, 2)}, 1)}}",
                f"{{{new}.integral({a}, {self.number(0.1, 2)})}}",
                f"{{{new}.integral({a})}}",
                f"{{{new}.rebin({a}, 2)}}",
                f"{{{new}.resample({a}, {self.pick('2', '0.5')})}}",
                f"{new} = {a}.c.interpolate({b}.c.sort(), new Vector({a}.size()).indgen())"
                if False
                else f"{new} = {b}.c.sort()",
                f"{{{new}.spikebin({a}, {self.number(-2, 2)})}}",
                f"{new} = {a}.histogram({self.number(-10, -5)}, {self.number(5, 10)}, {self.number(0.5, 3)})",
                f"{{{new}.hist({a}, -10, 5, {self.number(1, 5)})}}",
                f"{new} = {a}.sumgauss(-5, 5, 1, {self.number(0.5, 2)})",
                f"{{{new}.psth({a}.c.abs().floor().add(1), 1, 2, 2)}}",
            )
        )
        # psth of too few counts runs forever in NEURON.
        self.print(new)  # medfltr is left out: it reads beyond its window, which is undefined in NEURON

    def step_interpolate(self):
        a, b = self.random.sample(self.vectors, 2)
        new, x = self.program.objref("vec"), self.program.objref("vec")
        self.emit(f"{x} = {a}.c.indgen({self.number(-3, 0)}, {self.number(0.5, 2)})")
        self.emit(f"{new} = {a}.c.interpolate({b}.c.sort(), {x})")
        self.print(new)

    def step_transform(self):
        a, b = self.random.sample(self.vectors, 2)
        new = self.program.objref("vec")
        self.emit(f"{new} = new Vector()")
        self.emit(
            self.pick(
                f"{{{new}.fft({a}, 1)}}",
                f"{{{new}.fft({a}.c.resize(8), -1)}}",
                f"{{{new}.convlv({a}.c.resize(8), {b}.c.resize(3))}}",
                f"{{{new}.correl({a}, {b})}}",
                f"{{{new}.correl({a})}}",
                f"{{{new}.spctrm({a}.c.resize(16))}}",
                f"{{{new}.filter({a}.c.resize(8), {b}.c.resize(8))}}",
                f"{{{new}.smhist({a}, -5, 11, 1, {self.number(0.5, 2)})}}",
            )
        )
        self.print_rounded(new)

    def step_matrix(self):
        m, vector = self.program.objref("mat"), self.one()
        n = self.random.randint(2, 4)
        self.emit(f"{m} = new Matrix({n}, {n})")
        self.emit(f"{{{m}.from_vector({vector}.c.resize({n * n}))}}")
        self.emit(
            f"for {self.name('k_mat')} = 0, {n - 1} {{ {m}.x[{self.name('k_mat')}][{self.name('k_mat')}] += 40 }}"
        )  # so that it can be solved
        self.emit(
            self.pick(
                f'{{{m}.printf("%.17g ")}}',
                f'{{{m}.transpose().printf(" %.17g")}}',
                f'{{{m}.getrow(1).printf("%.17g ")}}',
                f'{{{m}.getcol(0).printf("%.17g ")}}',
                f'{{{m}.getdiag(1).resize(1).printf("%.17g ")}}',
                f'{{{m}.c.muls(2).printf("%.17g ")}}',
                f'{{{m}.to_vector().printf("%.17g ")}}',
                f'{{{m}.ident().printf("%g ")}}',
                f'{{{m}.c.add({m}).printf("%.17g ")}}',
                f"{{{self.show(f'{m}.getval(0, 1)', f'{m}.nrow()', f'{m}.ncol()')}}}",
            )
        )
        # products and solutions: the order of sums is the library's
        self.emit(
            self.pick(
                f'{{{m}.mulv({vector}.c.resize({n})).c.add(1e5).printf("%.6f ")}}',
                f'{{{m}.inverse().mulv(new Vector({n}, 1)).add(1000).printf("%.6f ")}}',
                f'{{{m}.solv({vector}.c.resize({n})).add(1000).printf("%.6f ")}}',
                f'{{{m}.mulm({m}).printf("%.6g ")}}',
            )
        )

    def step_list(self):
        vectors = self.program.objref("vlist")
        self.program.objref("vec")
        self.emit(f"{vectors} = new List()")
        for _ in range(self.random.randint(2, 4)):
            self.emit(
                f"{{{vectors}.{self.pick('append', 'prepend', 'append', 'insrt')}({self.one()})}}".replace(
                    "insrt(", "insrt(0, "
                )
            )
        self.emit(f"print {vectors}.count(), {vectors}.index({self.one()})")
        self.emit(f"{{{self.show(f'{vectors}.o(0).sum()', f'{vectors}.object(1).x[1]')}}}")
        self.emit(f"{{{vectors}.remove(0)}}")
        self.emit(
            f"for {self.name('k_list')} = 0, {vectors}.count() - 1 {{ {self.show(f'{vectors}.o({self.name(chr(107) + chr(95) + chr(108) + chr(105) + chr(115) + chr(116))}).size()')} }}"
        )
        if self.random.random() < 0.3:
            self.emit(f"{{{vectors}.remove_all()}}\nprint {vectors}.count()")

    def step_elements(self):
        a, b = self.random.sample(self.vectors, 2)
        i = self.random.randrange(4)
        self.emit(
            self.pick(
                f"{a}.x[{i}] = {self.value(-5, 5)}",
                f"{a}.x[{i}] {self.pick('+=', '-=', '*=')} {b}.x[{3 - i}]"
                if False
                else f"{a}.x[{i}] = {b}.x[{3 - i}] * 0.5",
                f"{{{a}.set({i}, {self.value(-5, 5)})}}",
                f"{a}.x[{i}] += {self.number(-1, 1)}",
                f"{{{a}.from_double(4, &{b}.x[0])}}",
                f"for {self.name('k_el')} = 0, {a}.size() - 1 {{ {a}.x[{self.name('k_el')}] = {self.name('k_el')} * {self.number(-2, 2)} }}",
            )
        )
        self.print(a)

    def step_label(self):
        a = self.one()
        self.emit(f'{{{a}.label("{self.pick("abc", "x y", "")}")}}')
        self.emit(f"print {a}.label(), {a}.cl().label()" if self.random.random() < 0.5 else f"print {a}.label()")

    def step_printf(self):
        self.emit(
            f"{{{self.one()}.printf({self.pick('', chr(34) + '%8.3f' + chr(34), chr(34) + '%g,' + chr(34), chr(34) + '%g ' + chr(34) + ', 1, 2')})}}"
        )

    def step_random(self):
        generator, a = self.program.objref("generator"), self.one()
        self.emit(f"{generator} = new Random()")
        self.emit(
            f"{{{generator}.Random123({self.random.randint(0, 9)}, {self.random.randint(0, 9)}) {generator}.{self.pick('uniform(-2, 3)', 'normal(0, 2)', 'negexp(1.5)', 'discunif(1, 6)')}}}"
        )
        self.emit(f"{{{a}.resize(5).{self.pick('setrand', 'addrand')}({generator})}}")
        self.print(a)
