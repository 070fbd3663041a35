import type { z } from '@bolsillo/contract'
import {
  type Asset,
  coins,
  currencies,
  decimalUnits,
  type Instant,
  instant,
  type Money,
  money,
  notional,
  type Price,
  priceOf,
  type Quantity,
  quantityOf,
  type Rejection,
  tradeDate,
} from '@bolsillo/kernel'
import type { buyingPowerShape, feeScheduleShape, tradingRulesShape } from '../contract/wire-shapes.ts'
import type { VisibleBook } from './book-walk.ts'
import { costOf, type FeeSchedule } from './fees.ts'
import type { QuotePrices } from './form-rules.ts'
import { marketSideProblems } from './market-sides.ts'
import { type Estimate, estimate } from './order-estimate.ts'
import { deskOrder, readTicket, type Ticket, type TicketInput } from './order-form.ts'
import type { OrderTicket, TicketFacts } from './order-rules.ts'
import { fundsProblem, sharesProblem, ticketProblem, worstPriceOf } from './order-rules.ts'
import type { AssetProduct, MarketFacts, TradedInstrument, TradedProduct } from './traded-instrument.ts'

/** A quote as the wire has it: what a form reads of it. */
export interface FormQuote {
  readonly bid?: string | undefined
  readonly ask?: string | undefined
  readonly last: string
  readonly stale: boolean
  readonly session: ReturnType<MarketFacts['stateAt']>
}

/** What a ticket call answers, as far as forms read it: the same for shares and for coins. */
export interface FormReply {
  readonly rules: z.output<typeof tradingRulesShape>
  readonly fees: z.output<typeof feeScheduleShape>
  readonly quote?: FormQuote | undefined
  readonly reference?: string | undefined
  readonly limits: {
    readonly collarNearBps: number
    readonly collarFarBps: number
    readonly amountMin: string
    readonly amountMax: string
    readonly openMax: number
  }
  readonly openOrders: number
  readonly session: FormQuote['session']
  readonly opensAt?: number | undefined
  readonly buyingPower: readonly z.output<typeof buyingPowerShape>[]
  readonly position: {
    readonly quantity: string
    readonly sellable: string
    readonly held: string
    readonly locks: readonly { readonly sellableAt: number }[]
  }
}

/** What is known beside an order form: the instrument, the moment, and what the customer has. In units. */
export interface FormFacts {
  readonly desk: TicketFacts
  readonly quote: QuotePrices | undefined
  /** The book as it is shown; nothing while none has come. */
  readonly book?: VisibleBook | undefined
  readonly schedule: FeeSchedule
  readonly currency: Asset
  /** What may be spent in the instrument's currency, and in each other. */
  readonly funds: Money
  readonly otherFunds: readonly Money[]
  readonly owned: Quantity
  readonly held: Quantity
  readonly sellable: Quantity
  /** The next of the locked shares unlock then. */
  readonly unlocksAt: Instant | undefined
}

/** The wire's prices of a quote in the instrument's units. */
export function pricesOf(
  quote: { readonly bid?: string | undefined; readonly ask?: string | undefined; readonly last: string } | undefined,
  priceScale: number,
): QuotePrices | undefined {
  if (quote === undefined) return undefined
  const price = (text: string): Price => priceOf(decimalUnits(text, priceScale))
  return {
    last: price(quote.last),
    ...(quote.bid === undefined ? {} : { bid: price(quote.bid) }),
    ...(quote.ask === undefined ? {} : { ask: price(quote.ask) }),
  }
}

const currencyOf = (code: string): Asset =>
  Object.values({ ...currencies, ...coins }).find((currency) => currency.code === code) ?? currencies.MXN

/** Reads what the ticket call answered, with the newest quote the page has in place of the one it came with. */
export function formFactsOf(
  product: AssetProduct,
  reply: FormReply,
  live: FormQuote | undefined = reply.quote,
): FormFacts {
  const { rules, limits, position, buyingPower, fees } = reply
  const currency = currencyOf(rules.currency)
  const instrument = instrumentOf(product, reply, currency)
  const quote = pricesOf(live, rules.priceScale)
  const shares = (text: string): Quantity => quantityOf(decimalUnits(text, rules.quantityScale))
  const powers = buyingPower.map((power) => {
    const asset = currencyOf(power.currency)
    return money(decimalUnits(power.available, asset.scale), asset)
  })
  const reference = reply.reference === undefined ? undefined : priceOf(decimalUnits(reply.reference, rules.priceScale))
  const unlock = position.locks.map(({ sellableAt }) => sellableAt).sort((a, b) => a - b)[0]
  return {
    desk: {
      instrument,
      state: live?.session ?? reply.session,
      nextOpen: reply.opensAt,
      quote: undefined,
      reference: quote?.last ?? reference,
      stale: live?.stale ?? true,
      limits: {
        collar: { nearBps: limits.collarNearBps, farBps: limits.collarFarBps },
        amountMin: money(decimalUnits(limits.amountMin, currency.scale), currency),
        amountMax: money(decimalUnits(limits.amountMax, currency.scale), currency),
        openMax: limits.openMax,
      },
      openOrders: reply.openOrders,
      sellable: shares(position.sellable),
    },
    quote,
    schedule: {
      id: fees.id,
      country: fees.country,
      currency: fees.currency,
      effectiveFrom: tradeDate(fees.effectiveFrom),
      feeBps: BigInt(fees.feeBps),
      ...(fees.makerBps === undefined ? {} : { makerBps: BigInt(fees.makerBps) }),
      feeMin: decimalUnits(fees.feeMin, currency.scale),
      vatBps: BigInt(fees.vatBps),
    },
    currency,
    funds: powers.find(({ asset }) => asset.code === currency.code) ?? money(0n, currency),
    otherFunds: powers.filter(({ asset }) => asset.code !== currency.code),
    owned: shares(position.quantity),
    held: shares(position.held),
    sellable: shares(position.sellable),
    unlocksAt: unlock === undefined ? undefined : instant(unlock),
  }
}

