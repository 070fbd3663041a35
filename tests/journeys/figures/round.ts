import type { Browser } from 'playwright-core'
import type { Screen, Viewer } from '../screens/screen.ts'
import { settle } from '../screens/settle.ts'
import { show, startAgain } from '../screens/walk.ts'
import { openPhone } from '../stage/phone.ts'
import { wordsOf } from '../stage/words.ts'
import { findingsOf } from './check.ts'
import { listen, whileHeld } from './listen.ts'
import type { Owner } from './owner.ts'
import { type Frame, readFrame } from './read-figures.ts'

/** What a round came to. */
export interface Round {
  /** What is wrong: screen, figure, what it must be. Each once. */
  readonly findings: readonly string[]
  readonly frames: number
  readonly figures: number
  /** Prices that reached the pages. */
  readonly prices: number
}

interface RoundOptions {
  readonly browser: Browser
  readonly url: string
  readonly owner: Owner
  readonly screens: readonly Screen[]
  /** Screens are walked again and again until then, epoch milliseconds; each at least once. */
  readonly until: number
  /** Ends the round as soon as a finding is like this. */
  readonly wanted?: RegExp
  /** Set up on the page before the app starts. */
  readonly prepare?: (on: Viewer) => Promise<void>
  readonly onFrame?: (screen: Screen, frame: Frame, findings: readonly string[]) => void
}

/** Looks at each screen while the market moves, and again while it is held still. */
export async function walkRound(options: RoundOptions): Promise<Round> {
  const { browser, url, owner, screens, until, wanted, prepare, onFrame } = options
  const on: Viewer = {
    ...(await openPhone(browser, url, 'es-ES', 'light', 1)),
    words: wordsOf('es-ES'),
    who: 'owner',
    tradePassword: owner.tradePassword,
  }
  await on.context.addInitScript((kept) => {
    localStorage.setItem('userToken', kept.token)
    localStorage.setItem('userInfo', kept.user)
  }, owner)
  await listen(on.context)
  await prepare?.(on)
  const findings = new Set<string>()
  const sums = { frames: 0, figures: 0, prices: 0 }
  const note = (screen: Screen, frame: Frame, found: readonly string[]): void => {
    sums.frames += 1
    sums.figures += frame.figures.length
    for (const finding of found) findings.add(`${screen.name}: ${finding}`)
    onFrame?.(screen, frame, found)
  }
  const isFound = (): boolean => wanted !== undefined && [...findings].some((finding) => wanted.test(finding))
  const walked = await rounds({ on, screens, isOver: () => isFound() || Date.now() > until }, note, (screen, failure) =>
    findings.add(`${screen.name}: ${failure}`),
  )
  sums.prices = walked
  for (const trouble of on.troubles) findings.add(trouble)
  await on.context.close()
  return { ...sums, findings: [...findings] }
}

type Note = (screen: Screen, frame: Frame, findings: readonly string[]) => void
const movingLooks = 2
const betweenMs = 150

/** @returns how many prices reached the page. */
async function rounds(
  { on, screens, isOver }: { readonly on: Viewer; readonly screens: readonly Screen[]; readonly isOver: () => boolean },
  note: Note,
  fail: (screen: Screen, failure: string) => void,
): Promise<number> {
  let prices = 0
  await startAgain(on)
  for (let round = 0; round === 0 || !isOver(); round += 1) {
    for (const screen of screens) {
      if (round > 0 && isOver()) break
      const before = (await on.page.evaluate(() => window.figuresListener.known().prices)) as number
      const failure = await lookAt(on, screen, note).catch((error: unknown) => String(error).split('\n', 2).join(' '))
      if (failure !== undefined) {
        fail(screen, failure)
        await startAgain(on)
      }
      const after = (await on.page.evaluate(() => window.figuresListener.known().prices)) as number
      prices += Math.max(0, after - before)
      if ((await on.page.locator('dialog[open]').count()) > 0) await startAgain(on)
    }
  }
  return prices
}

async function lookAt(on: Viewer, screen: Screen, note: Note): Promise<undefined> {
  const { page } = on
  await show(on, screen)
  await screen.steps?.(on)
  if (screen.steps !== undefined) await settle(page, screen.showsWaiting)
  for (let look = 0; look < movingLooks; look += 1) {
    const moving = await readFrame(page)
    note(screen, moving, findingsOf(moving, 'moving'))
    await page.waitForTimeout(betweenMs)
  }
  const still = await whileHeld(page, () => readFrame(page))
  note(screen, still, findingsOf(still, 'still'))
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}
