"""The command line: the library's front door as commands."""

import json
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

import branchline
from branchline import admin
from branchline.game import Value
from branchline.games import find
from branchline.pack import file_of
from branchline.position import Position
from branchline.refusal import Refused

app = typer.Typer(
    help="Play and study train board games. Without a command: the table, in your browser.",
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
out = Console(highlight=False)
err = Console(stderr=True, highlight=False)

GameName = Annotated[str, typer.Argument(metavar="GAME", help="One of the games, such as mini-rails.")]
Pack = Annotated[Path | None, typer.Option(metavar="FILE", help="Other components, typed in from a box.")]
TablePack = Annotated[
    Path | None,
    typer.Option(
        "--pack",
        metavar="FILE",
        help="Other components for the game that the file names; tables laid with them are kept by themselves.",
    ),
]
On = Annotated[str, typer.Option(help="Where: processes, ray, or ray://HOST:PORT.")]
Processes = Annotated[int | None, typer.Option(min=1, help="How many; one a core if not given.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="OPTION=VALUE", help="An option of the game; may be repeated.")
]

Url = Annotated[
    str,
    typer.Option(envvar="BRANCHLINE_URL", help="How people reach it through a proxy: https://club.example/rails."),
]
TrustedProxy = Annotated[
    str, typer.Option(metavar="ADDRESSES", help="Whose word on who asks is taken (X-Forwarded-For); * for anybody's.")
]
Written = Annotated[
    str, typer.Option("--log", envvar="BRANCHLINE_LOG", help="quiet (trouble only), requests (a line each), or json.")
]
QuotaWords = Annotated[
    str,
    typer.Option(
        "--quotas",
        envvar="BRANCHLINE_QUOTAS",
        help="How much one browser may ask for, where it is not as usual: tables=60/hour,sockets=300.",
    ),
]
Thinkers = Annotated[
    str,
    typer.Option(
        envvar="BRANCHLINE_THINKERS",
        metavar="ray://HOST:PORT",
        help="A Ray cluster that thinks for the bots; none: this machine.",
    ),
]
MailHost = Annotated[str, typer.Option(envvar="BRANCHLINE_MAIL_HOST", help="The mail server (SMTP); none: no mail.")]
MailPort = Annotated[str, typer.Option(envvar="BRANCHLINE_MAIL_PORT", help="587, 465 or 25 by --mail-tls.")]
MailUser = Annotated[str, typer.Option(envvar="BRANCHLINE_MAIL_USER", help="Who logs in there, if it asks.")]
MailPasswordFile = Annotated[
    str, typer.Option(envvar="BRANCHLINE_MAIL_PASSWORD_FILE", metavar="FILE", help="Its first line is the password.")
]
MailFrom = Annotated[str, typer.Option(envvar="BRANCHLINE_MAIL_FROM", help="The address that letters come from.")]
NotifyPrivate = Annotated[
    str,
    typer.Option(
        envvar="BRANCHLINE_NOTIFY_PRIVATE",
        metavar="HOST:PORT,...",
        help="Hosts of your own network that people's notices may be sent to, such as an ntfy at home.",
    ),
]
MailTls = Annotated[str, typer.Option(envvar="BRANCHLINE_MAIL_TLS", help="starttls, tls, or none.")]


def main() -> None:
    """Run the command that was asked for. Whatever is refused is told in one sentence."""
    try:
        app()
    except Refused as refused:
        err.print(str(refused), markup=False, soft_wrap=True)
        sys.exit(2)


# -- the table -----------------------------------------------------------------------------


@app.callback()
def table(
    context: typer.Context,
    browser: Annotated[bool, typer.Option(help="Open a browser when the table is ready.")] = True,
    pack: TablePack = None,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    from branchline import server

    if version:
        out.print(branchline.version())
        raise typer.Exit
    if context.invoked_subcommand is None:
        database = server.usual_database(pack)
        listener = server.listen_nearby("127.0.0.1", server.PORT)
        serve_on(listener, database, workers=1, browser=browser, pack=pack)
    elif pack is not None:
        raise Refused("pack", f"--pack goes behind the command: branchline {context.invoked_subcommand} --pack {pack}")


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen on; 0.0.0.0 for everybody.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port to listen on; 0 for any free one.")] = 8000,
    database: Annotated[
        str | None,
        typer.Option(
            envvar="BRANCHLINE_DATABASE",
            metavar="URL",
            help="Where the games are kept: sqlite:///FILE or postgresql://...",
        ),
    ] = None,
    workers: Annotated[int, typer.Option(min=1, help="How many processes serve.")] = 1,
    pack: TablePack = None,
    url: Url = "",
    trusted_proxy: TrustedProxy = "127.0.0.1",
    written: Written = "quiet",
    quotas: QuotaWords = "",
    thinkers: Thinkers = "",
    mail_host: MailHost = "",
    mail_port: MailPort = "",
    mail_user: MailUser = "",
    mail_password_file: MailPasswordFile = "",
    mail_from: MailFrom = "",
    mail_tls: MailTls = "",
    notify_private: NotifyPrivate = "",
) -> None:
    """Serve the table to others."""
    from branchline import server

    if workers > 1:
        server.count_together()
    from branchline.table import cluster, mail, reach
    from branchline.web.place import Place
    from branchline.web.quotas import QUOTAS, Quotas

    Place.of(url)
    Quotas.of(quotas)
    if thinkers:
        if pack is not None:
            raise Refused(
                "thinkers", "Thinkers elsewhere do not have the pack: --thinkers and --pack do not go together."
            )
        cluster.check(thinkers)
    os.environ |= {
        server.THINKERS: thinkers,
        server.URL: url,
        server.LOG: written,
        QUOTAS: quotas,
        mail.HOST: mail_host,
        mail.PORT: mail_port,
        mail.USER: mail_user,
        mail.PASSWORD_FILE: mail_password_file,
        mail.FROM: mail_from,
        mail.TLS: mail_tls,
        reach.PRIVATE: notify_private,
    }
    database = database or server.usual_database(pack)
    listener = server.listen(host, port)
    serve_on(
        listener,
        database,
        workers,
        browser=False,
        pack=pack,
        url=url,
        trusted_proxy=trusted_proxy,
        host_link=server.host_link(database),
    )


def serve_on(
    listener: Any,
    database: str,
    workers: int,
    browser: bool,
    pack: Path | None,
    url: str = "",
    trusted_proxy: str = "127.0.0.1",
    host_link: str | None = None,
) -> None:
    from branchline import server

    url = url.rstrip("/") or server.address(listener)

    def ready() -> None:
        out.print(f"The table is ready: [bold]{url}[/bold]  (Ctrl-C ends it)")
        if host_link:
            out.print(f"Whoever opens this first is the host of the club: {url}{host_link}", soft_wrap=True)
        if browser:
            server.open_browser(url)

    with listener, suppress(KeyboardInterrupt):
        server.serve(listener, database, workers, ready, pack, trusted_proxy)
    out.print("The table is put away; every move is kept.")


@app.command()
def sit(
    link: Annotated[str, typer.Argument(metavar="LINK", help="An invitation: http://HOST/join/TABLE/TOKEN.")],
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="./my_bot.py:MyBot, module:MyBot, or one of ours.")],
    name: Annotated[str, typer.Option(help="What the others see; the bot's own name if not given.")] = "",
) -> None:
    """Let a bot of your own take a seat at a live table, and play the game to its end. It is marked as a bot there."""
    from branchline.lab.sit import sit as take_seat

    end = take_seat(link, player, name, lambda said: err.print(said, markup=False, soft_wrap=True))
    winners = " and ".join(end["names"][seat] for seat in end["view"]["winners"]) or "Nobody"
    out.print(f"The game is over. Won by {winners}.", markup=False, soft_wrap=True)


