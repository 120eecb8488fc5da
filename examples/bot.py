"""A bot that plays a whole game over the network. Two of them play each other:

python examples/bot.py http://localhost:8000 --game othello       prints the link of the game
python examples/bot.py http://localhost:8000/join/...             joins that game

It thinks here, with the engine of this package; with --remote the server thinks for it.
"""

import argparse
import functools
from collections.abc import Callable

import plyground
from plyground.client import ApiError, Client, Play

Think = Callable[[Play], str]


def think_here(spec: str) -> Think:
    """Moves by a search of our own."""
    memory = plyground.Memory()

    def think(play: Play) -> str:
        rules = play.state["game"]
        game = plyground.game(rules["name"], **rules["options"])
        position = game.position(play.start).play_all(play.played)
        return str(plyground.search(position, spec, memory=memory).move)

    return think


def think_there(client: Client, player: str) -> Think:
    """Asks the server for moves: board in, move out."""

    def think(play: Play) -> str:
        name, options = play.state["game"]["name"], play.state["game"]["options"]
        ask = functools.partial(client.best_move, name, player=player, options=options)
        return ask(position=play.start, moves=play.played)["move"]

    return think


def play_on(play: Play, think: Think) -> None:
    """Plays until the end: no draws, no takebacks, and whatever count the other proposes."""
    while not play.wait().is_over:
        try:
            if play.state["can"]["accept"]:
                link = play.state["link"]
                offer = link and link["offer"]
                play.accept() if offer and offer["kind"] == "agree" else play.decline()
            elif play.state["stage"] == "counting":
                play.agree()
            else:
                play.play(think(play))
        except ApiError as error:
            if error.code != "stale":  # the other was quicker: look again
                raise


def begin(client: Client, given: argparse.Namespace) -> Play:
    """Takes the seat, or begins one and prints its link."""
    if "/join/" in given.address:
        return client.join(given.address)
    play = client.new_game(given.game, opponent=given.opponent)
    print(f"Waiting at {play.invite}" if play.invite else "The game begins.", flush=True)
    return play


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("address", help="a server, or an invitation to a game")
    parser.add_argument("--token", help="the token of the player; by default a new visitor")
    parser.add_argument("--game", default="othello")
    parser.add_argument("--opponent", default="link", help="link, or level:1 to level:8")
    parser.add_argument("--spec", default="search:seconds=0.2", help="how to think here")
    parser.add_argument("--remote", metavar="LEVEL", help="let the server think, as level:4")
    given = parser.parse_args()
    try:
        client = Client(given.address, given.token)
        think = think_there(client, given.remote) if given.remote else think_here(given.spec)
        play = begin(client, given)
        play_on(play, think)
    except (ApiError, ValueError) as error:
        raise SystemExit(f"bot: {error}") from None
    print(play.state["result"] and play.state["result"]["sentence"])


if __name__ == "__main__":
    main()
