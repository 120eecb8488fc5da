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

/** Ask a strong search about a board. */
export type AnalyseRequest = {
  game: string;
  options?: Record<string, string | number | boolean | null> | null;
  position?: string | null;
  moves?: string[] | null;
  seconds?: number | null;
  depth?: number | null;
  lines?: number | null;
};

/** The analysis of a board: its lines, the best first. */
export type Analysis = {
  lines: AnalysisLine[];
  nodes: number;
  seconds: number;
};

/** An analysis ended without an answer: the reason, its code, and its place. */
export type AnalysisFailed = {
  sentence: string;
  code: string;
  at: string | null;
};

/** One move with its expected line, from the side to move's point of view.
 *
 * `threats`, in a game of five in a row, names what each move of `pv` makes; it is left out if
 * none makes anything. */
export type AnalysisLine = {
  move: string;
  pv: string[];
  score: number;
  win_chance: number;
  mate: number | null;
  exact: boolean;
  depth: number;
  threats?: ("" | "three" | "four" | "open_four" | "two_threes" | "four_three" | "two_fours")[];
};

/** The points of the better move. */
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

/** The values of a position and of its moves with best play, in words. */
export type BoardTablebaseValues = {
  side: "black" | "white";
  value: number | null;
  exact: boolean;
  moves: TablebaseMove[];
  sentence: string;
};

/** The body of a request. A null field is the same as a missing one. */
export type Body = {

};

/** A move of the opening book with the best moves after it, for the side to move. */
export type BookLine = {
  win_chance: number;
  exact: boolean;
  mate: number | null;
  pv: string[];
};

/** The text of a button, and the method of its request. */
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

/** A challenge in the lobby; `by` is the public key of the person who made it. */
export type ChallengeRow = {
  id: string;
  title: string;
  size: string;
  clock: string;
  rated: boolean;
  colour: string;
  name: string;
  by: string;
  here: boolean;
};

/** A computer's answer: the move, or None to resign, and its evaluation. */
export type Chosen = {
  move: string | null;
  evaluation: Evaluation | null;
};

/** The seconds left, and the running clock; a computer's clock runs during its search. */
export type Clock = {
  black: number;
  white: number;
  running: "black" | "white" | null;
  increment: number;
};

/** A player's time, as arguments of plyground.players.player.Clock. */
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

/** The initial time of each side, and the increment after each move. */
export type ClockSettings = {
  seconds: number;
  increment: number;
};

/** A move, or anything else that changes a game. */
export type Command = {
  version?: number | null;
  ply?: number | null;
  action: "move" | "undo" | "redo" | "resign" | "draw" | "toggle" | "agree" | "play_on" | "flag" | "accept" | "decline" | "teacher" | "add_time";
  move?: string | null;
  on?: boolean | null;
  point?: string | null;
};

/** The arguments of a command; the server, not the client, sets the side. */
export type CommandArguments = {
  move?: string | null;
  point?: string | null;
  on?: boolean | null;
  side?: "black" | "white" | null;
};

/** Compose a position. */
export type ComposeRequest = {
  game?: string | null;
  options?: Record<string, string | number | boolean | null> | null;
  pieces?: ([string, string, string])[] | null;
  hands?: ([string, string, number])[] | null;
  turn?: string | null;
};

/** A line of the table of a count, in words; the last one is the sum. */
export type CountLine = {
  words: string;
  black: number;
  white: number;
};

/** A part of a count in Go, with the points of each side. */
export type CountPart = {
  part: "stones" | "territory" | "dead" | "prisoners" | "komi";
  black: number;
  white: number;
};

/** A game's description for pages: title, rules, options, notations, the first view. */
export type Description = {
  name: string;
  title: string;
  rules: string;
  options: OptionRules[];
  formats: Record<string, Format>;
  view: View;
};

/** An error: a stable code, a sentence, and its field or point. */
export type Error = {
  code: string;
  sentence: string;
  at: string | null;
};

