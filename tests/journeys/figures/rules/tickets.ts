import { type Decimal, decimal, minus, percent, plus, rounded, signOf, times } from '../decimals.ts'
import type { Facts } from '../facts.ts'
import type { Figure, Frame } from '../read-figures.ts'
import { type Must, type Rule, typedIn, words } from '../rule.ts'

const { ticket: t, order, sale: left } = words.trading
const c = words.contracts.ticket
const gains: readonly string[] = [left.gain, left.loss, left.even]
const partly = left.partly.split('{')[0] ?? ''
const bookRest = t.bookRest.split('{')[0] ?? ''

interface TicketReply {
  readonly fees?: { readonly feeBps: number; readonly feeMin: string; readonly vatBps: number }
  readonly contract?: { readonly fees: { readonly takerBps: number; readonly vatBps: number } }
}

interface Level {
  readonly price: string
  readonly quantity: string
}

/** What an order would come to: its amount at the price that shows, fee and VAT of it, and the book it meets. */
export const tickets: Rule = (figure, facts) => {
  if (!figure.isOnSheet || figure.listAt === -1) return undefined
  const symbol = facts.instrumentOf(figure)
  const find = (...labels: readonly string[]): Figure | undefined =>
    facts.frame.figures.find((one) => one.isOnSheet && labels.includes(one.label) && one.kind !== 'said')
  const amount = find(t.orderAmount, t.approxAmount, c.notional)
  if (symbol === undefined || amount === undefined) return undefined
  return ofBook(figure, facts, symbol) ?? ofCost(figure, facts, { amount, symbol }) ?? ofPosition(figure, find)
}

/** The spread is between the best levels; the average is not better than they are. */
function ofBook(figure: Figure, { frame, isMoving }: Facts, symbol: string): Must | undefined {
  if (figure.label !== t.spread && figure.label !== t.averagePrice) return undefined
  const book = frame.known.frames[`book:${symbol}`] as { bids: readonly Level[]; asks: readonly Level[] } | undefined
  const prices = (levels: readonly Level[] = []): readonly Decimal[] =>
    levels.map(({ price }) => decimal(price)).sort((a, b) => signOf(minus(a, b)))
  const [bid, ask] = [prices(book?.bids).at(-1), prices(book?.asks)[0]]
  // While the market moves the book may be newer than what is drawn.
  if (bid === undefined || ask === undefined || isMoving === true) return undefined
  const width = minus(ask, bid)
  if (figure.label === t.averagePrice) {
    const shown = decimal(figure.value)
    const isBetter = signOf(minus(shown, bid)) > 0 && signOf(minus(ask, shown)) > 0
    return { fact: 'average price', exact: isBetter ? undefined : shown }
  }
  if (!figure.isPercent) return { fact: 'spread', exact: width }
  // Of the middle: twice the width of what both come to.
  return { fact: 'spread %', exact: percent(times(width, decimal('2')), plus(ask, bid)) }
}

function ofCost(
  figure: Figure,
  facts: Facts,
  { amount, symbol }: { readonly amount: Figure; readonly symbol: string },
): Must | undefined {
  const shown = decimal(amount.value)
  const { label } = figure
  if (label === amount.label) return ofAmount(figure, facts.frame)
  const isBoth = label.startsWith(t.fee.split(' {')[0] ?? '') && label !== order.fee
  if (figure.isPercent || (!isBoth && label !== order.fee && label !== order.vat)) return undefined
  const rates = ratesOf(facts, symbol)
  if (rates === undefined) return undefined
  const isCoin = amount.text.startsWith('USDT')
  const scale = isCoin ? 6 : 2
  const down = (value: Decimal): Decimal => ({
    units: rounded(value, value.scale + scale, 'even').units / 10n ** BigInt(value.scale),
    scale,
  })
  const share = down(times(shown, { units: BigInt(rates.feeBps), scale: 4 }))
  const fee = signOf(minus(share, rates.min)) < 0 ? rounded(rates.min, scale, 'even') : share
  const vat = down(times(fee, { units: BigInt(rates.vatBps), scale: 4 }))
  const exact = isBoth ? plus(fee, vat) : label === order.vat ? vat : fee
  return { fact: label, exact, within: isCoin ? 1n : 0n }
}

function ratesOf(
  { reply }: Facts,
  symbol: string,
): { readonly feeBps: number; readonly vatBps: number; readonly min: Decimal } | undefined {
  const product = symbol.endsWith('-PERP') ? 'coin/contract' : symbol.includes('-') ? 'coin/order' : 'stock/order'
  const page = reply<TicketReply>(`/${product}/ticket`)
  if (page?.fees !== undefined) return { ...page.fees, min: decimal(page.fees.feeMin) }
  const fees = page?.contract?.fees
  return fees === undefined ? undefined : { feeBps: fees.takerBps, vatBps: fees.vatBps, min: decimal('0') }
}

/** Quantity × the limit, or × the average that shows; to half of the average's last decimal for each unit. */
function ofAmount(figure: Figure, frame: Frame): Must | undefined {
  const { figures, texts } = frame
  // At market no more than what the visible book has is counted.
  const fits = /\d[\d,]*(?:\.\d+)?/.exec(texts.find((text) => text.startsWith(bookRest)) ?? '')?.[0]
  const quantity = fits === undefined ? typedIn(frame, t.quantity) : decimal(fits.replaceAll(',', ''))
  const limit = typedIn(frame, t.limitPrice)
  const average = figures.find(({ label, isOnSheet }) => isOnSheet && label === t.averagePrice)
  const price = limit ?? (average === undefined ? undefined : decimal(average.value))
  const shown = decimal(figure.value)
  if (quantity === undefined || price === undefined) return { fact: figure.label, exact: shown }
  const off = limit === undefined ? times(quantity, { units: 1n, scale: price.scale }) : decimal('0')
  return { fact: figure.label, exact: times(quantity, price), within: rounded(off, shown.scale, 'away').units + 1n }
}

/** The totals are sums, which are checked as such; of a contract, the margin is at least what the fee is of over its leverage. */
function ofPosition(figure: Figure, find: (...labels: readonly string[]) => Figure | undefined): Must | undefined {
  const asIs = [t.total, t.receive, t.left, t.leftAfterSale, t.setAside, c.left]
  if (asIs.includes(figure.label) && find(t.orderAmount, t.approxAmount, c.notional) !== undefined)
    return { fact: figure.label, exact: decimal(figure.value) }
  return undefined
}

/** What a sale left: what came in is the sale less its charges, what was gained is what came in less its cost. */
export const sale: Rule = (figure, { frame }) => {
  if (figure.listAt === -1 || (figure.label !== left.net && !gains.includes(figure.label))) return undefined
  const find = (label: string): Decimal | undefined => {
    const found = frame.figures.find((one) => one.listAt === figure.listAt && one.label === label && !one.isPercent)
    return found && decimal(found.value)
  }
  const [gross, fee, vat, cost] = [left.gross, order.fee, order.vat, left.cost].map(find)
  if (gross === undefined || fee === undefined || vat === undefined) return undefined
  const net = minus(minus(gross, fee), vat)
  if (figure.label === left.net) return { fact: left.net, exact: net }
  // Where a part has no cost, its part of what came in is not a line.
  if (cost === undefined || frame.texts.some((text) => text.startsWith(partly))) return undefined
  const gained = minus(net, cost)
  return figure.isPercent
    ? { fact: `${figure.label} %`, exact: percent(gained, cost) }
    : { fact: figure.label, exact: gained }
}
