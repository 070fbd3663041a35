import type { ReplyOf } from '@bolsillo/contract'
import { divide, type Instant, plusMs } from '@bolsillo/kernel'
import { type Db, useCase } from '@bolsillo/server-kit'
import { contractOutcomes } from '../../contract/index.ts'
import { fineToMinor, losingPercent, worthOf } from '../../domain/index.ts'
import { findOpenOf } from '../contracts-store.ts'
import { type ContractsWorld, markIn, termsIn } from '../contracts-world.ts'
import { findFirstBooking, findOutcome, findResultsAfter, insertOutcome, type Outcome } from './outcome-store.ts'

const yearMs = 365 * 86_400_000
/** Accounts added up in one question. */
const pageMax = 500

/**
 * Counts how many accounts lost with contracts within a year, or since the first one: everything realized with fees, VAT,
 * funding and what liquidations charge, and what is open at its mark. Accounts with an open position that has no mark at
 * this moment are left out and counted apart; customers of the demo are left out. The same facts give the same numbers again.
 */
export async function computeOutcome(world: ContractsWorld, now: Instant): Promise<Outcome | undefined> {
  const { sql } = world.services
  const first = await findFirstBooking(sql)
  if (first === undefined || first >= now) return undefined
  const from = first > now - yearMs ? first : plusMs(now, -yearMs)
  const demo = new Set(await world.demoCustomers?.(sql))
  const sums = { accounts: 0, losing: 0, withOpen: 0, withoutMark: 0 }
  for (let after = ''; ; ) {
    const page = await findResultsAfter(sql, from, after, pageMax)
    const open = Map.groupBy(
      await findOpenOf(
        sql,
        page.map(({ customerId }) => customerId),
      ),
      ({ customerId }) => customerId,
    )
    for (const { customerId, minor } of page) {
      if (demo.has(customerId)) continue
      let result: bigint | undefined = minor
      for (const { symbol, size, entry } of open.get(customerId) ?? []) {
        const mark = markIn(world, symbol)
        if (mark === undefined || result === undefined) result = undefined
        else result += divide(worthOf(termsIn(world, symbol), mark, size) - entry, fineToMinor, 'floor')
      }
      if (result === undefined) sums.withoutMark += 1
      else {
        sums.accounts += 1
        if (open.has(customerId)) sums.withOpen += 1
        if (result < 0n) sums.losing += 1
      }
    }
    const last = page.at(-1)
    if (last === undefined || page.length < pageMax) break
    after = last.customerId
  }
  return { computedAt: now, from, ...sums }
}

/** Computes and stores it; nothing before the first trade of a contract. */
export async function keepOutcome(world: ContractsWorld, now: Instant): Promise<void> {
  const outcome = await computeOutcome(world, now)
  if (outcome !== undefined) await insertOutcome(world.services.sql, outcome)
}

/** The numbers as everybody is shown them. */
export async function writeOutcome(db: Db): Promise<ReplyOf<typeof contractOutcomes>> {
  const outcome = await findOutcome(db)
  if (outcome === undefined) return { accounts: 0, losing: 0 }
  const { computedAt, from, accounts, losing, withOpen, withoutMark } = outcome
  const percent = losingPercent({ accounts, losing })
  return {
    accounts,
    losing,
    ...(percent === undefined ? {} : { losingPercent: percent }),
    span: { from, to: computedAt, isYear: computedAt - from >= yearMs },
    withOpen,
    withoutMark,
  }
}

/** See the contract. */
export const readOutcomes = useCase(contractOutcomes, (_, { db }) => writeOutcome(db))
