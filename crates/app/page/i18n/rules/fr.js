// En français : les règles de chaque jeu, ce qu’il en faut pour jouer.
export default {
  'connect-four': `Deux joueurs, pions × et ○, et une grille debout de sept colonnes et six rangées. × commence.

## Jouer
- À tour de rôle, lâchez un pion dans une colonne qui n’est pas pleine. Il tombe dans le trou libre le plus bas.
- Quatre de vos pions alignés gagnent aussitôt : à plat, debout ou en biais.
- Si la grille est pleine sans quatre pions alignés, la partie est nulle.

## Saisir les coups
Un coup est sa colonne, de \`1\` à \`7\` en partant de la gauche.`,

  'tic-tac-toe': `Deux joueurs, × et ○, sur trois cases par trois. × commence.

## Le jeu
- À tour de rôle, on marque une case vide.
- Trois marques alignées gagnent aussitôt : en ligne, en colonne ou en diagonale.
- Quand le plateau est plein sans que personne n’ait trois marques alignées, la partie est nulle.

## Saisir les coups
Un coup est sa case, de \`a1\` à \`c3\` : la lettre est la colonne depuis la gauche, le chiffre la rangée depuis le bas.`,

  'kings-valley': `Les blancs et les noirs sur cinq cases par cinq. Chaque camp a un roi au milieu de sa rangée et quatre soldats à ses côtés. Les blancs commencent. Le milieu du plateau, c3, est la vallée.

## Les coups
- Un tour est un coup d’un roi ou d’un soldat. Personne ne peut passer.
- Une pièce glisse en ligne droite, dans l’une des huit directions, aussi loin qu’elle peut : jusqu’au bord ou jusqu’à la dernière case avant une autre pièce. Elle ne peut pas s’arrêter avant.
- Rien n’est pris, rien n’est sauté.
- Seul un roi peut s’arrêter dans la vallée. Un soldat peut la traverser ; un coup qui s’y finirait lui est interdit.
- Le premier coup de la partie est celui d’un soldat.

## La fin
- Un roi qui s’arrête dans la vallée a gagné.
- Si c’est à vous de jouer et que votre roi n’a aucun coup, vous avez perdu, même si vos soldats pouvaient jouer.
- La troisième fois qu’une position se présente avec le même trait, la partie est nulle.

## Saisir les coups
Un coup est ses deux cases, \`a1-a4\`.`,

  'battle-sheep': `De deux à quatre joueurs sur un pâturage d’hexagones. Chacun a un troupeau de seize moutons, d’abord en une seule pile. Celui qui tient le plus d’hexagones à la fin gagne.

## Placer
À tour de rôle, chacun pose tout son troupeau sur un hexagone libre du bord extérieur. Le bord d’un trou ne compte pas.

## Les coups
- Prenez autant de moutons que vous voulez sur une de vos piles, mais laissez-en au moins un.
- Faites-les glisser dans l’une des six directions aussi loin que possible : jusqu’au dernier hexagone libre avant une pile, un trou ou le bord. Ils avancent d’au moins un hexagone et ne s’arrêtent pas avant.
- Vos propres piles gênent comme les autres. Rien n’est pris, réuni ni sauté.
- Qui ne peut pas jouer passe, et ne jouera plus jamais.

## La fin
La partie est finie quand personne ne peut jouer. Le plus d’hexagones gagne, quelle que soit la hauteur des piles. À égalité, la plus grande horde gagne : le plus grand groupe d’hexagones d’un seul tenant. Si elle est égale aussi, la place est partagée.

## Saisir les coups
Un placement est l’hexagone, \`c4\`. Un coup est \`c4-c7:5\` : cinq moutons quittent c4 et s’arrêtent en c7. Passer s’écrit \`pass\`.`,

  'draughts.goal':
    'Les blancs et les noirs jouent sur les cases foncées d’un damier de {size} sur {size}, avec {men} pions chacun. Qui doit jouer et ne le peut pas, parce que ses pièces sont prises ou bloquées, a perdu.',
  'draughts.white': 'Les blancs commencent.',
  'draughts.black': 'Les noirs commencent.',
  'draughts.moving': 'Les coups',
  'draughts.man': 'Un pion avance d’une case en diagonale, sur une case vide.',
  'draughts.crowned': 'Un pion qui finit son coup sur la dernière rangée devient dame.',
  'draughts.step': 'Une dame va d’une case en diagonale, dans toutes les directions.',
  'draughts.fly': 'Une dame est volante : elle va d’autant de cases vides qu’elle veut sur une diagonale.',
  'draughts.capturing': 'Prendre',
  'draughts.jump': 'Une pièce saute par-dessus une pièce adverse voisine sur la case vide juste derrière.',
  'draughts.forward': 'Les pions prennent seulement en avant, les dames dans toutes les directions.',
  'draughts.backward': 'Les pions prennent en avant et en arrière.',
  'draughts.flyingJump':
    'Une dame saute une pièce adverse à toute distance, si rien d’autre n’est entre elles, et se pose sur l’une des cases vides derrière. Si elle peut continuer depuis certaines de ces cases, elle doit se poser sur l’une d’elles.',
  'draughts.must': 'La prise est obligatoire, et la même pièce continue tant qu’elle le peut.',
  'draughts.any': 'Vous choisissez la prise que vous voulez, mais vous devez la finir.',
  'draughts.most': 'Il faut choisir la prise du plus grand nombre de pièces ; une dame compte pour une.',
  'draughts.stay':
    'Les pièces prises quittent le damier quand tout le coup est fini. Jusque-là elles gênent, et aucune ne peut être sautée deux fois.',
  'draughts.goesOn': 'Un pion qui atteint la dernière rangée en prenant y devient dame et continue comme dame.',
  'draughts.stops': 'Un pion qui atteint la dernière rangée en prenant devient dame, et le coup finit.',
  'draughts.passes':
    'Un pion qui ne fait que passer par la dernière rangée en prenant reste pion ; il devient dame si la prise finit là.',
  'draughts.draws': 'Parties nulles',
  'draughts.repetition': 'La troisième fois qu’une position se présente avec le même trait, la partie est nulle.',
  'draughts.english': 'Elle l’est aussi après 40 coups de chaque camp sans prise et sans coup de pion.',
  'draughts.international':
    'Elle l’est aussi après 25 coups de chaque camp par des dames seules sans prise ; après 16 coups de chaque camp avec trois pièces, dont une dame, contre une dame seule ; et après 5 coups avec deux pièces ou une.',
  'draughts.russian':
    'Elle l’est aussi après 15 coups de chaque camp par des dames seules sans prise ; après 15 coups de trois dames ou plus contre une seule ; après 5 coups de chaque camp avec deux pièces ou une contre une dame seule, ou avec trois si cette dame tient la grande diagonale ; et, avec des dames des deux côtés et rien de pris ni de promu, après 30 coups avec 4 ou 5 pièces en jeu et 60 avec 6 ou 7.',
  'draughts.typing': 'Saisir les coups',
  'draughts.text':
    'Un coup est `c3-d4`, une prise `c3:e5` ; ajoutez des cases si plusieurs prises conviennent. Les numéros de cases, `22-18`, sont lus aussi.',
}
