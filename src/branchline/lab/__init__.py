"""The lab: games played in numbers, to be counted, compared and learned from."""
