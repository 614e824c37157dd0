"""What a set of programs covered, as text."""

import collections


def report(used):
    """`used`: {seed: Counter of (feature, kind of statement)}."""
    programs, statements = collections.Counter(), collections.defaultdict(collections.Counter)
    breadth = collections.Counter()
    for counts in used.values():
        features = {feature for feature, _ in counts}
        breadth[len(features)] += 1
        programs.update(features)
        for (feature, kind), count in counts.items():
            statements[feature][kind] += count
    lines = [f"programs that use N features: {', '.join(f'{n}: {breadth[n]}' for n in sorted(breadth))}"]
    for feature, count in programs.most_common():
        kinds = ", ".join(f"{kind} {number}" for kind, number in sorted(statements[feature].items()))
        lines.append(f"{feature}: {count} programs ({kinds})")
    return "\n".join(lines)
