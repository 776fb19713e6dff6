"""`python -m branchline` is the `branchline` command."""

from branchline.cli import main

main()
