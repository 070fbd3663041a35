import type { WireContractPosition, WireMarginAccount } from '../contract/index.ts'
import {
  type ContractTerms,
  crossFiguresAtMark,
  figuresAtMark,
  fineToMinor,
  type KnownPosition,
  marginScale,
  unrealisedAtMark,
} from '../domain/index.ts'
import { knownPosition, unitsOf } from './contract-figures.ts'

/** Open positions and the account behind them, as they were published last. */
export interface OwnContracts {
  readonly rows: readonly WireContractPosition[]
  readonly account: WireMarginAccount
}

/**
 * Published positions at newer marks. Marks and positions come by two streams, and a result that waits for the second
 * contradicts the mark beside it. What the marks do not change, or what of them nobody can say here, stays as published.
 */
export function atMarks(
  { rows, account }: OwnContracts,
  markOf: (symbol: string) => string | undefined,
  termsOf: (symbol: string) => ContractTerms | undefined,
): OwnContracts {
  const known = rows.map((row) => {
    const terms = termsOf(row.symbol)
    return terms === undefined ? undefined : knownPosition(row, terms, markOf(row.symbol) ?? row.mark)
  })
  const all = known.filter((one) => one !== undefined)
  // One unknown mark leaves every sum unknown.
  if (all.length < rows.length || rows.length === 0) return { rows, account }
  const cross = all.filter(({ mode }) => mode === 'cross')
  const available = unitsOf(account.available, marginScale) ?? 0n
  const crossAccount = { cash: (available + marginOf(cross)) * fineToMinor, positions: cross }
  return {
    rows: rows.map((row, place) => {
      const one = known[place]
      if (one === undefined) return row
      const own = { cash: one.margin * fineToMinor, positions: [one] }
      const figures =
        one.mode === 'cross'
          ? figuresAtMark(crossAccount, cross.indexOf(one), one.margin)
          : figuresAtMark(own, 0, one.margin)
      return { ...withoutFigures(row), ...figures }
    }),
    account: {
      ...account,
      unrealised: unrealisedAtMark(all),
      ...crossFiguresAtMark(crossAccount),
    },
  }
}

const marginOf = (positions: readonly KnownPosition[]): bigint =>
  positions.reduce((sum, { margin }) => sum + margin, 0n)

/** Figures may be absent at another mark: none of the published ones may stay then. */
function withoutFigures(row: WireContractPosition): WireContractPosition {
  const {
    unrealisedPercent: _,
    marginRatio: __,
    effectiveLeverage: ___,
    liquidationPrice: ____,
    bankruptcyPrice: _____,
    ...rest
  } = row
  return rest
}
