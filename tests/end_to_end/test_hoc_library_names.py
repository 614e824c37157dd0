"""The names of NEURON's hoc library: those of nrngui.hoc, and those of files loaded on request."""

import json

# Sorted by file and name. Omits internal names of tools (their panels, glyphs and lists).
LOADED = {
    "attshape.hoc": "ImpShape makeImpShape",
    "binfo.hoc": "VectorStream",
    "celbild.hoc": "CellBuild CellBuildSection CellBuildTopology CellGeometry CellManage CellMembrane DomainParmInfo FakeMechStan "
    "GeoSpec InhomoFun InhomoParm LDiamInfo MStanWrap P3D SNList SectionSubsets makecellbuilder",
    "chanbild.hoc": "ChannelBuild ChannelBuildF ChannelBuildKSGate ChannelBuildKSState ChannelBuildKSTrans "
    "ChannelBuildSelectProperties EmptyClass chanbild nil",
    "corenrn.hoc": "CoreNeuronRun",
    "electrod.hoc": "Electrode makeelectrode",
    "gatherv.hoc": "GatherVec makeGatherVec",
    "grapher.hoc": "Grapher grapher_doplt grapherlist makegrapher temp_object_",
    "impedanc.hoc": "Imp1 makeImp1",
    "impedanx.hoc": "Impx makeImpx",
    "import3d.hoc": "CellBuild CellBuildSection CellBuildTopology CellGeometry CellManage CellMembrane DomainParmInfo FakeMechStan "
    "GeoSpec Import3d_Eutectic_read Import3d_GUI Import3d_MorphML Import3d_Neurolucida3 Import3d_Neurolucida_read "
    "Import3d_SWC_read Import3d_Section InhomoFun InhomoParm LDiamInfo MStanWrap P3D SNList SectionSubsets "
    "makecellbuilder makeimport3dtool nil",
    "impratio.hoc": "ImpedanceRatio makeImpRatio",
    "lincir.hoc": "LincirGraph LinearCircuit makeCircuit",
    "loadbal.hoc": "LoadBalance",
    "logax.hoc": "LogAvsX makelogax",
    "mulfit.hoc": "APFitness FitnessFunction FitnessGenerator FitnessPrimitive FitnessRun GenInfo MulRunFitter MulfitPraxWrap "
    "OptimizerWrap ParmFitness ParmFitnessGui RegionFitness RunConstant RunFitParm RunStatement XYFitness YFitness "
    "makemulrunfitter mulfit_optimizer_names_ mulfit_optimizers_ mulfit_optimizers_append parmfitness_efun_append "
    "parmfitness_efun_list_ parmfitness_generator_append parmfitness_generator_list_",
    "mview.hoc": "ChannelBuild ChannelBuildF ChannelBuildKSGate ChannelBuildKSState ChannelBuildKSTrans "
    "ChannelBuildSelectProperties EmptyClass ModelView chanbild mview nil",
    "netbild.hoc": "ArtCell ArtCellGUI CellBuild CellBuildSection CellBuildTopology CellGeometry CellManage CellMembrane "
    "DomainParmInfo EmptyClass FakeMechStan GeoSpec InhomoFun InhomoParm LDiamInfo MStanWrap NetCell NetData NetEdge "
    "NetGUI NetReadyCell NetReadyCellGUI NetSource NetTarget P3D SNList SectionSubsets SpikePlot SynType SynTypeGUI "
    "SynTypeInstance makeartcelltype makecellbuilder makenetbuilder makenetreadycell",
    "netparmpi.hoc": "ParallelNetManager",
    "nrngui.hoc": "AtolTool AtolToolItem ExecCommand Family Inserter MenuExplore NEURONMainMenu NumericalMethodPanel Plot "
    "PointBrowser PointProcessLocator PointProcessManager ShapeBrowser ShapeLocation String WindowGroup WindowGroupItem "
    "WindowGroupManager WindowMenu addplot advance buildmenu case cbimportmenu celsius_panel channel_builder classname clipboard_file clipboard_get clipboard_retrieve "
    "clipboard_save clipboard_set continuerun coreneuronrunning_ cvode cvode_active cvode_local cvode_simgraph "
    "distmechmenu distmechviewers eventcount eventslow fast_flush_list fastflushPlot fittingmenu flushPlot flush_list "
    "global_ra globalra_panel graphItem graphList graph_menu_remove_most graphmenu helpmenu hoc_obj_ hoc_sf_ "
    "impedancemenu init initPlot itmp lambda_f makeFamily makeMenuExplore makePointBrowser makeinserter makeppm "
    "mapped_nrnmainmenu_ miscellaneousmenu movie_frame_dur_ movie_timer movierun movierunbox movierunpanel movierunsave "
    "moviestep "
    "n_graph_lists newPlot newPlotI newPlotS newPlotV newcommand newphaseplane newshapeplot newvectorplot "
    "nrncontrolmenu nrnmainmenu nrnmainmenu_ nstep_steprun numericalmethodpanel object_index pointmenu "
    "pointprocessesmenu prjnrn pyobj realtime run runStopAt runStopIn runbutton running_ screen_update screen_update_invl "
    "set_ra set_v_init setdt stdinit stdrun_quiet step steprun steps_per_ms stoppedrun stoprun temp_string2_ "
    "temp_string_ tempobj2 tempstr1 tempstr2 tobj1 toolmenu tstop tstop_changed tstr using_cvode_ v_init "
    "valid_name_syntax vectormenu windowmenu",
    "parcom.hoc": "LoadBalance ParallelComputeTool VectorStream",
    "pcchdir.hoc": "StartingDirectory",
    "pointgrp.hoc": "PointProcessGroupManager makeppgm",
    "showmech.hoc": "ShowMechanism makeshowmechanism showmech showmechseclist",
    "single.hoc": "SingleCompartment makesinglecompartment",
    "subiter.hoc": "SubsetDomainIterator",
    "thresh.hoc": "thresh_excited threshold",
    "vecwrap.hoc": "VecWrap makeVecWrap",
    "vplay.hoc": "VectorPlay makeVectorPlay",
}


