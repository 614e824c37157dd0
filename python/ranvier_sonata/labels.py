"""Names of populations in rasters, where blanks and some signs separate names."""


def label(name):
    return "".join("_" if each.isspace() or each in ",=:" else each for each in name) or "_"
