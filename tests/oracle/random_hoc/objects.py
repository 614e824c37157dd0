"""Objects of small templates: their ends, arrays and Lists of them, what is public and external, objects as arguments."""

from .subject import Subject


class Objects(Subject):
    feature = "templates"

    def declare(self):
        node, bag, self.counter = self.name("Node"), self.name("Bag"), self.program.fresh("alive")
        self.node, self.bag, self.record = node, bag, self.program.fresh("record")
        x = self.program.numbers[0]
        for line in [
            f"{self.counter} = 0",
            f"func {self.record}() {{ {self.counter} += $1  return {self.counter} }}",
            f"begintemplate {node}",
            "public value, next, tag, data, grid, weight, link, walk, scale, clone, describe, kind, apply, parts",
            f"external {self.counter}, {self.record}, {x}",
            "objref next, parts[3], this",
            "strdef tag",
            "double data[3], grid[2][2]",
            "limit = 10",
            'proc init() { local i  value = $1  kind = numarg()  tag = "none"  if (numarg() > 1) { tag = $s2 }  if (numarg() > 2) { next = $o3 }',
            f"  for i = 0, 2 {{ data[i] = value * i }}  grid[1][0] = value  {self.counter} += 1",
            "}",
            "proc link() { next = $o1 }",
            "func weight() { if (object_id(next) == 0) { return value }  return value + next.weight() }",
            "iterator walk() { local i localobj at  at = this  i = 0  while (object_id(at) != 0) { $&1 = at.value  iterator_statement  at = at.next  i += 1  if (i > limit) { break } } }",
            "proc scale() { local i  for i = 0, 2 { data[i] *= $1 }  value *= $1 }",
            f"obfunc clone() {{ localobj twin  twin = new {node}(value, tag)  twin.data[2] = data[2]  return twin }}",
            'proc describe() { localobj s  s = new String()  sprint(s.s, "%s:%g", tag, value)  $s1 = s.s }',
            f"func apply() {{ return {self.record}(0) * $1 + {x} }}",
            f'proc unref() {{ if ($1 == 0) {{ printf("gone %s %g\\n", tag, value)  {self.counter} -= 1 }} }}',
            f"endtemplate {node}",
            f"begintemplate {bag}",
            "public items, add, get, sum, count, each, first, drop, size",
            "objref items, first",
            "size = 0",
            "proc init() { items = new List() }",
            "proc add() { items.append($o1)  if (items.count() == 1) { first = $o1 }  size += 1 }",
            "obfunc get() { return items.object($1) }",
            "func sum() { local i, s  s = 0  for i = 0, items.count() - 1 { s += items.o(i).value }  return s }",
            "func count() { return items.count() }",
            "iterator each() { local i  for i = 0, items.count() - 1 { $&1 = items.o(i).value  iterator_statement } }",
            "proc drop() { items.remove($1)  size -= 1 }",
            f"endtemplate {bag}",
        ]:
            self.emit(line)
        self.nodes = []
        self.bags = []
        self.step_new()
        self.step_new_bag()

    def word(self):
        return self.pick("red", "green", "blue", "x y", "")

    def step_new(self):
        if len(self.nodes) > 5:
            return False
        name = self.program.objref("node")
        more = self.pick(
            "",
            f', "{self.word()}"',
            *([f', "{self.word()}", {self.random.choice(self.nodes)}'] * 2 if self.nodes else []),
        )
        self.emit(f"{name} = new {self.node}({self.number(-5, 5)}{more})")
        self.nodes.append(name)
        self.emit(f"print {name}.kind, {name}.tag, {self.counter}")

    def step_new_bag(self):
        if len(self.bags) > 2:
            return False
        name = self.program.objref("bag")
        self.emit(f"{name} = new {self.bag}()")
        self.bags.append(name)
        for _ in range(self.random.randint(1, 3)):
            self.emit(f"{{{name}.add({self.random.choice(self.nodes)})}}")
        self.emit(f"print {name}.count(), {name}.size, {name}.first.tag")

    def step_fields(self):
        name = self.random.choice(self.nodes)
        i = self.random.randrange(3)
        self.emit(
            self.pick(
                f"{name}.data[{i}] {self.pick('=', '+=', '*=')} {self.value(-3, 3)}",
                f"{name}.grid[{i % 2}][1] = {self.value(-3, 3)}",
                f'{name}.tag = "{self.word()}"',
                f"{name}.value -= {self.number(-1, 1)}",
                f"{{{name}.scale({self.number(-2, 2)})}}",
                f'{{sprint({name}.tag, "%s%d", {name}.tag, {i})}}',
            )
        )
        self.emit(
            f"{{{self.show(f'{name}.value', f'{name}.data[{i}]', f'{name}.grid[1][1]', f'{name}.data[2]')} print {name}.tag}}"
        )

    def step_share(self):
        one, other = self.random.choice(self.nodes), self.random.choice(self.nodes)
        self.emit(f"{one} = {other}")
        self.emit(f"print {one} == {other}, {one}.value == {other}.value, {self.counter}")

    def step_link(self):
        one, other = self.random.choice(self.nodes), self.random.choice(self.nodes)
        if one == other:
            return False
        new = f'new {self.node}({self.number(-5, 5)}, "{self.word()}")'
        self.emit(f"{{{one}.link({new})}}")
        self.emit(f"{{{self.show(f'{one}.weight()')}}}")
        x = self.program.numbers[2]
        self.emit(
            f"for {one}.walk(&{x}) {{ {self.show(x)} {self.pick('', f'if ({x} > 1) {{ break }}', f'if ({x} < 0) {{ continue }} print 7')} }}"
        )

    def step_unlink(self):
        nothing, one = self.program.objref("nothing"), self.random.choice(self.nodes)
        self.emit(f"{{{one}.link({nothing})}}")
        self.emit(f"print object_id({one}.next), {self.counter}")

    def step_let_go(self):
        if len(self.nodes) < 2:
            return False
        name = self.nodes.pop(self.random.randrange(len(self.nodes)))
        self.emit(f"objref {name}")
        self.emit(f"print {self.counter}")

    def step_clone(self):
        name, twin = self.random.choice(self.nodes), self.program.objref("twin")
        self.emit(f"{twin} = {name}.clone()")
        self.emit(f"{{{self.show(f'{twin}.data[2]', f'{twin}.weight()')} print {twin} == {name}, {self.counter}}}")
        self.emit(f"objref {twin}")

    def step_bag(self):
        bag = self.random.choice(self.bags)
        k = self.program.numbers[1]
        self.emit(
            self.pick(
                f"{{{bag}.add({self.random.choice(self.nodes)})}}",
                f'{{{bag}.add(new {self.node}({self.number(-3, 3)}, "{self.word()}"))}}',
                f"if ({bag}.count() > 1) {{ {bag}.drop({self.pick(0, 1)}) }}",
                f"for {bag}.each(&{k}) {{ {self.show(k)} }}",
                f"if ({bag}.count()) {{ {bag}.get(0).scale(2) }}",
            )
        )
        self.emit(f"{{{self.show(f'{bag}.sum()', f'{bag}.count()', f'{bag}.size')}}}")

    def step_describe(self):
        text = self.program.texts[1]
        self.emit(f"{{{self.random.choice(self.nodes)}.describe({text})}}")
        self.emit(f"print {text}")

    def step_outer(self):
        self.emit(f"{{{self.show(f'{self.random.choice(self.nodes)}.apply({self.number(-2, 2)})', self.counter)}}}")

    def step_array(self):
        group, size, i = self.program.fresh("group"), self.random.randint(2, 4), self.name("i_group")
        self.program.handles.append(group)
        self.emit(f"objref {group}[{size}]")
        self.emit(f"for {i} = 0, {size - 1} {{ {group}[{i}] = new {self.node}({i} * {self.number(-2, 2)}) }}")
        k = self.random.randrange(size)
        self.emit(
            self.pick(
                f"{group}[{k}].data[1] = 7",
                f"{group}[{k}] = {group}[{size - 1 - k}]",
                f"{group}[{k}].parts[1] = {group}[0]",
                f"{group}[{k}] = {self.random.choice(self.nodes)}",
            )
        )
        self.emit(
            f"for {i} = 0, {size - 1} {{ print {group}[{i}].value, {group}[{i}].data[1], object_id({group}[{i}].parts[1]) != 0 }}"
        )
        self.emit(f"print {self.counter}")
        self.emit(f"objref {group}[{self.pick(1, size)}]")  # all of them go
        self.emit(f"print {self.counter}")

    def step_two_dimensions(self):
        grid = self.program.fresh("grid")
        self.program.handles.append(grid)
        self.emit(f"objref {grid}[2][3]")
        i, j = self.random.randrange(2), self.random.randrange(3)
        self.emit(f"{grid}[{i}][{j}] = {self.pick('new Vector(3, 2)', self.random.choice(self.nodes))}")
        self.emit(
            f"print object_id({grid}[{i}][{j}]) != 0, object_id({grid}[{1 - i}][{j}]), {grid}[0][0] == {grid}[1][2]"
        )

    def step_all_of_class(self):
        found, i = self.program.objref("found"), self.name("i_all")
        self.emit(f'{found} = new List("{self.node}")')
        self.emit(f"for {i} = 0, {found}.count() - 1 {{ print {found}.o({i}).tag, {found}.o({i}).value }}")
        self.emit(f"objref {found}")

    def step_argument(self):
        procedure = self.program.fresh("takes")
        self.emit(
            self.pick(
                f"proc {procedure}() {{ $o1.value += $2  $o1.next = $o1.clone()  print $o1.value, numarg() }}",
                f'proc {procedure}() {{ localobj keep  keep = $o1  $o1 = new {self.node}($2, "inside")  print $o1.tag, keep.tag }}',
                f"proc {procedure}() {{ local i  for i = 0, 2 {{ $o1.data[i] = $2 }}  print $o1.data[0] + $o1.data[2] }}",
            )
        )
        self.emit(f"{{{procedure}({self.random.choice(self.nodes)}, {self.number(-2, 2)})}}")
        self.emit(f"print {self.counter}")

    def step_inside(self):
        name = self.random.choice(self.nodes)
        self.emit(
            f'{{execute("{self.pick("value = value * 2", "data[1] += value", "limit = 3", "tag = " + chr(92) + chr(34) + "from outside" + chr(92) + chr(34))}", {name})}}'
        )
        self.emit(f"print {name}.value, {name}.data[1], {name}.tag")

    def step_vectors_in_parts(self):
        name, i = self.random.choice(self.nodes), self.random.randrange(3)
        self.emit(f"{name}.parts[{i}] = new Vector()")
        self.emit(f"{{{name}.parts[{i}].append({self.number(-2, 2)}, {self.number(-2, 2)}).mul(2)}}")
        self.emit(f"{name}.parts[{i}].x[1] += 1")
        self.emit(
            f"{{{self.show(f'{name}.parts[{i}].x[0]', f'{name}.parts[{i}].c.reverse().x[0]', f'{name}.parts[{i}].size()')}}}"
        )

    def finish(self):
        self.emit(f"objref {', '.join([*self.bags, *self.nodes])}")
        self.emit(f"print {self.counter}")
