import { idOf } from '@bolsillo/kernel'
import { readAssets } from '@bolsillo/ledger/contract'
import { info, order as orderCall, orders, position, sell, statistics } from '@bolsillo/stocks/contract'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import {
  arriveAt,
  button,
  fact,
  factsTogether,
  layer,
  type Person,
  register,
  signIn,
  signOut,
  takeGrant,
  textbox,
  tokenOn,
} from './people/customer.ts'
import { answer, ask } from './stage/api.ts'
import { type Language, languages, type Phone } from './stage/phone.ts'
import { openStage } from './stage/stage.ts'
import { filled, readFigure, saying, unitsOf, wordsOf } from './stage/words.ts'

// The whole line, from nothing to a first sale, as the issue tells it; once for each language of the interface.

const symbol = 'WALMEX.MX'
const ticker = 'WALMEX'
const bought = 50n

const people: Readonly<Record<Language, Person>> = {
  'es-ES': { phone: '5512341907', password: 'Jacaranda-7 verde', tradePassword: '271604' },
  'en-US': { phone: '5587650912', password: 'Nopal 3 campanas', tradePassword: '604271' },
  'pt-BR': { phone: '3312847561', password: 'Ventana-9 azul', tradePassword: '918273' },
}

const stage = openStage('first-share', 'each')

/** What an amount costs by the published schedule of Mexican shares, in cents: commission and its VAT, rounded down. */
function chargesOf(amount: bigint): { readonly fee: bigint; readonly vat: bigint } {
  const [feeBps, vatBps] = [25n, 1600n]
  const fee = (amount * feeBps) / 10_000n
  return { fee, vat: (fee * vatBps) / 10_000n }
}

const textOf = async (place: Locator): Promise<string> => (await place.textContent()) ?? ''

/** Opens the ticket of a side from the chart's buttons, once the facts it computes with have come. */
async function openTicket(on: Phone, side: 'buy' | 'sell'): Promise<Locator> {
  const { trading } = wordsOf(on.language)
  await button(on, trading.sides[side]).click()
  const sheet = layer(on)
  await textbox(sheet, trading.ticket.quantity).waitFor()
  return sheet
}

interface Lines {
  readonly amount: bigint
  readonly fee: bigint
  readonly vat: bigint
}

/** The review step's own figures; that they add up is asserted. */
async function readReview(
  on: Phone,
  side: 'buy' | 'sell',
  sizedExactly: boolean,
): Promise<Lines & { readonly total: bigint }> {
  const { trading } = wordsOf(on.language)
  // At one moment: at market price they move while they are looked at.
  const shown = await factsTogether(layer(on), [
    sizedExactly ? trading.ticket.orderAmount : trading.ticket.approxAmount,
    trading.order.fee,
    trading.order.vat,
    side === 'buy' ? trading.ticket.total : trading.ticket.receive,
  ])
  const [amount = 0n, fee = 0n, vat = 0n, total = 0n] = shown.map((text) => readFigure(text, on.language))
  const lines = { amount, fee, vat, total }
  const charges = lines.fee + lines.vat
  expect(lines.total).toBe(side === 'buy' ? lines.amount + charges : lines.amount - charges)
  return lines
}

/** Types the trade password, confirms, and waits for the outcome. */
async function confirm(on: Phone, side: 'buy' | 'sell', person: Person): Promise<void> {
  const { trading } = wordsOf(on.language)
  const sheet = layer(on)
  const pin = sheet.getByLabel(trading.ticket.password, { exact: true })
  if (await pin.isVisible()) await pin.fill(person.tradePassword)
  await button(sheet, trading.ticket.confirm[side]).click()
  await button(sheet, trading.ticket.result.done).waitFor()
}

/** What the result step says was filled and charged. */
async function readResult(on: Phone): Promise<Lines> {
  const { trading } = wordsOf(on.language)
  const sheet = layer(on)
  const figure = async (label: string): Promise<bigint> => readFigure(await fact(sheet, label), on.language)
  const fills = await sheet.locator('dt').filter({ hasText: '×' }).all()
  let amount = 0n
  for (const line of fills) {
    const [quantity = '', price = ''] = (await textOf(line)).split('×')
    const paid = readFigure(await textOf(line.locator('xpath=following-sibling::dd[1]')), on.language)
    expect(paid).toBe(readFigure(quantity, on.language, 0) * readFigure(price, on.language))
    amount += paid
  }
  return { amount, fee: await figure(trading.order.fee), vat: await figure(trading.order.vat) }
}

