"""GTP: rules by name, as KGS and KataGo define them."""

import json

import pytest

from tests.protocols.gtp_talk import go

AREA = {"friendlyPassOk": True, "hasButton": False, "scoring": "AREA", "tax": "NONE"}


def values(talk: object) -> dict[str, object]:
    return dict(talk.server.session.board.game.values)  # type: ignore[attr-defined]


@pytest.mark.parametrize("command", ["kgs-rules", "kata-set-rules"])
@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("japanese", "japanese"),
        ("Chinese", "chinese"),
        ("new_zealand", "new_zealand"),
        ("tromp-taylor", "tromp_taylor"),
    ],
)
def test_rules_are_set_by_name(command: str, name: str, rules: str) -> None:
    talk = go(9)
    talk.ask("komi 5.5")
    talk.ask("play b E5")
    talk.ask(f"{command} {name}")
    assert values(talk)["rules"] == rules
    assert values(talk)["komi"] == 5.5
    assert talk.played == ["E5"]


def test_katago_rules_are_told_and_read() -> None:
    talk = go(9, rules="aga")
    bonus = {"ko": "SITUATIONAL", "suicide": False, "whiteHandicapBonus": "N-1"}
    assert json.loads(talk.ask("kata-get-rules")) == AREA | bonus
    talk.ask('kata-set-rules {"ko":"SIMPLE", "scoring":"TERRITORY", "suicide":false, "tax":"SEKI"}')
    assert values(talk)["rules"] == "custom"
    talk.ask("kata-set-rule whiteHandicapBonus 0")
    assert values(talk)["rules"] == "japanese"
    talk.ask("kata-set-rule suicide true")
    assert (values(talk)["rules"], values(talk)["suicide"]) == ("custom", "yes")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("kgs-rules klingon", "unknown rules"),
        ("kgs-rules", "syntax error"),
        ("kata-set-rules {", "syntax error"),
        ("kata-set-rules {}x", "syntax error"),
        ("kata-set-rule hasButton true", "hasButton cannot be True"),
        ("kata-set-rule ko eternal", "ko cannot be eternal"),
        ("kata-set-rule colour red", "unknown rule colour"),
    ],
)
def test_unknown_rules_are_refused(line: str, why: str) -> None:
    talk = go(9)
    before = values(talk)
    assert talk.refused(line) == why
    assert values(talk) == before


def test_moves_that_break_the_new_rules_keep_the_old_ones() -> None:
    talk = go(5, rules="new_zealand")
    for move in ("b A2", "w E5", "b B2", "w E4", "b C1", "w A1", "w B1"):
        talk.ask(f"play {move}")  # White's two stones have no liberty in the end
    assert talk.refused("kgs-rules chinese") == "the moves so far break these rules"
    assert values(talk)["rules"] == "new_zealand"


def test_a_program_is_told_the_rules() -> None:
    from plyground.players.protocols.gtp.client import GtpPlayer

    client = GtpPlayer.__new__(GtpPlayer)
    sent: list[str] = []
    client.tell = sent.append  # type: ignore[assignment,method-assign]
    client._known = {"kgs-rules"}
    client._name_rules(go(9, rules="new_zealand").server.session.board.game)
    client._known = {"kgs-rules", "kata-set-rules"}
    client._name_rules(go(9, rules="new_zealand").server.session.board.game)
    client._name_rules(go(9).server.session.board.game)
    assert sent == ["kgs-rules new_zealand", "kata-set-rules new-zealand"]
