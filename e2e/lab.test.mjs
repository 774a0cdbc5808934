// The laboratory: the way of a lecturer and of a student, large trees, keys, bad links.
import test, { after, before } from 'node:test'
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { Server, launch, openPage, closeClean, violations } from './support.mjs'

let server, browser
before(async () => {
  ;[server, browser] = await Promise.all([Server.start(), launch()])
})
after(async () => {
  await browser?.close()
  await server?.stop()
})

const opened = (hash, more = {}) => openPage(browser, server, { hash, width: 1440, ...more })
const searched = (page) => page.waitForSelector('.lab[data-ms]:not([aria-busy])')
const count = (page, name, pane = 0) => page.locator(`[data-count="count.${name}"]`).nth(pane).textContent()
const says = (page) => page.textContent('#lab-says')

test('a lecturer shows a cut: the tree of a textbook, step by step, and why', async () => {
  const tree = '((3 12 8)(2 4 6)(14 5 2))'
  const page = await opened(`#/lab/tree?tree=${encodeURIComponent(tree)}&spec=alpha-beta,depth=2`)
  await searched(page)
  assert.equal(await count(page, 'nodes'), '11')
  assert.equal(await count(page, 'leaves'), '7')
  assert.equal(await count(page, 'whole'), '9')
  assert.equal(await count(page, 'least'), '5')
  await page.click('#lab-first')
  assert.match(await says(page), /The search begins, 2 plies deep/)
  // The first branch answers 3; the second is entered with that as its lower bound.
  for (let step = 0; step < 40 && !(await says(page)).startsWith('Cut'); step++) await page.click('#lab-step')
  assert.match(await says(page), /^Cut: a brings only 2 here, but 3 is sure already with a/)
  assert.match(await says(page), /2 moves need not be looked at/)
  assert.match(await page.textContent('.code [aria-current]'), /low >= high: break/)
  // The reason leads to the node that set the bound.
  await page.click('.details [data-node="1"]')
  assert.match(await page.textContent('.details'), /Line\s*a\s*Value\s*3/)
  const link = await page.evaluate(() => location.hash)
  await closeClean(page)
  const again = await opened(link)
  await searched(again)
  assert.equal(await count(again, 'nodes'), '11')
  await closeClean(again)
})

test('what an idea is worth: a switch searches anew, and two searches stand side by side in step', async () => {
  const page = await opened('#/lab/connect-four?spec=alpha-beta,depth=4')
  await searched(page)
  const generated = Number((await count(page, 'nodes')).replace(/\D/g, ''))
  await page.selectOption('#choice-0-order', 'best')
  await page.waitForFunction(() => document.querySelector('.pane h2').textContent.includes('order=best'))
  await searched(page)
  const best = Number((await count(page, 'nodes')).replace(/\D/g, ''))
  assert.ok(best < generated, `${best} of ${generated}`)
  assert.equal(await count(page, 'first'), '100 %')
  await page.click('#lab-compare')
  await page.waitForFunction(() => document.querySelectorAll('[data-count="count.nodes"]').length === 2)
  assert.equal(await count(page, 'nodes', 1), '2,801', 'minimax looks at 1 + 7 + 49 + 343 + 2,401')
  await page.click('#lab-first')
  await page.click('#lab-step')
  assert.match(await page.textContent('.labplayer output'), /step 2 of/)
  assert.equal(await page.locator('.pane').count(), 2)
  await closeClean(page)
})

test('the whole of tic-tac-toe: counted, folded and said', async () => {
  const page = await opened('#/lab/tic-tac-toe?spec=minimax,depth=9')
  await searched(page)
  assert.equal(await count(page, 'nodes'), '549,946')
  assert.match(await page.textContent('.note'), /18,730 positions are drawn of 549,946; the rest is counted and folded/)
  await closeClean(page)
})

