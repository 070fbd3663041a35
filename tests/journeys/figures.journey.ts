import { writeFileSync } from 'node:fs'
import { activePositions, liquidate } from '@bolsillo/contracts/contract'
import { idOf, present } from '@bolsillo/kernel'
import { beforeAll, expect, test } from 'vitest'
import { type FigureFault, figureFaults, screensOf } from './figures/faults.ts'
import { makeOwner, type Owner } from './figures/owner.ts'
import { buildPlanted, plant } from './figures/planted-build.ts'
import { walkRound } from './figures/round.ts'
import { figureScreensOf, shortScreensOf } from './figures/screens.ts'
import type { Screen } from './screens/screen.ts'
import { ask } from './stage/api.ts'
import { openStage } from './stage/stage.ts'

// Every figure on every screen is read from the page together with what it is called, computed again from what the page
// was sent, and compared, while the market moves; and each defect that was seen once is found when it is put back.

const stage = openStage('figures', 'all')
/** How long all screens are walked again and again: `FIGURES_SECONDS=300` is the whole check. Without it: the short walk, once. */
const isShort = process.env.FIGURES_SECONDS === undefined
const seconds = isShort ? 0 : Number(process.env.FIGURES_SECONDS)
const pricesPerMinute = 200
const faultMs = 60_000
/** Much of a walk is waiting: two share a round. */
const walkers = 2
const onlyScreens = new RegExp(process.env.FIGURES_ONLY ?? '')

let owner: Owner
beforeAll(async () => {
  owner = await makeOwner(stage.server)
})

test('every figure is what follows from the calls, and two places that name the same show the same', async () => {
  const { server, browser } = stage
  const kept: unknown[] = []
  const dump = process.env.FIGURES_DUMP
  const from = Date.now()
  const screens = (isShort ? shortScreensOf : figureScreensOf)(owner).filter(({ name }) => onlyScreens.test(name))
  const walks = await Promise.all(
    Array.from({ length: walkers }, (_, walker) =>
      walkRound({
        ...{ browser, url: server.block.url, owner },
        screens: screens.filter((_screen, index) => index % walkers === walker),
        until: from + seconds * 1000,
        onFrame: (screen, frame) => void (dump !== undefined && kept.push({ name: screen.name, frame })),
      }),
    ),
  )
  if (dump !== undefined) writeFileSync(dump, JSON.stringify(kept))
  const minutes = (Date.now() - from) / 60_000
  const total = (what: 'frames' | 'figures' | 'prices'): number => walks.reduce((sum, walk) => sum + walk[what], 0)
  const pace = Math.round(total('prices') / minutes)
  console.log(`${total('frames')} frames, ${total('figures')} figures, ${pace} prices a minute`)
  // As one text: a list is cut short in a report.
  expect(walks.flatMap(({ findings }) => findings).join('\n')).toBe('')
  expect(total('prices')).toBeGreaterThan(0)
  // How fast they come depends on the machine: only the long walk asks for it.
  if (!isShort) expect(pace).toBeGreaterThan(pricesPerMinute)
}, 900_000)

/** The same screen again, after a position was closed elsewhere. */
const afterClosing = (screen: Screen): Screen => ({
  ...screen,
  steps: async () => {
    const { url } = stage.server.block
    const { rows } = await ask(url, activePositions, {}, { token: owner.token })
    const { positionId } = present(rows.at(-1), 'an open position')
    await ask(url, liquidate, { positionId: idOf('pos', positionId) }, { token: owner.token })
  },
})

let plantedApp: string | undefined

test.each(figureFaults.map((fault) => [fault.what, fault] as const))('%s', async (_, fault: FigureFault) => {
  const { server, browser } = stage
  plantedApp ??= buildPlanted()
  const folder = plantedApp
  const screens = screensOf(fault, figureScreensOf(owner))
  expect(screens.length).toBeGreaterThan(0)
  const round = await walkRound({
    ...{ browser, url: server.block.url, owner },
    screens: fault.closes === true ? [...screens, ...screens.map(afterClosing)] : screens,
    // Some show only when a price moves; a position is closed once.
    until: fault.closes === true ? 0 : Date.now() + faultMs,
    wanted: fault.finding,
    prepare: ({ context }) => plant(context, folder, fault),
  })
  expect(round.findings.join('\n')).toMatch(fault.finding)
})
