// Made by `make contract` from src/plyground/web/contract.

/** A fact for a beginner, to be drawn over the board; its kind says what the parts mean.
 *
 * liberties   a group's stones, its liberties, how many these are; 1 is atari
 * win         where the owner's next stone wins if it is its turn, nothing, how many
 * threat      a four's or an open three's stones, where to complete or extend it, and how many
 *             stones the line still lacks: 1 or 2
 * flips       a move of the side to move, the discs it flips, how many
 * mobility    where the owner could move if it were its turn, nothing, how many
 * attacked    the squares the owner's pieces reach, the enemy's pieces among them, how many */
export type AidView = {
  kind: string;
  owner: "black" | "white" | null;
  at: string[];
  points: string[];
  count: number;
};

/** Every game that can be played here. */
export type AllRules = {
  games: Rules[];
};

/** A strong search is asked about a board. */
export type AnalyseRequest = {
  game: string;
  options?: Record<string, string | number | boolean | null> | null;
  position?: string | null;
  moves?: string[] | null;
  seconds?: number | null;
  depth?: number | null;
  lines?: number | null;
};

/** What a search says of a board: its lines, the best first. */
export type Analysis = {
  lines: AnalysisLine[];
  nodes: number;
  seconds: number;
};

/** An analysis ended without an answer: why, by its code, and where. */
export type AnalysisFailed = {
  sentence: string;
  code: string;
  at: string | null;
};

/** One move with the line that is expected after it, seen by the side to move. */
export type AnalysisLine = {
  move: string;
  pv: string[];
  score: number;
  win_chance: number;
  mate: number | null;
  exact: boolean;
  depth: number;
};

/** A position: a game with its options, and moves played from a position. */
export type Board = {
  game: string;
  options?: Record<string, string | number | boolean | null> | null;
  position?: string | null;
  moves?: string[] | null;
};

/** What a position is worth with best play, and each of its moves, in words. */
export type BoardTablebaseValues = {
  side: "black" | "white";
  value: number | null;
  exact: boolean;
  moves: TablebaseMove[];
  sentence: string;
};

/** The body of a request. A field that is null is the same as one that is left out. */
export type Body = {

};

/** What a button says, and by which method it asks. */
export type Button = {
  label: string;
  method: string;
};

/** What can be done now; accept and decline are about an offer of the other side's. */
export type Can = {
  undo: boolean;
  redo: boolean;
  pass: boolean;
  resign: boolean;
  draw: boolean;
  hint: boolean;
  agree: boolean;
  rematch: boolean;
  accept: boolean;
  decline: boolean;
};

/** Seconds left, and whose clock runs; a computer's runs with its search. */
export type Clock = {
  black: number;
  white: number;
  running: "black" | "white" | null;
  increment: number;
};

/** The clock of a new game. */
export type ClockRequest = {
  seconds: number;
  increment?: number | null;
};

/** A move, or anything else that changes a game. */
export type Command = {
  version?: number | null;
  ply?: number | null;
  action: "move" | "undo" | "redo" | "resign" | "draw" | "toggle" | "agree" | "play_on" | "flag" | "accept" | "decline" | "teacher";
  move?: string | null;
  on?: boolean | null;
  point?: string | null;
};

/** A game for people who choose one: title, rules, options, notations, the first view. */
export type Description = {
  name: string;
  title: string;
  rules: string;
  options: OptionRules[];
  formats: Record<string, Format>;
  view: View;
};

/** What is wrong: a code that stays, a sentence, and the field or point it is about. */
export type Error = {
  code: string;
  sentence: string;
  at: string | null;
};

/** Every answer that is no success. */
export type ErrorAnswer = {
  error: Error;
};

/** What a player thought of its move, from its own side. */
export type Evaluation = {
  score: number;
  win_chance: number;
  mate: number | null;
  exact: boolean;
  depth: number;
  nodes: number;
  pv: string[];
};

/** It ended without an answer. */
export type Failed = {
  sentence: string;
};

/** A new game with the first moves of another. */
export type ForkRequest = {
  ply?: number | null;
  opponent?: "level:1" | "level:2" | "level:3" | "level:4" | "level:5" | "level:6" | "level:7" | "level:8" | "person" | null;
  colour?: "black" | "white" | "random" | null;
  version?: number | null;
};

