// English: how each game is played, as much as a player needs. The server's own text says the rest.
export default {
  'connect-four': `Two players with discs, × and ○, and an upright rack of seven columns and six rows. × begins.

## Playing
- In turn, drop one of your discs into a column that is not full. It falls to the lowest free hole.
- Four of your own in a straight line win at once: level, upright or slanting.
- When the rack is full and nobody has four in a row, the game is a draw.

## Typing moves
A move is its column, \`1\` to \`7\` from the left.`,

  'tic-tac-toe': `Two players, × and ○, on three by three squares. × begins.

## Playing
- In turn, mark an empty square.
- Three of your own in a straight line win at once: level, upright or slanting.
- When the board is full and nobody has three in a row, the game is a draw.

## Typing moves
A move is its square, \`a1\` to \`c3\`: the letter is the column from the left, the number the row from the bottom.`,

  'kings-valley': `White and Black on five by five squares. Each has a king in the middle of its home row and four soldiers beside it. White begins. The middle of the board, c3, is the valley.

## Moving
- A turn is one move of a king or a soldier. Nobody may pass.
- A piece slides in a straight line, in any of the eight directions, as far as it can: to the edge, or to the last square before another piece. It may not stop earlier.
- Nothing is captured and nothing is jumped.
- Only a king may stop in the valley. A soldier may slide across it; a slide that would end there is not allowed.
- The first move of the game must be a soldier’s.

## The end
- A king that stops in the valley has won.
- If it is your turn and your king has no move, you have lost, even if your soldiers could move.
- The third time that a position stands on the board with the same side to move, the game is a draw.

## Typing moves
A move is its two squares, \`a1-a4\`.`,

  'battle-sheep': `Two to four players on a pasture of hexes. Each has a flock of sixteen sheep that begins as one stack. Whoever holds the most hexes at the end wins.

## Placing
In turn, each puts the whole flock on an empty hex of the outside edge. The edge of a hole does not count.

## Moving
- Take any number of sheep off one of your stacks, but leave at least one behind.
- Slide them in one of the six directions as far as they can go: to the last empty hex before a stack, a hole or the edge. They must move at least one hex and may not stop early.
- Your own stacks are in the way like any others. Nothing is captured, joined or jumped.
- Who cannot move passes, and will never move again.

## The end
The game is over when nobody can move. The most hexes win, however high the stacks. If they are equal, the largest herd wins: the largest group of own hexes that hang together. If that is equal too, the place is shared.

## Typing moves
A placement is the hex, \`c4\`. A move is \`c4-c7:5\`: five sheep leave c4 and stop on c7. A pass is \`pass\`.`,

  'draughts.goal':
    'White and Black move on the dark squares of a board of {size} by {size}, with {men} men each. Whoever is to move and cannot, because all pieces are gone or blocked, has lost.',
  'draughts.white': 'White begins.',
  'draughts.black': 'Black begins.',
  'draughts.moving': 'Moving',
  'draughts.man': 'A man steps one square diagonally forward onto an empty square.',
  'draughts.crowned': 'A man that ends its move on the far row becomes a king.',
  'draughts.step': 'A king moves one square in any diagonal direction.',
  'draughts.fly': 'A king flies: it moves any number of empty squares along a diagonal.',
  'draughts.capturing': 'Capturing',
  'draughts.jump': 'A piece jumps over an enemy beside it onto the empty square right behind.',
  'draughts.forward': 'Men capture forward only, kings in all directions.',
  'draughts.backward': 'Men capture forward and backward.',
  'draughts.flyingJump':
    'A king jumps over one enemy at any distance, with nothing else between, onto any empty square behind it. If it can go on from some of these squares, it must land on one of them.',
  'draughts.must': 'Who can capture must capture, and goes on with the same piece as long as it can.',
  'draughts.any': 'You may choose any capture, but the one chosen must be finished.',
  'draughts.most': 'The capture that takes the most pieces must be chosen; a king counts as one.',
  'draughts.stay':
    'Captured pieces leave the board when the whole move is over. Until then they stand in the way, and none may be jumped twice.',
  'draughts.goesOn': 'A man that reaches the far row while capturing becomes a king there and goes on as one.',
  'draughts.stops': 'A man that reaches the far row while capturing becomes a king, and the move ends.',
  'draughts.passes':
    'A man that only passes the far row while capturing stays a man; it becomes a king if the capture ends there.',
  'draughts.draws': 'Draws',
  'draughts.repetition': 'The third time that a position stands on the board with the same side to move is a draw.',
  'draughts.english': 'So are 40 moves a side without a capture and without a man’s move.',
  'draughts.international':
    'So are 25 moves a side by kings alone without a capture; 16 moves a side with three pieces, one of them a king, against a lone king; and 5 moves a side with two pieces or one.',
  'draughts.russian':
    'So are 15 moves a side by kings alone without a capture; 15 moves of three or more kings against a lone king; 5 moves a side with two pieces or one against a lone king, or with three when that king holds the long diagonal; and, with kings on both sides and nothing captured or crowned, 30 moves a side with 4 or 5 pieces on the board and 60 with 6 or 7.',
  'draughts.typing': 'Typing moves',
  'draughts.text':
    'A move is `c3-d4`, a capture `c3:e5`; further squares are added where that fits several captures. Numbers of squares, `22-18`, are read too.',
}
