"""Sidings: a tiny fifth game, to show what a game needs. It is in no box, and has no page of its own."""