/** A notation that can hold a game. */
export type Format = {
  sentence: string;
  extension: string;
};

/** A move with all its parts: kind is place, move, capture, drop or pass. */
export type FullMoveView = {
  text: string;
  kind: string;
  to: string | null;
  piece: string | null;
  from: string | null;
};

/** A game with its rules in words, and its first position. */
export type FullRules = {
  name: string;
  title: string;
  sentence: string;
  options: OptionRules[];
  levels: LevelName[];
  formats: string[];
  rules: string;
  position: string;
  view: View;
};

/** Which game it is, with all its options. */
export type GameName = {
  name: string;
  title: string;
  options: Record<string, string | boolean | number | null>;
};

/** A game in a list. */
export type GameRow = {
  id: string;
  game: string;
  options: Record<string, string | boolean | number | null>;
  version: number;
  ply: number;
  over: boolean;
  winner: "black" | "white" | null;
  seats: SideTexts;
  me: "black" | "white" | null;
  changed: string;
  url: string;
};

/** A page of a visitor's games. */
export type Games = {
  games: GameRow[];
  page: number;
  pages: number;
  total: number;
};

/** Equal pieces in one hand. */
export type HandView = {
  owner: "black" | "white";
  kind: string;
  count: number;
};

/** The same in words, for a version of the game. */
export type Hint = {
  from: string | null;
  side: "black" | "white";
  move: string;
  kind: string;
  piece: string | null;
  to: string | null;
  area: string[];
  chance: number;
  mate: number | null;
  exact: boolean;
  depth: number;
  pv: string[];
  why: Term[];
  version: number;
  words: HintWords;
};

/** A move to try, where to look first, and what it gains. */
export type HintData = {
  from: string | null;
  side: "black" | "white";
  move: string;
  kind: string;
  piece: string | null;
  to: string | null;
  area: string[];
  chance: number;
  mate: number | null;
  exact: boolean;
  depth: number;
  pv: string[];
  why: Term[];
};

/** A hint is there. */
export type HintDone = {
  hint: Hint;
};

/**  */
export type HintMove = {
  from: string | null;
};

/** A hint in three steps: where to look, the move, and why. */
export type HintWords = {
  area: string;
  move: string;
  why: string;
  terms: Words[];
};

/** The search that was asked for. */
export type JobAnswer = {
  job: JobRef;
};

/** A search that runs or waits. */
export type JobRef = {
  id: string;
  kind: "reply" | "hint" | "review";
};

/** A reply of the computer, or a hint, is wanted. */
export type JobRequest = {
  game: string;
  kind: "reply" | "hint";
  anyway?: boolean | null;
  version?: number | null;
};

/** A move and what it was worth; chances and scores are those of the side that made it. */
export type JudgedMove = {
  ply: number;
  side: "black" | "white";
  move: string;
  best: string;
  best_line: string[];
  refutation: string[];
  chance_before: number;
  chance: number;
  score_before: number;
  score: number;
  mate: number | null;
  exact: boolean;
  loss: number;
  grade: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
  forced: boolean;
  why: Term[];
};

/** A level, as a player's spec and as people call it. */
export type LevelName = {
  player: string;
  title: string;
};

/** How far a search may go. */
export type Limits = {
  seconds: number;
  depth: number | null;
  lines: number;
};

/** A game between people who sit elsewhere.
 *
 * `invite` takes the free seat, and is only for who may give it away; `next` is the rematch both
 * agreed to. */
export type Link = {
  invite: string | null;
  joined: boolean;
  present: SideFlags;
  watchers: number;
  offer: Offer | null;
  next: string | null;
};

/** A body that may have other fields as well, which mean nothing. */
export type LooseBody = {

};

/** Points worth showing: star, ko, line, dead, forbidden, try. */
export type MarkView = {
  kind: string;
  at: string[];
};

/** The move that a level plays, and the board after it. */
export type Move = {
  move: string;
  position: string;
  turn: "black" | "white" | null;
  result: Result | null;
  evaluation: Evaluation | null;
  seconds: number;
};

/** A level is asked for its move. */
export type MoveRequest = {
  game: string;
  options?: Record<string, string | number | boolean | null> | null;
  position?: string | null;
  moves?: string[] | null;
  player?: "level:1" | "level:2" | "level:3" | "level:4" | "level:5" | "level:6" | "level:7" | "level:8" | null;
  seconds?: number | null;
};

