import { describe, expect, it } from 'vitest'
import { contractTerms } from '../contract-list.ts'
import { fineToMinor } from '../position.ts'
import { highestLeverage, readTicket } from '../ticket/ticket.ts'
import { previewOf } from '../ticket/ticket-preview.ts'
import { effectiveLeverage } from './effective-leverage.ts'
import { ceilingIn, liveCeilingOf } from './leverage-ceilings.ts'
import { worthOf } from './margin-tiers.ts'

const terms = contractTerms({ id: 'BTC-USDT-PERP', scale: { priceScale: 2, quantityScale: 8 } })
const form = { side: 'buy', type: 'market', quantity: '0.1' } as const

describe('a real market', () => {
  it.each([
    ['BTC-USDT-PERP', 200n],
    ['NEW-USDT-PERP', 200n],
    ['WALMEX.MX', 500n],
    ['EUR-USD-PERP', 3000n],
    ['MXN-USD-PERP', 2000n],
    ['XAU-USDT-PERP', 2000n],
    ['SPX-USDT-PERP', 2000n],
    ['IPC-USDT-PERP', 1000n],
    ['WTI-USDT-PERP', 1000n],
  ])('allows for %s at most %s hundredths', (symbol, most) => {
    expect([liveCeilingOf(symbol), ceilingIn('LIVE', symbol), ceilingIn('SIM', symbol)]).toEqual([
      most,
      most,
      undefined,
    ])
  })

  it('refuses a ticket above its ceiling that the practice market takes', () => {
    expect(readTicket({ ...form, leverage: '20' }, terms)).toMatchObject({ leverage: 2000n })
    expect(readTicket({ ...form, leverage: '2.01' }, terms, 200n)).toMatchObject({
      spec: { name: 'leverage-above-max' },
      field: 'leverage',
      values: { max: '2.00' },
    })
    expect(readTicket({ ...form, leverage: '2' }, terms, 200n)).toMatchObject({ leverage: 200n })
    expect(highestLeverage(terms.tiers, 50_00n)).toBe(2000n)
  })
})

it('leverage is what the account has, above 100 as soon as notional is above equity', () => {
  const account = (margin: bigint, entered: bigint, mark: bigint, size = 1_0000_0000n) => ({
    cash: margin * fineToMinor,
    positions: [{ terms, size, entry: worthOf(terms, entered, size), mark }],
  })
  expect(effectiveLeverage(account(100_000_000_000n, 100_000_00n, 100_000_00n))).toBe(100n)
  expect(effectiveLeverage(account(99_999_999_999n, 100_000_00n, 100_000_00n))).toBe(101n)
  expect(effectiveLeverage(account(5_000_000_000n, 100_000_00n, 100_000_00n))).toBe(2000n)
  expect(effectiveLeverage(account(100_000_000_000n, 100_000_00n, 110_000_00n, -1_0000_0000n))).toBe(123n)
  expect(effectiveLeverage(account(1_000_000n, 100_000_00n, 90_000_00n))).toBeUndefined()
})

describe('where close-out begins', () => {
  const asked = (leverage: bigint, side: 'buy' | 'sell') =>
    previewOf({
      terms,
      mode: 'isolated',
      side,
      quantity: 10_000_000n,
      price: 100_000_00n,
      reservePrice: 100_000_00n,
      worstPrice: 100_000_00n,
      mark: 100_000_00n,
      leverage,
      available: 1_000_000_000_000n,
      position: undefined,
      cross: [],
    }).closeOutLossBps
  it('is said as the margin table has it: half of the margin at 20×, nearly all of it at 1×', () => {
    // At 20×: 5 % of margin, 2.5 % of what it is worth then is kept. At 1× a long never gets there; a short does.
    expect([asked(2000n, 'buy'), asked(1000n, 'buy')]).toEqual([5129n, 7693n])
    expect([asked(100n, 'buy'), asked(100n, 'sell')]).toEqual([10_000n, 9513n])
  })
})
