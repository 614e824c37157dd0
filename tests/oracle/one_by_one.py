"""Connections made one by one in hoc, beside those of a rule or a file."""

# join(source, target, delay, weight) connects two gids where the target is; `netcons` keeps the NetCons. `pc` must exist.
JOIN = """
objref nc, netcons
netcons = new List()
proc join() {
    if (pc.gid_exists($2)) {
        nc = pc.gid_connect($1, pc.gid2cell($2))
        nc.delay = $3
        nc.weight = $4
        netcons.append(nc)
    }
}
"""
