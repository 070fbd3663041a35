import type { TestApp } from '@bolsillo/test-kit'

const quarterMs = 900_000
const hourMs = 3_600_000

/** The contract whose positions the scene liquidates. */
export const liquidatedContract = 'BTC-USDT-PERP'

/** Records of a market as its recorder and the desk of contracts write them. */
export interface RecordedScene {
  /** When the quarter of an hour began that is so many before the present one. */
  readonly quartersAgo: (count: number) => number
  /** A day with the closes of the quarters that ended last, seen whole unless the recording begins later. */
  readonly day: (
    symbol: string,
    previousClose: number,
    closes: readonly number[],
    change?: { readonly generated?: readonly number[]; readonly isCloseGenerated?: boolean; readonly from?: number },
  ) => Promise<void>
  /** Liquidations of so many accounts, in the hour before this one where none is given. */
  readonly liquidations: (accounts: number, at?: number) => Promise<void>
}

/** Such records over a database of a test, whose clock moves to an afternoon. */
export function recordedScene({ database: { owner }, services: { clock } }: TestApp): RecordedScene {
  const dayMs = 24 * hourMs
  // Well within a day of every exchange: the quarters before have the same date.
  clock.advanceMs(dayMs - (clock.now() % dayMs) + 18 * hourMs + 7 * 60_000)
  const list = (values: readonly (number | undefined)[]): string => `{${values.join(',')}}`
  const quartersAgo = (count: number): number => clock.now() - (clock.now() % quarterMs) - count * quarterMs
  return {
    quartersAgo,
    day: async (symbol, previousClose, closes, { generated = [], isCloseGenerated = false, from } = {}) => {
      const first = quartersAgo(closes.length)
      const starts = closes.map((_, at) => first + at * quarterMs)
      const date = new Date(first).toISOString().slice(0, 10)
      const last = closes.at(-1) ?? previousClose
      await owner`
        insert into market_day (instrument_id, trade_date, open, high, low, close, previous_close, volume, turnover,
          trades, quarter_starts, quarter_closes, sequence, source, at, previous_close_generated, generated_quarters)
        values (${symbol}, ${date}::text::date, ${last}, ${last}, ${last}, ${last}, ${previousClose}, 1, 1, 1,
          ${list(starts)}::text::bigint[], ${list(closes)}::text::bigint[], 1, 'simulated', ${clock.now()},
          ${isCloseGenerated}, ${list(generated.map((at) => starts[at]))}::text::bigint[])`
      await owner`insert into market_recording (from_at, to_at) values (${from ?? first}, ${clock.now()})`
    },
    liquidations: async (accounts, at = clock.now() - (clock.now() % hourMs) - hourMs) => {
      for (let account = 0; account < accounts; account += 1) {
        const size = -150_000_000 - account
        await owner`
          insert into contract_booking (entry_id, position_id, customer_id, symbol, what, liquidation_id, size, price,
            realised, fee, vat, liquidation_fee, fund_paid, market_bore, at, fee_uncharged, vat_uncharged)
          values (${`ent_${at}_${account}`}, ${`pos_${account}`}, ${`cus_${account}`}, ${liquidatedContract}, 'fill',
            ${`liq_${at}_${account}`}, ${size}, ${9_000_000 + account}, 0, 0, 0, 0, 0, 0, ${at}, 0, 0)`
      }
    },
  }
}
