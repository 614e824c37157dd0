// Carries the precompiled headers of RanvierTargets.cmake; contains no code.
int main() {}
