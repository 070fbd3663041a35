import { type ComposedApp, composedApp, handMarket } from '@bolsillo/composed-app'
import { rightAnswers, rightPassword } from '@bolsillo/contracts/fixtures'
import { type Id, idOf, instant, isRejection, plusMs, present, priceOf, quantityOf } from '@bolsillo/kernel'
import { instrumentOf, simulatedInstruments } from '@bolsillo/market/domain'
import type { Services } from '@bolsillo/server-kit'
import { testCustomer, testSessions } from '@bolsillo/test-kit'
import type { Venue, VenueOrder } from '@bolsillo/trading/domain'
import { fixtureTicket, settleDesk } from '@bolsillo/trading/fixtures'
import type { PlaceOrder } from '@bolsillo/trading/server'
import { createSimulatedVenue, createSimulatedWorld } from '@bolsillo/venue-simulated'

export const share = 'WALMEX.MX'
export const coin = 'BTC-USDT'
export const contract = 'BTC-USDT-PERP'
const ids = [share, coin, contract]
const instruments = ids.map((id) => present(instrumentOf(id), id))
/** Wednesday 2026-03-04, 15:00 UTC: Mexico trades. */
const startAt = Date.UTC(2026, 2, 4, 15)
const lookMs = 50
const customers = Array.from({ length: 12 }, (_, at) => testCustomer(at + 1))

/** One print, with its number in the book. */
export interface TapePrint {
  readonly id: string
  readonly sequence: number
  readonly at: number
  readonly side: string
  readonly quantity: bigint
  readonly price: bigint
}

/** What reached the venue, and after which look. */
export type Sent =
  | { readonly look: number; readonly submit: VenueOrder }
  | { readonly look: number; readonly cancel: Id<'ord'> }

/** The practice market of a seed with the clock in one's hand. */
function openMarket(
  seed: number,
  clock: Services['clock'],
  venueMarket: Parameters<typeof createSimulatedVenue>[0]['market'],
) {
  let look: () => void = () => undefined
  const made = createSimulatedVenue({
    seed,
    world: createSimulatedWorld(seed, simulatedInstruments),
    instruments,
    market: venueMarket,
    clock,
    hours: 'always',
    speed: 1,
    every: (_, work) => {
      look = work
      return () => undefined
    },
  })
  return { ...made, look: () => look() }
}

/** A venue that writes down its tape and what is sent to it. */
function watched(venue: Venue, tape: TapePrint[], sent: Sent[], look: () => number): Venue {
  return {
    ...venue,
    submit: (order) => {
      sent.push({ look: look(), submit: order })
      return venue.submit(order)
    },
    cancel: (orderId) => {
      sent.push({ look: look(), cancel: orderId })
      return venue.cancel(orderId)
    },
    start: (line) =>
      venue.start({
        ...line,
        marketData: (id, data) => {
          for (const { sequence, at, side = '', quantity, price } of data.trades ?? [])
            tape.push({ id, sequence, at, side, quantity, price })
          line.marketData(id, data)
        },
      }),
  }
}

/** The application at the practice market; nothing moves but by `run`. */
export type TapeStand = Awaited<ReturnType<typeof openTapeStand>>

export async function openTapeStand(seed: number) {
  const [tape, sent]: [TapePrint[], Sent[]] = [[], []]
  let looks = 0
  const composed = await composedApp({
    sessions: testSessions(customers),
    market: (services) => {
      services.clock.moveTo(instant(startAt))
      const opened: Partial<ReturnType<typeof openMarket>> = {}
      const made = handMarket(services, {
        hours: 'always',
        instrumentIds: ids,
        venue: ({ state }) => {
          Object.assign(opened, openMarket(seed, services.clock, state))
          return watched(present(opened.venue, 'the venue'), tape, sent, () => looks)
        },
      })
      return { ...made, indexOf: present(opened.indexOf, 'the index'), look: present(opened.look, 'the market') }
    },
  })
  const { app, chosen, contracts, desk, fund } = composed
  const { clock } = app.services
  const settle = async (): Promise<void> => {
    await settleDesk(desk)
    await contracts.engine.settled()
    await settleDesk(desk)
  }
  return {
    ...{ tape, sent, fund },
    looks: () => looks,
    now: () => clock.now(),
    /** Lets the market run for so many looks; the engine of contracts checks its accounts every half second. */
    run: async (count: number): Promise<void> => {
      for (let i = 0; i < count; i += 1) {
        clock.advanceMs(lookMs)
        looks += 1
        chosen.look()
        if (looks % 10 === 0) contracts.look()
        await settle()
      }
    },
    ...ordersOf(composed),
    ...contractsOf(composed.asToken, settle),
    close: () => composed.close(),
  }
}

