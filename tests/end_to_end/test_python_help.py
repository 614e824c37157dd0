"""What Python's help, editors and type checkers know of the module's names."""

import ast
import sys
import textwrap

import pytest
from oracle.commands import run


@pytest.fixture(scope="session")
def module(ranvier):
    """The environment in which Python finds the module of the build."""
    folder = ranvier.bin_folder.parent / "python"
    if not (folder / "_ranvier.abi3.so").exists():
        pytest.skip("the Python module was not built: there were no headers of Python")
    return {"PYTHONPATH": str(folder)}


def answers(module, folder, text):
    """The lines that the script prints."""
    outcome = run([sys.executable, "-c", textwrap.dedent(text)], folder, module)
    assert outcome.status == 0, outcome
    return outcome.out.splitlines()


def test_help_of_a_class_has_members_units_and_pythons_names(module, tmp_path):
    lines = answers(module, tmp_path, "from neuron import h\nhelp(h.IClamp)")
    assert "h.IClamp(section(x))" in lines[3], lines
    for entry in ("delay [ms]", "dur [ms]", "amp [nA]", "get_loc()"):
        assert any(line.strip(" |") == entry for line in lines), (entry, lines)
    assert not any(line.strip(" |").startswith("del [") for line in lines), lines


def test_docstrings_of_functions_and_methods_are_the_references(module, tmp_path):
    found = answers(
        module,
        tmp_path,
        """
        from neuron import h
        h.load_file("stdrun.hoc")
        h("proc mine() { }")
        h('''begintemplate Mine
        public f
        proc f() { }
        endtemplate Mine''')
        vec = h.Vector()
        for each in (h.fadvance, h.continuerun, vec.mean, vec, h.Vector, vec.as_numpy, h.mine, h.Mine().f, h.Mine):
            print((each.__doc__ or "None").splitlines()[0])
        print("as_numpy" in h.Vector.__doc__, "h.Vector(array)" in h.Vector.__doc__)
        help(vec.mean)
        """,
    )
    assert found[:10] == [
        "h.fadvance()",
        "h.continuerun(t_end)",
        "vec.mean(start, end)",
        "h.Vector(size, value)",
        "h.Vector(size, value)",
        "A NumPy array that shares the Vector's memory. When the Vector outgrows this memory, you get a RuntimeWarning.",
        "None",
        "None",
        "None",
        "True True",
    ]
    assert any("The mean of the elements." in line for line in found[10:]), found


def test_every_builtin_name_has_a_docstring_in_pythons_spelling(module, tmp_path):
    assert answers(
        module,
        tmp_path,
        """
        import _ranvier
        from neuron import h
        names = [name for name in _ranvier.documented() if _ranvier.documentation(name)[0] is not None]
        print(len(names) > 200, [name for name in names if not getattr(h, name).__doc__ or "&" in getattr(h, name).__doc__.splitlines()[0]])
        own = [name for name in dir(h.Section) if not name.startswith("_") and not getattr(h.Section, name).__doc__]
        print(own)
        """,
    ) == ["True []", "[]"]


def test_an_array_of_a_vector_keeps_it(module, tmp_path):
    assert answers(
        module,
        tmp_path,
        """
        import gc
        import numpy as np
        from neuron import h
        array = h.Vector(range(100_000)).as_numpy()
        gc.collect()
        others = [h.Vector(100_000, -1) for _ in range(5)]
        print(np.array_equal(array, np.arange(100_000)), len(h.List("Vector")))
        del array
        print(len(h.List("Vector")), len(h.Vector().as_numpy()))
        """,
    ) == ["True 6", "5 0"]


def test_an_array_keeps_the_memory_that_its_vector_leaves(module, tmp_path):
    assert answers(
        module,
        tmp_path,
        """
        import warnings
        import numpy as np
        from neuron import h
        warnings.simplefilter("always")
        def size(vector):
            with warnings.catch_warnings(record=True) as caught:
                for _ in range(20):
                    vector.append(7)
            return len(caught), [str(each.message).split(":")[0] for each in caught][:1]
        vector = h.Vector([1, 2, 3])
        arrays = [vector.as_numpy(), np.asarray(vector), np.frombuffer(vector.as_numpy())]
        print(size(vector))
        others = [h.Vector(3, -1) for _ in range(100)]
        print([list(map(float, array)) for array in arrays], len(vector))
        arrays[0][1] = 5
        print(list(map(float, arrays[1])), vector[1])
        del arrays[0]
        others += [h.Vector(3, -1) for _ in range(100)]
        print(list(map(float, arrays[0])), size(h.Vector([1, 2, 3])))
        array = vector.as_numpy()
        vector.fill(2)
        vector.from_python([4, 5])
        print(list(map(float, array[:3])), len(vector), len(array))
        del vector
        print(array.sum())
        """,
    ) == [
        "(1, ['a Vector has outgrown its memory, which it shared with a NumPy array'])",
        "[[1.0, 2.0, 3.0], [1.0, 2.0, 3.0], [1.0, 2.0, 3.0]] 23",
        "[1.0, 5.0, 3.0] 2.0",
        "[1.0, 5.0, 3.0] (0, [])",
        "[4.0, 5.0, 2.0] 2 23",
        "51.0",
    ]


