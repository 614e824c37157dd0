// Carries the precompiled headers of RanvierTargets.cmake; has no code of its own.
int main() {}
