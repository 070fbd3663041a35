import { assets, list } from '@bolsillo/spot/contract'
import { expect, test } from 'vitest'
import { arriveAt, button, layer, openLogin, signIn, textbox, tokenOn } from './people/customer.ts'
import { ask } from './stage/api.ts'
import { dragLine } from './stage/drag.ts'
import { type Language, languages, type Phone } from './stage/phone.ts'
import type { RunningServer } from './stage/server-process.ts'
import { openStage } from './stage/stage.ts'
import { filled, saying, wordsOf } from './stage/words.ts'

// Coins: found in the list, bought at market, an order that waits and is cancelled, what they cost, and sold again.

const symbol = 'ETH-USDT'

const dayMs = 86_400_000

const stage = openStage('coins', 'each')

const typed = (price: string, language: Language): string => (language === 'pt-BR' ? price.replace('.', ',') : price)

/** A customer on their phone, signed in. */
interface Trader {
  readonly on: Phone
  readonly customer: RunningServer['block']['customers'][number]
  readonly token: string
}

async function owned({ token }: Trader): Promise<number> {
  const { rows } = await ask(stage.server.block.url, assets, {}, { token })
  return Number(rows.find(({ asset }) => asset === 'ETH')?.total ?? '0')
}

/** Goes from the filled ticket to its result. */
async function confirm({ on, customer }: Trader, side: 'buy' | 'sell'): Promise<void> {
  const { trading } = wordsOf(on.language)
  await button(layer(on), trading.ticket.review[side]).click()
  await button(layer(on), trading.ticket.confirm[side]).waitFor()
  const pin = layer(on).getByLabel(trading.ticket.password, { exact: true })
  if (await pin.isVisible()) await pin.fill(customer.tradePassword)
  await button(layer(on), trading.ticket.confirm[side]).click()
  await button(layer(on), trading.ticket.result.done).waitFor()
}

/** Found by its name; the star is there to be pressed. */
async function findCoin(on: Phone): Promise<void> {
  const { spot: t } = wordsOf(on.language)
  await on.page.goto('/pages/coin/index')
  await on.page.getByLabel(t.markets.search).fill('ethereum')
  await on.page.getByRole('link').filter({ hasText: 'ETH' }).first().click()
  await arriveAt(on, '/pages/coin/coinKline')
}

/** At market, by quantity: the result tells the fill, and the phone computes the receipt itself. */
async function buyAtMarket(trader: Trader, before: number): Promise<void> {
  const { on } = trader
  const { trading } = wordsOf(on.language)
  const size = typed('0.5', on.language)
  await button(on, trading.sides.buy).click()
  await layer(on).getByRole('radio', { name: trading.types.market, exact: true }).click()
  await textbox(layer(on), trading.ticket.quantity).fill(size)
  await confirm(trader, 'buy')
  await layer(on)
    .getByText(filled(trading.ticket.result.filledBuy, { quantity: size, ticker: 'ETH' }))
    .waitFor()
  await on.shot('coin-bought')
  await layer(on).getByRole('link', { name: trading.ticket.result.see }).click()
  await arriveAt(on, '/pages/coin/order')
  await button(on, trading.order.check).click()
  await on.page.getByText(trading.order.checkTitle).waitFor()
  await expect.poll(() => owned(trader)).toBeCloseTo(before + 0.5, 6)
}

/** A limit far from the market waits, post-only; answers its price. */
async function leaveWaiting(trader: Trader): Promise<string> {
  const { on, token } = trader
  const { trading } = wordsOf(on.language)
  await on.page.goto(`/pages/coin/coinKline?symbol=${symbol}`)
  await button(on, trading.sides.buy).click()
  await layer(on).getByRole('radio', { name: trading.types.limit, exact: true }).click()
  const [order] = (await ask(stage.server.block.url, list, { symbol, filter: 'closed' }, { token })).rows
  const low = `${Math.floor(Number(order?.averagePrice ?? '0') * 0.97)}`
  await textbox(layer(on), trading.ticket.limitPrice).fill(low)
  await textbox(layer(on), trading.ticket.quantity).fill(typed('0.1', on.language))
  await layer(on)
    .getByRole('button', { name: saying(trading.times.label) })
    .first()
    .click()
  await layer(on).getByLabel(trading.ticket.postOnly).check()
  await confirm(trader, 'buy')
  await layer(on).getByText(trading.ticket.result.open).waitFor()
  await layer(on).getByRole('link', { name: trading.ticket.result.see }).click()
  await on.page.getByRole('heading', { name: trading.order.waitingTitle }).waitFor()
  return low
}

/**
 * Its line is taken on the chart and let go lower: the sheet says both prices, and one order of the new price is left.
 * Canceling it releases everything.
 */