/** What customers have from before, and their orders. */
function ordersOf({ app: { services }, trading, customerId }: ComposedApp) {
  return {
    /** Gives a customer shares as if bought a week ago. */
    giveShares: async (customer: number, quantity: bigint, price: bigint): Promise<void> => {
      const at = plusMs(services.clock.now(), -7 * 86_400_000)
      const bought = {
        orderId: services.ids.next('ord'),
        customerId: customerId(customer),
        instrumentId: share,
        at,
      } as const
      await trading.recordHistory([
        { ...bought, side: 'buy', sequence: 1, quantity: quantityOf(quantity), price: priceOf(price) },
      ])
    },
    place: async (customer: number, orders: readonly Partial<PlaceOrder>[]): Promise<void> => {
      const outcomes = await Promise.all(
        orders.map((order) => trading.place(fixtureTicket(services, customerId(customer), order))),
      )
      for (const outcome of outcomes)
        if (isRejection(outcome)) throw new Error(`refused: ${outcome.spec.name} ${JSON.stringify(outcome.values)}`)
    },
  }
}

/** What customers do with contracts, by the calls of the product. */
function contractsOf(asToken: ComposedApp['asToken'], settle: () => Promise<void>) {
  const positions = async (customer: number) => {
    const { json } = await asToken(testCustomer(customer).token, '/coin/contract/order/list/active', {})
    return (json.data as { readonly rows: readonly { readonly positionId: string }[] }).rows
  }
  return {
    /** Opens a position at market, with whatever else the order says. */
    open: async (customer: number, body: Readonly<Record<string, string>>): Promise<void> => {
      const { token } = testCustomer(customer)
      await asToken(token, '/coin/contract/suitability/answer', rightAnswers)
      const asked = { symbol: contract, type: 'market', tradePassword: rightPassword, ...body }
      const { status, body: said } = await asToken(token, '/coin/contract/order/add', asked)
      if (status !== 200) throw new Error(said)
      await settle()
    },
    /** Sets both exits of somebody's position, on the last price. */
    exits: async (customer: number, prices: { readonly profit: string; readonly loss: string }): Promise<void> => {
      for (const { positionId } of await positions(customer)) {
        for (const [what, price] of Object.entries(prices)) {
          const body = { positionId, price, on: 'last' }
          const set = await asToken(testCustomer(customer).token, `/coin/contract/order/set/${what}`, body)
          if (set.status !== 200) throw new Error(set.body)
        }
      }
      await settle()
    },
    positions,
  }
}

/** The same market without a desk: what was sent to the venue is sent again, as plain orders, after the same looks. */
export async function replayTape(seed: number, sent: readonly Sent[], looks: number): Promise<readonly TapePrint[]> {
  let now = startAt
  const tape: TapePrint[] = []
  const { venue, look } = openMarket(
    seed,
    { now: () => instant(now) },
    {
      onQuote: () => undefined,
      lastSequence: () => 0,
    },
  )
  const bare = watched(venue, tape, [], () => 0)
  for (const id of ids) bare.reset(id, [])
  await bare.start({ run: (work) => work(), report: () => undefined, marketData: () => undefined })
  const carryOut = (of: number): void => {
    for (const one of sent) {
      if (one.look !== of) continue
      if ('submit' in one) bare.submit(anonymous(one.submit))
      else bare.cancel(one.cancel)
    }
  }
  carryOut(0)
  for (let at = 1; at <= looks; at += 1) {
    now += lookMs
    look()
    carryOut(at)
  }
  await bare.stop()
  return tape
}

/** Whose an order is plays no part: each comes from somebody else. */
function anonymous(order: VenueOrder): VenueOrder {
  return { ...order, customerId: idOf('cus', order.orderId.replace('ord_', 'cus_')) }
}