test('twenty thousand nodes are drawn within a second and followed at sixty frames', async () => {
  const page = await opened('#/lab/tic-tac-toe?spec=minimax,depth=5')
  await searched(page)
  const drawn = Number((await count(page, 'nodes')).replace(/\D/g, ''))
  assert.ok(drawn > 18_000, `${drawn}`)
  const ms = Number(await page.getAttribute('.lab', 'data-ms'))
  const unfolded = await page.evaluate(async () => {
    const began = performance.now()
    document.querySelector('#unfold-0').click()
    await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
    return performance.now() - began
  })
  // A frame has 16.7 ms. What the page does for one is counted in the processor's time, so
  // that a busy machine does not change it; the frames themselves are only told.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1000
  }
  await page.selectOption('#lab-speed', '100')
  await page.click('#lab-first')
  await page.click('#lab-play')
  const before = await worked()
  const frames = await page.evaluate(
    () =>
      new Promise((resolve) => {
        let count = 0
        const end = performance.now() + 1000
        const tick = (now) => (now < end ? (count++, requestAnimationFrame(tick)) : resolve(count))
        requestAnimationFrame(tick)
      }),
  )
  const each = ((await worked()) - before) / frames
  await page.click('#lab-play')
  console.log(
    `20,000 nodes: searched and drawn in ${ms} ms, unfolded in ${Math.round(unfolded)} ms, ` +
      `${each.toFixed(1)} ms of work a frame, ${frames} frames a second`,
  )
  assert.ok(ms < 1000 && unfolded < 1000, `${ms} ${unfolded}`)
  assert.ok(each < 1000 / 60, `${each} ms a frame`)
  await page.fill('#lab-find', 'c3')
  await page.press('#lab-find', 'Enter')
  assert.match(await page.textContent('.details'), /Line.*c3/)
  await closeClean(page)
})

test('deepening has passes, and the table leads to where it knows a position from', async () => {
  const page = await opened('#/lab/connect-four?moves=4+4+4&spec=search,depth=6,selective=off')
  await searched(page)
  const passes = await page.locator('.pane select option').allTextContents()
  assert.deepEqual(
    passes,
    [1, 2, 3, 4, 5, 6].map((n) => `pass to depth ${n}`),
  )
  await page.click('#list-0')
  assert.notEqual(await count(page, 'table'), '0')
  await page.locator('.pane select').selectOption('1')
  assert.match(await page.textContent('.variation'), /Best line:/)
  await closeClean(page)
})

test('a tree that grows, proof numbers and three players', async () => {
  let page = await opened('#/lab/connect-four?spec=mcts,nodes=100')
  await searched(page)
  assert.match(await says(page), /^Playout 100: down to/)
  await page.click('#list-0')
  await page.locator('[role=treeitem] > .line').first().click()
  assert.match(await page.textContent('.details'), /Visits\s*100/)
  await page.click('#lab-first')
  assert.match(await says(page), /^Playout 1: down to/)
  await page.goto(`${server.address}/#/lab/tic-tac-toe?moves=a1+b2+c3&spec=pns,nodes=300`)
  await page.waitForFunction(() => document.querySelector('.pane h2')?.textContent.startsWith('pns'))
  await searched(page)
  await page.locator('.pane select').selectOption('0')
  await page.click('#lab-first')
  assert.match(await says(page), /force a win\?/)
  await closeClean(page)
  page = await opened('#/lab/battle-sheep?o.players=3&spec=maxn,depth=2')
  await searched(page)
  assert.match(await says(page), /takes what is best for itself, \([^,]+, [^,]+, [^,]+\)/)
  await closeClean(page)
})

test('the list is walked by keys alone and says what the picture shows', async () => {
  const page = await opened('#/lab/tree')
  await searched(page)
  await page.click('#list-0')
  await page.locator('[role=treeitem][tabindex="0"]').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  const focused = page.locator(':focus')
  assert.equal(await focused.getAttribute('aria-level'), '2')
  assert.match(await focused.textContent(), /b.*least value.*≤2.*Cut: a brings only 2 here/)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  assert.match(await page.locator(':focus').textContent(), /a.*2.*horizon/)
  await page.keyboard.press('ArrowLeft')
  assert.equal(await page.locator(':focus').getAttribute('aria-level'), '2')
  await closeClean(page)
})