/** Every error answer. */
export type ErrorAnswer = {
  error: Error;
};

/** A player's evaluation of its move, from its own side. */
export type Evaluation = {
  score: number;
  win_chance: number;
  mate: number | null;
  exact: boolean;
  depth: number;
  nodes: number;
  pv: string[];
};

/** The search ended without an answer. */
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

/** A game with all its options. */
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

/** The teacher's summary after a game: three sentences, the last one with a link. */
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

/** Greet the opponent of a game by link. */
export type GreetingRequest = {
  what: "hello" | "luck" | "nice" | "thanks" | "game" | "bye";
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
  threats: ("" | "three" | "four" | "open_four" | "two_threes" | "four_three" | "two_fours")[];
  why: Term[];
  version: number;
  words: HintWords;
};

/** The recommended move, the area to look at first, and the gains.
 *
 * `threats` names what each move of `pv` makes in a game of five in a row, such as `four_three`. */
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
  threats: ("" | "three" | "four" | "open_four" | "two_threes" | "four_three" | "two_fours")[];
  why: Term[];
};

/** A hint is available. */
export type HintDone = {
  hint: Hint;
};

/**  */
export type HintMove = {
  from: string | null;
};

/** A hint in three steps: the area, the move, and why. */
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

/** A share of the points with its interval. */
export type Interval = {
  share: number;
  low: number;
  high: number;
};

/** The requested search. */
export type JobAnswer = {
  job: JobRef;
};

/** A running or waiting search. */
export type JobRef = {
  id: string;
  kind: "reply" | "hint" | "review";
};

/** Request a reply of the computer, or a hint. */
export type JobRequest = {
  game: string;
  kind: "reply" | "hint";
  anyway?: boolean | null;
  version?: number | null;
};

/** A move and its value; chances and scores are those of the side that made it. */
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
  makes: "" | "three" | "four" | "open_four" | "two_threes" | "four_three" | "two_fours";
};

/** The result of a person's last move in a lesson. */
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

/** The initial data of a lesson's page. */
export type LessonPage = {
  lesson: string;
  reached: number;
  step: LessonStep;
  flipped?: boolean;
};

/** A step of a lesson, or a puzzle, before the first move. */
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

/** A level: its spec, and its name for people. */
export type LevelName = {
  player: string;
  title: string;
};

/** The limits of a search. */
export type Limits = {
  seconds: number;
  depth: number | null;
  lines: number;
};

/** A game between people on different devices.
 *
 * `invite` takes the free seat, and only the owner sees it; `next` is the rematch that both agreed
 * to. `computer` is the level that may take the free seat, in `wait` seconds. */
export type Link = {
  invite: string | null;
  joined: boolean;
  present: SideFlags;
  watchers: number;
  offer: Offer | null;
  next: string | null;
  computer: string | null;
  wait: number;
};

/** The lobby as everyone sees it. */
export type LobbyEvent = {
  challenges: ChallengeRow[];
  games: PublicGame[];
};

/** A position of the analysis board; `made` names what the last move made. */
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
  made: "" | "three" | "four" | "open_four" | "two_threes" | "four_three" | "two_fours";
  book: BookLine[];
};

/** A body that may have other fields, which are ignored. */
export type LooseBody = {

};

/** A chapter of the lesson: a position of a training, and the generation shown first. */
export type MachineChapter = {
  key: number;
  training: string;
  network: number;
  place: MachinePlace;
};

/** The initial data of the lesson on how a machine learns, with its trainings by game. */
export type MachinePage = {
  trainings: Record<string, TrainingPage>;
  chapters: MachineChapter[];
};

/** A move of a self-play game; generation 0 is the start. */
export type MachinePlace = {
  generation: number;
  game: number;
  ply: number;
};

/** Points worth showing: star, ko, line, dead, forbidden, try; gap: no cell is there. */
export type MarkView = {
  kind: string;
  at: string[];
};

/** A mistake, as found by plyground.learn.teacher. */
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

