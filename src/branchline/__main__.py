"""`python -m branchline` is the `branchline` command."""

from branchline.cli import main

if __name__ == "__main__":  # worker processes load this module too
    main()
