import { currencies, money, priceOf, quantityOf, writeDecimal, writeMoney, writePercent } from '@bolsillo/kernel'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Position } from '../contract/index.ts'
import { type HoldingFacts, holdingResult } from '../domain/index.ts'
import { positionAtPrice, positionsAtPrices } from './position-at-price.ts'

const scale = { priceScale: 3, quantityScale: 0, quote: currencies.MXN }
const text = (minor: bigint): string => writeMoney(money(minor, scale.quote))
const percent = (bps: bigint | undefined) => (bps === undefined ? undefined : writePercent(bps))

/** A holding as the server answers it at a price. */
function answered(facts: Omit<HoldingFacts, 'last'>, last: bigint): Position {
  const {
    value = 0n,
    unrealised = 0n,
    unrealisedBps,
    today,
    todayBps,
  } = holdingResult({ ...facts, last: priceOf(last) })
  return {
    ...{
      symbol: 'WALMEX.MX',
      ticker: 'WALMEX',
      name: 'Walmart',
      stockCountry: 'IN',
      currency: 'MXN',
      priceDecimals: 2,
    },
    ...{ quantity: String(facts.quantity), sellable: '0', held: '0', locked: '0', locks: [], unsettled: '0' },
    ...{ averageCost: '0', cost: text(facts.cost), realised: '0.00', value: text(value), unrealised: text(unrealised) },
    ...(unrealisedBps === undefined ? {} : { unrealisedPercent: percent(unrealisedBps) }),
    ...(today === undefined ? {} : { today: text(today), todayPercent: percent(todayBps) }),
  }
}

it('shows a position at a newer price as the server would answer it then', () => {
  const price = fc.bigInt(1_000n, 400_000n)
  const property = (owned: bigint, cost: bigint, close: bigint, then: bigint, now: bigint) => {
    const facts = {
      ...{ scale, quantity: quantityOf(owned), cost, realised: 0n, fees: 0n, vat: 0n, previousClose: priceOf(close) },
      bought: { quantity: quantityOf(0n), paid: 0n },
      sold: { quantity: quantityOf(0n), received: 0n },
    }
    expect(positionAtPrice(answered(facts, then), writeDecimal(now, 3))).toEqual(answered(facts, now))
  }
  fc.assert(fc.property(fc.bigInt(1n, 5_000n), fc.bigInt(1n, 900_000_00n), price, price, price, property), {
    numRuns: 500,
    seed: 5,
  })
})

it('says no percent of the day where what was sold today is not known', () => {
  const facts = {
    ...{ scale, quantity: quantityOf(50n), cost: 3_000_00n, realised: 0n, fees: 0n, vat: 0n },
    previousClose: priceOf(60_000n),
    bought: { quantity: quantityOf(0n), paid: 0n },
    sold: { quantity: quantityOf(50n), received: 3_050_00n },
  }
  const shown = positionAtPrice(answered(facts, 61_000n), '63.000')
  expect(shown).toMatchObject({ value: '3150.00', today: answered(facts, 63_000n).today })
  expect(shown.todayPercent).toBeUndefined()
})

it('leaves a position alone while there is no price', () => {
  const position: Position = { ...answeredWithoutPrice() }
  expect(positionAtPrice(position, '61.900')).toEqual(position)
})

function answeredWithoutPrice(): Position {
  const {
    value: _,
    unrealised: __,
    ...rest
  } = answered(
    {
      ...{
        scale,
        quantity: quantityOf(50n),
        cost: 3_000_00n,
        realised: 0n,
        fees: 0n,
        vat: 0n,
        previousClose: undefined,
      },
      bought: { quantity: quantityOf(0n), paid: 0n },
      sold: { quantity: quantityOf(0n), received: 0n },
    },
    61_000n,
  )
  return rest
}

it('moves the sums by as much as the rows: of the money of the total, and of another at the rate of the answer', () => {
  const facts = (quantity: bigint, cost: bigint) => ({
    ...{
      scale,
      quantity: quantityOf(quantity),
      cost,
      realised: 0n,
      fees: 0n,
      vat: 0n,
      previousClose: priceOf(50_000n),
    },
    bought: { quantity: quantityOf(0n), paid: 0n },
    sold: { quantity: quantityOf(0n), received: 0n },
  })
  const peso = answered(facts(10n, 500_00n), 60_000n)
  const dollar = { ...answered(facts(2n, 300_00n), 200_000n), symbol: 'AAPL.US', currency: 'USD' }
  const income = (currency: string, value: string, unrealised: string) => ({
    ...{ currency, cash: '0.00', cashHeld: '0.00', value, cost: '0.00', unrealised, realised: '0.00' },
    ...{ fees: '0.00', vat: '0.00', today: '0.00', todayPercent: '0.00' },
  })
  const data = {
    rows: [peso, dollar],
    currencies: [income('MXN', '600.00', '100.00'), income('USD', '400.00', '100.00')],
    // A dollar is 18 pesos.
    total: income('MXN', '7800.00', '1900.00'),
  }
  const now = positionsAtPrices(data, (symbol) => (symbol === 'AAPL.US' ? '205.000' : '61.500'))
  expect(now.rows.map(({ value }) => value)).toEqual(['615.00', '410.00'])
  expect(now.currencies.map(({ value, unrealised }) => [value, unrealised])).toEqual([
    ['615.00', '115.00'],
    ['410.00', '110.00'],
  ])
  expect(now.total).toMatchObject({ value: '7995.00', unrealised: '2095.00' })
  expect(positionsAtPrices(data, () => undefined)).toEqual(data)
})