async function moveByLine({ on, customer, token }: Trader, low: string): Promise<void> {
  const { page } = on
  const { trading } = wordsOf(on.language)
  const waiting = async () => (await ask(stage.server.block.url, list, { symbol, filter: 'open' }, { token })).rows
  const [first] = await waiting()
  await page.goto(`/pages/coin/coinKline?symbol=${symbol}`)
  // What was bought stands below the chart.
  await page.getByText(trading.owned.title).waitFor()
  const line = page.getByRole('button', { name: saying(trading.move.label) })
  const sheet = await dragLine(on, line, { downBy: 16, by: 'mouse' })
  await on.shot('coin-moving')
  const lower = (await textbox(sheet, trading.move.price).inputValue()).replace(',', '.')
  expect(Number(lower)).toBeLessThan(Number(low))
  const secret = sheet.getByLabel(trading.ticket.password, { exact: true })
  if (await secret.isVisible()) await secret.fill(customer.tradePassword)
  await button(sheet, trading.move.confirm).click()
  await page.getByText(trading.move.done).waitFor()
  const [moved, ...others] = await waiting()
  expect([Number(moved?.limitPrice), moved?.postOnly, others.length]).toEqual([Number(lower), true, 0])
  expect(moved?.orderId).not.toBe(first?.orderId)

  // The same by keys: the handle of the line is a button, and the price a field.
  await line.focus()
  await page.keyboard.press('Enter')
  await textbox(layer(on), trading.move.price).waitFor()
  await page.keyboard.press('Escape')
  await page.goto(`/pages/coin/order?orderId=${moved?.orderId}`)
  await button(on, trading.orders.cancel).click()
  await button(page.getByRole('alertdialog'), trading.orders.cancel).click()
  await page.getByRole('heading', { name: trading.order.cancelledTitle }).waitFor()
}

/** What it cost stands with the holding; from there it is sold. */
async function sellHolding(trader: Trader): Promise<void> {
  const { on } = trader
  const { spot: t, trading } = wordsOf(on.language)
  const size = typed('0.5', on.language)
  await on.page.goto('/pages/tabbar/position?family=coin')
  await on.page.getByRole('button').filter({ hasText: 'ETH' }).first().click()
  await layer(on).getByText(t.assets.average).first().waitFor()
  await on.shot('coin-holding')
  await button(layer(on), trading.sides.sell).click()
  await layer(on).getByRole('radio', { name: trading.types.market, exact: true }).click()
  await textbox(layer(on), trading.ticket.quantity).fill(size)
  await confirm(trader, 'sell')
  await layer(on)
    .getByText(filled(trading.ticket.result.filledSell, { quantity: size, ticker: 'ETH' }))
    .waitFor()
  // What came in net, what it had cost and what was gained: on the sheet, then on the receipt.
  const { sale } = trading
  const outcome = new RegExp(`^(?:${sale.gain}|${sale.loss}|${sale.even})$`)
  for (const line of [sale.net, sale.cost, outcome]) await layer(on).getByText(line, { exact: true }).waitFor()
  await on.shot('coin-sold')
  await layer(on).getByRole('link', { name: trading.ticket.result.see }).click()
  const receipt = on.page.locator('section').filter({ hasText: sale.title })
  for (const line of [sale.gross, sale.net, outcome]) await receipt.getByText(line, { exact: true }).waitFor()
  const [sold] = (await ask(stage.server.block.url, list, { symbol, filter: 'closed' }, { token: trader.token })).rows
  expect(sold?.side).toBe('sell')
}

test.each(languages)('coins bought, kept waiting, and sold, in %s', async (language) => {
  const [customer] = stage.server.block.customers
  if (customer === undefined) throw new Error('no demo')
  const on = await stage.openPhone(language)
  const { page } = on
  const { spot: t } = wordsOf(language)
  await page.goto('/pages/common/login')
  await signIn(on, { phone: customer.account.replace('+52', ''), password: customer.password })
  await arriveAt(on, '/pages/tabbar/home')
  const trader = { on, customer, token: await tokenOn(on) }
  const before = await owned(trader)

  await findCoin(on)
  await buyAtMarket(trader, before)
  const low = await leaveWaiting(trader)
  await moveByLine(trader, low)
  await sellHolding(trader)
  await expect.poll(() => owned(trader)).toBeCloseTo(before, 6)

  // The day after, both count towards the tier, and the figure opens into them.
  await stage.server.advanceClockMs(dayMs)
  await openLogin(on)
  await signIn(on, { phone: customer.account.replace('+52', ''), password: customer.password })
  await arriveAt(on, '/pages/tabbar/home')
  await page.goto('/pages/coin/fees')
  await page.getByRole('link', { name: t.tier.madeOf }).click()
  await page.getByRole('heading', { name: t.volume.list }).waitFor()
  await expect
    .poll(() =>
      page
        .getByRole('link')
        .filter({ hasText: `0${language === 'pt-BR' ? ',' : '.'}5` })
        .count(),
    )
    .toBeGreaterThan(1)
  await on.shot('coin-volume')
  expect(on.troubles).toEqual([])
})
