import { idOf, isRejection, money, priceOf, quantityOf, reject } from '@bolsillo/kernel'
import { accountId, customerAccount } from '@bolsillo/ledger/domain'
import { afterEach, describe, expect, it } from 'vitest'
import { tradingRejections } from '../../contract/index.ts'
import { fundsProblem, type TradedInstrument } from '../../domain/index.ts'
import { apple, walmex } from '../../fixtures.ts'
import { type DeskStand, deskStand } from '../testing/desk-stand.ts'
import type { DeskProduct } from './desk-product.ts'

// A contract in its plainest form: each is margined with its whole amount in cash, and the position is a number.
const wheat: TradedInstrument = {
  ...walmex,
  id: 'WHEAT-PERP',
  kind: 'perpetual',
  asset: { code: 'PERP:WHEAT', scale: 0 },
}

interface Held {
  readonly quantity: bigint
}

const cash = (customerId: string) => customerAccount(idOf('cus', customerId), 'contract', 'MXN')
const custody = accountId('venue-simulated', 'custody', 'MXN')
const stored = new Map<string, Held>()
const told: Held[] = []

const contracts: DeskProduct<Held> = {
  product: 'contract',
  factsKey: ({ customerId }) => `${customerId} all contracts`,
  accounts: ({ customerId }) => [cash(customerId), custody],
  problem: (order, instrument, books) => {
    const reducing = books.reducing(order).reduce((sum, { quantity }) => sum + (quantity ?? 0n), 0n)
    if (order.reduceOnly && reducing + (order.quantity ?? 0n) > books.facts(order).quantity)
      return reject(tradingRejections.nothingAvailable)
    const { posted, held } = books.balance(cash(order.customerId))
    return fundsProblem(money(contracts.needOf(order, instrument), instrument.scale.quote), posted - held)
  },
  needOf: (order) =>
    order.reduceOnly || order.endedAt !== undefined
      ? 0n
      : order.worstPrice * ((order.quantity ?? 0n) - order.filledQuantity),
  held: (order, instrument) => ({ account: cash(order.customerId), asset: instrument.scale.quote }),
  fill: ({ order, quantity, sums, entryId, at, holdId, released }, books) => {
    const paid = order.reduceOnly ? sums.amount.minor : -sums.amount.minor
    const back = holdId === undefined || released === 0n ? { held: 0n } : { held: -released, holdId }
    const entry = {
      id: entryId,
      kind: 'contract-test',
      at,
      actor: order.customerId,
      reference: `order:${order.orderId}`,
      details: {},
      postings: [
        { account: cash(order.customerId), posted: paid, ...back },
        { account: custody, posted: -paid, held: 0n },
      ],
    }
    const before = books.facts(order).quantity
    return { entries: [entry], facts: { quantity: order.reduceOnly ? before - quantity : before + quantity } }
  },
  read: async (_, holdings) =>
    new Map(
      holdings.map((holding) => [
        contracts.factsKey(holding),
        stored.get(contracts.factsKey(holding)) ?? { quantity: 0n },
      ]),
    ),
  save: async (_, changes) => {
    for (const { holding, after } of changes) stored.set(contracts.factsKey(holding), after)
  },
  committed: (changes) => {
    told.push(...changes.map(({ after }) => after))
  },
}

let stand: DeskStand
afterEach(async () => {
  stored.clear()
  told.length = 0
  await stand.close()
})

async function openStand() {
  stand = await deskStand({
    instruments: [walmex, apple, wheat],
    prices: { 'WALMEX.MX': 6000n, 'AAPL.US': 2_000_000n, 'WHEAT-PERP': 1000n },
    products: [contracts],
  })
  const ana = await stand.customer({ pesos: 100_000n })
  await stand.fund(ana, 'contract', 'MXN', 100_000n)
  const ticket = (order: object) =>
    stand.ticket(ana, {
      product: 'contract',
      instrumentId: wheat.id,
      quantity: quantityOf(10n),
      limitPrice: priceOf(1000n),
      timeInForce: 'gtc',
      ...order,
    })
  const holding = { customerId: ana, instrumentId: wheat.id }
  return { ana, ticket, holding, key: contracts.factsKey(holding) }
}