interface Pesos {
  readonly posted: bigint
  readonly held: bigint
  readonly available: bigint
}

/** Pesos as the assets page shows them, posted; and as the program reads them, with what is set aside. */
async function pesos(on: Phone): Promise<Pesos> {
  const { ledger: t } = wordsOf(on.language)
  const assets = await ask(stage.server.block.url, readAssets, {}, { token: await tokenOn(on) })
  const balance = assets.balances.find(({ asset }) => asset === 'MXN')
  if (balance === undefined) throw new Error('a customer without pesos')
  await on.page.goto('/pages/user/assets')
  const shown = on.page.getByRole('button').filter({ hasText: t.assets.names.MXN }).first()
  await shown.waitFor()
  const posted = unitsOf(balance.posted)
  expect(readFigure(await textOf(shown.getByText(/^[\d.,]+$/).first()), on.language)).toBe(posted)
  const held = unitsOf(balance.held)
  return { posted, held, available: posted - held }
}

async function findShare(on: Phone): Promise<void> {
  const { core, stocks } = wordsOf(on.language)
  await on.page.goto('/pages/tabbar/home')
  await on.page.getByRole('link', { name: core.home.search, exact: true }).click()
  await on.page.getByLabel(stocks.search.hint).fill('walm')
  await on.page
    .getByRole('link', { name: new RegExp(ticker) })
    .first()
    .click()
  await arriveAt(on, '/pages/stock/stockKline')
}

/**
 * The trade password is missing: it is created in a sheet over the ticket, which goes on to the review with what was typed, and
 * with the digits just chosen.
 */
async function setTradePassword(on: Phone, person: Person): Promise<void> {
  const { identity, trading } = wordsOf(on.language)
  const sheet = await openTicket(on, 'buy')
  expect(await sheet.getByRole('radio', { name: trading.types.market, exact: true }).isChecked()).toBe(true)
  await textbox(sheet, trading.ticket.quantity).fill(String(bought))
  await button(sheet, trading.ticket.review.buy).click()
  await layer(on).getByLabel(identity.tradePassword.choose, { exact: true }).fill(person.tradePassword)
  await layer(on).getByLabel(identity.tradePassword.repeat, { exact: true }).fill(person.tradePassword)
  await on.shot('ticket-password')
  await button(layer(on), identity.tradePassword.save).click()
  await button(layer(on), trading.ticket.confirm.buy).waitFor()
  expect(await layer(on).getByLabel(trading.ticket.password, { exact: true }).inputValue()).toBe(person.tradePassword)
  await layer(on)
    .getByText(saying(`${bought}`))
    .first()
    .waitFor()
}

const clockIn = (language: Language, at: number): string => {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'America/Mexico_City',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(at)
  const [date = '', time = ''] = parts.split(', ')
  return language === 'pt-BR' ? time : `${date.replaceAll('/', '-')}, ${time}`
}

/** A person on their phone, signed in. */
interface Buyer {
  readonly on: Phone
  readonly person: Person
  readonly token: string
}

/** What was traded, and the pesos before. */
interface Traded {
  readonly start: Pesos
  readonly purchase: Lines
  readonly sale: Lines
}

const paidFor = ({ amount, fee, vat }: Lines): bigint => amount + fee + vat

const boughtIn = ({ language }: Phone): string =>
  filled(wordsOf(language).trading.ticket.result.filledBuy, { quantity: String(bought), ticker })

/** At market, from the review that is open: the result tells the fill. */
async function buyAtMarket({ on, person }: Buyer): Promise<Lines> {
  const asked = await readReview(on, 'buy', false)
  await confirm(on, 'buy', person)
  await layer(on).getByText(boughtIn(on)).waitFor()
  const result = await readResult(on)
  expect(result).toEqual({ amount: result.amount, ...chargesOf(result.amount) })
  // The market moved between ticket and desk; a slow machine gives it longer.
  const drift = asked.amount - result.amount
  expect(drift < 0n ? -drift * 20n : drift * 20n).toBeLessThan(result.amount)
  return result
}

/** The order page and the program say the same as the result. */
async function seeOrder({ on, token }: Buyer, result: Lines): Promise<void> {
  const { trading } = wordsOf(on.language)
  await layer(on).getByRole('link', { name: trading.ticket.result.see }).click()
  await arriveAt(on, '/pages/stock/order')
  const orderId = idOf('ord', new URL(on.page.url()).searchParams.get('orderId') ?? '')
  await on.page.getByRole('heading', { name: boughtIn(on) }).waitFor()
  const main = on.page.locator('main')
  expect(readFigure(await fact(main, trading.order.fee), on.language)).toBe(result.fee)
  expect(readFigure(await fact(main, trading.order.vat), on.language)).toBe(result.vat)
  const kept = await ask(stage.server.block.url, orderCall, { orderId }, { token })
  expect(unitsOf(kept.order.filledAmount)).toBe(result.amount)
  await main.getByText(saying(trading.order.check)).first().waitFor()
}

