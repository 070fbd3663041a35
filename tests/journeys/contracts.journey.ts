import {
  activePositions,
  add,
  cancelContractOrder,
  contractMark,
  contractOrders,
  liquidationReceipt,
  liquidations,
  ownFunding,
  positionBookings,
} from '@bolsillo/contracts/contract'
import { transferCoins } from '@bolsillo/exchange/contract'
import { idOf, present } from '@bolsillo/kernel'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arriveAt, button, fact, layer, openLogin, signIn, textbox, tokenOn } from './people/customer.ts'
import { ask } from './stage/api.ts'
import { dragLine } from './stage/drag.ts'
import { type Language, languages, openBrowser, openPhone, type Phone } from './stage/phone.ts'
import { type RunningServer, startServer } from './stage/server-process.ts'
import { expectSoundBooks } from './stage/stage.ts'
import { filled, saying, startingWith, wordsOf } from './stage/words.ts'

// A leveraged long from the first questions to its end: exits, a payment of funding, a market that crashes by its seed,
// liquidation in parts with a receipt the phone computes again, and closing everything that is left.

const symbol = 'BTC-USDT-PERP'
const hourMs = 3_600_000
const crashAfterMs = 10 * hourMs
const aheadMs = 8_000

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
})

const positionsPath = '/pages/tabbar/position?family=contract'

/** The way back in after a session idled out. */
async function comeBack(on: Phone, running: RunningServer): Promise<string> {
  const [customer] = running.block.customers
  if (customer === undefined) throw new Error('no demo')
  await openLogin(on)
  await signIn(on, { phone: customer.account.replace('+52', ''), password: customer.password })
  await arriveAt(on, '/pages/tabbar/home')
  return tokenOn(on)
}

/** A price as the language types it. */
const typed = (price: string, language: Language): string => (language === 'pt-BR' ? price.replace('.', ',') : price)

/** Answers the four questions, each by the letter given, and sends them. */
async function answerQuestions(on: Phone, letters: Readonly<Record<string, 'a' | 'b' | 'c'>>): Promise<void> {
  const { contracts: t } = wordsOf(on.language)
  const sheet = layer(on)
  for (const question of ['liquidation', 'leverage', 'funding', 'loss'] as const) {
    const words: Readonly<Record<string, string>> = t.suitability.answers[question]
    await sheet.getByText(words[letters[question] ?? 'a'] ?? '', { exact: true }).click()
  }
  await button(sheet, t.suitability.send).click()
}

/** Opens the only position's sheet. */
async function openPosition(on: Phone): Promise<Locator> {
  await on.page.goto(positionsPath)
  await on.page.getByRole('button').filter({ hasText: 'BTC-PERP' }).first().click()
  return layer(on)
}

/** A customer on their phone, signed in at a server of their own. */
interface Trader {
  readonly on: Phone
  readonly running: RunningServer
  readonly customer: RunningServer['block']['customers'][number]
  readonly token: string
}

const firstPosition = async ({ running, token }: Trader) =>
  (await ask(running.block.url, activePositions, {}, { token })).rows[0]

/** Ten times leverage: first the questions, once wrong and once right. */
async function passQuestions({ on }: Trader): Promise<void> {
  const { contracts: t, trading } = wordsOf(on.language)
  await on.page.goto(`/pages/coin/coinKline?symbol=${symbol}`)
  await button(on, t.sides.long).click()
  await textbox(layer(on), trading.ticket.quantity).fill(typed('0.200', on.language))
  await button(layer(on), '10×').click()
  await button(layer(on), t.ticket.review.buy).click()
  await layer(on).getByText(t.suitability.lead).waitFor()
  await answerQuestions(on, { liquidation: 'a', leverage: 'c', funding: 'a', loss: 'b' })
  await layer(on).getByText(t.suitability.wrong).waitFor()
  await answerQuestions(on, { liquidation: 'b', leverage: 'c', funding: 'a', loss: 'b' })
}

