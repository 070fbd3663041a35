import { decimalUnits, writeDecimal } from '@bolsillo/kernel'
import { marginScale } from '../../domain/index.ts'

/** What a step moved, as the wire has it. */
interface SteppedMoney {
  readonly realised: string
  readonly fee: string
  readonly vat: string
  readonly liquidationFee: string
}

const units = (text: string): bigint =>
  text.startsWith('-') ? -decimalUnits(text.slice(1), marginScale) : decimalUnits(text, marginScale)
const text = (minor: bigint): string =>
  `${minor < 0n ? '-' : ''}${writeDecimal(minor < 0n ? -minor : minor, marginScale)}`

/** The totals of a liquidation: its result, the charges with VAT, and the amount paid to the fund. */
export function totalsOf(steps: readonly SteppedMoney[]): {
  readonly realised: string
  readonly charged: string
  readonly fundFee: string
} {
  const sum = (of: (step: SteppedMoney) => bigint): string => text(steps.reduce((all, step) => all + of(step), 0n))
  return {
    realised: sum(({ realised }) => units(realised)),
    charged: sum(({ fee, vat }) => units(fee) + units(vat)),
    fundFee: sum(({ liquidationFee }) => units(liquidationFee)),
  }
}

const recentMs = 86_400_000

/** The contracts of which something was liquidated within a day, the newest first, and when that was. */
export function recentlyLiquidated(
  rows: ReadonlyArray<{ readonly startedAt: number; readonly positions: ReadonlyArray<{ readonly symbol: string }> }>,
  now: number,
): { readonly symbols: readonly string[]; readonly at: number } | undefined {
  const recent = rows.filter(({ startedAt }) => startedAt > now - recentMs)
  const [newest] = recent
  if (newest === undefined) return undefined
  return {
    symbols: [...new Set(recent.flatMap(({ positions }) => positions.map(({ symbol }) => symbol)))],
    at: newest.startedAt,
  }
}