test('bad links say what is wrong, and nothing hangs', async () => {
  const page = await opened('#/lab/connect-four?spec=zeta,depth=3')
  await page.waitForSelector('.wrong:not([hidden])')
  assert.match(await page.textContent('.wrong'), /unknown algorithm 'zeta'/)
  await page.selectOption('#choice-0-algorithm', 'minimax')
  await searched(page)
  assert.equal(await page.locator('.wrong').isHidden(), true)
  // Millions of nodes: ended, and said.
  await page.goto(`${server.address}/#/lab/connect-four?spec=minimax,depth=20`)
  await page.waitForFunction(() => document.querySelector('.note')?.textContent.includes('was ended after 2,000,000'))
  await page.goto(`${server.address}/#/lab/tree?tree=((1+2)+3)`)
  await page.waitForFunction(() => document.querySelector('.wrong')?.textContent.includes('same ply'))
  await page.fill('#lab-tree-text', '((1 2)(3 4))')
  await page.click('#lab-tree-use')
  await page.waitForFunction(() => document.querySelector('.wrong').hidden)
  await page.goto(`${server.address}/#/lab/nothing`)
  await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Laboratory: Tic-tac-toe')
  page.wrongs = page.wrongs.filter((wrong) => !wrong.includes('422'))
  await closeClean(page)
})

test('from a game and from an analysis to the laboratory and back', async () => {
  const page = await opened('#/analyse/connect-four?moves=4+4+3')
  await page.waitForSelector('.lines button')
  await page.click('#to-lab')
  await searched(page)
  assert.equal(await page.locator('.lab .pieces .piece').count(), 3)
  await page.click('#lab-position')
  await page.waitForSelector('.analyse .cell')
  assert.match(await page.evaluate(() => location.hash), /moves=4\+4\+3/)
  await closeClean(page)
})

test('a student works through an exercise: checked at once, helped, solved', async () => {
  const page = await opened('#/lab/exercises')
  await page.waitForSelector('.exlist a')
  assert.equal(await page.locator('.exlist a').count(), 10)
  await page.locator('.exlist a').first().click()
  await page.waitForSelector('.exfield')
  const fields = page.locator('.exfield')
  await fields.last().fill('999')
  assert.equal(await fields.last().getAttribute('aria-invalid'), 'true')
  await page.click('#ex-give-hint')
  const hint = await page.textContent('#ex-hint')
  const values = hint
    .match(/of ([\d, ]+)\.$/)[1]
    .split(', ')
    .map(Number)
  const right = hint.includes('greatest') ? Math.max(...values) : Math.min(...values)
  const [, line] = /At (.+) [▲▼]/.exec(hint)
  await page.getByLabel(`Value at ${line}`, { exact: true }).fill(String(right))
  assert.match(await page.textContent('#ex-status'), /1 of 3 right/)
  await page.click('#ex-solution')
  assert.equal(await page.textContent('#ex-status'), 'All right.')
  for (const n of [4, 6, 9, 10]) {
    await page.goto(`${server.address}/#/lab/exercises?set=7&n=${n}`)
    await page.waitForFunction((n) => document.querySelector('h1')?.textContent.startsWith(`Exercise ${n}:`), n)
    assert.notEqual(await page.textContent('#ex-status'), 'All right.')
    await page.click('#ex-give-hint')
    assert.ok((await page.textContent('#ex-hint')).length > 10)
    await page.click('#ex-solution')
    assert.equal(await page.textContent('#ex-status'), 'All right.')
  }
  await page.click('#ex-lab')
  await searched(page)
  await closeClean(page)
})