# -- the lab -------------------------------------------------------------------------------


@app.command()
def sim(
    game: GameName,
    seats: Annotated[int | None, typer.Option(help="How many players; as many as are named if not given.")] = None,
    players: Annotated[
        str, typer.Option(help="One for each seat, or one for all: random,greedy,./my_bot.py:MyBot,...")
    ] = "random",
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="Equal seeds give equal games.")] = 0,
    on: On = "processes",
    processes: Processes = None,
    options: Settings = None,
    pack: Pack = None,
    as_json: AsJson = False,
) -> None:
    """Play many games and count them up."""
    from branchline.lab.contender import contenders
    from branchline.lab.sim import simulate

    rules = find(game, file_of(pack))
    named = players.count(",") + 1
    seats = seats if seats is not None else named if named > 1 else rules.usual_seats
    rules.resolve(seats, chosen := settings(options))
    who = contenders(players, seats)

    with progress(quiet=as_json) as bar:
        task = bar.add_task(rules.title, total=games)
        done = lambda games: bar.update(task, completed=games)  # noqa: E731
        tally = simulate(rules, seats, who, games, seed, chosen, on=on, processes=processes, progress=done)
    if as_json:
        print(json.dumps(tally.json()))
        return
    found = Table(title=f"{rules.title}: {tally.games:,} games, {tally.decisions:,} decisions, {tally.seconds:.1f} s")
    for heading in ("seat", "player", "wins", "mean", "min", "max"):
        found.add_column(heading, justify="left" if heading == "player" else "right")
    for row in tally.rows():
        found.add_row(*row.values())
    out.print(found)
    for note in tally.notes():
        out.print(note, soft_wrap=True)


