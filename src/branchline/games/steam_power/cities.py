"""The city tiles: on the cities, still in the bag, and beside the map."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from branchline.kernel.part import Part


@final
@mypyc_attr(acyclic=True, free_list_len=1)
class Cities(Part):
    def __init__(self, colour: vec[i64], bag: vec[i64], beside_map: vec[i64], placed: i64) -> None:
        self.colour = colour  # of each city's tile
        self.bag = bag  # colour -> tiles not yet drawn
        self.beside_map = beside_map  # colour -> tiles left over
        self.placed = placed  # tiles; the next one goes to the city of this number

    def copy(self) -> "Cities":
        setting_up = self.placed < len(self.colour)  # afterwards all stays as it is
        return Cities(
            colour=self.colour[:] if setting_up else self.colour,
            bag=self.bag[:] if setting_up else self.bag,
            beside_map=self.beside_map[:] if setting_up else self.beside_map,
            placed=self.placed,
        )

    def content(self) -> list[int]:
        return [*self.colour, *self.bag, *self.beside_map, self.placed]

    def place(self, colour: i64) -> None:
        """2.1 A tile on the next city; what stays in the bag after the last one lies beside the map."""
        self.colour[self.placed] = colour
        self.bag[colour] -= 1
        self.placed += 1
        if self.placed == len(self.colour):
            for kind in range(len(self.bag)):
                self.beside_map[kind] = self.bag[kind]
                self.bag[kind] = 0