/** A limit away from the market stays open. */
async function leaveOpen({ on, person }: Buyer): Promise<Lines & { readonly total: bigint }> {
  const { trading } = wordsOf(on.language)
  await on.page.goto(`/pages/stock/stockKline?symbol=${symbol}`)
  const { quote } = await ask(stage.server.block.url, info, { symbol })
  const limit = (unitsOf(quote?.last ?? '0') * 97n) / 100n / 10n
  const limitCents = limit * 10n
  const sheet = await openTicket(on, 'buy')
  await sheet.getByRole('radio', { name: trading.types.limit, exact: true }).click()
  const typed = `${limitCents / 100n}.${String(limitCents % 100n).padStart(2, '0')}`
  await textbox(sheet, trading.ticket.limitPrice).fill(on.language === 'pt-BR' ? typed.replace('.', ',') : typed)
  await textbox(sheet, trading.ticket.quantity).fill('20')
  await button(sheet, trading.ticket.review.buy).click()
  await button(sheet, trading.ticket.confirm.buy).waitFor()
  const limited = await readReview(on, 'buy', true)
  expect(limited.amount).toBe(limitCents * 20n)
  expect(limited).toMatchObject(chargesOf(limited.amount))
  await confirm(on, 'buy', person)
  await layer(on).getByText(trading.ticket.result.open).waitFor()
  return limited
}

/** What waits holds its total, and canceling it releases everything. */
async function cancelOpen({ on }: Buyer, before: Pesos, total: bigint): Promise<void> {
  const { trading } = wordsOf(on.language)
  expect(await pesos(on)).toEqual({ posted: before.posted, held: total, available: before.available - total })
  await on.page.goto('/pages/stock/order')
  await on.page.getByRole('link').filter({ hasText: ticker }).first().click()
  await on.page.getByRole('heading', { name: trading.order.waitingTitle }).waitFor()
  await button(on, trading.orders.cancel).click()
  await button(on.page.getByRole('alertdialog'), trading.orders.cancel).click()
  await on.page.getByRole('heading', { name: trading.order.cancelledTitle }).waitFor()
  expect(await pesos(on)).toEqual(before)
}

/** The position, locked until the next business day; answers until when. */
async function seeLocked({ on, token }: Buyer, paid: bigint): Promise<number> {
  const { stocks: t } = wordsOf(on.language)
  const { position: owned } = await ask(stage.server.block.url, position, { symbol }, { token })
  expect(owned).toMatchObject({ quantity: String(bought), sellable: '0', locked: String(bought) })
  expect(unitsOf(owned.cost)).toBe(paid)
  const unlocksAt = owned.locks[0]?.sellableAt ?? 0
  await on.page.goto('/pages/tabbar/position?family=stock')
  await on.page.getByRole('button').filter({ hasText: ticker }).first().click()
  const facts = layer(on)
  await facts.getByText(clockIn(on.language, unlocksAt)).first().waitFor()
  expect(readFigure(await fact(facts, t.positions.lockedLabel), on.language, 0)).toBe(bought)
  return unlocksAt
}

/** From the sheet of the position: what is locked is not sold, neither by the ticket nor past it. */
async function failToSell({ on, person, token }: Buyer, unlocksAt: number): Promise<void> {
  const { trading } = wordsOf(on.language)
  await button(layer(on), trading.sides.sell).click()
  const sheet = layer(on)
  await textbox(sheet, trading.ticket.quantity).fill('1')
  await button(sheet, trading.ticket.review.sell).click()
  await sheet.getByText(clockIn(on.language, unlocksAt)).first().waitFor()
  await sheet.getByText(saying(trading.rejections['shares-locked'])).waitFor()
  expect(await button(sheet, trading.ticket.confirm.sell).isVisible()).toBe(false)
  await on.shot('sell-locked')
  const early = { symbol, type: 'market', quantity: '1', tradePassword: person.tradePassword } as const
  expect(await answer(stage.server.block.url, sell, early, { token })).toMatchObject({
    kind: 'refused',
    rejection: 'shares-locked',
  })
}