/** A move of the game, also one that was taken back. */
export type MoveRow = {
  ply: number;
  text: string;
  side: "black" | "white";
};

/** A game is to begin. */
export type NewGame = {
  game: string;
  options?: Record<string, string | number | boolean | null> | null;
  position?: string | null;
  moves?: string[] | null;
  opponent?: "level:1" | "level:2" | "level:3" | "level:4" | "level:5" | "level:6" | "level:7" | "level:8" | "adaptive" | "link" | "person" | "watch" | null;
  colour?: "black" | "white" | "random" | null;
  clock?: ClockRequest | null;
  strict?: boolean | null;
  teacher?: boolean | null;
};

/** A token, which is told only now. */
export type NewToken = {
  token: string;
  id: number;
  label: string;
};

/** Done, and there is nothing more to say. */
export type Nothing = {

};

/** What one side asks the other for. */
export type Offer = {
  kind: "undo" | "draw" | "agree" | "play_on" | "rematch";
  by: "black" | "white";
};

/** An option of a game, and what is allowed for it. */
export type OptionRules = {
  name: string;
  type: "int" | "float" | "choice";
  default: string | boolean | number | null;
  choices: (string | boolean | number | null)[];
  low: number | null;
  high: number | null;
  may_be_none: boolean;
  sentence: string;
  allowed: string;
};

/** A piece on the board; `at` is a column label followed by a row label. */
export type PieceView = {
  at: string;
  owner: "black" | "white";
  kind: string;
};

/** A move, and where it is on the board. */
export type Place = {
  move: string;
  from: string | null;
  to: string | null;
  piece: string | null;
};

/** A position of a game, after so many moves. */
export type Position = {
  view: View;
  position: string;
  aids: AidView[];
  score: Score | null;
  captured: SideCounts | null;
  ply: number;
};

/** The same after so many plies of a game. */
export type PositionValues = {
  side: "black" | "white";
  value: number | null;
  exact: boolean;
  moves: ValueRow[];
  ply: number;
};

/** Who looks at a game now, and how many only watch. */
export type Presence = {
  black: boolean;
  white: boolean;
  watchers: number;
};

/** How many moves of a game have been reviewed. */
export type Progress = {
  done: number;
  of: number;
};

/** It waits: how many searches come before it. */
export type Queued = {
  ahead: number;
};

/** Where the rematch is; by link null until both have asked, and then with the state. */
export type Rematch = {
  url: string | null;
  state?: State;
};

/** The same again. */
export type RematchRequest = {
  version?: number | null;
};

/** The computer has moved. */
export type ReplyDone = {
  state: State;
};

/** How a game ended. */
export type Result = {
  winner: "black" | "white" | null;
  code: string;
  sentence: string;
};

/** How the game ended. */
export type ResultView = {
  winner: "black" | "white" | null;
  margin: number | null;
  code: string;
  reason: string;
};

/** The review of a game; null where there is none yet. */
export type Review = {
  review: ReviewData | null;
};

/** The moves of a game, judged with this effort. */
export type ReviewData = {
  effort: number;
  moves: JudgedMove[];
};

/** The search that reviews; null where that is done. */
export type ReviewJob = {
  job: JobRef | null;
};

/** A game is to be reviewed. */
export type ReviewRequest = {
  effort?: number | null;
};

/** A game in short. */
export type Rules = {
  name: string;
  title: string;
  sentence: string;
  options: OptionRules[];
  levels: LevelName[];
  formats: string[];
};

/** A running score, what it counts, and whether it is to be shown while the game is played. */
export type Score = {
  black: number;
  white: number;
  unit: string;
  shown: boolean;
};

/** A running score and what it counts. */
export type ScoreView = {
  black: number;
  white: number;
  unit: string;
};

/** The seat that was taken. */
export type Seat = {
  id: string;
  url: string;
  side: "black" | "white" | null;
};

/** Who plays a side. */
export type SeatView = {
  kind: "person" | "computer";
  spec: string;
  name: string;
};

/** Who plays. */
export type SeatViews = {
  black: SeatView;
  white: SeatView;
};

/** What there is to see of a position. */
export type Seen = {
  view: View;
  position: string;
  aids: AidView[];
  score: Score | null;
  captured: SideCounts | null;
};

