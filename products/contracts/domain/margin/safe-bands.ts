import { assert, divide } from '@bolsillo/kernel'
import { firstLiquidatedPrice, type MarginAccount, marginReport } from './margin.ts'
import { fineFactor, million } from './margin-tiers.ts'

/** Where to look at an account again: for each of its positions a mark, on the side that position loses on. */
type SafeBand =
  /** It is to be liquidated now. */
  | { readonly kind: 'under' }
  /** While no mark has reached its alarm, the account keeps what it must. Undefined: no mark of that position alone matters. */
  | { readonly kind: 'safe'; readonly alarms: readonly (bigint | undefined)[] }

/**
 * With one position the alarm is the liquidation price itself and stays until the account changes. With several, each
 * price depends on the other marks; looking at all of them at every tick would cost what the number of accounts is. So
 * what the account has above its requirement is divided among its positions, and each is given the distance its share
 * can bear at the worst rate of its table: no sum of moves within these distances can bring the account below. When one
 * is reached the account is looked at, and divided anew.
 */
export function safeBand(account: MarginAccount): SafeBand {
  const report = marginReport(account)
  if (report.isUnderMaintenance) return { kind: 'under' }
  const [first, ...others] = account.positions
  assert(first !== undefined, 'an account without positions needs no watching')
  if (others.length === 0) {
    const price = report.positions[0]?.liquidation
    return { kind: 'safe', alarms: [price === undefined ? undefined : firstLiquidatedPrice(first.size, price)] }
  }
  const headroom = report.equity * million - report.maintenance
  const whole = report.positions.reduce((sum, { notional }) => sum + notional, 0n)
  const alarms = account.positions.map(({ terms, size, mark }, at) => {
    const notional = report.positions[at]?.notional ?? 0n
    const length = size < 0n ? -size : size
    const dearest = terms.tiers.at(-1)?.maintenancePpm ?? million
    // Up: a short loses the move and must keep more for it. Down: a long loses the move, and what it must keep falls.
    const perUnit = length * fineFactor(terms) * (size < 0n ? million + dearest : million)
    const distance = divide(headroom * notional, whole * perUnit, 'floor')
    const alarm = size < 0n ? mark + distance + 1n : mark - distance - 1n
    return alarm > 0n ? alarm : undefined
  })
  return { kind: 'safe', alarms }
}