/** The next business day: sessions idle out, so the way goes through the login page and back. */
async function comeBackWhenUnlocked({ on, person }: Buyer, unlocksAt: number): Promise<void> {
  await stage.server.advanceClockMs(unlocksAt - (await stage.server.now()) + 60_000)
  await on.page.goto(`/pages/stock/stockKline?symbol=${symbol}`)
  await on.page.goto('/pages/tabbar/position?family=stock')
  await arriveAt(on, '/pages/common/login')
  await signIn(on, person)
  await arriveAt(on, '/pages/tabbar/position')
}

async function sellAll({ on, person }: Buyer): Promise<Lines> {
  const { trading } = wordsOf(on.language)
  await on.page.getByRole('button').filter({ hasText: ticker }).first().click()
  await button(layer(on), trading.sides.sell).click()
  const sheet = layer(on)
  await sheet.getByRole('radio', { name: trading.types.market, exact: true }).click()
  await button(sheet, trading.ticket.everything).click()
  await button(sheet, trading.ticket.review.sell).click()
  await button(sheet, trading.ticket.confirm.sell).waitFor()
  await readReview(on, 'sell', false)
  // Not to be asked again soon: the session goes on by another token, and the sale as if nothing had been.
  const asking = await tokenOn(on)
  await layer(on)
    .getByText(filled(trading.ticket.remember, { minutes: '15' }))
    .click()
  await confirm(on, 'sell', person)
  expect(await tokenOn(on)).not.toBe(asking)
  expect(await answer(stage.server.block.url, readAssets, {}, { token: asking })).toMatchObject({
    rejection: 'session-invalid',
  })
  await layer(on)
    .getByText(filled(trading.ticket.result.filledSell, { quantity: String(bought), ticker }))
    .waitFor()
  const sold = await readResult(on)
  expect(sold).toEqual({ amount: sold.amount, ...chargesOf(sold.amount) })
  return sold
}

/** Income: what it brought less what it cost, to the cent. */
async function seeIncome(on: Phone, { start, purchase, sale }: Traded): Promise<void> {
  const { url } = stage.server.block
  const { stocks: t } = wordsOf(on.language)
  const brought = sale.amount - sale.fee - sale.vat
  await on.page.goto('/pages/stock/income')
  await on.page.getByRole('radio', { name: 'MXN', exact: true }).click()
  const results = on.page.locator('main')
  const fees = readFigure(await fact(results, t.income.fees), on.language)
  expect(fees).toBe(purchase.fee + sale.fee)
  expect(readFigure(await fact(results, t.income.vat), on.language)).toBe(purchase.vat + sale.vat)
  const shown = readFigure(await fact(results, t.income.realised), on.language)
  const gained = brought - paidFor(purchase)
  expect(shown < 0n ? -shown : shown).toBe(gained < 0n ? -gained : gained)
  const token = await tokenOn(on)
  const sums = await ask(url, statistics, {}, { token })
  expect(unitsOf(sums.currencies.find(({ currency }) => currency === 'MXN')?.realised ?? '0')).toBe(gained)
  expect((await pesos(on)).posted).toBe(start.posted + gained)
  const { rows } = await ask(url, orders, { filter: 'all' }, { token })
  expect(rows.map(({ state }) => state)).toEqual(['filled', 'cancelled', 'filled'])
}

test.each(languages)('from nothing to a first sale, in %s', async (language) => {
  const person = people[language]
  const on = await stage.openPhone(language)
  const { core } = wordsOf(language)

  // An account, and the way out and in again.
  await register(on, person)
  await on.page.getByText(core.ribbon).first().waitFor()
  await takeGrant(on)
  await signOut(on)
  await signIn(on, person)
  await arriveAt(on, '/pages/tabbar/home')
  const buyer = { on, person, token: await tokenOn(on) }
  const start = await pesos(on)
  expect(start.held).toBe(0n)

  // A share, and the trade password on the way to the first order.
  await findShare(on)
  await setTradePassword(on, person)
  const purchase = await buyAtMarket(buyer)
  await seeOrder(buyer, purchase)
  const afterBuy = await pesos(on)
  const paid = paidFor(purchase)
  expect(afterBuy).toEqual({ posted: start.posted - paid, held: 0n, available: start.available - paid })
  const { total } = await leaveOpen(buyer)
  await cancelOpen(buyer, afterBuy, total)

  const unlocksAt = await seeLocked(buyer, paid)
  await failToSell(buyer, unlocksAt)
  await comeBackWhenUnlocked(buyer, unlocksAt)
  const sale = await sellAll(buyer)
  await seeIncome(on, { start, purchase, sale })
  expect(on.troubles).toEqual([])
})
