"""What communication costs on a machine: the constants and the formulas of exchange/transport/cost_model.hpp."""

import dataclasses
import functools
import json
import subprocess


@dataclasses.dataclass(frozen=True)
class Collective:
    algorithm: str = "network"
    fixed_s: float = 0.0
    per_round_s: float = 0.0
    per_byte_s: float = 0.0

    def seconds(self, ranks, payload):
        if ranks < 2:
            return 0.0
        doublings = (ranks - 1).bit_length()
        rounds = {
            "network": 1,
            "tree": doublings,
            "recursive_doubling": doublings,
            "bruck": doublings,
            "ring": ranks - 1,
        }
        traffic = {
            "network": 1,
            "tree": doublings,
            "bruck": doublings / 2,
            "recursive_doubling": (ranks - 1) / ranks,
            "ring": (ranks - 1) / ranks,
        }
        return (
            self.fixed_s
            + self.per_round_s * rounds[self.algorithm]
            + self.per_byte_s * traffic[self.algorithm] * payload
        )


@dataclasses.dataclass(frozen=True)
class Machine:
    """LogGP: latency L, overheads o, gap g, gap per byte G [s]. A further rank of the same message, and a list of
    persistent sends, have separate costs."""

    name: str
    sources: tuple
    latency_s: float
    send_overhead_s: float
    further_send_s: float
    receive_overhead_s: float
    gap_s: float
    per_byte_s: float
    record_list_s: float
    record_target_s: float
    replay_list_s: float
    replay_target_s: float
    collectives: dict

    def injection(self, payload):
        """From when a message leaves until the rank's next one can [s]."""
        return self.gap_s + self.per_byte_s * payload

    def seconds(self, collective, ranks, payload=0):
        return self.collectives[collective].seconds(ranks, payload)


def from_json(description):
    fields = dict(description)
    fields["sources"] = tuple(fields.get("sources", ()))
    fields["collectives"] = {kind: Collective(**cost) for kind, cost in fields["collectives"].items()}
    return Machine(**fields)


@functools.lru_cache(maxsize=1)
def known(ranvier):
    """The machines that Ranvier knows, by name."""
    words = [str(ranvier), "exchange", "machines", "--json"]
    text = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    return {fields["name"]: from_json(fields) for fields in json.loads(text)}
