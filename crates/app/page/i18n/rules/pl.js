// Po polsku: zasady każdej gry, tyle, ile potrzeba do grania.
export default {
  'connect-four': `Dwóch graczy z żetonami × i ○ oraz stojąca rama: siedem kolumn, sześć rzędów. Zaczyna ×.

## Gra
- Na zmianę wrzucajcie po jednym żetonie do kolumny, która nie jest pełna. Żeton spada na najniższe wolne miejsce.
- Cztery własne żetony w prostej linii wygrywają od razu: poziomo, pionowo lub na ukos.
- Gdy rama jest pełna, a nikt nie ma czterech w rzędzie, jest remis.

## Wpisywanie ruchów
Ruch to kolumna, od \`1\` do \`7\` od lewej.`,

  'tic-tac-toe': `Dwóch graczy, × i ○, na trzech polach na trzy. Zaczyna ×.

## Gra
- Gracze po kolei zaznaczają puste pole.
- Trzy własne znaki w linii prostej wygrywają od razu: w poziomie, w pionie albo na ukos.
- Gdy plansza jest pełna i nikt nie ma trzech w rzędzie, partia kończy się remisem.

## Wpisywanie ruchów
Ruch to jego pole, od \`a1\` do \`c3\`: litera to kolumna od lewej, cyfra to rząd od dołu.`,

  'kings-valley': `Białe i czarne na planszy pięć na pięć. Każda strona ma króla pośrodku swojego rzędu i czterech żołnierzy obok niego. Zaczynają białe. Środek planszy, c3, to dolina.

## Ruchy
- W swojej kolejce ruszasz się jednym królem lub żołnierzem. Nie wolno pasować.
- Figura ślizga się po linii prostej w jednym z ośmiu kierunków tak daleko, jak może: do brzegu albo do ostatniego pola przed inną figurą. Nie może stanąć wcześniej.
- Niczego się nie bije i niczego się nie przeskakuje.
- W dolinie może stanąć tylko król. Żołnierz może przez nią przejechać; ruch, który by się tam skończył, jest dla niego zabroniony.
- Pierwszy ruch partii wykonuje żołnierz.

## Koniec
- Król, który stanął w dolinie, wygrał.
- Jeśli masz ruch, a twój król nie może się ruszyć, przegrywasz, nawet gdy żołnierze mogliby się ruszyć.
- Gdy pozycja powstaje po raz trzeci z tą samą stroną na posunięciu, jest remis.

## Wpisywanie ruchów
Ruch to dwa pola, \`a1-a4\`.`,

  'battle-sheep': `Od dwóch do czterech graczy na pastwisku z heksów. Każdy ma stado szesnastu owiec, które na początku tworzą jeden stos. Wygrywa ten, kto na końcu zajmuje najwięcej heksów.

## Ustawianie
Po kolei każdy stawia całe stado na pustym heksie zewnętrznego brzegu. Brzeg dziury się nie liczy.

## Ruchy
- Zdejmij dowolną liczbę owiec z jednego swojego stosu, ale co najmniej jedną zostaw.
- Przesuń je w jednym z sześciu kierunków tak daleko, jak się da: do ostatniego pustego heksu przed stosem, dziurą lub brzegiem. Muszą przejść co najmniej jeden heks i nie mogą stanąć wcześniej.
- Własne stosy przeszkadzają tak samo jak cudze. Niczego się nie bije, nie łączy i nie przeskakuje.
- Kto nie może się ruszyć, pasuje i już nigdy się nie ruszy.

## Koniec
Partia kończy się, gdy nikt nie może się ruszyć. Wygrywa najwięcej heksów, bez względu na wysokość stosów. Przy równej liczbie wygrywa największe stado: największa grupa własnych heksów, które się stykają. Jeśli i to jest równe, miejsce się dzieli.

## Wpisywanie ruchów
Ustawienie to heks, \`c4\`. Ruch to \`c4-c7:5\`: pięć owiec rusza z c4 i staje na c7. Pas to \`pass\`.`,

  'draughts.goal':
    'Białe i czarne chodzą po ciemnych polach planszy {size} na {size}; pionków po każdej stronie: {men}. Kto ma ruch, a nie może go wykonać, bo jego bierki są zbite lub zablokowane, przegrywa.',
  'draughts.white': 'Zaczynają białe.',
  'draughts.black': 'Zaczynają czarne.',
  'draughts.moving': 'Ruchy',
  'draughts.man': 'Pionek idzie o jedno pole do przodu po przekątnej, na puste pole.',
  'draughts.crowned': 'Pionek, który kończy ruch na ostatnim rzędzie, zostaje damką.',
  'draughts.step': 'Damka idzie o jedno pole po przekątnej w dowolnym kierunku.',
  'draughts.fly': 'Damka lata: idzie po przekątnej o dowolną liczbę pustych pól.',
  'draughts.capturing': 'Bicie',
  'draughts.jump': 'Bierka przeskakuje sąsiednią bierkę przeciwnika na puste pole tuż za nią.',
  'draughts.forward': 'Pionki biją tylko do przodu, damki we wszystkich kierunkach.',
  'draughts.backward': 'Pionki biją do przodu i do tyłu.',
  'draughts.flyingJump':
    'Damka bije bierkę przeciwnika z dowolnej odległości, jeśli między nimi jest pusto, i staje na dowolnym pustym polu za nią. Jeśli z niektórych z tych pól może bić dalej, musi stanąć na jednym z nich.',
  'draughts.must': 'Bicie jest obowiązkowe, a tą samą bierką bije się, dopóki można.',
  'draughts.any': 'Możesz wybrać dowolne bicie, ale wybrane trzeba dokończyć.',
  'draughts.most': 'Trzeba wybrać bicie największej liczby bierek; damka liczy się za jedną.',
  'draughts.stay':
    'Zbite bierki znikają z planszy po całym ruchu. Do tego czasu przeszkadzają i żadnej nie wolno przeskoczyć dwa razy.',
  'draughts.goesOn':
    'Pionek, który podczas bicia dochodzi do ostatniego rzędu, zostaje tam damką i bije dalej jak damka.',
  'draughts.stops': 'Pionek, który podczas bicia dochodzi do ostatniego rzędu, zostaje damką, a ruch się kończy.',
  'draughts.passes':
    'Pionek, który podczas bicia tylko przechodzi przez ostatni rząd, pozostaje pionkiem; zostaje damką, jeśli bicie tam się kończy.',
  'draughts.draws': 'Remisy',
  'draughts.repetition': 'Gdy pozycja powstaje po raz trzeci z tą samą stroną na posunięciu, jest remis.',
  'draughts.english': 'Remis jest też po 40 ruchach każdej strony bez bicia i bez ruchu pionka.',
  'draughts.international':
    'Remis jest też po 25 ruchach każdej strony samymi damkami bez bicia; po 16 ruchach każdej strony, gdy trzy bierki, w tym damka, grają przeciw samotnej damce; i po 5 ruchach, gdy są dwie bierki lub jedna.',
  'draughts.russian':
    'Remis jest też po 15 ruchach każdej strony samymi damkami bez bicia; po 15 ruchach trzech lub więcej damek przeciw jednej; po 5 ruchach każdej strony, gdy przeciw samotnej damce są dwie bierki lub jedna albo trzy, a damka trzyma długą przekątną; a gdy damki mają obie strony i nic nie zbito ani nie awansowało, po 30 ruchach przy 4 lub 5 bierkach na planszy i po 60 przy 6 lub 7.',
  'draughts.typing': 'Wpisywanie ruchów',
  'draughts.text':
    'Ruch to `c3-d4`, bicie `c3:e5`; gdy pasuje kilka bić, dodaj pola pośrednie. Numery pól, `22-18`, też są zrozumiałe.',
}
