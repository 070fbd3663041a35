import type { ReplyOf } from '@bolsillo/contract'
import { findStaffAccounts } from '@bolsillo/identity/server'
import { instant, writeDecimal } from '@bolsillo/kernel'
import { accountParts } from '@bolsillo/ledger/domain'
import type { Ledger } from '@bolsillo/ledger/server'
import { everyone, type ReadContext, useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import type { ResultsSince } from './own-limits/deps.ts'

/** What accounts come to. */
export interface StaffSums {
  readonly ledger: Pick<Ledger, 'balancesOfCustomer'>
  /** Of every product that is traded. */
  readonly results: readonly ResultsSince[]
  readonly scaleOf: (asset: string) => number
}

/** The customer accounts of people who work here, in sum. See the contract. */
export const readStaffAccounts = useCase(calls.readStaffAccounts, (_request, context, sums: StaffSums) =>
  sumStaffAccounts(sums, context),
)

/** The sums now. */
export async function sumStaffAccounts(
  { ledger, results, scaleOf }: StaffSums,
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
): Promise<ReplyOf<typeof calls.readStaffAccounts>> {
  return await everyone(db, 'accounts of staff, in sum', async () => {
    const accounts = await findStaffAccounts(db)
    const balances = new Map<string, bigint>()
    const won = new Map<string, bigint>()
    const add = (sums: Map<string, bigint>, asset: string, minor: bigint): void => {
      sums.set(asset, (sums.get(asset) ?? 0n) + minor)
    }
    for (const customerId of accounts) {
      for (const { account, posted } of await ledger.balancesOfCustomer(db, customerId)) {
        add(balances, accountParts(account).asset, posted)
      }
      for (const resultsSince of results) {
        for (const { asset, minor } of await resultsSince(db, customerId, instant(0))) add(won, asset, minor)
      }
    }
    const write = (sums: ReadonlyMap<string, bigint>) =>
      [...sums]
        .filter(([, minor]) => minor !== 0n)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([asset, minor]) => ({ asset, amount: writeDecimal(minor, scaleOf(asset)) }))
    return { at: now, accounts: accounts.length, balances: write(balances), results: write(won) }
  })
}
