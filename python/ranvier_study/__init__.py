"""Comparison studies: `ranvier study` plans runs, executes them, and says what they show (docs/studies.md).

A study is one YAML file (configuration.py). It becomes a plan (plan.py), whose runs (runner.py, slurm.py) leave a folder
each. The table (table.py) is derived from these folders, and statistics (statistics.py), reports (report/) and views
(view/) from the table. The separation of configuration, runs, data and presentation follows Albers et al. 2022, section 2.1.

Imports neither the engine nor NEURON: simulators run as subprocesses.
"""
