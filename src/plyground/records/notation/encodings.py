"""Decodes files. The encoding that a file names is used if it fits."""

import codecs
import re

# Names of encodings in files, with the codec that reads the most of their real content: Windows
# programs write characters that the standards of these names do not have.
_CODECS = {
    "ascii": "utf-8",
    "usascii": "utf-8",
    "utf8": "utf-8",
    "utf16": "utf-16",
    "iso88591": "cp1252",
    "latin1": "cp1252",
    "windows1252": "cp1252",
    "cp1252": "cp1252",
    "iso885915": "iso8859-15",
    "iso88592": "iso8859-2",
    "windows1250": "cp1250",
    "windows1251": "cp1251",
    "koi8r": "koi8-r",
    "shiftjis": "cp932",
    "sjis": "cp932",
    "xsjis": "cp932",
    "mskanji": "cp932",
    "cp932": "cp932",
    "windows31j": "cp932",
    "eucjp": "euc_jp",
    "iso2022jp": "iso2022_jp",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "gb18030": "gb18030",
    "cp936": "gb18030",
    "big5": "big5hkscs",
    "big5hkscs": "big5hkscs",
    "cp950": "cp950",
    "euckr": "cp949",
    "ksc56011987": "cp949",
    "cp949": "cp949",
}

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

_CHARSET = re.compile(rb"CA\s*\[\s*([\w.:+-]{1,40})\s*\]")
_LOOKED_AT = 20_000


def decode(data: bytes, fallback: str = "cp1252") -> str:
    r"""The text of a file, by its byte order mark, its declaration (SGF's `CA`), or else as UTF-8.

    Text that is not valid UTF-8 is decoded with the fallback encoding.

    An invalid byte becomes the replacement character.

    >>> decode("(;CA[Shift_JIS]PB[\u5148\u624b])".encode("cp932"))
    '(;CA[Shift_JIS]PB[\u5148\u624b])'
    """
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return data.decode(codec, "replace")
    named = _named(data)
    for likely in (named or "utf-8", "utf-8"):
        try:
            return data.decode(likely)
        except UnicodeDecodeError:
            pass
    return data.decode(named or fallback, "replace")


def decode_as(data: bytes, name: str) -> str:
    r"""The text in an encoding that the user names, which overrides the file's own.

    >>> decode_as(b"(;PB[J\xfcrgen])", "latin-1") == "(;PB[J\u00fcrgen])"
    True
    """
    codec = _CODECS.get(re.sub(r"[^a-z0-9]", "", name.lower()), name)
    try:
        if not codecs.lookup(codec)._is_text_encoding:  # noqa: SLF001 - there is no public way
            raise LookupError(name)
        return data.decode(codec, "replace")
    except (LookupError, UnicodeError, ValueError):  # no such codec, or not a text codec
        known = "utf-8, utf-16, shift_jis, euc-jp, gb18030, big5, euc-kr, latin-1"
        raise ValueError(
            f"There is no encoding {name[:40]!r}; the encodings include {known}."
        ) from None


def _named(data: bytes) -> str | None:
    found = _CHARSET.search(data[:_LOOKED_AT])
    if found is None:
        return None
    name = found.group(1).decode("ascii", "replace").lower()
    return _CODECS.get(re.sub(r"[^a-z0-9]", "", name))
