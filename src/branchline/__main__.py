"""The `branchline` command, also as `python -m branchline`. The bots' processes load this module too, so that it loads
nothing before it is called."""


def main() -> None:
    from branchline.cli import main as run

    run()


if __name__ == "__main__":
    main()
