// The rules of draughts are one text whose sentences a game chooses: here is what each
// says and in which order, by the names of the sentences, with its numbers. The page and
// the terminal put the same text together.
export default {
  'russian-draughts.size': '8',
  'russian-draughts.men': '12',
  'russian-draughts': `{goal} {white}

## {moving}
- {man}
- {fly}
- {crowned}

## {capturing}
- {jump}
- {backward}
- {flyingJump}
- {must}
- {any}
- {goesOn}
- {stay}

## {draws}
{repetition} {russian}

## {typing}
{text}`,

  'english-draughts.size': '8',
  'english-draughts.men': '12',
  'english-draughts': `{goal} {black}

## {moving}
- {man}
- {step}
- {crowned}

## {capturing}
- {jump}
- {forward}
- {must}
- {any}
- {stops}
- {stay}

## {draws}
{repetition} {english}

## {typing}
{text}`,

  'english-draughts-12.size': '12',
  'english-draughts-12.men': '30',
  'english-draughts-12': `{goal} {white}

## {moving}
- {man}
- {step}
- {crowned}

## {capturing}
- {jump}
- {forward}
- {must}
- {any}
- {stops}
- {stay}

## {draws}
{repetition} {english}

## {typing}
{text}`,

  'international-draughts.size': '10',
  'international-draughts.men': '20',
  'international-draughts': `{goal} {white}

## {moving}
- {man}
- {fly}
- {crowned}

## {capturing}
- {jump}
- {backward}
- {flyingJump}
- {must}
- {most}
- {passes}
- {stay}

## {draws}
{repetition} {international}

## {typing}
{text}`,

  'brazilian-draughts.size': '8',
  'brazilian-draughts.men': '12',
  'brazilian-draughts': `{goal} {white}

## {moving}
- {man}
- {fly}
- {crowned}

## {capturing}
- {jump}
- {backward}
- {flyingJump}
- {must}
- {most}
- {passes}
- {stay}

## {draws}
{repetition} {international}

## {typing}
{text}`,

  'canadian-draughts.size': '12',
  'canadian-draughts.men': '30',
  'canadian-draughts': `{goal} {white}

## {moving}
- {man}
- {fly}
- {crowned}

## {capturing}
- {jump}
- {backward}
- {flyingJump}
- {must}
- {most}
- {passes}
- {stay}

## {draws}
{repetition} {international}

## {typing}
{text}`,
}
