import { divide } from '@bolsillo/kernel'
import { type MarginAccount, marginReport } from './margin.ts'
import { fineFactor, million } from './margin-tiers.ts'
import { nextWarningStep, quietRatios, type WarningStep, type WarningTerms } from './margin-warning.ts'

/** Where to look at an account's margin ratio again. */
type QuietBand =
  | { readonly kind: 'due'; readonly step: WarningStep }
  /** It is below maintenance: whoever liquidates looks at it. */
  | { readonly kind: 'under' }
  /** While no mark has reached one of its alarms, no step is due. In the order of the positions; undefined: none. */
  | { readonly kind: 'quiet'; readonly alarms: readonly QuietAlarms[] }

/** A mark on the side a position loses on, and one on the side it gains on. */
interface QuietAlarms {
  readonly losing: bigint | undefined
  readonly gaining: bigint | undefined
}

/**
 * As safe-bands.ts does for the maintenance margin: the distance of the account from the next ratio that means something is
 * divided among its positions, and each is given the move its share bears at the worst rate of its table. Within these
 * moves no sum of them brings the ratio there. When one is reached the account is looked at, and divided anew.
 */
export function quietBand(account: MarginAccount, last: WarningStep | undefined, terms: WarningTerms): QuietBand {
  const report = marginReport(account)
  if (report.isUnderMaintenance) return { kind: 'under' }
  const step = nextWarningStep(last, report, terms)
  if (step !== undefined) return { kind: 'due', step }
  const whole = report.positions.reduce((sum, { notional }) => sum + notional, 0n)
  const { above, below } = quietRatios(last, terms)
  const moveTo = (ratio: bigint | undefined, at: number): bigint | undefined => {
    const position = account.positions[at]
    if (ratio === undefined || position === undefined) return undefined
    // A ratio is rounded to the nearest hundredth: it is reached half of one before. Counted in half hundredths.
    const bound = 2n * ratio - 1n
    const distance = report.equity * million * bound - report.maintenance * 20_000n
    const length = position.size < 0n ? -position.size : position.size
    const dearest = position.terms.tiers.at(-1)?.maintenancePpm ?? million
    // A short also must keep more or less for its move; what a long must keep moves against what its equity does.
    const perUnit =
      length * fineFactor(position.terms) * (million * bound + (position.size < 0n ? dearest * 20_000n : 0n))
    const share = (distance < 0n ? -distance : distance) * (report.positions[at]?.notional ?? 0n)
    const move = divide(share, whole * perUnit, 'floor')
    return move > 0n ? move : 1n
  }
  return {
    kind: 'quiet',
    alarms: account.positions.map(({ size, mark }, at) => {
      const [loss, gain] = [moveTo(above, at), moveTo(below, at)]
      const sign = size < 0n ? 1n : -1n
      return {
        losing: loss === undefined ? undefined : alarmAt(mark + sign * loss),
        gaining: gain === undefined ? undefined : alarmAt(mark - sign * gain),
      }
    }),
  }
}

/** No mark gets to nothing, nor beyond what an alarm can be kept at. */
function alarmAt(mark: bigint): bigint | undefined {
  return mark > 0n && mark <= BigInt(Number.MAX_SAFE_INTEGER) ? mark : undefined
}
