import { saleFigures } from '@bolsillo/trading/domain'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type AssetCost, costsAfter, costWithin, type OwnMove, soldIn } from './costs.ts'

const entry = (kind: string, moved: Readonly<Record<string, bigint>>): OwnMove => ({
  kind,
  moved: new Map(Object.entries(moved)),
})
const after = (...entries: readonly OwnMove[]): ReadonlyMap<string, AssetCost> =>
  entries.reduce<ReadonlyMap<string, AssetCost>>(costsAfter, new Map())
const bitcoin = (...entries: readonly OwnMove[]) => {
  const { owned, known, cost, realised } = costWithin(after(...entries).get('BTC') ?? fail())
  return { owned, known, cost: Object.fromEntries(cost), realised: Object.fromEntries(realised) }
}
const fail = (): never => {
  throw new Error('nothing is known of BTC')
}

describe('the cost of a coin', () => {
  it('is one over all its markets: bought for USDT and sold for pesos it has a result', () => {
    const bought = entry('spot-buy', { BTC: 100n, USDT: -9_000n })
    expect(bitcoin(bought, entry('spot-sell', { BTC: -100n, MXN: 180_000n }))).toEqual({
      ...{ owned: 0n, known: 0n, cost: { USDT: 0n } },
      realised: { USDT: -9_000n, MXN: 180_000n },
    })
    expect(bitcoin(bought, entry('spot-buy', { BTC: 100n, MXN: -170_000n }))).toEqual({
      ...{ owned: 200n, known: 200n, cost: { USDT: 9_000n, MXN: 170_000n }, realised: {} },
    })
  })

  it('is unknown of what was paid in; a sale sells what was bought first', () => {
    const paidIn = entry('deposit', { BTC: 50n })
    const bought = entry('spot-buy', { BTC: 50n, USDT: -5_000n })
    expect(bitcoin(paidIn, bought)).toMatchObject({ owned: 100n, known: 50n, cost: { USDT: 5_000n } })
    expect(bitcoin(paidIn, bought, entry('spot-sell', { BTC: -100n, USDT: 12_000n }))).toMatchObject({
      ...{ owned: 0n, known: 0n },
      realised: { USDT: 1_000n },
    })
    expect(bitcoin(paidIn, entry('spot-sell', { BTC: -50n, USDT: 6_000n }))).toMatchObject({ realised: {} })
  })

  it('goes along with what leaves without a sale, once nothing else is left', () => {
    const had = [entry('deposit', { BTC: 50n }), entry('spot-buy', { BTC: 50n, USDT: -5_000n })]
    expect(bitcoin(...had, entry('withdrawal', { BTC: -50n }))).toMatchObject({ known: 50n, cost: { USDT: 5_000n } })
    expect(bitcoin(...had, entry('withdrawal', { BTC: -90n }))).toMatchObject({ known: 10n, cost: { USDT: 1_000n } })
  })

  it('is there again when a withdrawal comes back, unless something was traded in between', () => {
    const [bought, out] = [entry('spot-buy', { BTC: 50n, USDT: -5_000n }), entry('withdrawal', { BTC: -50n })]
    const back = entry('withdrawal-return', { BTC: 50n })
    expect(bitcoin(bought, out)).toMatchObject({ owned: 0n, known: 0n, cost: { USDT: 0n } })
    expect(bitcoin(bought, out, back)).toMatchObject({ owned: 50n, known: 50n, cost: { USDT: 5_000n } })
    const again = entry('spot-buy', { BTC: 10n, USDT: -2_000n })
    expect(bitcoin(bought, out, again, back)).toMatchObject({ owned: 60n, known: 10n, cost: { USDT: 2_000n } })
  })

  it('is not that of what left when something else is paid in', () => {
    const left = [entry('spot-buy', { BTC: 50n, USDT: -5_000n }), entry('withdrawal', { BTC: -50n })]
    const paidIn = entry('deposit', { BTC: 50n })
    expect(bitcoin(...left, paidIn)).toMatchObject({ owned: 50n, known: 0n, cost: { USDT: 0n } })
    expect(bitcoin(...left, paidIn, entry('spot-sell', { BTC: -50n, USDT: 9_000n }))).toMatchObject({ realised: {} })
    // A move between purses is none of it.
    expect(bitcoin(left[0] ?? paidIn, entry('purse-transfer', { BTC: 0n }))).toMatchObject({ known: 50n })
  })

  it('is one of USDT too where it is traded for a currency; where it pays it is money', () => {
    const bought = entry('spot-buy', { USDT: 100n, MXN: -1_850n })
    const paid = entry('spot-buy', { BTC: 1n, USDT: -60n })
    const usdt = (...entries: readonly OwnMove[]) => costWithin(after(...entries).get('USDT') ?? fail())
    expect(usdt(bought)).toMatchObject({ owned: 100n, known: 100n, cost: new Map([['MXN', 1_850n]]) })
    expect(usdt(bought, paid)).toMatchObject({ owned: 40n, known: 40n, cost: new Map([['MXN', 740n]]) })
    expect(usdt(bought, entry('spot-sell', { USDT: -50n, MXN: 1_000n }))).toMatchObject({
      ...{ owned: 50n, known: 50n },
      realised: new Map([['MXN', 75n]]),
    })
    // Spent, it is gone with its cost, whatever comes in later.
    for (const later of [entry('deposit', { USDT: 100n }), entry('spot-sell', { BTC: -1n, USDT: 100n })])
      expect(usdt(bought, entry('spot-buy', { BTC: 1n, USDT: -100n }), later)).toMatchObject({ owned: 100n, known: 0n })
    // What a contract brings is no purchase of anything.
    expect(usdt(bought, entry('contract-close', { USDT: 20n }))).toMatchObject({ owned: 120n, known: 100n })
  })

  it('passes on where one coin is exchanged for another, and moves between purses are none', () => {
    const ether = entry('spot-buy', { ETH: 10n, USDT: -3_000n })
    const exchanged = after(ether, entry('spot-buy', { BTC: 1n, ETH: -5n }), entry('purse-transfer', { BTC: 0n }))
    expect(exchanged.get('BTC')).toMatchObject({ known: 1n, cost: new Map([['USDT', 1_500n]]) })
    expect(exchanged.get('ETH')).toMatchObject({ known: 5n, cost: new Map([['USDT', 1_500n]]) })
  })

  it('and its result are the cash flows, whatever was traded where', () => {
    const trade = fc.record({
      market: fc.constantFrom('USDT', 'MXN', 'USD'),
      quantity: fc.bigInt({ min: 1n, max: 1_000n }),
      amount: fc.bigInt({ min: 0n, max: 100_000n }),
      side: fc.constantFrom('buy', 'sell'),
    })
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 30 }), (trades) => {
        const flows = new Map<string, bigint>()
        let costs: ReadonlyMap<string, AssetCost> = new Map()
        for (const { market, quantity, amount, side } of trades) {
          const owned = costs.get('BTC')?.owned ?? 0n
          if (side === 'sell' && owned < quantity) continue
          const [units, paid] = side === 'buy' ? [quantity, -amount] : [-quantity, amount]
          const move = entry(`spot-${side}`, { BTC: units, [market]: paid })
          const part = soldIn(costs, move)
          expect(part !== undefined).toBe(side === 'sell')
          const before = costs.get('BTC')?.realised.get(market) ?? 0n
          costs = costsAfter(costs, move)
          flows.set(market, (flows.get(market) ?? 0n) + paid)
          if (part === undefined) continue
          // What a receipt says of one sale is what the sum of all of them grew by, where it was paid in one money.
          const { result } = saleFigures(market, [{ amount, fee: 0n, vat: 0n, part }])
          if (result !== undefined) expect((costs.get('BTC')?.realised.get(market) ?? 0n) - before).toBe(result)
        }
        const { owned, known, cost, realised } = costs.get('BTC') ?? { owned: 0n, known: 0n, cost: [], realised: [] }
        const sums = new Map(realised)
        for (const [code, minor] of cost) sums.set(code, (sums.get(code) ?? 0n) - minor)
        expect(owned).toBe(known)
        for (const [code, flow] of flows) expect(sums.get(code) ?? 0n).toBe(flow)
      }),
    )
  })
})