describe('a product handed to the desk', () => {
  it('reserves, fills and remembers what it says', async () => {
    const { ana, ticket, key } = await openStand()
    stand.venue.quote(wheat.id, 'sell', 990, 4)
    const placed = await stand.trading.place(ticket({}))
    if (isRejection(placed)) throw new Error(placed.spec.name)
    expect(placed.order).toMatchObject({ state: 'partially-filled', product: 'contract', held: 6000n })
    expect(stored.get(key)).toEqual({ quantity: 4n })
    expect(told).toEqual([{ quantity: 4n }])
    const balances = await stand.ledger.balances(stand.services.sql, [cash(ana)])
    expect(balances.get(cash(ana))).toMatchObject({ posted: 100_000n - 3960n, held: 6000n })
  })

  it('knows what a customer may not close, counting what already closes', async () => {
    const { ticket } = await openStand()
    stand.venue.quote(wheat.id, 'sell', 1000, 10)
    await stand.trading.place(ticket({}))
    const close = { side: 'sell', reduceOnly: true, limitPrice: priceOf(1100n) }
    expect(isRejection(await stand.trading.place(ticket({ ...close, quantity: quantityOf(6n) })))).toBe(false)
    const more = await stand.trading.place(ticket({ ...close, quantity: quantityOf(5n) }))
    expect(isRejection(more) && more.spec.name).toBe('nothing-available')
  })

  it('is not reached by a ticket that means another product', async () => {
    const { ticket } = await openStand()
    const asStock = await stand.trading.place(ticket({ product: 'stock' }))
    const asContract = await stand.trading.place(ticket({ instrumentId: walmex.id }))
    expect([asStock, asContract].map((one) => isRejection(one) && one.spec.name)).toEqual(['not-listed', 'not-listed'])
  })
})

describe('an act', () => {
  it('cancels, places and keeps within one transaction, and answers what it decided', async () => {
    const { ana, ticket, holding, key } = await openStand()
    stand.venue.quote(wheat.id, 'sell', 1000, 10)
    await stand.trading.place(ticket({}))
    const resting = ticket({ side: 'sell', reduceOnly: true, limitPrice: priceOf(1200n) })
    await stand.trading.place(resting)
    stand.venue.quote(wheat.id, 'buy', 800, 4)
    // Below every collar: a liquidation may sell at what nobody would let a customer ask.
    const sale = ticket({
      side: 'sell',
      type: 'market',
      timeInForce: 'ioc',
      limitPrice: undefined,
      reduceOnly: true,
      system: { worstPrice: priceOf(700n) },
    })
    const answer = await stand.trading.act<Held, string>({
      holdings: [holding],
      orders: [sale],
      cancels: [resting.orderId],
      decide: (hands) => {
        const { quantity } = hands.facts(holding)
        expect(hands.cancel(resting.orderId, 'liquidation')).toBe(true)
        const order = hands.place(0, { quantity: quantityOf(quantity) })
        if (isRejection(order)) return order
        hands.keep(holding, { quantity: hands.facts(holding).quantity - 1n })
        return `${order.filledQuantity} of ${quantity}`
      },
    })
    expect(answer).toBe('4 of 10')
    expect(stored.get(key)).toEqual({ quantity: 5n })
    const ended = await stand.trading.findOrder(stand.services.sql, ana, resting.orderId)
    expect(ended?.order).toMatchObject({ state: 'cancelled', endReason: 'liquidation', held: 0n })
  })

  it('leaves nothing behind when it refuses', async () => {
    const { holding, key } = await openStand()
    const refused = await stand.trading.act<Held, string>({
      holdings: [holding],
      decide: (hands) => (hands.facts(holding).quantity === 0n ? reject(tradingRejections.orderUnknown) : 'done'),
    })
    expect(isRejection(refused) && refused.spec.name).toBe('no-such-order')
    expect(stored.has(key)).toBe(false)
  })

  it('finds what those before it in the same batch have left', async () => {
    const { holding, key } = await openStand()
    const add = () =>
      stand.trading.act<Held, bigint>({
        holdings: [holding],
        decide: (hands) => {
          const quantity = hands.facts(holding).quantity + 1n
          hands.keep(holding, { quantity })
          return quantity
        },
      })
    const answers = await Promise.all(Array.from({ length: 40 }, add))
    expect(answers).toEqual(Array.from({ length: 40 }, (_, at) => BigInt(at + 1)))
    expect(stored.get(key)).toEqual({ quantity: 40n })
  })

  it('moves money it has locked', async () => {
    const { ana, holding } = await openStand()
    await stand.trading.act<Held, true>({
      holdings: [holding],
      decide: (hands) => {
        hands.post({
          id: hands.newId('ent'),
          kind: 'contract-test',
          at: hands.now,
          actor: ana,
          reference: `margin:${ana}`,
          details: {},
          postings: [
            { account: cash(ana), posted: -500n, held: 0n },
            { account: custody, posted: 500n, held: 0n },
          ],
        })
        return true
      },
    })
    const balances = await stand.ledger.balances(stand.services.sql, [cash(ana)])
    expect(balances.get(cash(ana))?.posted).toBe(99_500n)
  })
})
