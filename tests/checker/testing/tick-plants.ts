import { plusMs } from '@bolsillo/kernel'
import type { Plant } from './forgotten-plants.ts'
import { one } from './journal-plants.ts'

const behindAFill = `(instrument_id, source, sequence) in (select instrument_id, source, sequence from trade_fill)`
const changed = (what: string, change: string): Plant => ({
  invariant: 'I6',
  what: `a recorded print behind a fill with ${what}`,
  sql: `update market_trade set ${change} where ${behindAFill}`,
  says: /the print \S+ simulated \d+ of \S+ says .+, its fill /,
})
// As when the server had run for a while: prints of the last moments before a kill may be missing.
const longAgo = 'update market_recording set from_at = from_at - 600000, to_at = to_at + 600000'

/** Recorded prints that are not what fills were made at: one row a violation. */
export const tickPlants: readonly Plant[] = [
  changed('another price', 'price = price + 1'),
  changed('another quantity', 'quantity = quantity + 1'),
  changed('another side', `side = case side when 'b' then 's' else 'b' end::"char"`),
  changed('an earlier time', 'traded_at = traded_at - 600000'),
  {
    ...changed('a later time, while the journal went on', 'traded_at = traded_at + 420000'),
    // Whatever comes after the last posting goes on, too: a clock that was set back would explain the print.
    acts: {
      of: 'select max(seq) from ledger_posting',
      andAfter: true,
      change: one((act) => ({ ...act, at: plusMs(act.at, 240_000) })),
    },
  },
  {
    ...changed('a second one of its name', ''),
    sql: `insert into market_trade select instrument_id, traded_at, sequence, price + 1, quantity, side, source
      from market_trade where ${behindAFill}`,
  },
  {
    invariant: 'I6',
    what: 'a recorded print behind a fill under another number',
    sql: `${longAgo}; update market_trade set sequence = -sequence where ${behindAFill}`,
    says: /the print \S+ simulated \d+ of \S+ is not there/,
  },
  {
    invariant: 'I6',
    what: 'a recorded print behind a fill taken out',
    sql: `${longAgo}; delete from market_trade where ${behindAFill}`,
    says: /the print \S+ simulated \d+ of \S+ is not there/,
  },
]
