"""`ranvier run config.json` and `ranvier validate config.json`: python -m ranvier_sonata run|validate CONFIG [--set KEY=VALUE]."""

import argparse

from .errors import SonataError
from .messages import Messages, log_file
from .ranks import gathered, together

_kept = []  # the network, of which the program writes summaries and tables at its end


def _parser():
    parser = argparse.ArgumentParser(prog="ranvier_sonata", description="SONATA circuits, run from their configuration")
    commands = parser.add_subparsers(dest="command", required=True)
    for name, text in (("run", "run a circuit"), ("validate", "check a circuit and print its populations and gids")):
        command = commands.add_parser(name, help=text)
        command.add_argument("config", help="the configuration of the simulation, a JSON file")
        command.add_argument("--set", dest="settings", action="append", default=[], metavar="KEY=VALUE")
        command.add_argument("--dialect", choices=["bmtk"], help="how to read the configuration; default: by its keys")
    return parser


def _lines(network):
    """What is printed of a network: a line for each population, with its gids."""
    yield f"SONATA circuit in the dialect {network.dialect}: {network.configuration.file}"
    for name, population in network.nodes.items():
        first, last = population.offset, population.offset + population.size - 1
        kind = "virtual cells" if network.circuit.is_virtual(population) else "cells"
        yield f"  {name}: {len(population)} {kind}, gids {first} to {last}"
    for warning in network.warnings:
        yield f"warning: {warning}"


def _is_first():
    from ranvier import h

    return int(h.ParallelContext().id()) == 0


def _sum(pc, number):
    return sum(gathered(pc, number))


def _execute(words, messages):
    from .network import load

    network = load(words.config, words.settings, words.dialect)
    _kept.append(network)
    messages.say(_lines(network))
    count = _sum(network.pc, network.connections)
    if words.command == "validate":
        network.check()
        messages.say([f"  {count} connections; nothing is wrong"])
        return
    file = log_file(network)
    if file:
        together(network.pc, messages.log_in, file)
    spikes = network.run()
    folder = network.output_folder()
    messages.say([f"  {count} connections, {spikes} spikes to {network.tstop:g} ms; output in {folder}"])


def main(arguments=None):
    """The exit status. On several ranks, each fails with the same error, which the first one prints."""
    words = _parser().parse_args(arguments)
    messages = Messages(_is_first())
    try:
        _execute(words, messages)
    except SonataError as error:
        messages.fail(error)
        return 1
    return 0