function instrumentOf(product: AssetProduct, { rules, fees }: FormReply, quote: Asset): TradedInstrument {
  const { priceScale, quantityScale } = rules
  return {
    id: rules.symbol,
    country: fees.country,
    kind: product.kind,
    asset: { code: product.assetOf(rules.symbol), scale: quantityScale },
    scale: { priceScale, quantityScale, quote },
    ticks: rules.ticks.map(({ from, tick }) => ({
      from: priceOf(decimalUnits(from, priceScale)),
      tick: decimalUnits(tick, priceScale),
    })),
    lot: quantityOf(decimalUnits(rules.lot, quantityScale)),
    fractional: rules.fractional,
    quantityMin: quantityOf(decimalUnits(rules.quantityMin, quantityScale)),
    quantityMax: quantityOf(decimalUnits(rules.quantityMax, quantityScale)),
    listed: rules.listed,
  }
}

/** What a form comes to: what is wrong with it, what it is expected to cost, and how much money it lacks. */
export interface TicketVerdict {
  readonly problems: readonly Rejection[]
  readonly ticket: Ticket | undefined
  readonly estimate: Estimate | undefined
  /** What must be reserved: a purchase at its worst price, fee and VAT included. */
  readonly need: Money | undefined
  readonly short: Money | undefined
}

/**
 * Judges a form as the server will: the form itself, then the desk's rules, then shares or money. The same functions run
 * on the server, where they decide; here they only inform the customer early. Prices on the wrong side of the market are
 * reported while other fields are still empty.
 */
export function judgeForm(product: TradedProduct, input: TicketInput, facts: FormFacts): TicketVerdict {
  const reading = readTicket(input, facts.desk.instrument)
  const sides = marketSideProblems(input, facts.desk)
  if (reading.kind === 'problems') {
    const problems = withOthers(reading.problems, sides)
    return { problems, ticket: undefined, estimate: undefined, need: undefined, short: undefined }
  }
  const { ticket } = reading
  const asked = deskOrder(product, ticket)
  const need = needOf(asked, facts)
  const short = need === undefined ? undefined : fundsProblem(need, facts.funds.minor)
  const problem = ticketProblem(asked, facts.desk) ?? sharesOf(ticket, facts) ?? short
  return {
    problems: withOthers(problem === undefined ? [] : [problem], sides),
    ticket,
    estimate: estimate(ticket, facts.desk.instrument, facts.quote, facts.schedule, facts.book),
    need,
    short:
      need === undefined || short === undefined ? undefined : money(need.minor - facts.funds.minor, facts.currency),
  }
}

/** The money of a form, as its lines: the total, what is set aside beyond it, and what is left. Minor units. */
interface FormMoney {
  readonly total: bigint | undefined
  /** The most that is set aside until the order is done, where that is more than the total: what a shortfall counts from. */
  readonly setAside: bigint | undefined
  readonly left: bigint | undefined
}

/** Whatever a form says is missing is `setAside ?? total` less what there is: no shortfall without its line. */
export function formMoney(
  side: 'buy' | 'sell',
  facts: Pick<FormFacts, 'funds'>,
  verdict: TicketVerdict | undefined,
): FormMoney {
  const total = verdict?.estimate?.cost?.total.minor
  const need = side === 'buy' ? verdict?.need?.minor : undefined
  const setAside = need !== undefined && need !== total ? need : undefined
  const after = total === undefined ? undefined : facts.funds.minor + (side === 'buy' ? -total : total)
  const isShort = verdict?.short !== undefined || (after !== undefined && after < 0n)
  return { total, setAside, left: isShort ? undefined : after }
}

/** Problems with those of fields that have none yet. */
function withOthers(problems: readonly Rejection[], others: readonly Rejection[]): readonly Rejection[] {
  const fields = new Set(problems.map(({ field }) => field))
  return [...problems, ...others.filter(({ field }) => !fields.has(field))]
}

function needOf(asked: OrderTicket, facts: FormFacts): Money | undefined {
  if (asked.side === 'sell') return undefined
  if (asked.amount !== undefined) return asked.amount
  const worst = worstPriceOf(asked, facts.desk)
  if (worst === undefined || asked.quantity === undefined) return undefined
  return costOf('buy', notional(worst, asked.quantity, facts.desk.instrument.scale, 'up'), facts.schedule).total
}

function sharesOf({ side, size }: Ticket, facts: FormFacts): Rejection | undefined {
  if (side === 'buy' || size.kind === 'amount') return undefined
  const { owned, held, sellable, unlocksAt, desk } = facts
  const locked = owned - held - sellable
  return sharesProblem(size.quantity, { owned, held, locked, unlocksAt }, desk.instrument.scale.quantityScale)
}
