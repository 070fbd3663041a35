import { type Instant, minOf } from '@bolsillo/kernel'
import { type ContractFacts, type ContractPosition, openPositions } from '../contract-facts.ts'
import type { MarginMove } from '../contract-transfers.ts'

/** Margin of another cross position of the same customer, which answers too. */
export interface CrossMargin {
  readonly positionId: string
  readonly margin: bigint
}

/**
 * The cross positions of a customer beside one, by symbol: the order in which their margins answer. The desk remembers
 * positions in the order they last changed, PostgreSQL reads them in another; who pays must not depend on either.
 */
export function crossBeside(facts: ContractFacts, positionId: string | undefined): readonly ContractPosition[] {
  return openPositions(facts)
    .filter((one) => one.mode === 'cross' && one.positionId !== positionId)
    .toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1))
}

/** What of an amount the margins of other cross positions pay, in their order, each as much as it has; and what is left. */
export function askOthers(
  amount: bigint,
  others: readonly CrossMargin[],
): { readonly taken: readonly CrossMargin[]; readonly left: bigint } {
  let left = amount
  const taken: CrossMargin[] = []
  for (const { positionId, margin } of others) {
    const part = minOf(left, margin)
    left -= part
    if (part > 0n) taken.push({ positionId, margin: part })
  }
  return { taken, left }
}

/** Other cross positions without what was taken of their margin, and the moves of their reservations. */
export function withoutTaken(
  others: readonly ContractPosition[],
  taken: readonly CrossMargin[],
  now: Instant,
): { readonly changed: readonly ContractPosition[]; readonly moves: readonly MarginMove[] } {
  const parts = new Map(taken.map(({ positionId, margin }) => [positionId, margin]))
  const pairs = others.flatMap((other) => {
    const { positionId, margin: before, holdId } = other
    const part = parts.get(positionId) ?? 0n
    if (part === 0n) return []
    const after = before - part
    const changed: ContractPosition = {
      ...other,
      margin: after,
      holdId: after === 0n ? undefined : holdId,
      updatedAt: now,
    }
    return [{ changed, move: { before, after, holdId, newHoldId: undefined } }]
  })
  return { changed: pairs.map(({ changed }) => changed), moves: pairs.map(({ move }) => move) }
}