test('plots have their lines and files, and a game its size', async () => {
  const page = await opened('#/lab/tree')
  await searched(page)
  await page.goto(`${server.address}/#/lab/tic-tac-toe?spec=alpha-beta,depth=2`)
  await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Laboratory: Tic-tac-toe')
  await searched(page)
  await page.click('#lab-complexity summary')
  await page.waitForSelector('.size dd b')
  assert.match(await page.textContent('.size'), /Game tree/)
  await page.click('#lab-plot summary')
  await page.waitForFunction(() => document.querySelector('.plotlines')?.textContent.includes('minimax'))
  await page.waitForFunction(() => document.querySelector('.plot [role=status]').textContent === '')
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('#plot-csv')])
  const csv = await readFile(await download.path(), 'utf8')
  assert.match(csv, /"minimax",3,586,504,0,0,/)
  const [picture] = await Promise.all([page.waitForEvent('download'), page.click('#svg-0')])
  assert.match(await readFile(await picture.path(), 'utf8'), /^<svg .*<polygon/)
  await closeClean(page)
})

for (const colorScheme of ['light', 'dark']) {
  test(`axe finds nothing wrong in the laboratory, ${colorScheme}`, async () => {
    const page = await opened('#/lab/connect-four?spec=alpha-beta,depth=2', { colorScheme, bypassCSP: true })
    const wrong = []
    const look = async (name) => wrong.push(...(await violations(page)).map((each) => `${name}: ${each}`))
    await searched(page)
    await look('picture')
    await page.click('#list-0')
    await look('list')
    await page.goto(`${server.address}/#/lab/tree`)
    await page.waitForSelector('#lab-tree-text')
    await searched(page)
    await look('drawn tree')
    for (const n of ['', '&n=1', '&n=4', '&n=6']) {
      await page.goto(`${server.address}/#/lab/exercises?set=1${n}`)
      await page.waitForFunction((n) => document.querySelector(n ? '.exsheet' : '.exlist'), n)
      await page.waitForTimeout(150)
      await look(`exercises${n}`)
    }
    assert.deepEqual(wrong, [])
    await closeClean(page)
  })
}

for (const locale of ['ru', 'fr', 'pl']) {
  test(`the laboratory speaks ${locale}, also on a phone`, async () => {
    const page = await opened('#/lab/tic-tac-toe?spec=search,depth=3,selective=off', {
      locale,
      width: 390,
      height: 800,
    })
    for (const hash of ['', '#/lab/tree', '#/lab/exercises', '#/lab/exercises?set=2&n=6']) {
      if (hash) await page.goto(`${server.address}/${hash}`)
      await page.waitForSelector(hash.includes('exercises') ? '.exercises' : '.lab[data-ms]')
      const text = await page.evaluate(() => document.body.innerText)
      assert.doesNotMatch(text, /\b(step|count|ex|tool|switch|algorithm|rest|cut)\.[a-z]\w*/, `a key shows on ${hash}`)
      assert.ok(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        `${hash} scrolls sideways`,
      )
    }
    await closeClean(page)
  })
}

const home = async (page) => {
  await page.goto(`${server.address}/#/`)
  await page.waitForSelector('[data-game]')
}

test('every example of the explanation opens in the laboratory', async () => {
  const text = await readFile(new URL('../docs/how-it-works.md', import.meta.url), 'utf8')
  const links = [...text.matchAll(/http:\/\/127\.0\.0\.1:4747\/(#\/lab\/[^)\s]+)/g)].map((found) => found[1])
  assert.ok(links.length >= 15, `${links.length}`)
  const page = await opened(links[0])
  for (const link of links) {
    await home(page)
    await page.goto(`${server.address}/${link}`)
    await page.waitForSelector(link.includes('exercises') ? '.exlist a' : '.lab[data-ms], .wrong:not([hidden])')
    assert.equal(await page.locator('.wrong:not([hidden])').count(), 0, link)
  }
  await home(page)
  await page.goto(`${server.address}/${links.find((link) => link.includes('depth=8'))}`)
  await searched(page)
  assert.equal(await count(page, 'nodes'), '3,038')
  assert.equal(await count(page, 'least'), '4,801')
  await closeClean(page)
})
