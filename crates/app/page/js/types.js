// What crosses the wire, for the type checker alone: no module loads this file.
// The server's description of itself is at /api/openapi.json.

/** @typedef {{ sign: string, name: string }} Player */
/** @typedef {{ winner?: string | null, places?: Record<string, number>, reason: string, code?: string, values?: Record<string, any> }} Outcome */
/** @typedef {Record<string, string | number>} Options */

/**
 * @typedef {object} Cell
 * @property {string} id
 * @property {number} x
 * @property {number} y
 * @property {number} row
 * @property {number} col
 * @property {'square' | 'hex' | 'hole'} shape
 * @property {string} tone
 * @property {string} [label]
 */

/** @typedef {{ cell: string, owner: number, kind: string, letter?: string, count?: number }} Piece */
/** @typedef {{ text: string, path: string[], takes: string[], count?: number }} Move */

/**
 * A position as it is drawn. The page knows no more of a game than this.
 * @typedef {object} View
 * @property {string} palette
 * @property {Cell[]} cells
 * @property {Piece[]} pieces
 * @property {{ x: number, y: number, text: string }[]} labels
 * @property {string[]} last
 * @property {Move[]} moves
 * @property {string[]} owners
 * @property {Record<string, string>} words
 * @property {boolean} [numbered] the page's own: squares are called by their numbers
 */

/**
 * What is asked for: a game at some point.
 * @typedef {object} Asked
 * @property {string} game
 * @property {Options} [options]
 * @property {string} [position]
 * @property {string} [to_move]
 * @property {string[]} [moves]
 * @property {string} [format]
 * @property {boolean} [cells]
 */

/**
 * A game at some point, as the server describes it.
 * @typedef {object} State
 * @property {string} game
 * @property {Options} options
 * @property {string | null} start
 * @property {string} position
 * @property {Player[]} players
 * @property {string} to_move
 * @property {number} seat
 * @property {string[]} moves
 * @property {Outcome | null} outcome
 * @property {View} view
 */

/** @typedef {{ kind: 'win' | 'draw' | 'loss' | 'estimate' | 'unknown', plies?: number, value?: number }} Score */

/**
 * @typedef {object} Line
 * @property {string} move
 * @property {Score} score
 * @property {string[]} pv
 * @property {number} [share]
 * @property {string[]} [path]
 * @property {number} [count]
 */

/**
 * @typedef {object} Analysis
 * @property {string | null} best
 * @property {Score} score
 * @property {string[]} pv
 * @property {number} depth
 * @property {number} nodes
 * @property {number} seconds
 * @property {Line[]} lines
 * @property {{ text: string, code: string, values: Record<string, any> }} [table]
 * @property {number} share
 * @property {number[]} [shares]
 */

/** @typedef {{ kind: 'human' | 'engine', name?: string, named?: boolean, level?: number, spec?: string, time_ms?: number }} Seat */
/** @typedef {{ minutes: number | number[], increment?: number, left: number[] }} ClockNotes */
/** @typedef {{ move: string, signs?: number[], comments?: string[], variations?: RecordMove[][] }} RecordMove */

/** @typedef {{ line: string[], shares: (number | null)[], marks: Record<number, Judged>, format?: string }} Review */
/** @typedef {{ mark: string | null, lost: number, best?: string, pv?: string[], score?: Score }} Judged */

/**
 * A game that the server keeps.
 * @typedef {object} Saved
 * @property {number} id
 * @property {string} game
 * @property {string} name
 * @property {Options} options
 * @property {string | null} start
 * @property {number} plies
 * @property {string} position
 * @property {Seat[]} seats
 * @property {string} [title]
 * @property {Outcome | null} ended
 * @property {Outcome | null} outcome
 * @property {string} changed
 * @property {string[]} [moves]
 * @property {{ clocks?: ClockNotes, tree?: RecordMove[], review?: Review, tags?: Record<string, string>, preamble?: string[], format?: string }} [notes]
 */

/**
 * A rule that can vary: one of some values, or a number between two.
 * @typedef {object} GameOption
 * @property {string} name
 * @property {string | number} default
 * @property {string[]} [values]
 * @property {number} [min]
 * @property {number} [max]
 */

/** @typedef {{ level: number, name: string }} Level */

/**
 * A game that the server plays; `levels` are the same for all.
 * @typedef {object} GameInfo
 * @property {string} id
 * @property {string} name
 * @property {[number, number]} players
 * @property {GameOption[]} options
 * @property {string[]} [formats]
 * @property {View} view
 * @property {Level[]} [levels]
 * @property {string[]} heuristics
 */

/** A number is an estimate; `+5` won, `-5` lost in five plies from the root; `=` a certain draw. @typedef {number | string} Mark */

/**
 * A position that a search has entered; all values are seen by the player who moves at the root.
 * @typedef {object} LabNode
 * @property {number} [parent]
 * @property {string} [move]
 * @property {number} seat
 * @property {boolean} max
 * @property {number} depth
 * @property {'scout' | 'reduced' | 'again'} [asking]
 * @property {Mark} [low]
 * @property {number | string} [low_by]
 * @property {Mark} [high]
 * @property {number | string} [high_by]
 * @property {string} [rest]
 * @property {{ from?: number, bound: 'exact' | 'least' | 'most', depth: number }} [recalled]
 * @property {Mark} [value]
 * @property {'least' | 'most'} [bound]
 * @property {number | string} [cut_by]
 * @property {number} [left_out]
 * @property {string[]} [left_out_moves]
 * @property {Mark[]} [each]
 * @property {[number, number]} [limit]
 * @property {[number, number]} [numbers]
 * @property {[string, number, number][]} [weighed]
 * @property {number} nodes
 */

/**
 * @typedef {object} LabGrowth
 * @property {number} exploration
 * @property {{ parent: number, move: string | null, mover: number, born: number }[]} nodes
 * @property {{ node: number, shares: number[] }[]} playouts
 * @property {{ node: number, after: number, share: number }[]} proofs
 */

/**
 * A search as it thought.
 * @typedef {object} LabFound
 * @property {string} algorithm
 * @property {number} chooser
 * @property {number} players
 * @property {Score} score
 * @property {string[]} pv
 * @property {number} depth
 * @property {number} nodes
 * @property {number} leaves
 * @property {number} cutoffs
 * @property {number} first_move_cutoffs
 * @property {number} table_answers
 * @property {number[]} by_ply
 * @property {'nodes' | 'time' | null} stopped
 * @property {number} branching
 * @property {number} whole_tree
 * @property {number} least_tree
 * @property {number} drawn
 * @property {{ root: number, depth: number, hoper?: number }[]} layers
 * @property {LabNode[]} tree
 * @property {LabGrowth} [growth]
 */

export {}