@app.command()
def arena(
    game: GameName,
    players: Annotated[
        str,
        typer.Option(
            help="Two: the first alone against the second in all other seats. More: all of them. "
            "search:seconds=0.5 has a setting, ./my_bot.py:MyBot or module:MyBot is your own, "
            "search-4@FOLDER plays in another checkout."
        ),
    ] = "search,greedy",
    games: Annotated[int, typer.Option(min=1, help="How many games; rounded up to whole blocks.")] = 100,
    seats: Annotated[int | None, typer.Option(help="How many players sit down.")] = None,
    seed: Annotated[int, typer.Option(help="Equal seeds give equal games, unless a player is timed.")] = 0,
    sprt: Annotated[
        str | None, typer.Option(metavar="H0:H1", help="Stop when the first's win share is known to be H1 or H0.")
    ] = None,
    on: On = "processes",
    processes: Processes = None,
    report: Annotated[Path | None, typer.Option(metavar="FILE", help="Write the result as a page with plots.")] = None,
    version: Annotated[int | None, typer.Option("--rules", help="By an older version of the rules.")] = None,
    options: Settings = None,
    pack: Pack = None,
    as_json: AsJson = False,
) -> None:
    """Find out who is stronger: blocks of one seed in all seat rotations, with confidence intervals."""
    from branchline.lab.arena import Book, SequentialTest, notes, share_interval, shown
    from branchline.lab.arena import arena as compete
    from branchline.lab.report import page
    from branchline.lab.workers import check_writable

    rules = find(game, file_of(pack))
    rules = rules if version is None else rules.of_version(version)
    seats = rules.usual_seats if seats is None else seats
    rules.resolve(seats, settings(options))
    if report is not None:
        check_writable(report)
    test = None
    if sprt is not None:
        try:
            h0, h1 = (float(part) for part in sprt.split(":"))
        except ValueError as error:
            raise Refused("arena", f"{sprt!r} states no test: two shares go H0:H1, such as 0.25:0.4.") from error
        test = SequentialTest(h0, h1, seats)
        low, high = test.bounds
        err.print(f"Stated before: a win share of {h1:.0%} against {h0:.0%}, stop at {low:.2f} or {high:.2f}.")
    with progress(quiet=as_json) as bar:
        task = bar.add_task(rules.title, total=None)
        troubled: set[int] = set()

        def tell(book: Book, blocks: int) -> None:
            done = book.shares(0)
            share = share_interval(done, len(done) * len(book.played[0]))
            told = f"{book.entrants[0]} {share.value:.0%} ({share.low:.0%} to {share.high:.0%})"
            bar.update(task, completed=len(book.played), total=blocks, description=told)
            for game in book.played[-1]:
                for entrant, trouble in zip(game.seats, game.trouble, strict=True):
                    if trouble and entrant not in troubled:
                        troubled.add(entrant)
                        err.print(f"{book.entrants[entrant]} has trouble: {trouble}", markup=False, soft_wrap=True)

        result = compete(
            rules, players.split(","), games, seats, seed, settings(options), test, on, processes, progress=tell
        )
    if report is not None:
        command = " ".join(["branchline", *sys.argv[1:]])
        write(report, page(result, command))
    if as_json:
        print(json.dumps(result.json()))
        raise typer.Exit(1 if result.stopped else 0)
    rows = shown(result)
    found = Table(
        title=f"{rules.title}: {result.extent}, {result.seconds:.0f} s",
        box=SIMPLE_HEAD,  # narrow: names and intervals fold, numbers do not
        pad_edge=False,
        show_edge=False,
    )
    for heading in rows[0]:
        may_fold = heading in ("player", "win share", "rating")
        found.add_column(
            heading, justify="left" if heading == "player" else "right", overflow="fold", no_wrap=not may_fold
        )
    for row in rows:
        found.add_row(*row.values())
    out.print(found)
    for note in notes(result):
        out.print(note, markup=False, soft_wrap=True)
    by_seat = ", ".join(f"{one.value:.1%} ({one.low:.1%} to {one.high:.1%})" for one in result.seat_share)
    out.print(f"by seat: {by_seat}", soft_wrap=True)
    if result.test:
        out.print(f"sequential test: ratio {result.test['ratio']:.2f}, verdict {result.test['verdict']}")
    out.print(f"digest {result.digest}", soft_wrap=True)
    raise typer.Exit(1 if result.stopped else 0)