/** The form is as it was left; the review says what it comes to, the result what was filled. */
async function openLong({ on, customer }: Trader): Promise<void> {
  const { contracts: t, trading } = wordsOf(on.language)
  await textbox(layer(on), trading.ticket.quantity).waitFor()
  expect(await textbox(layer(on), trading.ticket.quantity).inputValue()).toBe(typed('0.200', on.language))
  await button(layer(on), t.ticket.review.buy).click()
  const pin = layer(on).getByLabel(trading.ticket.password, { exact: true })
  await pin.fill(customer.tradePassword)
  await button(layer(on), t.ticket.confirm.buy).click()
  const size = typed('0.2', on.language)
  await layer(on)
    .getByText(filled(t.ticket.filled.buy, { quantity: size, ticker: 'BTC-PERP' }))
    .waitFor()
  await button(layer(on), trading.ticket.result.done).click()
}

/** A stop on the wrong side is named at its field; then both exits are set, and the stop taken away again. */
async function setExits(trader: Trader, priceAt: (part: number) => string): Promise<void> {
  const { on } = trader
  const { contracts: t } = wordsOf(on.language)
  let sheet = await openPosition(on)
  await sheet.getByRole('button').filter({ hasText: t.exits.loss }).click()
  await textbox(layer(on), t.exits.price).fill(typed(priceAt(1.05), on.language))
  await layer(on).getByText(saying(t.rejections['contract-stop-loss-on-wrong-side'])).waitFor()
  expect(await button(layer(on), t.exits.confirm).isDisabled()).toBe(true)
  await textbox(layer(on), t.exits.price).fill(typed(priceAt(0.97), on.language))
  await button(layer(on), t.exits.confirm).click()
  sheet = await openPosition(on)
  await sheet.getByRole('button').filter({ hasText: t.exits.profit }).click()
  await textbox(layer(on), t.exits.price).fill(typed(priceAt(1.4), on.language))
  await button(layer(on), t.exits.confirm).click()
  await expect
    .poll(async () => (await firstPosition(trader))?.triggers.map(({ kind }) => kind).sort())
    .toEqual(['stop-loss', 'take-profit'])
  sheet = await openPosition(on)
  await on.shot('contract-position')
  await sheet.getByRole('button').filter({ hasText: t.exits.loss }).click()
  await button(layer(on), t.exits.confirmRemove).click()
  await expect
    .poll(async () => (await firstPosition(trader))?.triggers.map(({ kind }) => kind))
    .toEqual(['take-profit'])
}

/** On the chart an order that waits is taken by its line. */
async function moveByLine({ on, running, customer, token }: Trader, limitPrice: string): Promise<void> {
  const { url } = running.block
  const { trading } = wordsOf(on.language)
  const { tradePassword } = customer
  const resting = { symbol, side: 'buy', type: 'limit', quantity: '0.010', limitPrice } as const
  const { order: placed } = await ask(url, add, { ...resting, leverage: '10', tradePassword }, { token })
  await on.page.goto(`/pages/coin/coinKline?symbol=${symbol}`)
  const line = on.page
    .getByRole('button', { name: saying(trading.move.label) })
    .filter({ hasText: trading.sides.bought })
  const dropped = await dragLine(on, line, { downBy: 30, by: 'finger' })
  const lower = (await textbox(dropped, trading.move.price).inputValue()).replace(',', '.')
  expect(Number(lower)).toBeLessThan(Number(placed.limitPrice))
  await dropped.getByLabel(trading.ticket.password, { exact: true }).fill(tradePassword)
  await button(dropped, trading.move.confirm).click()
  await on.page.getByText(trading.move.done).waitFor()
  const { rows: waiting } = await ask(url, contractOrders, { symbol, filter: 'open' }, { token })
  expect(waiting.map((order) => Number(order.limitPrice))).toEqual([Number(lower)])
  const [{ orderId } = placed] = waiting
  await ask(url, cancelContractOrder, { orderId: idOf('ord', orderId) }, { token })
}

/** The line of the entry becomes a stop-loss below it; it is taken away again. */
async function dragExit(trader: Trader): Promise<void> {
  const { on } = trader
  const { contracts: t } = wordsOf(on.language)
  const entry = on.page.getByRole('button', { name: saying(t.exits.fromEntry) })
  const dropped = await dragLine(on, entry, { downBy: 30, by: 'finger' })
  await on.shot('contract-exit-dragged')
  const stop = (await textbox(dropped, t.exits.price).inputValue()).replace(',', '.')
  await button(dropped, t.exits.confirm).click()
  await expect
    .poll(async () => (await firstPosition(trader))?.triggers.find(({ kind }) => kind === 'stop-loss')?.price)
    .toSatisfy((price) => Number(price) === Number(stop))
  const sheet = await openPosition(on)
  await sheet.getByRole('button').filter({ hasText: t.exits.loss }).click()
  await button(layer(on), t.exits.confirmRemove).click()
  await expect
    .poll(async () => (await firstPosition(trader))?.triggers.map(({ kind }) => kind))
    .toEqual(['take-profit'])
}

