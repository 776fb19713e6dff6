"""python -m branchline: the same as the command."""

from branchline.cli import main

if __name__ == "__main__":
    main()