/** Ask a level for its move. */
export type MoveRequest = {
  game: string;
  options?: Record<string, string | number | boolean | null> | null;
  position?: string | null;
  moves?: string[] | null;
  player?: "level:1" | "level:2" | "level:3" | "level:4" | "level:5" | "level:6" | "level:7" | "level:8" | null | string;
  seconds?: number | null;
};

/** A move of the game, possibly taken back. */
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

/** A network's answer about a board, without a search.
 *
 * Shares are those of the side to move, the largest first; the rest is from Black's point of view:
 * Black's lead at the end, and for each square 1 if it will be Black's and -1 if it will be
 * White's. */
export type NetworkAnswer = {
  network: string;
  outcomes: Outcomes;
  moves: MoveShare[];
  score: number | null;
  ownership: Record<string, number> | null;
};

/** Ask a network about a position. */
export type NetworkRequest = {
  game: string;
  options?: Record<string, string | number | boolean | null> | null;
  position?: string | null;
  moves?: string[] | null;
  network: string;
};

/** Start a game. */
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

/** Done, without further data. */
export type Nothing = {

};

/** An offer of one side to the other. */
export type Offer = {
  kind: "undo" | "draw" | "agree" | "play_on" | "rematch";
  by: "black" | "white";
};

/** An offer as stored, with the parts that stay known after it ends. */
export type OfferRow = {
  kind?: "undo" | "draw" | "agree" | "play_on" | "rematch";
  by?: "black" | "white";
  closed?: boolean;
  went_on?: boolean;
  made?: Record<string, number>;
};

/** An option of a game, and its allowed values. */
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

/** The probabilities of a win for Black, of a draw, and of a win for White. */
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

/** A view without the parts that only players need; `pieces` combines equal ones.
 *
 * A row of `pieces` is their side, their kind, and their squares, separated by spaces. */