/** The clock passes the hour funding is paid at; its payment is on a page of its own. */
async function receiveFunding({ on, running, customer }: Trader): Promise<Trader> {
  const { url } = running.block
  const { rows } = await ask(url, contractMark, { symbol })
  const [due] = rows
  await running.advanceClockMs((due?.nextFundingAt ?? 0) - (await running.now()) + 60_000)
  const token = await comeBack(on, running)
  await expect
    .poll(async () => (await ask(url, ownFunding, {}, { token })).rows.length, { timeout: 120_000 })
    .toBeGreaterThan(0)
  await on.page.goto('/pages/coin/funding')
  await on.page.locator('main').getByText('BTC-PERP').first().waitFor()
  return { on, running, customer, token }
}

/** The crash, as fast as it comes: the position is closed in parts. Signed in while there is time. */
async function liquidate({ on, running, customer }: Trader, crashAt: Date): Promise<Trader> {
  const { url } = running.block
  const { contracts: t } = wordsOf(on.language)
  await running.advanceClockMs(crashAt.getTime() - (await running.now()) - aheadMs)
  const token = await comeBack(on, running)
  await expect
    .poll(async () => (await ask(url, liquidations, {}, { token })).rows.length, { timeout: 180_000, interval: 500 })
    .toBeGreaterThan(0)
  await on.page.goto('/pages/coin/liquidation')
  await on.page.getByRole('link').filter({ hasText: 'BTC-PERP' }).last().click()
  await on.page.getByText(saying(t.liquidation.kinds.partial)).first().waitFor()
  const liquidationId = idOf('liq', new URL(on.page.url()).searchParams.get('liquidationId') ?? '')
  await expect
    .poll(async () => (await ask(url, liquidationReceipt, { liquidationId }, { token })).liquidation.state, {
      timeout: 180_000,
      interval: 500,
    })
    .toBe('done')
  await on.page.reload()
  await button(on, t.liquidation.check).click()
  await on.page.getByText(t.liquidation.good).waitFor()
  await on.shot('contract-liquidation')
  return { on, running, customer, token }
}

/** The result of a position so far, summed from its fills and its funding. */
async function seeBookings({ on, running, token }: Trader, position: string): Promise<void> {
  const { url } = running.block
  const { contracts: t } = wordsOf(on.language)
  const positionId = idOf('pos', position)
  await on.page.locator(`a[href*="${positionId}"]`).click()
  await on.page.getByRole('heading', { name: startingWith(t.bookings.list) }).waitFor()
  const made = await ask(url, positionBookings, { positionId }, { token })
  expect(made.rows.map(({ what }) => what)).toEqual(expect.arrayContaining(['fill', 'funding']))
  await on.page.getByText(t.bookings.kinds.funding).first().waitFor()
  await on.shot('contract-bookings')
}

/** A short of ether, from its chart. */
async function openShort({ on, customer }: Trader): Promise<void> {
  const { contracts: t, trading } = wordsOf(on.language)
  await on.page.goto('/pages/coin/coinKline?symbol=ETH-USDT-PERP')
  await button(on, t.sides.short).click()
  await textbox(layer(on), trading.ticket.quantity).fill(typed('0.100', on.language))
  await button(layer(on), t.ticket.review.sell).click()
  await layer(on).getByLabel(trading.ticket.password, { exact: true }).fill(customer.tradePassword)
  await button(layer(on), t.ticket.confirm.sell).click()
  await button(layer(on), trading.ticket.result.done).click()
}

/** In every frame for a second, the mark of the chart and the mark its position's result is computed from. */
async function seeOneMark({ on }: Trader): Promise<void> {
  const { contracts: t } = wordsOf(on.language)
  const labels = [t.market.mark, t.positions.mark] as const
  const seen = await on.page.evaluate(async ([ofStrip, ofCard]) => {
    const after = (tag: string, label: string): string | undefined =>
      // A word that is explained by a tap is a button of its own.
      [...document.querySelectorAll(tag)].find((one) => (one.querySelector('button') ?? one).textContent === label)
        ?.nextElementSibling?.textContent ?? undefined
    const pairs: (readonly [string | undefined, string | undefined])[] = []
    const end = performance.now() + 1500
    while (performance.now() < end) {
      await new Promise(requestAnimationFrame)
      pairs.push([after('main dt', ofStrip), after('main button span', ofCard)])
    }
    return pairs
  }, labels)
  expect(seen.length).toBeGreaterThan(0)
  for (const [strip, card] of seen) expect(card).toBe(strip)
}

