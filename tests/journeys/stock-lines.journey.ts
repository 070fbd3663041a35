import { idOf } from '@bolsillo/kernel'
import { buy, cancel, info, order as orderCall, orders } from '@bolsillo/stocks/contract'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { arriveAt, button, layer, signIn, textbox, tokenOn } from './people/customer.ts'
import { ask } from './stage/api.ts'
import { dragLine, showDays } from './stage/drag.ts'
import { languages, openBrowser, openPhone, type Phone } from './stage/phone.ts'
import { type RunningServer, startServer } from './stage/server-process.ts'
import { saying, unitsOf, wordsOf } from './stage/words.ts'

// Orders of a share as lines of its chart: two that lie close to each other are both to be read and to be taken, and one is
// dragged to another price, by finger and by mouse.

const symbol = 'WALMEX.MX'
const hands = { 'es-ES': 'finger', 'en-US': 'mouse', 'pt-BR': 'finger' } as const
/** As high as a label is. */
const labelPx = 18

let server: RunningServer
let browser: Browser
let phone: Phone | undefined

beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser()
})
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone?.shot('failed-stock-lines')
  await phone?.context.close()
  expect(await server.verifyLedger()).toContain('every balance and hold follows')
  expect(await server.checkBooks()).toContain('"findings":0')
})
afterAll(async () => {
  await browser?.close()
  await server?.destroy()
})

/** The middles of handles, from the top of the screen down. */
async function heightsOf(handles: Locator): Promise<readonly number[]> {
  const boxes = await Promise.all((await handles.all()).map((handle) => handle.boundingBox()))
  return boxes.map((box) => (box === null ? 0 : box.y + box.height / 2)).sort((a, b) => a - b)
}

/** How far the second handle from above is below the first. */
async function gapOf(handles: Locator): Promise<number> {
  const [upper = 0, under = 0] = await heightsOf(handles)
  return under - upper
}

test.each(languages)('a line of an order is dragged on the chart of a share, in %s', async (language) => {
  const { url, customers } = server.block
  const [customer] = customers
  if (customer === undefined) throw new Error('no demo customer')
  const { tradePassword } = customer
  const on = await openPhone(browser, url, language)
  phone = on
  const { page } = on
  const { trading } = wordsOf(language)
  await page.goto('/pages/common/login')
  await signIn(on, { phone: customer.account.replace('+52', ''), password: customer.password })
  await arriveAt(on, '/pages/tabbar/home')
  const token = await tokenOn(on)
  const waiting = async () => (await ask(url, orders, { filter: 'open' }, { token })).rows

  // Two purchases a tick apart: on candles of days their lines are one line, their labels are not.
  const cents = (unitsOf((await ask(url, info, { symbol })).quote?.last ?? '0') * 97n) / 100n
  const place = async (units: bigint) => {
    const limitPrice = `${units / 100n}.${String(units % 100n).padStart(2, '0')}`
    const wish = { symbol, type: 'limit', timeInForce: 'gtc', quantity: '10', limitPrice, tradePassword } as const
    return (await ask(url, buy, wish, { token })).order
  }
  const placed = [await place(cents), await place(cents + 1n)]
  await page.goto(`/pages/stock/stockKline?symbol=${symbol}`)
  const lines = page.getByRole('button', { name: saying(trading.move.label) }).filter({ hasText: trading.sides.bought })
  await showDays(on)
  await expect.poll(() => lines.count()).toBe(2)
  await expect.poll(() => gapOf(lines)).toBeGreaterThanOrEqual(labelPx)
  const [, higher] = placed
  await ask(url, cancel, { orderId: idOf('ord', higher?.orderId ?? '') }, { token })
  await expect.poll(() => lines.count()).toBe(1)

  // Taken and let go lower: the sheet says both prices, and one order of the new price is left, with what it needs set aside.
  const [first] = placed
  const sheet = await dragLine(on, lines, { downBy: 24, by: hands[language] })
  await on.shot('stock-moving')
  const lower = (await textbox(sheet, trading.move.price).inputValue()).replace(',', '.')
  expect(unitsOf(lower)).toBeLessThan(cents)
  const secret = sheet.getByLabel(trading.ticket.password, { exact: true })
  if (await secret.isVisible()) await secret.fill(tradePassword)
  await button(sheet, trading.move.confirm).click()
  await page.getByText(trading.move.done).waitFor()
  const [moved, ...others] = await waiting()
  expect([unitsOf(moved?.limitPrice ?? '0'), moved?.quantity, others.length]).toEqual([unitsOf(lower), '10', 0])
  expect(moved?.orderId).not.toBe(first?.orderId)
  expect(unitsOf(moved?.held ?? '0')).toBeLessThan(unitsOf(first?.held ?? '0'))
  const before = await ask(url, orderCall, { orderId: idOf('ord', first?.orderId ?? '') }, { token })
  expect(before.order).toMatchObject({ state: 'cancelled', held: '0.00' })

  // Put down again where the sheet is left: nothing changes.
  await dragLine(on, lines, { downBy: 24, by: hands[language] })
  await page.keyboard.press('Escape')
  await layer(on).waitFor({ state: 'detached' })
  expect((await waiting()).map(({ orderId }) => orderId)).toEqual([moved?.orderId])
  await ask(url, cancel, { orderId: idOf('ord', moved?.orderId ?? '') }, { token })
  expect(on.troubles).toEqual([])
})