/** How many of something each side has. */
export type SideCounts = {
  black: number;
  white: number;
};

/** Something about each side that is true or false. */
export type SideFlags = {
  black: boolean;
  white: boolean;
};

/** A text for each side. */
export type SideTexts = {
  black: string;
  white: string;
};

/** What a client is shown of a game.
 *
 * `last_ply` is more than `ply` where moves were taken back. `me` is the side of who asks in a
 * game by link. `speaker` is whose word counts now. `other` in `to_move` is a person elsewhere.
 * `truth` says that perfect play is known and may be told. `note` is something to tell once. */
export type State = {
  id: string;
  version: number;
  ply: number;
  last_ply: number;
  game: GameName;
  view: View;
  aids: AidView[];
  seats: SeatViews;
  me: "black" | "white" | null;
  people: ("black" | "white")[];
  speaker: "black" | "white" | null;
  stage: "playing" | "counting" | "over";
  to_move: "person" | "other" | "computer" | null;
  situation: string;
  result: Result | null;
  can: Can;
  score: Score | null;
  captured: SideCounts | null;
  moves: MoveRow[];
  clock: Clock | null;
  strict: boolean;
  teacher: boolean;
  truth: boolean;
  dead: string[];
  shared: string | null;
  job: JobRef | null;
  note: string;
  link: Link | null;
};

/** The same in words. */
export type TablebaseMove = {
  text: string;
  value: number;
  exact: boolean;
  words: ValueWords;
};

/** How the making of a tablebase goes. */
export type TablebaseProgress = {
  there: boolean;
  share: number | null;
  sentence: string;
  button: Button | null;
};

/** The same after so many plies of a game. */
export type TablebaseValues = {
  side: "black" | "white";
  value: number | null;
  exact: boolean;
  moves: TablebaseMove[];
  sentence: string;
  ply: number;
};

/** Part of an evaluation: its name, what it means, and how much it changes. */
export type Term = {
  name: string;
  sentence: string;
  gain: number;
};

/** What a search has found so far; nothing yet where there is no move. */
export type Thinking = {
  side: "black" | "white";
  depth: number;
  move: string | null;
  pv: string[];
  win_chance: number | null;
  mate: number | null;
  nodes: number;
  seconds: number;
};

/** A new token is wanted. */
export type TokenRequest = {
  label: string;
};

/** A token in a list, but for itself. */
export type TokenRow = {
  id: number;
  label: string;
  created: string;
  used: string | null;
};

/** The tokens of a visitor. */
export type Tokens = {
  tokens: TokenRow[];
};

/** Where to go. */
export type Url = {
  url: string;
};

/** What a move is worth with best play, for the side that makes it. */
export type ValueRow = {
  text: string;
  value: number;
  exact: boolean;
};

/** What a value is called on the board, and to who hears it. */
export type ValueWords = {
  label: string;
  spoken: string;
};

/** What a tablebase says: n wins in n plies, -n loses in so many, 0 is a draw. */
export type Values = {
  side: "black" | "white";
  value: number | null;
  exact: boolean;
  moves: ValueRow[];
};

/** The own side has changed the game, perhaps on another page. */
export type VersionEvent = {
  version: number;
};

/** A position as plain data, ready for JSON.
 *
 * The label of the square in row r from the top and column c is `columns[c] + rows[r]`. */
export type View = {
  game: string;
  shape: "squares" | "points" | "holes";
  columns: string[];
  rows: string[];
  pieces: PieceView[];
  hands: HandView[];
  moves: FullMoveView[];
  last_move: FullMoveView | null;
  marks: MarkView[];
  turn: "black" | "white";
  ply: number;
  result: ResultView | null;
  scores: ScoreView | null;
};

/** The boards of a short game. */
export type Views = {
  views: View[];
};

/** What the teacher says of a person's last move. */
export type Warning = {
  loss: number;
  before: number;
  chance: number;
  move: string;
  answer: Place | null;
  better: Place;
  words: WarningWords;
};

/** Nothing was played: the teacher has something to say first. */
export type WarningDone = {
  state: State;
  warning: Warning;
};

/** A warning in sentences. */
export type WarningWords = {
  text: string;
  answer: string;
  better: string;
};

/** A term for people: what it is called, and what it means. */
export type Words = {
  name: string;
  sentence: string;
};