lab = typer.Typer(help="Studies: weights learned by self-play, ladders.", no_args_is_help=True)
app.add_typer(lab, name="lab")
app.add_typer(admin.app, name="admin")


@lab.command()
def train(
    game: GameName,
    games: Annotated[int, typer.Option(min=20, help="How many games to learn from.")] = 2000,
    seed: Annotated[int, typer.Option(help="Equal seeds give equal weights.")] = 0,
    seats: Annotated[int | None, typer.Option(help="How many players.")] = None,
    moves: Annotated[
        bool, typer.Option("--moves", help="How promising a move looks, learned from what the players choose.")
    ] = False,
    player: Annotated[str, typer.Option(help="Who plays, in all seats.")] = "greedy",
    stray: Annotated[float, typer.Option(min=0, max=1, help="How often a random move is played instead.")] = 0.1,
    options: Settings = None,
    on: On = "processes",
    processes: Processes = None,
    to: Annotated[
        Path | None, typer.Option(metavar="FILE", help="./GAME-weights.json or ./GAME-move-weights.json if not given.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Learn the weights of a game's features by self-play: of positions, or of moves. Play with them as
    search:weights=FILE or search:move_weights=FILE."""
    from branchline.extras import need
    from branchline.lab.course import Course, text
    from branchline.lab.workers import check_writable

    need("numpy")
    from branchline.lab.imitate import imitate
    from branchline.lab.train import train as teach

    rules = find(game)
    to = to or Path(f"{rules.name}-{'move-' if moves else ''}weights.json")
    check_writable(to)
    if moves and not rules.estimate().move_feature_names():
        raise Refused("games", f"{rules.title} has no features of moves to learn from.")
    seats = rules.usual_seats if seats is None else seats
    rules.resolve(seats, chosen := settings(options))
    course = Course(game, games, seats, player, seed, stray, chosen)
    learn = imitate if moves else teach
    with progress(quiet=as_json) as bar:
        task = bar.add_task(rules.title, total=games)
        found = learn(course, on, processes, lambda n: bar.update(task, completed=n))
    write(to, text(found))
    if as_json:
        print(json.dumps(found))
        return
    out.print(f"{to} is written: play with it as search:{'move_' if moves else ''}weights={to}", soft_wrap=True)
    held = found["held_back"]
    if moves:
        out.print(f"{rules.title}: {games:,} games, {held['choices']:,} choices held back")
        out.print(f"choices guessed {held['guessed']:.1%} (by hand {held['guessed_by_hand']:.1%})")
        out.print(f"surprise at them {held['surprise']:.4f} (by hand {held['surprise_by_hand']:.4f})")
        return
    out.print(f"{rules.title}: {games:,} games, {held['positions']:,} positions held back")
    out.print(f"score explained {held['explained']:.1%} (by hand {held['explained_by_hand']:.1%})")
    out.print(f"surprise at the winner {held['surprise']:.4f} (by hand {held['surprise_by_hand']:.4f})")


@lab.command()
def learn(
    game: GameName,
    generations: Annotated[int, typer.Option(min=1, help="Up to which: the first learns from greedy games.")] = 4,
    to: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where it is kept, and gone on with; ./GAME-net if not given.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Equal seeds give equal networks.")] = 0,
    games: Annotated[int, typer.Option(min=8, help="Greedy games, for each kind of game.")] = 12_000,
    searched: Annotated[int, typer.Option(min=8, help="Games of searches, for each kind and generation.")] = 2_000,
    a_part: Annotated[int, typer.Option(min=1, help="Greedy games that one process plays at a time.")] = 1000,
    simulations: Annotated[int, typer.Option(min=1, help="Of most moves of these games.")] = 60,
    long: Annotated[int, typer.Option(min=1, help="Simulations of every fifth move.")] = 240,
    turns: Annotated[int, typer.Option(min=0, help="Turns beyond the leaf before the network is asked.")] = 0,
    window: Annotated[int, typer.Option(min=1, help="Generations that are learned from.")] = 3,
    epochs: Annotated[int, typer.Option(min=1, help="Times through all positions.")] = 6,
    rate: Annotated[float, typer.Option(help="How large the first steps are.")] = 0.002,
    blocks: Annotated[int, typer.Option(min=1, help="Times 24 units a layer.")] = 1,
    by_thought: Annotated[float, typer.Option(min=0, max=1, help="From the result to what the search thought.")] = 0.5,
    points: Annotated[float, typer.Option(help="Points that an output of 1.0 stands for.")] = 10.0,
    match_simulations: Annotated[int, typer.Option(min=1, help="Of both sides in a match.")] = 300,
    match_games: Annotated[int, typer.Option(min=4, help="Of a match at the most.")] = 400,
    seats: Annotated[list[int] | None, typer.Option(help="Only games with so many players.")] = None,
    scores: Annotated[float, typer.Option(min=0, help="How much points count beside who wins.")] = 0.1,
    decay: Annotated[float, typer.Option(min=0, help="How fast weights fade that nothing speaks for.")] = 0.0,
    told: Annotated[
        bool, typer.Option("--told", help="For what people are told: games of several levels, no matches.")
    ] = False,
    on: Annotated[str, typer.Option(help="Where: processes, ray, or ray://HOST:PORT.")] = "processes",
    processes: Annotated[int | None, typer.Option(min=1, help="How many; one a core if not given.")] = None,
) -> None:
    """Learn a game's network: greedy games, a first network, games of the search with it, and so on; a generation is
    promoted by matches only. Stop it whenever you like and give the same command to go on."""
    from branchline.extras import need

    # Layers so small are no work for two: on a busy machine NumPy's threads wait for each other thirty times as long.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    need("numpy")
    from branchline.lab.learn import Plan
    from branchline.lab.learn import learn as run

    plan = Plan(
        find(game).name,
        seed,
        games,
        searched,
        a_part,
        simulations,
        long,
        turns,
        window,
        epochs,
        rate,
        blocks,
        by_thought,
        points,
        match_simulations,
        match_games,
        tuple(seats or ()),
        scores,
        decay,
        told,
    )
    folder = to or Path(f"{plan.game}-net")
    progress = folder / "progress.html"
    best = run(plan, folder, generations, on=on, processes=processes, say=lambda said: err.print(said, highlight=False))
    if told:
        out.print(f"{best} tells what people are told, as told.json in the game's folder; {progress} tells how truly.")
        return
    out.print(f"{best} is the network to play with: search:net={best}; {progress} tells how it went.")


@lab.command()
def tune(
    game: GameName,
    games: Annotated[int, typer.Option(min=50, help="How many games to play in all.")] = 2000,
    simulations: Annotated[int, typer.Option(min=1, help="That everybody thinks a move.")] = 300,
    to: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where it is kept, and gone on with; ./GAME-tuned if not given."),
    ] = None,
    begin: Annotated[Path | None, typer.Option("--from", metavar="FILE", help="Constants to go on from.")] = None,
    seed: Annotated[int, typer.Option(help="Equal seeds give equal constants.")] = 0,
    seats: Annotated[int | None, typer.Option(help="How many players.")] = None,
    options: Settings = None,
    on: On = "processes",
    processes: Processes = None,
    as_json: AsJson = False,
) -> None:
    """Move the constants that a game's estimate rests on by play: every seat thinks with others, and who wins says
    which way they should go. Then see by a match: branchline arena GAME --players search:constants=FILE,search."""
    from branchline.extras import need

    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    need("numpy")
    from branchline.lab.tune import Plan, Tuner
    from branchline.players.settings import constants
    from branchline.printed import table as text_table

    rules = find(game)
    seats = rules.usual_seats if seats is None else seats
    rules.resolve(seats, chosen := settings(options))
    first = (constants("from", begin) or {}).get("constants", {})
    plan = Plan(rules.name, seats, tuple(chosen.items()), seed, games, simulations, tuple(first.items()))
    folder = to or Path(f"{rules.name}-tuned")
    with progress(quiet=as_json) as bar:
        task = bar.add_task(rules.title, total=games)
        tuner = Tuner(plan, folder, on, processes, lambda played: bar.update(task, completed=played))
        told = tuner.run()
    if as_json:
        print(json.dumps(told))
        return
    surest = sorted(told["found"], key=lambda one: -abs(one["gain"]) / max(1e-9, one["error"]))
    rows = [
        {
            "constant": one["name"],
            "now": f"{one['value']:.3f}",
            "a spread": f"{one['spread']:.3f}",
            "more wins": f"{one['gain']:+.2%}",
            "error": f"{one['error']:.2%}",
            "tuned": f"{one['tuned']:.3f}",
        }
        for one in surest
    ]
    out.print(text_table(rows), highlight=False)
    out.print(
        f"{folder / 'tuned.json'} is written: play with it as search:constants={folder / 'tuned.json'}", soft_wrap=True
    )


@lab.command("games")
def as_data(
    game: GameName,
    players: Annotated[str, typer.Option(help="One for each seat, or one for all.")] = "greedy",
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    to: Annotated[Path, typer.Option(metavar="FILE", help="The file; its card lies beside it.")] = Path(
        "games.parquet"
    ),
    seats: Annotated[int | None, typer.Option(help="How many players; as many as are named if not given.")] = None,
    seed: Annotated[int, typer.Option(help="Equal seeds give equal games, unless a player is timed.")] = 0,
    tensors: Annotated[bool, typer.Option(help="Features and observations of every decision, too.")] = True,
    on: On = "processes",
    processes: Processes = None,
    options: Settings = None,
    pack: Pack = None,
) -> None:
    """Play games and write them as data: records, results, and for each decision what was legal, what was chosen,
    features and tensors. Beside FILE.parquet stands a card, FILE.md, that says how it was made."""
    from branchline.extras import need

    need("pyarrow")
    need("numpy")
    from branchline.lab.contender import contenders
    from branchline.lab.games import write_games

    rules = find(game, file_of(pack))
    named = players.count(",") + 1
    seats = seats if seats is not None else named if named > 1 else rules.usual_seats
    rules.resolve(seats, chosen := settings(options))
    command = " ".join(["branchline", *sys.argv[1:]])
    with progress(quiet=False) as bar:
        task = bar.add_task(rules.title, total=games)
        made = write_games(
            rules,
            contenders(players, seats),
            games,
            to,
            seed,
            chosen,
            tensors,
            command,
            on,
            processes,
            lambda done: bar.update(task, completed=done),
        )
    out.print(f"{to}: {made['games']:,} games, {made['decisions']:,} decisions; {to.with_suffix('.md')} is its card.")
    out.print(f"digest {made['digest']}", soft_wrap=True)


@lab.command()
def ppo(
    game: GameName,
    minutes: Annotated[float, typer.Option(min=0, help="Of learning altogether, of one core.")] = 60.0,
    seats: Annotated[int | None, typer.Option(help="How many players.")] = None,
    to: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Where it is kept, and gone on with; ./GAME-ppo if not given.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Of the games and of the first network.")] = 0,
    updates: Annotated[int | None, typer.Option(min=1, help="Learn so often instead, however long it takes.")] = None,
    side_by_side: Annotated[int, typer.Option(min=1, help="Games that are played at once.")] = 192,
    among: Annotated[
        float, typer.Option(min=0, max=1, help="The share of them in which it sits alone among greedy players.")
    ] = 0.5,
    measured: Annotated[int, typer.Option(min=4, help="Games against greedy, each time it is measured.")] = 200,
    rated: Annotated[int, typer.Option(min=0, help="Games against each rung of the ladder at the end.")] = 400,
    threads: Annotated[int, typer.Option(min=1, help="Cores that PyTorch uses.")] = 1,
    options: Settings = None,
) -> None:
    """Teach a network to play from nothing, by masked PPO against itself and among greedy players, and rate it against
    random, greedy and the first thinking level. FOLDER/progress.html shows how it goes while it learns. Stop it at any
    time and give the same command to go on. Play it as branchline.lab.policy:Trained:file=FOLDER/policy.npz."""
    from branchline.extras import need

    torch = need("torch")
    need("gymnasium")
    from branchline.lab.ppo import Course, Plan, rate

    torch.set_num_threads(threads)
    rules = find(game)
    seats = rules.usual_seats if seats is None else seats
    chosen = rules.resolve(seats, settings(options))
    plan = Plan(rules.name, seats, chosen, seed=seed, games=side_by_side, among=among, measured=measured)
    course = Course(plan, to or Path(f"{rules.name}-ppo"), " ".join(["branchline", *sys.argv[1:]]))
    out.print(f"{course.to / 'progress.html'} shows how it goes.", soft_wrap=True)

    def tell(found: dict[str, Any]) -> None:
        share = f"{found['share']:.1%} ({found['low']:.1%} to {found['high']:.1%})"
        err.print(f"{found['seconds'] / 60:6.1f} min  {found['decisions']:12,} decisions  {share} among greedy players")

    policy = course.run(minutes * 60, updates, tell)
    for result in rate(course, rated):
        out.print(str(result), markup=False, soft_wrap=True)
    out.print(f"{policy} plays as branchline.lab.policy:Trained:file={policy}", soft_wrap=True)


@lab.command()
def ladder(
    game: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", help="All games if not given.")] = None,
    games: Annotated[int, typer.Option(min=1, help="How many games a match.")] = 200,
    seed: Annotated[int, typer.Option(help="Equal seeds give equal games, unless a player is timed.")] = 1,
    on: On = "processes",
    processes: Processes = None,
    thinker: Annotated[str, typer.Option(help="Who is to show its strength against greedy.")] = "search:seconds=1",
    only: Annotated[str, typer.Option(metavar="TEXT", help="Only matches whose title holds this.")] = "",
    keep: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where the matches are kept, so that a run can go on later.")
    ] = None,
    to: Annotated[Path | None, typer.Option(metavar="FILE", help="Write docs/strength.md there.")] = None,
) -> None:
    """Play every level against the one below it, a thinker against greedy and the automatons, and make
    docs/strength.md of it."""
    import platform

    from branchline.lab.ladder import climb, page
    from branchline.lab.workers import check_writable

    chosen = [find(name) for name in (game or branchline.games())]
    for file in (keep, to):
        if file is not None:
            check_writable(file)
    command = " ".join(["branchline lab ladder", *(game or []), f"--games {games} --seed {seed} --thinker {thinker}"])
    if only:
        command += f" --only '{only}'"
    found = climb(chosen, games, seed, thinker, only, on, processes, lambda title: err.print(title), keep, command)
    machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}"
    files = " ".join(f"{flag} {file}" for flag, file in (("--keep", keep), ("--to", to)) if file is not None)
    told = page(found, machine, files)
    if to is not None:
        write(to, told)
    else:
        print(told)


def write(file: Path, text: str) -> None:
    try:
        file.write_text(text, "utf-8")
    except OSError as error:
        raise Refused("file", f"{file} can't be written: {error.strerror}.") from error


@app.command()
def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="All games if not given.")] = None,
    seconds: Annotated[float, typer.Option(min=0.1, help="How long to measure each.")] = 1.0,
    as_json: AsJson = False,
) -> None:
    """Measure how fast the rules are on one core, compiled and uncompiled."""
    from branchline.lab.bench import bench as measure

    chosen = [find(name) for name in ([game] if game else branchline.games())]
    with progress(quiet=as_json) as bar:
        found = {rules.name: measure(rules, seconds) for rules in bar.track(chosen, description="measuring")}
    if as_json:
        print(json.dumps(found))
        return
    shown = Table(title="On one core, with the complete list of moves at each decision")
    for heading in ("game", "players", "decisions/s", "playouts/s", "times uncompiled", "copy, µs"):
        shown.add_column(heading, justify="left" if heading == "game" else "right")
    for name, figures in found.items():
        ratio = figures["uncompiled_ratio"]
        shown.add_row(
            name,
            str(figures["players"]),
            f"{figures['decisions_per_second']:,}",
            f"{figures['playouts_per_second']:,}",
            f"{ratio:.1f}" if ratio else "(not compiled)",
            f"{figures['copy_microseconds']:.3f}",
        )
    out.print(shown)


def progress(quiet: bool) -> Progress:
    """A bar on the terminal's other channel, so that what is printed stays clean."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=err, transient=True, disable=quiet or not err.is_terminal)


# -- records -------------------------------------------------------------------------------


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, as JSON; - reads it from standard input.")],
    svg: Annotated[Path | None, typer.Option(metavar="DIR", help="Draw the table after every move.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Only say whether the rules allow this game.")] = False,
    pack: Pack = None,
) -> None:
    """Tell a recorded game, draw it, or check it."""
    record = read_json(file)
    position = branchline.replay(record, pack)
    names = names_in(record, position)
    if check:
        from branchline.record import digest

        state = "finished" if position.over else "unfinished"
        out.print(f"The record holds: {position.game.title}, {position.n} entries, {state}.")
        out.print(f"digest {digest([position.record()])}", soft_wrap=True)
    else:
        for sentence in position.story(names=names):
            out.print(sentence, markup=False, soft_wrap=True)
        out.print(standing(position, names), markup=False, soft_wrap=True)
    if svg is not None:
        out.print(f"{draw(position, svg)} drawings in {svg}", soft_wrap=True)


@app.command("pack")
def print_pack(game: GameName) -> None:
    """Print a game's components as a pack to begin with: branchline pack GAME > my.toml"""
    print(find(game).pack.read_text("utf-8"), end="")


@app.command()
def check_seed(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A finished table's record, as JSON; - reads it here.")],
    seal: Annotated[str | None, typer.Option(help="The seal as you noted it when the game began.")] = None,
    pack: Pack = None,
) -> None:
    """Check that a table's draws came from the seed that was sealed when its game began."""
    from branchline.table.seal import check as draws_from_seed

    record = read_json(file)
    if not isinstance(record, dict):
        raise Refused("record", f"{file} is not a Branchline record.")
    if seal is not None and seal.strip().lower() != record.get("seal"):
        raise Refused("seal", "The record carries another seal than the one that was noted when the game began.")
    draws = draws_from_seed(record, lambda name: find(name, file_of(pack)))
    out.print(f"The seal holds: all {draws} draws came from the seed.")


def read_json(file: Path) -> object:
    try:
        return json.loads(sys.stdin.read() if str(file) == "-" else file.read_text("utf-8"))
    except OSError as error:
        raise Refused("record", f"{file} can't be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise Refused("record", f"{file} is not JSON, so it is no record.") from error


def names_in(record: object, position: Position) -> list[str]:
    """The seats' names as a table's record holds them, or the usual ones."""
    usual = position.game.seat_names(position.state)
    given = record.get("names") if isinstance(record, dict) else None
    if not isinstance(given, list) or len(given) != len(usual):
        return usual
    return [str(name) or own for name, own in zip(given, usual, strict=True)]


def standing(position: Position, names: list[str]) -> str:
    """Everybody's points, and who won."""
    points = ", ".join(f"{name} {score}" for name, score in zip(names, position.scores(), strict=True))
    winners = " and ".join(names[seat] for seat in position.winners())
    if not position.over:
        return f"So far: {points}."
    won = f" Won by {winners}." if winners else "" if len(names) == 1 else " Nobody wins."
    return f"The end: {points}.{won}"


def draw(position: Position, folder: Path) -> int:
    """One SVG for each position of the game that a spectator could have seen."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for n in range(position.n + 1):
            (folder / f"{n:04}.svg").write_text(position.at(n).svg(None), "utf-8")
    except OSError as error:
        raise Refused("drawing", f"The drawings can't be written to {folder}: {error.strerror}.") from error
    return position.n + 1


def settings(pairs: list[str] | None) -> dict[str, Value]:
    """Options given as name=value. The game checks what they say."""
    found: dict[str, Value] = {}
    for pair in pairs or []:
        name, equals, value = pair.partition("=")
        if not name or not equals:
            raise Refused("options", f"{pair!r} sets nothing: an option goes name=value.")
        found[name.strip().replace("-", "_")] = value.strip()
    return found