export type PackedView = {
  game: string;
  shape: "squares" | "points" | "holes" | "hexagons" | "pits";
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

/** Read a pasted text. */
export type PasteRequest = {
  game?: string | null;
  options?: Record<string, string | number | boolean | null> | null;
  text?: string | null;
};

/** The current view and the possible commands. */
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

/** A piece on the board; `at` is a column label followed by a row label.
 *
 * A kind that begins with a number is a stack of that many: `3 stone`. */
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

/** The side to move, the length of the game, and the player to move. */
export type Placed = {
  turn: "black" | "white";
  stage: "playing" | "counting" | "over";
  people: ("black" | "white")[];
  to_move: "person" | "other" | "computer" | null;
};

/** A review with its game, as written by plyground.learn.review. */
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

/** A position of a game, after this many moves. */
export type Position = {
  view: View;
  position: string;
  aids: AidView[];
  score: Score | null;
  captured: SideCounts | null;
  ply: number;
};

/** The same after this many plies of a game. */
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

/** The number of reviewed moves of a game. */
export type Progress = {
  done: number;
  of: number;
};

/** A visitor's progress in a lesson. */
export type ProgressRow = {
  lesson: string;
  step: number;
  done: boolean;
  changed: unknown;
};

/** A public game that is being played. */
export type PublicGame = {
  title: string;
  players: string;
  rated: boolean;
  url: string;
};

/** The same for a puzzle, which has one step, or its whole solution. */
export type PuzzleRequest = {
  step?: number | null;
  moves?: string[] | null;
  command?: "judge" | "hint" | "solution" | null;
  hints?: number | null;
};

/** The search is waiting: the number of searches before it. */
export type Queued = {
  ahead: number;
};

/** Why a move was refused. */
export type RefusalData = {
  code: string;
  args: Record<string, string>;
  sentence: string;
};

/** The address of the rematch; by link null until both have asked, and then with the state. */
export type Rematch = {
  url: string | null;
  state?: State;
};

/** Play the same game again. */
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

/** The review of a game; null if there is none yet. */
export type Review = {
  review: ReviewData | null;
};

/** The initial data of the page without a review yet: where to request one. */
export type ReviewAsk = {
  start: string;
};

/** The board after a move, with the better move. */
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

/** The search that makes the review; null if it is done. */
export type ReviewJob = {
  job: JobRef | null;
};

/** A move on the page of a review; chances and scores are Black's. */
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

/** The initial data of a review's page. */
export type ReviewPage = {
  view: PackedView;
  moves: ReviewMove[];
  start: ReviewStart;
  boards: string;
  fork: string;
  opponents: SideTexts;
  query: Record<string, string>;
  unit: string;
  person: "black" | "white" | "";
  territory: string;
  summary: string;
  again: string;
  effort: number;
};

/** Request a review of a game. */
export type ReviewRequest = {
  effort?: number | null;
};

/** The standing before the first move. */
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

/** Save a game with its variations as a file. */
export type SaveRequest = {
  game?: string | null;
  options?: Record<string, string | number | boolean | null> | null;
  start?: string | null;
  format?: string | null;
  players?: Record<string, string> | null;
  nodes?: ([number, string | null, string | null, string])[] | null;
};

/** A file for the browser to save. */
export type SavedFile = {
  text: string;
  name: string;
};

/** A running score, its unit, and whether to show it during the game. */
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

/** The players. */
export type SeatViews = {
  black: SeatView;
  white: SeatView;
};

/** The visible data of a position. */
export type Seen = {
  view: View;
  position: string;
  aids: AidView[];
  score: Score | null;
  captured: SideCounts | null;
};

/** A legal move: the network's value for it, and the search's recommendation. */
export type SeenMove = {
  move: string;
  to: string | null;
  network: number | null;
  search: number | null;
  played: boolean;
};

/** A position of a training, evaluated by one of its networks.
 *
 * `situation` describes the state in words. `value` is the network's, `search` Black's share of
 * the point by a search; both are None, and `moves` is empty, if the game is over. */
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

/** A position of a shared game, after this many moves. */
export type SharedPosition = {
  ply: number;
  view: View;
};

/** The move to play in a lesson; None if the last one must be taken back first. */
export type ShownMove = {
  from: string | null;
  move: string | null;
  kind: string;
  to: string | null;
  piece: string | null;
};

/** A count for each side. */
export type SideCounts = {
  black: number;
  white: number;
};

/** A boolean for each side. */
export type SideFlags = {
  black: boolean;
  white: boolean;
};

/** A text for each side. */
export type SideTexts = {
  black: string;
  white: string;
};

/** The whole line of a puzzle, and every board along it. */
export type Solution = {
  moves: string[];
  views: View[];
};

/** The state of a game for a client.
 *
 * `last_ply` is larger than `ply` if moves were taken back. `me` is the client's side in a game by
 * link. `speaker` is the side that may act now. `other` in `to_move` is a person on another
 * device. `tablebase` means that exact values are known and may be shown now. `note` is shown
 * once. */
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
  rated: boolean;
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

/** A step without a task was read. */
export type StepDone = {
  outcome: "done";
  words: string;
};

/** The move itself, also in words. */
export type StepHelp = {
  from: string | null;
  move: string | null;
  kind: string;
  to: string | null;
  piece: string | null;
  words: string;
};

/** Help with a move: a text, and the points to look at. */
export type StepHint = {
  words: string;
  at: string[];
};

/** The result of a move. */
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
  rating?: string;
};

/** Judge the last of a person's moves in a step of a lesson, or help. */
export type StepRequest = {
  step?: number | null;
  moves?: string[] | null;
  command?: "judge" | "hint" | null;
};

/** All studies and trainings; `key` changes with their set or order. */
export type Studies = {
  key: string;
  studies: StudyRow[];
};

/** A game with its variations, and the address of its page. */
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

/** The initial data of the analysis board's page. */
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

/** A position with texts in the visitor's language. */
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
  book: BookLine[];
};

/** A game on the analysis board. */
export type StudyRequest = {
  game?: string | null;
  options?: Record<string, string | number | boolean | null> | null;
};

