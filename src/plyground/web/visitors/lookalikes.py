# ruff: noqa: RUF001, RUF002 - letters that look like others are what this is about
"""Detects confusable names: one script per name, and a skeleton that lookalikes share.

Both follow Unicode's Technical Standard 39. The letters below are those of its list that fonts draw
like Latin ones.
"""

import unicodedata

# Scripts that may be mixed: Japanese, Chinese and Korean use several.
_TOGETHER = (
    {"LATIN", "CJK", "HIRAGANA", "KATAKANA"},
    {"LATIN", "CJK", "BOPOMOFO"},
    {"LATIN", "CJK", "HANGUL"},
)
_NO_SCRIPT = {"DIGIT", "HYPHEN-MINUS", "FULL", "LOW", "KATAKANA-HIRAGANA", "IDEOGRAPHIC"}
_LATIN_LIKE = {
    "CYRILLIC": ("авеіјкмнорсԁѕтухһԛԝѵӏгь", "abeijkmhopcdstyxhqwvlrb"),
    "GREEK": ("αβεικνορτυχγ", "abeikvoptuxy"),
    "ARMENIAN": ("սօոհցզ", "uonhgq"),
}
_SHAPES = str.maketrans(
    {
        **{
            own: latin
            for letters, latins in _LATIN_LIKE.values()
            for own, latin in zip(letters, latins, strict=True)
        },
        "0": "o",
        "1": "l",
        "ı": "i",
        "ɑ": "a",
        "ɡ": "g",
        "ℓ": "l",
        **dict.fromkeys("-_.", ""),
    }
)
_PAIRS = (("rn", "m"), ("vv", "w"), ("cl", "d"))


def scripts(name: str) -> set[str]:
    """The scripts of the letters of a name.

    >>> sorted(scripts("Ann-1")), sorted(scripts("aдmin")), sorted(scripts("さくら桜"))
    (['LATIN'], ['CYRILLIC', 'LATIN'], ['CJK', 'HIRAGANA'])
    """
    words = {unicodedata.name(char, "UNNAMED").partition(" ")[0] for char in name}
    return words - _NO_SCRIPT


def is_of_one_script(name: str) -> bool:
    """Whether its letters may be mixed.

    >>> is_of_one_script("Ann"), is_of_one_script("аdmin"), is_of_one_script("山田ken")
    (True, False, True)
    """
    found = scripts(name)
    return len(found) < 2 or any(found <= together for together in _TOGETHER)


def skeleton(name: str) -> str:
    """The skeleton of a name, which is the same for confusable names.

    >>> skeleton("сор") == skeleton("cop"), skeleton("Ian") == skeleton("1an")
    (True, True)
    >>> skeleton("ian") == skeleton("lan"), skeleton("modern") == skeleton("modem")
    (False, True)
    """
    look = name.replace("I", "l").casefold().translate(_SHAPES)
    for pair, letter in _PAIRS:
        look = look.replace(pair, letter)
    return look or name
