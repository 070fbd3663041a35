import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import { layer } from '../people/customer.ts'
import type { Phone } from './phone.ts'
import { wordsOf } from './words.ts'

const steps = 8
// A finger has to go some fifteen pixels before a browser takes it for moving at all.

/**
 * Takes the line of a chart that a handle lies over and lets it go some pixels lower, with a mouse or with a finger, until
 * the sheet it opens stands. A chart draws itself anew while candles come, so a line may have moved from under the hand.
 */
export async function dragLine(
  on: Phone,
  handle: Locator,
  { downBy, by }: { readonly downBy: number; readonly by: 'mouse' | 'finger' },
): Promise<Locator> {
  await showDays(on)
  // Before there are candles a line stands nowhere.
  await on.page.locator('[role="img"][aria-busy="false"]').waitFor()
  await expect.poll(() => handle.evaluate((button) => button.style.top)).not.toBe('')
  await handle.scrollIntoViewIfNeeded()
  await expect
    .poll(
      async () => {
        const box = await handle.boundingBox()
        if (box === null) return 'no line'
        const from = { x: box.x + 40, y: box.y + box.height / 2 }
        await (by === 'mouse' ? byMouse : byFinger)(on, from, downBy)
        const opened = layer(on).waitFor({ timeout: 2_000 })
        return await opened.then(
          () => 'a sheet',
          () => 'nothing',
        )
      },
      { timeout: 15_000 },
    )
    .toBe('a sheet')
  return layer(on)
}

/** Candles of days: what is on the screen reaches far above and below the price. */
export async function showDays(on: Phone): Promise<void> {
  const { market } = wordsOf(on.language)
  await on.page.getByRole('tab', { name: market.kline.intervals['1d'], exact: true }).click()
}

async function byMouse({ page }: Phone, from: { readonly x: number; readonly y: number }, downBy: number) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  for (let step = 1; step <= steps; step += 1) await page.mouse.move(from.x, from.y + (downBy * step) / steps)
  await page.mouse.up()
}

async function byFinger({ page, context }: Phone, from: { readonly x: number; readonly y: number }, downBy: number) {
  const hand = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    hand.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: from.x, y }] })
  await touch('touchStart', from.y)
  for (let step = 1; step <= steps; step += 1) await touch('touchMove', from.y + (downBy * step) / steps)
  await touch('touchEnd', from.y + downBy)
  await hand.detach()
}