/** Closing one from its chart says what it came to; nothing of the position is left behind the result. */
async function closeOne(trader: Trader): Promise<void> {
  const { on } = trader
  const { contracts: t, trading } = wordsOf(on.language)
  const card = on.page.getByRole('button').filter({ hasText: 'ETH-PERP' }).filter({ hasText: t.positions.size })
  await openShort(trader)
  await card.waitFor()
  await seeOneMark(trader)
  await card.click()
  const size = typed('0.1', on.language)
  await button(layer(on), t.close.action).first().click()
  await button(layer(on), filled(t.close.confirm, { quantity: size, ticker: 'ETH' })).click()
  await layer(on)
    .getByText(filled(t.close.filled, { quantity: size, ticker: 'ETH-PERP' }))
    .waitFor()
  for (const label of [trading.order.fee, trading.order.vat, t.close.result, t.close.net]) {
    await expect.poll(async () => await fact(layer(on), label)).toMatch(/\d/)
  }
  await on.shot('contract-closed')
  await button(layer(on), trading.ticket.result.done).click()
  await card.waitFor({ state: 'detached' })
  await layer(on).waitFor({ state: 'detached' })
}

/** What is left, and a short beside it, is closed with one question. */
async function closeAll(trader: Trader): Promise<void> {
  const { on, running, token } = trader
  const { contracts: t } = wordsOf(on.language)
  await openShort(trader)
  await on.page.goto(positionsPath)
  await button(on, t.positions.closeAll).click()
  await button(on.page.getByRole('alertdialog'), t.positions.closeAll).click()
  await on.page.getByText(t.positions.closeAllDone).waitFor()
  await on.page.getByText(t.positions.empty).waitFor()
  expect((await ask(running.block.url, activePositions, {}, { token })).rows).toEqual([])
}

/** Everything a trader does with one position, from the questions to the last one that is closed. */
async function tradeOn(on: Phone, running: RunningServer, crashAt: Date): Promise<void> {
  const { url, customers } = running.block
  const customer = present(customers[0], 'a demo customer')
  const token = await comeBack(on, running)
  // Practice USDT came with the grant; contracts have a purse of their own.
  await ask(url, transferCoins, { from: 'coin', to: 'contract', asset: 'USDT', amount: '5000' }, { token })
  let trader: Trader = { on, running, customer, token }

  await passQuestions(trader)
  await openLong(trader)
  // What the ticket promised is what the list shows: one function for all.
  const opened = await firstPosition(trader)
  expect(opened).toMatchObject({ symbol, side: 'long', mode: 'isolated', leverage: '10.00' })
  const mark = Number(opened?.mark)
  const priceAt = (part: number): string => `${Math.round(mark * part)}.0`
  await setExits(trader, priceAt)
  await moveByLine(trader, priceAt(0.9))
  await dragExit(trader)
  await closeOne(trader)
  trader = await receiveFunding(trader)
  trader = await liquidate(trader, crashAt)
  await seeBookings(trader, present(opened, 'the position').positionId)
  await running.advanceClockMs(6 * 60_000)
  await closeAll(trader)
  expect(on.troubles).toEqual([])
}

// Most of each is waiting for the market: they go on at once, each with a server of its own.
test.concurrent.each(languages)('a leveraged long through funding and a crash, in %s', async (language) => {
  // A scenario is set to the second.
  const crashAt = new Date(Math.floor(Date.now() / 1000) * 1000 + crashAfterMs)
  const running = await startServer({ MARKET_SCENARIO: `crash@${crashAt.toISOString().replace('.000', '')}` })
  try {
    const on = await openPhone(browser, running.block.url, language)
    try {
      await tradeOn(on, running, crashAt)
    } catch (error) {
      await on.shot(`failed-contracts-${language}`)
      throw error
    } finally {
      await on.context.close()
    }
    await expectSoundBooks(running)
  } finally {
    await running.destroy()
  }
})
