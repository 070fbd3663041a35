import { assert, divide, rescale, writeDecimal } from '@bolsillo/kernel'
import { fineToMinor, marginScale } from '../position.ts'
import { firstLiquidatedPrice, type MarginAccount, type MarginPosition, marginReport, priceAt } from './margin.ts'
import { marginRatio } from './margin-ratio.ts'
import { fineScale, million } from './margin-tiers.ts'

/** What of a position every mark changes, as decimal texts. */
interface MarkFigures {
  readonly mark: string
  readonly notional: string
  readonly unrealised: string
  /** Of the margin, percent; absent without one. */
  readonly unrealisedPercent?: string
  readonly maintenance: string
  /** Absent while nothing is left behind the position. */
  readonly marginRatio?: string
  readonly effectiveLeverage?: string
  readonly liquidationPrice?: string
  readonly bankruptcyPrice?: string
}

const fine = (units: bigint): string => writeDecimal(rescale(units, fineScale, marginScale, 'half-even'), marginScale)
/** Leverages and percentages are hundredths. */
const hundredths = (units: bigint): string => writeDecimal(units, 2)
const percentOf = (part: bigint, whole: bigint): string => hundredths(divide(part * 10_000n, whole, 'half-even'))

/**
 * The figures of a position at the marks of its account: the one function behind what the server publishes and what the
 * phone computes from a newer mark. `at`: its place in the account; `margin`: what is set aside for it.
 */
export function figuresAtMark(account: MarginAccount, at: number, margin: bigint): MarkFigures {
  const report = marginReport(account)
  const [position, sums] = [account.positions[at], report.positions[at]]
  assert(position !== undefined && sums !== undefined, 'the position is one of its account')
  const { terms, size, mark } = position
  const price = (units: bigint): string => writeDecimal(units, terms.priceScale)
  const first = sums.liquidation === undefined ? undefined : firstLiquidatedPrice(size, sums.liquidation)
  const ratio = marginRatio(report)
  return {
    mark: price(mark),
    notional: fine(sums.notional),
    unrealised: fine(sums.unrealised),
    ...(margin === 0n ? {} : { unrealisedPercent: percentOf(sums.unrealised, margin * fineToMinor) }),
    maintenance: fine(divide(sums.maintenance, million, 'up')),
    ...(ratio !== undefined
      ? {
          marginRatio: hundredths(ratio),
          effectiveLeverage: hundredths(divide(sums.notional * 100n, report.equity, 'half-even')),
        }
      : {}),
    ...(first === undefined ? {} : { liquidationPrice: price(first) }),
    ...(sums.bankruptcy === undefined
      ? {}
      : { bankruptcyPrice: price(priceAt(sums.bankruptcy, size > 0n ? 'ceiling' : 'floor')) }),
  }
}

/** What the cross positions come to together, and must keep. */
interface CrossFigures {
  readonly crossEquity: string
  readonly crossInitial: string
  readonly crossMaintenance: string
}

/** The figures of the cross account at the marks in it. */
export function crossFiguresAtMark(account: MarginAccount): CrossFigures {
  const { equity, initial, maintenance } = marginReport(account)
  return {
    crossEquity: fine(equity),
    crossInitial: fine(divide(initial, million, 'up')),
    crossMaintenance: fine(divide(maintenance, million, 'up')),
  }
}

/** What positions gain or lose together at their marks: rounded once, not each by itself. */
export function unrealisedAtMark(positions: readonly MarginPosition[]): string {
  return fine(marginReport({ cash: 0n, positions }).equity)
}