/** A row of a list: a study or a training, in the visitor's language. */
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

/** The summary of a side's game. */
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

/** The progress of building a tablebase. */
export type TablebaseProgress = {
  there: boolean;
  share: number | null;
  sentence: string;
  button: Button | null;
};

/** The same after this many plies of a game. */
export type TablebaseValues = {
  side: "black" | "white";
  value: number | null;
  exact: boolean;
  moves: TablebaseMove[];
  sentence: string;
  ply: number;
};

/** The teacher's comment on a person's last move. */
export type TeacherWarning = {
  loss: number;
  before: number;
  chance: number;
  move: string;
  answer: Place | null;
  better: Place;
  words: WarningWords;
};

/** A term of an evaluation: its name, its meaning, and its contribution. */
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

/** The owner of each point of a Go board, with texts. */
export type Territory = {
  counted: boolean;
  owners: Record<string, number>;
  lead: number;
  sentence: string;
  lines: CountLine[];
};

/** The owner of each point of a Go board: 1 Black, -1 White.
 *
 * `counted`: the game is over, and `rows` are the parts of the score. Otherwise it is an estimate,
 * and Black's lead is the expected one. */
export type TerritoryData = {
  counted: boolean;
  owners: Record<string, number>;
  lead: number;
  rows: CountPart[];
};

/** The result of a search so far; empty if there is no move yet. */
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

/** Request a new token. */
export type TokenRequest = {
  label: string;
};

/** A token in a list, without the token itself. */
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

/** The rating of a generation's network, above the untrained network. */
export type TrainingElo = {
  generation: number;
  elo: number;
  low: number;
  high: number;
};

/** A self-play game in a list. */
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

/** The initial data of a training's page.
 *
 * `opponent` is the spec of a generation's network, with {} for its number, and `play` the form
 * of a new game; both are empty if it is not available as an opponent. */
export type TrainingPage = {
  state: TrainingState;
  address: string;
  opponent: string;
  play: string;
};

/** The data of a generation; games and hours are counted from the beginning. */
export type TrainingPoint = {
  generation: number;
  games: number;
  hours: number;
  losses: Record<string, number>;
  plies: number;
  black: Interval;
  scores: TrainingScore[];
};

/** The score of a network against an opponent. */
export type TrainingScore = {
  share: number;
  low: number;
  high: number;
  opponent: string;
  games: number;
};

/** The state of a training: new points, and the available generations. */
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

/** An address to go to. */
export type Url = {
  url: string;
};

/** The value of a move with best play, for the side that makes it. */
export type ValueRow = {
  text: string;
  value: number;
  exact: boolean;
};

/** The text of a value on the board, and for screen readers. */
export type ValueWords = {
  label: string;
  spoken: string;
};

/** Tablebase values: n wins in n plies, -n loses in n plies, 0 is a draw. */
export type Values = {
  side: "black" | "white";
  value: number | null;
  exact: boolean;
  moves: ValueRow[];
};

/** The visitor's own side has changed the game, perhaps on another page. */
export type VersionEvent = {
  version: number;
};

/** A position as plain data, ready for JSON.
 *
 * The label of the square in row r from the top and column c is `columns[c] + rows[r]`. */
export type View = {
  game: string;
  shape: "squares" | "points" | "holes" | "hexagons" | "pits";
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

/** The same for one player of a game; `waits`: the other seat is still free. */
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

/** Nothing was played: the teacher warns first. */
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

/** The position with its board, for display. */
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

/** The position with its whole view, for playing. */
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

/** The initial data of the page. */
export type WatchPage = {
  query: Record<string, string>;
  cursor: number;
  view: View;
  searches: WatchedSearch[];
};

/** Run and record a search. */
export type WatchRequest = {
  query: Record<string, string>;
  which?: string | null;
};

/** A position along a search, in words; `result` is empty before the end. */
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

/** A term for people: its name, and its meaning. */
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
