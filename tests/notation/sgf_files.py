"""Files of other programs, and helpers to read them in tests."""

from plyground.records import notation
from plyground.records.record import Record

KGS = r"""(;GM[1]FF[4]CA[UTF-8]AP[CGoban:3]ST[2]
RU[Japanese]SZ[19]HA[4]KM[0.50]TM[1800]OT[5x30 byo-yomi]
PW[teacher]PB[pupil]WR[5d]BR[8k]DT[2019-03-02]PC[The KGS Go Server at http://www.gokgs.com/]
AB[dd][pd][dp][pp]C[teacher [5d\]: hi
pupil [8k\]: have fun!
]RE[W+Resign]
;W[qn]WL[1796.2]
;B[nq]BL[1781.002]C[teacher [5d\]: the usual answer is
q\:p or so
]
(;W[rp]WL[1790.5];B[qq]BL[1770])
(;W[fq]WL[1788]TR[pp]LB[qn:A][rp:B]N[another way];B[qq]))
"""

SABAKI = """(;GM[1]FF[4]CA[UTF-8]AP[Sabaki:0.52.2]KM[7.5]SZ[9]DT[2024-05-06]HO[1]
;B[ee]SBKV[52.31];W[ce]SBKV[50.02](;B[gc];W[gg])(;B[cc];CR[ee]MA[ce];W[gg]))"""

SMARTGO = """(;GM[1]FF[4]CA[UTF-8]AP[SmartGo_Mac:3.1]SZ[13]
GN[Lesson 3]
PB[Black player]BR[3k]PW[White player]WR[1k]
KM[6.5]RU[AGA]RE[B+3.5]
AB[dd:fd][kj]AW[dj:dk]PL[W]
C[Find the move.
]
;W[gg]
;B[hh]C[Too slow\\: see below]
(
  ;W[ii]
)
(
  ;W[jj];B[];W[]
)
)
"""

FF1 = """Comment of the mail in which this game came (not part of it)

(
;
GaMe [1]
VieW [1]
SiZe[19] FileFormat[1]
  PlayerBlack[ Honinbo   Dosaku ]
PlayerWhite
[Yasui Shunchi]   Comment [an old
 file]
;  Black  [ pd ]
;White[dp] ; Black[pq]
;White[tt];Black[dd] BlackTimeLeft[ 12.5 ]
)
"""

EDAX = """(;FF[4]GM[2]AP[edax:4.4]
PC[Edax]DT[2020-1-1]
PB[edax]PW[human]
SZ[8]AB[e4][d5]AW[d4][e5]PL[B]
RE[Void]
B[f5];W[d6];
B[c3];W[d3];
B[c4];)
"""

PISKVORK = """(;FF[4]GM[4]SZ[15]PB[engine a]PW[engine b]RU[exactly five]RE[B+];B[hh];W[ig];B[hg]
;W[if];B[hf];W[ie];B[he];W[id];B[hd])"""


def one(text: str | bytes) -> Record:
    (record,) = notation.read(text, "sgf")
    return record


def survives(record: Record) -> None:
    """A round trip gives the same record, and writing it again the same text."""
    text = notation.write([record], "sgf")
    assert one(text) == record
    assert notation.write([one(text)], "sgf") == text
