import { assert, minOf } from '@bolsillo/kernel'
import type { AccountId } from './account.ts'

/** What must be given out of one custodian's account, and what all of them together must keep for others. */
export interface CustodyNeed {
  readonly asset: string
  readonly from: AccountId
  readonly minor: bigint
  /** Promised elsewhere already: payments under way. */
  readonly promised: bigint
}

/** Money that one custodian passes to another, so that a payment can be made where it has to be. */
export interface CustodyMove {
  readonly from: AccountId
  readonly to: AccountId
  readonly minor: bigint
}

/** The moves before a payment; or how much all custodians together hold too little for it. */
type CustodyPlan =
  | { readonly kind: 'covered'; readonly moves: readonly CustodyMove[] }
  | { readonly kind: 'short'; readonly short: bigint }

/**
 * Plans how a custodian that holds too little gets the rest from the others: banks and chains first, those that hold
 * the most before the others, equal ones by name; markets last, because trades settle there. A pure function of
 * the balances, so that the same balances give the same plan. `held`: the balance of each custodian, above zero.
 */
export function planCustody(held: ReadonlyMap<AccountId, bigint>, need: CustodyNeed): CustodyPlan {
  const { from: to, minor, promised } = need
  const sums = [...held.values()]
  assert(minor > 0n && promised >= 0n && sums.every((one) => one >= 0n), 'custody and needs are not below zero')
  const total = sums.reduce((sum, one) => sum + one, 0n)
  if (total < minor + promised) return { kind: 'short', short: minor + promised - total }
  const others = [...held].filter(([account, one]) => account !== to && one > 0n).sort(byTurn)
  const moves: CustodyMove[] = []
  let lacking = minor - minOf(minor, held.get(to) ?? 0n)
  for (const [from, one] of others) {
    if (lacking === 0n) break
    const taken = minOf(lacking, one)
    moves.push({ from, to, minor: taken })
    lacking -= taken
  }
  assert(lacking === 0n, 'what is covered can be brought together')
  return { kind: 'covered', moves }
}

/** Who gives first. */
function byTurn([a, x]: readonly [AccountId, bigint], [b, y]: readonly [AccountId, bigint]): number {
  const isMarket = (account: AccountId): boolean => account.startsWith('venue-')
  if (isMarket(a) !== isMarket(b)) return isMarket(a) ? 1 : -1
  if (x !== y) return x > y ? -1 : 1
  return a < b ? -1 : 1
}
