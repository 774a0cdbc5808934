// Out: link, position, game and a picture of the board. In: a position, moves, or records.
import { h, button, choice } from '../dom.js'
import { t } from '../i18n.js'
import * as api from '../api.js'
import { ownerName } from '../board/names.js'
import { toast } from '../voice.js'
import { troubleText } from '../trouble.js'
import { openDialog } from './dialog.js'
import { isRecord, lacksSide } from './reading.js'

export function openShare(screen) {
  const text = h('textarea', { class: 'typed', id: 'paste', spellcheck: 'false' })
  const wrong = h('p', { class: 'wrong', role: 'alert' })
  const choices = h('div')
  const attempt = async (action) => {
    wrong.textContent = ''
    choices.replaceChildren()
    try {
      await action()
    } catch (error) {
      wrong.textContent = troubleText(error)
    }
  }
  const copying = (make, done) => () =>
    attempt(async () => {
      const words = await make()
      text.value = words
      try {
        await navigator.clipboard.writeText(words)
        toast(t(done))
      } catch {
        text.select()
      }
    })
  const opening = () =>
    attempt(async () => {
      if (await openText(screen, text.value, choices)) dialog.close()
    })
  const record = async () => (await api.writeRecord(recordAsked(screen))).record
  const picture = (kind) => () =>
    attempt(async () => (await import('../board/picture.js')).savePicture(screen.board, screen.game.id, kind))
  const act = (word, id, onclick) => button(word, { class: 'btn', id, onclick })
  const dialog = openDialog(
    t('share.title'),
    [
      h(
        'div',
        { class: 'grid2' },
        act(
          t('share.link'),
          'copy-link',
          copying(() => new URL(screen.link(), location.href).href, 'share.linkCopied'),
        ),
        act(
          t('share.position'),
          'copy-position',
          copying(() => screen.state.position, 'share.positionCopied'),
        ),
        act(t('share.game'), 'copy-game', copying(record, 'share.gameCopied')),
        act(t('share.keep'), 'keep-game', () => attempt(() => keepGame(screen, dialog))),
        act(t('share.svg'), 'save-svg', picture('svg')),
        act(t('share.png'), 'save-png', picture('png')),
        act(t('share.print'), 'print', () => {
          dialog.close()
          print()
        }),
      ),
      h('label', { class: 'field choice' }, h('span', {}, t('share.paste')), text),
      choices,
      wrong,
      h(
        'div',
        { class: 'row end' },
        button(t('close'), { class: 'btn', onclick: () => dialog.close() }),
        button(t('share.open'), { class: 'btn main', id: 'open-text', onclick: opening }),
      ),
    ],
    { broad: true },
  )
}

/** What a record says besides the moves: names, result and tags, as they came in. */
function recordAsked(screen) {
  const { about, tree, asked } = screen
  const seats = (about?.seats ?? []).map((seat) => seat.name ?? seat ?? '')
  const tags = Object.fromEntries(
    Object.entries(about?.tags ?? about?.notes?.tags ?? {}).filter(([name]) => !OWN_TAGS.has(name)),
  )
  const ended = about?.ended ?? undefined
  return { ...asked, tree: tree.plain(), preamble: tree.preamble, seats, tags, ended }
}

/** Tags that the server writes by itself. */
const OWN_TAGS = new Set(['Game', 'GameType', 'Options', 'FEN', 'SetUp', 'White', 'Black', 'First', 'Second'])

/** The analysis becomes a saved game, with its variations and remarks. */
async function keepGame(screen, dialog) {
  const { asked, tree, about } = screen
  const moves = tree.path(tree.line(tree.root).at(-1))
  const seats = (about?.seats ?? screen.state.players.map((player) => player.name)).map((seat) =>
    typeof seat === 'string' ? { kind: 'human', name: seat, named: Boolean(about) } : seat,
  )
  const notes = { tree: tree.plain(), preamble: tree.preamble, format: asked.format ?? null }
  const { id } = await api.save({ ...asked, moves, seats, notes, title: about?.title ?? '' })
  dialog.close()
  toast(t('share.kept'))
  await screen.begun({ options: asked.options, position: asked.position, moves, at: tree.current.ply, saved: id })
}

/** A record, a position, or moves; the first reading that makes sense, else the reason why none does. */
async function openText(screen, text, choices) {
  if (isRecord(text)) return openRecord(screen, text.trim(), choices)
  const { options } = screen.asked
  try {
    await screen.begun({ options, position: text })
    return true
  } catch (unreadable) {
    const { players } = screen.state
    if (await lacksSide(screen.asked, text, players)) return askSide(screen, text, choices)
    const moves = text.trim().split(/\s+/)
    const looksLikeMoves = moves.length > 1 && !text.includes('\n')
    return screen.begun({ options, moves }).then(
      () => true,
      (unplayable) => {
        throw looksLikeMoves ? unplayable : unreadable
      },
    )
  }
}

/** A board that does not say whose move it is: the reader does. */
function askSide(screen, position, choices) {
  const { players, view } = screen.state
  const sides = players.map((player, seat) => [player.sign, ownerName(view.owners[seat])])
  choices.replaceChildren(
    choice(t('share.side'), sides, null, async (to_move) => {
      await screen.begun({ options: screen.asked.options, position, to_move })
      choices.closest('dialog').close()
    }),
  )
  return false
}

/** One game is opened; of several the reader chooses one, or keeps them all. */
async function openRecord(screen, text, choices) {
  const { games } = await api.readRecord({ text, game: screen.game.id, format: screen.asked.format })
  if (games.length === 1) return openGame(screen, games[0])
  const name = (game, index) => `${index + 1}. ${game.seats.filter(Boolean).join(' – ') || '?'} ${game.result}`
  choices.replaceChildren(
    h('p', { class: 'legend' }, t('share.many', { n: games.length })),
    h(
      'div',
      { class: 'row wrap' },
      button(t('saved.import'), {
        class: 'btn',
        id: 'import-all',
        onclick: async () => {
          const { importText } = await import('../importing.js')
          const { kept } = await importText(text, screen.game.id)
          toast(t('saved.imported', { n: kept }))
          choices.closest('dialog').close()
          location.hash = '#/saved'
        },
      }),
    ),
    h(
      'ol',
      { class: 'manygames' },
      games.slice(0, MOST_SHOWN).map((game, index) =>
        h(
          'li',
          {},
          button(name(game, index), {
            class: 'link',
            onclick: async () => {
              await openGame(screen, game)
              choices.closest('dialog')?.close()
            },
          }),
        ),
      ),
    ),
  )
  return false
}

const MOST_SHOWN = 200

async function openGame(screen, game) {
  if (game.game !== screen.game.id) {
    location.hash = `#/analyse/${game.game}?moves=${encodeURIComponent(game.moves.join(' '))}`
    return true
  }
  const { options, position, tree, moves, preamble, seats, tags, result } = game
  const title = [tags.Event, tags.Date].filter((value) => value && value !== '?').join(', ')
  await screen.begun({
    options,
    position: position ?? undefined,
    tree,
    moves,
    preamble,
    about: { title, seats, tags, result },
  })
  return true
}