def test_what_gives_a_vector_numbers_keeps_its_memory(module, tmp_path):
    assert (
        answers(
            module,
            tmp_path,
            """
        from neuron import h
        pc, cvode = h.ParallelContext(), h.CVode()
        section = h.Section().insert("hh")
        file = h.File()
        file.wopen("numbers")
        h.Vector([6, 7]).vwrite(file)
        file.close()
        file.ropen("numbers")
        def post(): pc.pack(h.Vector([8, 9])); pc.post("key"); pc.take("key")
        text = h.File("text")
        text.wopen(); text.printf("1 2"); text.close(); text.ropen()
        for call in (
            lambda v: pc.broadcast(v, 0), lambda v: pc.allgather(5, v), lambda v: (post(), pc.upkvec(v)),
            lambda v: v.vread(file), lambda v: v.scanf(text), lambda v: v.fft(h.Vector([1, 2]), 1),
            lambda v: v.from_double(1, h._ref_celsius), lambda v: (cvode.active(1), h.finitialize(), cvode.states(v)),
            lambda v: v.correl(h.Vector([1, 2])), lambda v: v.from_python([1, 2]),
        ):
            vector = h.Vector(4, 3)
            array = vector.as_numpy()
            call(vector)
            vector[0] = 11
            print(float(array[0]))
        """,
        )
        == ["11.0"] * 10
    )


def test_errors_say_how_to_load_what_is_missing(module, tmp_path):
    assert answers(
        module,
        tmp_path,
        """
        import pathlib
        import neuron
        from neuron import h
        pathlib.Path("late.mod").write_text("NEURON { SUFFIX late }")
        pathlib.Path("place.mod").write_text("NEURON { POINT_PROCESS Place }")
        soma = h.Section(name="soma")
        for wrong in (lambda: soma.insert("late"), lambda: h.Place(soma(0.5)), lambda: soma.insert("later")):
            try:
                wrong()
            except (ValueError, AttributeError) as error:
                print(str(error).strip())
        neuron.load_mechanisms(".")
        print(soma.insert("late"), h.Place(soma(0.5)))
        for wrong in (lambda: h.NetCon(soma(0.5).v, None), lambda: h.Vector().record(soma(0.5).v)):
            try:
                wrong()
            except RuntimeError as error:
                print(str(error).strip())
        for of, name in ((h, "continuerun"), (h, "tstop"), (soma(0.5), "pas")):
            try:
                getattr(of, name)
            except AttributeError as error:
                print(error)
        """,
    ) == [
        "argument not a density mechanism name: late; late.mod was written after the start of Python: call neuron.load_mechanisms('.')",
        "hoc has no Place; place.mod was written after the start of Python: call neuron.load_mechanisms('.')",
        "argument not a density mechanism name: later",
        "soma Place[0]",
        "NetCon: the source is a number; watch its variable: &v(0.5), in Python soma(0.5)._ref_v",
        "Vector.record: argument 1 is a number, but a pointer to a number (&x, in Python _ref_x) is expected",
        "hoc has no continuerun; stdrun.hoc defines it: call h.load_file('stdrun.hoc') first",
        "hoc has no tstop; stdrun.hoc defines it: call h.load_file('stdrun.hoc') first",
        "pas, the mechanism does not exist at soma(0.5); insert it first",
    ]


def test_type_stubs_are_those_that_the_script_writes(module, root, tmp_path):
    outcome = run([sys.executable, root / "scripts" / "python-stubs", "--check"], tmp_path, module)
    assert outcome.status == 0, outcome


def test_type_stubs_have_every_name_that_objects_have(module, root, tmp_path):
    classes = {}
    for path in (
        root / "python/neuron/hoc.pyi",
        root / "python/neuron/nrn.pyi",
        root / "python/ranvier/interpreter.pyi",
    ):
        for each in ast.parse(path.read_text()).body:
            if isinstance(each, ast.ClassDef):
                classes[each.name] = {
                    part.target.id if isinstance(part, ast.AnnAssign) else getattr(part, "name", "")
                    for part in each.body
                }
    classes["TopLevel"] |= classes["h"]  # whose type it is
    objects = {
        "TopLevel": "h",
        "Section": "soma",
        "Vector": "h.Vector()",
        "NetStim": "h.NetStim()",
        "IClamp": "h.IClamp(soma(0.5))",
        "ParallelContext": "h.ParallelContext()",
        "NetCon": "h.NetCon(h.NetStim(), None)",
        "CVode": "h.CVode()",
        "List": "h.List()",
        "SectionList": "h.SectionList()",
    }
    lines = answers(
        module,
        tmp_path,
        "from neuron import h\nsoma = h.Section(name='soma')\n"
        + "".join(f"print(*dir({expression}))\n" for expression in objects.values()),
    )
    known = classes["HocObject"]
    for name, line in zip(objects, lines, strict=True):
        missing = [each for each in line.split() if not each.startswith("_") and each not in classes[name] | known]
        if name == "TopLevel":  # math and constants, mechanisms and their variables are not in the registry
            missing = [
                each for each in missing if each in ("finitialize", "fadvance", "t", "dt", "Vector", "load_file")
            ]
        assert not missing, (name, missing)
