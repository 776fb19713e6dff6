"""Interop: Branchline's games as other libraries of the field know games.

Codes of moves can be large and sparse, so an action is the place of a move in the list of the legal
ones, which is the same for the same position.
"""

MOST = 1024
"""Actions that an adapter makes room for; no decision of our games has more moves."""