def script():
    """Prints the kind of each name after nrngui.hoc, and again after its file."""

    def show(names):
        return "".join(f'{{printf("%s %d\\n", "{name}", name_declared("{name}"))}}\n' for name in names.split())

    text = '{load_file("nrngui.hoc")}\n' + "".join(show(names) for names in LOADED.values())
    for file, names in LOADED.items():
        text += f'{{load_file("{file}")}}\nprint "{file}"\n' + show(names)
    return text + "quit()\n"


def test_names_are_declared_as_in_neuron(ranvier, neuron, tmp_path):
    (tmp_path / "script.hoc").write_text(script())

    def named(out):
        return [line for line in out.splitlines() if not line.startswith("\t")]  # less what loading prints

    ours = named(ranvier.check("--quiet", "script.hoc", cwd=tmp_path).out)
    assert ours == named(neuron.run(script())["out"])
    declared = {line for line in ours if line[-1] != "0" and " " in line}
    assert len({line.split()[0] for line in declared}) == len(
        {name for names in LOADED.values() for name in names.split()}
    )


# Names of ours that NEURON's files do not declare; hoc has no private ones.
OURS = set(
    "GVItem LinearCircuitPart LinearCircuitPlace LinearCircuitSource PPItem celbild_file_version_ celbild_new_section_ celbild_ref_ "
    "celbild_text_ drop_closed_graphs_ hoc_mview_ library_button_ makechanbild movie_start_ mulfit_view windowmenu_".split()
)

NAMES_OF_FILES = """
import json
from neuron import h
before = set(dir(h))
for file in FILES:
    h.load_file(file)
after = set(dir(h))
print("names", json.dumps([sorted(before), sorted(after)]))
"""


def names_in(out):
    """The names at the top level before the files are loaded, and after."""
    (line,) = [line for line in out.splitlines() if line.startswith("names ")]
    return map(set, json.loads(line.removeprefix("names ")))


def test_files_add_no_other_names_of_ours(python, neuron, tmp_path):
    script = NAMES_OF_FILES.replace("FILES", repr(["nrngui.hoc", *sorted(LOADED.keys() - {"nrngui.hoc"})]))
    before, after = names_in(python(script, tmp_path).out)
    _, theirs = names_in(neuron.run_python(script))
    assert after - before - theirs == OURS
