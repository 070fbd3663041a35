import type { Locator } from 'playwright-core'
import type { Phone } from '../stage/phone.ts'

/**
 * Plays a phone with one finger and counts its taps. What counts: every tap on a button, a link, a box or a tab, and every
 * tap on a field that does not have the focus yet. What does not: the characters typed into a field that has it. A field the
 * page focuses by itself costs no tap.
 */
export interface Finger {
  readonly tap: (on: Locator) => Promise<void>
  readonly type: (into: Locator, text: string) => Promise<void>
  readonly taps: () => number
  /** Seconds since the first tap: the page's own time and the machine's, nobody thinks in between. */
  readonly seconds: () => number
}

export function fingerOn({ page }: Phone): Finger {
  let taps = 0
  let begunAt: number | undefined
  const tap = async (on: Locator): Promise<void> => {
    await on.waitFor()
    begunAt ??= performance.now()
    taps += 1
    await on.click()
  }
  return {
    tap,
    type: async (into, text) => {
      await into.waitFor()
      const isFocused = await into.evaluate((field) => field === document.activeElement)
      if (!isFocused) await tap(into)
      await page.keyboard.type(text)
    },
    taps: () => taps,
    seconds: () => (begunAt === undefined ? 0 : (performance.now() - begunAt) / 1000),
  }
}
