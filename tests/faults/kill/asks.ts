import { setTimeout as sleep } from 'node:timers/promises'
import { integerBetween, type Rng, uniform } from '@bolsillo/kernel'
import { takePracticeGrant } from '@bolsillo/ledger/contract'
import { buy, cancel, convert, info, quoteConversion, sell } from '@bolsillo/stocks/contract'
import type { SignedInCustomer } from '@bolsillo/test-kit'

/** Something a client asks for: the path of the call and its fields, as they are sent. */
export interface Ask {
  readonly call: string
  readonly fields: Readonly<Record<string, string>>
}

type Data = Readonly<Record<string, unknown>>

export interface AskerOptions {
  readonly url: string
  readonly rng: Rng
  /** Asks for what moves money, until its outcome is certain. */
  readonly settle: (customer: SignedInCustomer, ask: Ask) => Promise<{ readonly body: string } | undefined>
  /** Asks for what moves nothing. */
  readonly ask: (customer: SignedInCustomer, ask: Ask) => Promise<Data | undefined>
  readonly read: (path: string) => Promise<Data | undefined>
  readonly isStopping: () => boolean
}

/** What a client does: one thing after the other, like a customer in a hurry. */
export interface Asker {
  readonly next: (customer: SignedInCustomer) => Promise<void>
  readonly grant: (customer: SignedInCustomer) => Promise<void>
  /** Takes the grant and buys what is sold later: shares may only be sold days after they were bought. */
  readonly stockUp: (customer: SignedInCustomer) => Promise<void>
}

/** Liquid shares in pesos, none dear: a customer's grant lasts for hours. */
export const symbols = ['WALMEX.MX', 'CEMEX.MX', 'AMX.MX', 'BIMBO.MX', 'GFNORTE.MX', 'FEMSA.MX'] as const
type StockSymbol = (typeof symbols)[number]

const sharesInStock = 40
const stockedSymbols = 3
const openMax = 12
const quoteLifeMs = 20_000
const waitForQuoteMs = 300

interface Quote {
  readonly bid: number
  readonly ask: number
  readonly readAt: number
}

/** What a client knows: prices, and the orders that rest. */
interface Asking extends AskerOptions {
  readonly quotes: Map<string, Quote>
  readonly open: Map<string, string[]>
}

/** Makes the asker of a client. */
export function createAsker(options: AskerOptions): Asker {
  const { rng, isStopping } = options
  const asking: Asking = { ...options, quotes: new Map(), open: new Map() }
  return {
    grant: (customer) => grant(asking, customer),
    next: async (customer) => {
      const draw = uniform(rng)
      if (openOf(asking, customer).length >= openMax || (draw < 0.3 && openOf(asking, customer).length > 0))
        return await cancelOne(asking, customer)
      if (draw < 0.55) return await restingOrder(asking, customer, 'buy')
      if (draw < 0.65) return await restingOrder(asking, customer, 'sell')
      if (draw < 0.78) return await marketOrder(asking, customer, 'buy')
      if (draw < 0.88) return await marketOrder(asking, customer, 'sell')
      return await conversion(asking, customer)
    },
    stockUp: async (customer) => {
      await grant(asking, customer)
      for (const symbol of symbols.slice(0, stockedSymbols)) {
        while ((await quoteOf(asking, symbol)) === undefined && !isStopping()) await sleep(waitForQuoteMs)
        await place(asking, customer, buy.path, { symbol, type: 'market', quantity: String(sharesInStock) })
      }
    },
  }
}

function openOf(asking: Asking, customer: SignedInCustomer): string[] {
  const { open } = asking
  const known = open.get(customer.customerId) ?? []
  open.set(customer.customerId, known)
  return known
}

/** Prices a minute old are good enough for orders that rest far away; undefined while there is no server. */
async function quoteOf(asking: Asking, symbol: StockSymbol): Promise<Quote | undefined> {
  const { read, quotes } = asking
  const known = quotes.get(symbol)
  if (known !== undefined && Date.now() - known.readAt < quoteLifeMs) return known
  const data = await read(`${info.path}?symbol=${symbol}`)
  const quote = data?.quote as { bid?: string; ask?: string; last?: string } | undefined
  const [bid, offer] = [Number(quote?.bid ?? quote?.last), Number(quote?.ask ?? quote?.last)]
  if (!(bid > 0 && offer > 0)) return known
  const fresh = { bid, ask: offer, readAt: Date.now() }
  quotes.set(symbol, fresh)
  return fresh
}

async function place(asking: Asking, customer: SignedInCustomer, call: string, fields: Ask['fields']): Promise<void> {
  const { settle } = asking
  const answer = await settle(customer, { call, fields })
  const order = orderIn(answer?.body)
  if (order !== undefined && order.state === 'open') openOf(asking, customer).push(order.orderId)
}

async function restingOrder(asking: Asking, customer: SignedInCustomer, side: 'buy' | 'sell'): Promise<void> {
  const { rng } = asking
  const symbol = pick(rng, side === 'buy' ? symbols : symbols.slice(0, stockedSymbols)) ?? symbols[0]
  const quote = await quoteOf(asking, symbol)
  if (quote === undefined) return
  const limitPrice = side === 'buy' ? Math.floor(quote.bid * 0.8) : Math.ceil(quote.ask * 1.25)
  const quantity = String(integerBetween(rng, 1, 3))
  const fields = { symbol, type: 'limit', timeInForce: 'gtc', quantity, limitPrice: String(limitPrice) }
  await place(asking, customer, side === 'buy' ? buy.path : sell.path, fields)
}

async function marketOrder(asking: Asking, customer: SignedInCustomer, side: 'buy' | 'sell'): Promise<void> {
  const { rng } = asking
  const symbol = pick(rng, side === 'buy' ? symbols : symbols.slice(0, stockedSymbols)) ?? symbols[0]
  const fields = { symbol, type: 'market', quantity: String(integerBetween(rng, 1, 2)) }
  await place(asking, customer, side === 'buy' ? buy.path : sell.path, fields)
}

async function conversion(asking: Asking, customer: SignedInCustomer): Promise<void> {
  const { rng, settle, ask } = asking
  const toDollars = uniform(rng) < 0.5
  const [sourceCurrency, targetCurrency] = toDollars ? ['MXN', 'USD'] : ['USD', 'MXN']
  const targetAmount = toDollars ? '1.00' : '20.00'
  const fields = { sourceCurrency: sourceCurrency ?? '', targetCurrency: targetCurrency ?? '', targetAmount }
  const quote = await ask(customer, { call: quoteConversion.path, fields })
  if (typeof quote?.quoteId === 'string') {
    await settle(customer, { call: convert.path, fields: { quoteId: quote.quoteId } })
  }
}

async function cancelOne(asking: Asking, customer: SignedInCustomer): Promise<void> {
  const { settle } = asking
  const orderId = openOf(asking, customer).shift()
  if (orderId !== undefined) await settle(customer, { call: cancel.path, fields: { orderId } })
}

async function grant(asking: Asking, customer: SignedInCustomer): Promise<void> {
  const { settle } = asking
  await settle(customer, { call: takePracticeGrant.path, fields: {} })
}

function pick<T>(rng: Rng, list: readonly T[]): T | undefined {
  return list[integerBetween(rng, 0, list.length - 1)]
}

function orderIn(body: string | undefined): { readonly orderId: string; readonly state: string } | undefined {
  if (body === undefined) return undefined
  const { code, data } = JSON.parse(body) as { code: number; data?: { order?: { orderId: string; state: string } } }
  return code === 0 ? data?.order : undefined
}
