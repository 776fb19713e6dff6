"""The kernel: states, chance, grids and search. It knows no game; it is compiled where it can be."""
