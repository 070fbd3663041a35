import type { ReplyOf } from '@bolsillo/contract'
import { decimalUnits } from '@bolsillo/kernel'
import type { portfolio } from '../contract/index.ts'

export type Holding = ReplyOf<typeof portfolio>['holdings'][number]

export const holdingSorts = ['value', 'result', 'name'] as const
type HoldingSort = (typeof holdingSorts)[number]

/** Holdings by value or result, the largest first and those without the figure last; or by name. Equal ones keep their order. */
export function sortHoldings(rows: readonly Holding[], by: HoldingSort): readonly Holding[] {
  if (by === 'name') return rows.toSorted((a, b) => a.name.localeCompare(b.name, 'es'))
  const minor = (row: Holding): bigint | undefined => {
    const text = row[by]
    return text === undefined ? undefined : decimalUnits(text, 2)
  }
  return rows.toSorted((a, b) => {
    const [left, right] = [minor(a), minor(b)]
    if (left === right) return 0
    if (left === undefined) return 1
    if (right === undefined) return -1
    return left > right ? -1 : 1
  })
}
