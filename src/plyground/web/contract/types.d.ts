// Made by `make contract` from src/plyground/web/contract.

/** A fact for beginners to draw over the board; its kind defines what the parts mean.
 *
 * liberties   a group's stones, its liberties, and their number; 1 is atari
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

/** Where the better move is on the board. */
export type BetterMove = {
  from: string | null;
  to: string;
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

/** A computer's answer: the move, or None to resign, and what it thought. */
export type Chosen = {
  move: string | null;
  evaluation: Evaluation | null;
};

/** Seconds left, and whose clock runs; a computer's runs with its search. */
export type Clock = {
  black: number;
  white: number;
  running: "black" | "white" | null;
  increment: number;
};

/** What a player may spend, as arguments of plyground.players.player.Clock. */
export type ClockLeft = {
  left?: number;
  increment?: number;
  move?: number | null;
};

/** The clock of a new game. */
export type ClockRequest = {
  seconds: number;
  increment?: number | null;
};

/** What each side has at the beginning, and what is added after each move. */
export type ClockSettings = {
  seconds: number;
  increment: number;
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

/** What an action is about; the side is the server's word, never a client's. */
export type CommandArguments = {
  move?: string | null;
  point?: string | null;
  on?: boolean | null;
  side?: "black" | "white" | null;
};

/** A position was put together. */
export type ComposeRequest = {
  game?: string | null;
  options?: Record<string, string | number | boolean | null> | null;
  pieces?: ([string, string, string])[] | null;
  hands?: ([string, string, number])[] | null;
  turn?: string | null;
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

/** What the teacher says after a game: three sentences, the last one with a link. */
export type GameSummary = {
  sentences: string[];
  url?: string;
};

/** A game with its variations. */
export type GameTree = {
  game: string;
  options: Record<string, string | boolean | number | null>;
  start: string | null;
  players: SideTexts;
  nodes: ([number, string | null, string | null, string])[];
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

/** A report as part of a page. */
export type InlineReport = {
  done: number;
  trouble: string;
  body: string;
};

/** A share of the points with where it may lie. */
export type Interval = {
  share: number;
  low: number;
  high: number;
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

/** What became of a person's last move in a lesson. */
export type Judgement = {
  outcome: "open" | "refused" | "right" | "wrong" | "done";
  turn: number;
  turns: number;
  move: string;
  views: View[];
  aids: AidView[];
  verdict: string | null;
  reply: string;
  result: ResultView | null;
  refusal: RefusalData | null;
};

/** What the page of a lesson begins with. */
export type LessonPage = {
  lesson: string;
  reached: number;
  step: LessonStep;
  flipped?: boolean;
};

/** A step of a lesson, or a puzzle, as it begins. */
export type LessonStep = {
  number: number;
  reading: boolean;
  words: string;
  marks: string[];
  shows: string[];
  hints: StepHint[];
  turns: number;
  passes: boolean;
  view: View;
  aids: AidView[];
  analysis: string;
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

/** A position of the analysis board. */
export type Looked = {
  view: View;
  position: string;
  aids: AidView[];
  score: Score | null;
  captured: SideCounts | null;
  options: Record<string, string | boolean | number | null>;
  start: string | null;
  moves: string[];
  result: ResultView | null;
  terms: TermValue[];
  tablebase: Values | null;
};

/** A body that may have other fields as well, which mean nothing. */
export type LooseBody = {

};

/** A chapter of the lesson: a position of a training, and the generation that it begins with. */
export type MachineChapter = {
  key: number;
  training: string;
  network: number;
  place: MachinePlace;
};

/** What the lesson on how a machine learns begins with; trainings by their games. */
export type MachinePage = {
  trainings: Record<string, TrainingPage>;
  chapters: MachineChapter[];
};

/** A move of a game of self-play; generation 0 is the start. */
export type MachinePlace = {
  generation: number;
  game: number;
  ply: number;
};

/** Points worth showing: star, ko, line, dead, forbidden, try. */
export type MarkView = {
  kind: string;
  at: string[];
};

/** What is wrong with a move, as plyground.learn.teacher finds it. */
export type Mistake = {
  move: string;
  better: string[];
  answer: string[];
  loss: number;
  before: number;
  chance: number;
  wins: number | null;
  loses: number | null;
  parts: Place;
  reply: Place | null;
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
  player?: "level:1" | "level:2" | "level:3" | "level:4" | "level:5" | "level:6" | "level:7" | "level:8" | null | string;
  seconds?: number | null;
};

/** A move of the game, also one that was taken back. */
export type MoveRow = {
  ply: number;
  text: string;
  side: "black" | "white";
};

/** A move, and its share of a network's policy. */
export type MoveShare = {
  move: string;
  share: number;
};

/** A move of a review in sentences. */
export type MoveWords = {
  head: string;
  verdict: string;
  stands: string;
  better: string;
  why: string;
  terms: Words[];
};

/** What a network alone says of a board, without a search.
 *
 * Shares are those of the side to move, the largest first; all else is from Black's point of view:
 * Black's lead at the end, and for each square 1 if it will be Black's and -1 if it will be
 * White's. */
export type NetworkAnswer = {
  network: string;
  outcomes: Outcomes;
  moves: MoveShare[];
  score: number | null;
  ownership: Record<string, number> | null;
};

/** A network is asked about a position. */
export type NetworkRequest = {
  game: string;
  options?: Record<string, string | number | boolean | null> | null;
  position?: string | null;
  moves?: string[] | null;
  network: string;
};

/** A game is to begin. */
export type NewGame = {
  game: string;
  options?: Record<string, string | number | boolean | null> | null;
  position?: string | null;
  moves?: string[] | null;
  opponent?: "level:1" | "level:2" | "level:3" | "level:4" | "level:5" | "level:6" | "level:7" | "level:8" | "adaptive" | "link" | "person" | "watch" | null | string;
  colour?: "black" | "white" | "random" | null;
  clock?: ClockRequest | null;
  strict?: boolean | null;
  teacher?: boolean | null;
};

/** A new token, with its secret, which is shown only once. */
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

/** An offer as a game keeps it: with what stays known of it when it has fallen. */
export type OfferRow = {
  kind?: "undo" | "draw" | "agree" | "play_on" | "rematch";
  by?: "black" | "white";
  closed?: boolean;
  went_on?: boolean;
  made?: Record<string, number>;
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

/** How likely Black wins, nobody wins, and White wins. */
export type Outcomes = {
  black: number;
  draw: number;
  white: number;
};

/** What is pointed at on a board: points, or a move. */
export type PackedHint = {
  area?: string[];
  from?: string | null;
  to?: string;
};

/** A view without what only players need; `pieces` has equal ones together.
 *
 * A row of `pieces` is their side, their kind, and where they are, with blanks between. */
export type PackedView = {
  game: string;
  shape: "squares" | "points" | "holes";
  columns: string[];
  rows: string[];
  turn: "black" | "white";
  ply: number;
  pieces: (["black" | "white", string, string])[];
  hands?: HandView[];
  last_move?: FullMoveView;
  marks?: MarkView[];
  hint?: PackedHint;
};

/** The pieces that can be put on the board, and those that a hand may hold. */
export type Palette = {
  kinds: string[];
  hands: string[];
};

/** A text was pasted. */
export type PasteRequest = {
  game?: string | null;
  options?: Record<string, string | number | boolean | null> | null;
  text?: string | null;
};

/** What there is to see and to do now. */
export type Picture = {
  view: View;
  position: string;
  aids: AidView[];
  score: Score | null;
  captured: SideCounts | null;
  turn: "black" | "white";
  stage: "playing" | "counting" | "over";
  people: ("black" | "white")[];
  to_move: "person" | "other" | "computer" | null;
  game: GameName;
  speaker: "black" | "white" | null;
  result: ResultView | null;
  can_undo: boolean;
  can_redo: boolean;
  can_pass: boolean;
  passed: boolean;
  must_pass: boolean;
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

/** Whose turn it is, how far the game has come, and who is to move. */
export type Placed = {
  turn: "black" | "white";
  stage: "playing" | "counting" | "over";
  people: ("black" | "white")[];
  to_move: "person" | "other" | "computer" | null;
};

/** A review with the game it is of, as plyground.learn.review writes it. */
export type PlainReview = {
  effort: number;
  moves: JudgedMove[];
  format: number;
  game: string;
  options: Record<string, string | boolean | number | null>;
  start: string | null;
};

/** The playouts, with one column per value.
 *
 * leaf        the node where it left the tree
 * how         0 proven, 1 game over, 2 played on
 * black       the result, from 0 to 1 for Black
 * opinion     the value of the evaluation; null if it was not used
 * played      the end of the game that was played on; null if there was none
 * mix         the evaluation's part of the result
 * plies       how many moves were played on */
export type PlayoutColumns = {
  leaf: number[];
  how: number[];
  black: number[];
  opinion: (number | null)[];
  played: (number | null)[];
  mix: number[];
  plies: number[];
};

/** The nodes of the tree: parent and move by number, -1 for none; 1 if Black moved here. */
export type PlayoutNodes = {
  parent: number[];
  move: number[];
  black: number[];
};

/** A Monte Carlo search. */
export type PlayoutRecording = {
  spec: string;
  move: string | null;
  turn: "black" | "white";
  searched: number;
  left_out: number;
  stopped: boolean;
  moves: string[];
  kind: "playouts";
  nodes: PlayoutNodes;
  playouts: PlayoutColumns;
  steps: StepColumns;
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

/** The players who are present at a game, and the number of spectators. */
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

/** How far a visitor has come in a lesson. */
export type ProgressRow = {
  lesson: string;
  step: number;
  done: boolean;
  changed: unknown;
};

/** The same of a puzzle, which has one step, or its whole solution. */
export type PuzzleRequest = {
  step?: number | null;
  moves?: string[] | null;
  command?: "judge" | "hint" | "solution" | null;
};

/** It waits: how many searches come before it. */
export type Queued = {
  ahead: number;
};

/** Why a move was refused. */
export type RefusalData = {
  code: string;
  args: Record<string, string>;
  sentence: string;
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

/** What the page of a game without a review begins with: where to ask for one. */
export type ReviewAsk = {
  start: string;
};

/** The board after a move, with the better one. */
export type ReviewBoard = {
  view: PackedView;
  better: BetterMove | null;
};

/** The boards along a line. */
export type ReviewBoards = {
  views: PackedView[];
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

/** A move as the page of a review has it; chances and scores are black's. */
export type ReviewMove = {
  side: "black" | "white";
  text: string;
  name: string;
  chance: number;
  score: number | null;
  grade: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
  mark: string;
  better: number;
  answer: number;
  words: MoveWords;
};

/** What the page of a review begins with. */
export type ReviewPage = {
  view: PackedView;
  moves: ReviewMove[];
  start: ReviewStart;
  boards: string;
  fork: string;
  opponents: SideTexts;
  query: Record<string, string>;
  unit: string;
  again: string;
  effort: number;
};

/** A game is to be reviewed. */
export type ReviewRequest = {
  effort?: number | null;
};

/** How it stood before the first move. */
export type ReviewStart = {
  chance: number;
  score: number | null;
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

/** A game with its variations is to be kept as a file. */
export type SaveRequest = {
  game?: string | null;
  options?: Record<string, string | number | boolean | null> | null;
  start?: string | null;
  format?: string | null;
  players?: Record<string, string> | null;
  nodes?: ([number, string | null, string | null, string])[] | null;
};

/** A file for the browser to keep. */
export type SavedFile = {
  text: string;
  name: string;
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

/** The player of one side. */
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

/** A legal move: what the network makes of it, and what the search recommended. */
export type SeenMove = {
  move: string;
  to: string | null;
  network: number | null;
  search: number | null;
  played: boolean;
};

/** A position of a training as one of its networks sees it.
 *
 * `situation` says in words how it stands. `value` is the network's, `search` Black's share of the
 * point as a search saw it; both are None, and `moves` is empty, when the game is over. */
export type SeenPosition = {
  view: PackedView;
  ply: number;
  last_ply: number;
  situation: string;
  value: Outcomes | null;
  search: number | null;
  moves: SeenMove[];
  analysis: string;
};

/** A position of a shared game, after so many moves. */
export type SharedPosition = {
  ply: number;
  view: View;
};

/** The move to play in a lesson; none where the last one is to be taken back first. */
export type ShownMove = {
  from: string | null;
  move: string | null;
  kind: string;
  to: string | null;
  piece: string | null;
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

/** The whole line of a puzzle, and every board on the way. */
export type Solution = {
  moves: string[];
  views: View[];
};

/** What a client is shown of a game.
 *
 * `last_ply` is more than `ply` where moves were taken back. `me` is the side of who asks in a
 * game by link. `speaker` is whose word counts now. `other` in `to_move` is a person elsewhere.
 * `tablebase` says that exact values are known and may be shown now. `note` is shown once. */
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
  tablebase: boolean;
  dead: string[];
  shared: string | null;
  job: JobRef | null;
  note: string;
  link: Link | null;
};

/** The steps of all playouts in order, each from the root on.
 *
 * share                   the result for the side that moved here
 * proven                  0 nothing, 1 loss, 2 draw, 3 win, for that side
 * mean, rave, explore     the parts of this move's selection value; null at the root
 * second, instead         the next best value, and the number of its move, -1 for none */
export type StepColumns = {
  share: number[];
  proven: number[];
  mean: (number | null)[];
  rave: (number | null)[];
  explore: (number | null)[];
  second: (number | null)[];
  instead: number[];
};

/** A step that asks for nothing was read. */
export type StepDone = {
  outcome: "done";
  words: string;
};

/** The move itself, in words too. */
export type StepHelp = {
  from: string | null;
  move: string | null;
  kind: string;
  to: string | null;
  piece: string | null;
  words: string;
};

/** Help with a move: words, and where to look. */
export type StepHint = {
  words: string;
  at: string[];
};

/** What became of a move. */
export type StepOutcome = {
  outcome: "open" | "refused" | "right" | "wrong" | "done";
  turn: number;
  turns: number;
  move: string;
  views: View[];
  aids: AidView[];
  verdict: string | null;
  reply: string;
  result: ResultView | null;
  words: string;
  at: string | null;
  hints?: StepHint[];
};

/** The last of a person's moves in a step of a lesson is to be judged, or helped. */
export type StepRequest = {
  step?: number | null;
  moves?: string[] | null;
  command?: "judge" | "hint" | null;
};

/** All of them, and all trainings; `key` changes when others are there or their order does. */
export type Studies = {
  key: string;
  studies: StudyRow[];
};

/** A game with its variations, and where it can be opened. */
export type StudyGame = {
  game: string;
  options: Record<string, string | boolean | number | null>;
  start: string | null;
  players: SideTexts;
  nodes: ([number, string | null, string | null, string])[];
  query: Record<string, string>;
  title: string;
  url: string;
};

/** The games of a pasted text. */
export type StudyGames = {
  games: StudyGame[];
};

/** What the page of the analysis board begins with. */
export type StudyPage = {
  game: string;
  options: Record<string, string | boolean | number | null>;
  query: Record<string, string>;
  start: string | null;
  moves: string[];
  palette: Palette;
  board: StudyPosition;
  home: string;
};

/** A position in the visitor's words. */
export type StudyPosition = {
  view: View;
  position: string;
  aids: AidView[];
  score: Score | null;
  captured: SideCounts | null;
  start: string | null;
  moves: string[];
  over: boolean;
  situation: string;
  terms: TermValue[];
  tablebase: BoardTablebaseValues | null;
};

/** Something about a game on the analysis board. */
export type StudyRequest = {
  game?: string | null;
  options?: Record<string, string | number | boolean | null> | null;
};

/** A study or a training in a few words, in the visitor's language. */
export type StudyRow = {
  id: string;
  url: string;
  state: "running" | "stopped" | "finished" | "broken";
  label: string;
  title: string;
  question: string;
  details: string;
  folder: string;
  done: number;
  tasks: number;
  share: number;
  progress: string;
  standing: string;
  trouble: string;
  news: string;
};

/** What a side may learn from a game. */
export type Summary = {
  accuracy: number | null;
  worst: WorstMove | null;
  mistakes: number;
  cause: string | null;
  count: number;
  lesson: string | null;
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

/** What the teacher says of a person's last move. */
export type TeacherWarning = {
  loss: number;
  before: number;
  chance: number;
  move: string;
  answer: Place | null;
  better: Place;
  words: WarningWords;
};

/** Part of an evaluation: its name, what it means, and how much it changes. */
export type Term = {
  name: string;
  sentence: string;
  gain: number;
};

/** A term of an evaluation: its value, and its weight. */
export type TermValue = {
  name: string;
  sentence: string;
  value: number;
  weight: number;
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

/** How strong the network of a generation is, above the one that has learned nothing. */
export type TrainingElo = {
  generation: number;
  elo: number;
  low: number;
  high: number;
};

/** A game of self-play in a list. */
export type TrainingGame = {
  number: number;
  winner: "black" | "white" | null;
  plies: number;
};

/** The first games of a generation. */
export type TrainingGames = {
  generation: number;
  games: TrainingGame[];
};

/** What the page of a training begins with.
 *
 * `opponent` is the spec of a generation's network, with {} for its number, and `play` the form
 * of a new game; both are empty where nobody can play against it. */
export type TrainingPage = {
  state: TrainingState;
  address: string;
  opponent: string;
  play: string;
};

/** What is known of a generation; games and hours are counted from the beginning. */
export type TrainingPoint = {
  generation: number;
  games: number;
  hours: number;
  losses: Record<string, number>;
  plies: number;
  black: Interval;
  scores: TrainingScore[];
};

/** How a network did against an opponent. */
export type TrainingScore = {
  share: number;
  low: number;
  high: number;
  opponent: string;
  games: number;
};

/** How a training stands: points that the page does not know yet, and what there is to see. */
export type TrainingState = {
  id: string;
  url: string;
  state: "running" | "stopped" | "finished" | "broken";
  label: string;
  title: string;
  question: string;
  details: string;
  folder: string;
  done: number;
  tasks: number;
  share: number;
  progress: string;
  standing: string;
  trouble: string;
  news: string;
  points: TrainingPoint[];
  elos: TrainingElo[];
  networks: number[];
  played: number[];
};

/** The nodes of a tree in the order of their visits, with one column per value.
 *
 * move, alpha, beta, value    the number of a move or a value; -1 for none
 * kind                        0 inner, 1 leaf, 2 game over; 4 more if it was cut
 * offered                     how many moves there were
 * black                       1 if Black is to move */
export type TreeColumns = {
  depth: number[];
  move: number[];
  alpha: number[];
  beta: number[];
  value: number[];
  kind: number[];
  offered: number[];
  black: number[];
};

/** One search of several with increasing depth; `begin` is the number of its root. */
export type TreePass = {
  depth: number;
  begin: number;
  searched: number;
  move: string | null;
  value: number;
};

/** A search to one depth, or to several in a row. */
export type TreeRecording = {
  spec: string;
  move: string | null;
  turn: "black" | "white";
  searched: number;
  left_out: number;
  stopped: boolean;
  moves: string[];
  kind: "tree";
  values: ([number, number, number | null])[];
  columns: TreeColumns;
  passes: TreePass[];
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

/** The same for one of the people of a game; `waits`: nobody has taken the other seat yet. */
export type ViewerPicture = {
  view: View;
  position: string;
  aids: AidView[];
  score: Score | null;
  captured: SideCounts | null;
  turn: "black" | "white";
  stage: "playing" | "counting" | "over";
  people: ("black" | "white")[];
  to_move: "person" | "other" | "computer" | null;
  game: GameName;
  speaker: "black" | "white" | null;
  result: ResultView | null;
  can_undo: boolean;
  can_redo: boolean;
  can_pass: boolean;
  passed: boolean;
  must_pass: boolean;
  me: "black" | "white" | null;
  waits: boolean;
};

/** The boards of a short game. */
export type Views = {
  views: View[];
};

/** Nothing was played: the teacher has something to say first. */
export type WarningDone = {
  state: State;
  warning: TeacherWarning;
};

/** A warning in sentences. */
export type WarningWords = {
  text: string;
  answer: string;
  better: string;
};

/** The position with its board, to look at. */
export type WatchBoard = {
  moves: string[];
  result: string;
  terms: TermValue[];
  view: PackedView;
};

/** Several of them. */
export type WatchBoards = {
  boards: WatchBoard[];
};

/** The position with its whole view, to play on. */
export type WatchFullBoard = {
  moves: string[];
  result: string;
  terms: TermValue[];
  view: View;
};

/** Several of them. */
export type WatchFullBoards = {
  boards: WatchFullBoard[];
};

/** What the page begins with. */
export type WatchPage = {
  query: Record<string, string>;
  cursor: number;
  view: View;
  searches: WatchedSearch[];
};

/** A search is to be run and recorded. */
export type WatchRequest = {
  query: Record<string, string>;
  which?: string | null;
};

/** A position on the way of a search, in words; `result` is empty before the end. */
export type WatchedPosition = {
  moves: string[];
  result: string;
  terms: TermValue[];
};

/** One of the searches of a page. */
export type WatchedSearch = {
  which: string;
  spec: string;
  title: string;
};

/** A term for people: what it is called, and what it means. */
export type Words = {
  name: string;
  sentence: string;
};

/** The largest mistake of a side. */
export type WorstMove = {
  ply: number;
  move: string;
  best: string;
  before: number;
  chance: number;
};

/**  */
export type _From = {
  from: string | null;
};

/**  */
export type _Parts = {
  from: string | null;
};
