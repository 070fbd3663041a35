import { type Id, type Instant, present } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import {
  type AccountId,
  type Balance,
  type CustodyNeed,
  custodyMoveEntry,
  type JournalEntry,
  payoutsAccount,
  planCustody,
} from '../../domain/index.ts'
import type { Ledger } from '../ledger.ts'
import { findCustodyAccounts } from './custody-store.ts'

/** Locked balances, among them those of every custodian of some assets and of what is promised of these. */
export interface LockedCustody {
  readonly balances: ReadonlyMap<AccountId, Balance>
  /** The sum of all payments under way of an asset. */
  readonly promised: (asset: string) => bigint
  /** What each custodian of an asset holds, above zero. */
  readonly held: (asset: string) => ReadonlyMap<AccountId, bigint>
  /**
   * The moves between custodians to post right before an entry by which one of them pays an amount, or the shortfall of all
   * of them together beside payments under way.
   */
  readonly movesFor: (
    need: CustodyNeed,
    entry: {
      readonly nextId: () => Id<'ent'>
      readonly at: Instant
      readonly actor: string
      readonly reference: string
    },
  ) =>
    | { readonly kind: 'covered'; readonly entries: readonly JournalEntry[] }
    | { readonly kind: 'short'; readonly short: bigint }
}

/** Who holds an asset, and what of it is promised, as committed: for a look before anything is locked. */
export async function readCustody(
  ledger: Pick<Ledger, 'balances'>,
  db: Db,
  asset: string,
): Promise<{ readonly held: ReadonlyMap<AccountId, bigint>; readonly promised: bigint }> {
  const accounts = await findCustodyAccounts(db, asset)
  const promised = payoutsAccount(asset)
  const balances = await ledger.balances(db, [...accounts, promised])
  const postedOf = (account: AccountId): bigint => balances.get(account)?.posted ?? 0n
  return {
    held: new Map(accounts.map((account) => [account, -postedOf(account)])),
    promised: postedOf(promised),
  }
}

/** Locks accounts together with those of every custodian of these assets, so that the planned balances cannot change. */
export async function lockCustody(
  ledger: Pick<Ledger, 'lock'>,
  tx: Tx,
  { accounts, assets }: { readonly accounts: readonly AccountId[]; readonly assets: readonly string[] },
): Promise<LockedCustody> {
  const named = accounts.filter((account) => account.includes(':custody:'))
  const custodies = new Map<string, readonly AccountId[]>()
  for (const asset of assets) {
    const known = await findCustodyAccounts(tx, asset)
    custodies.set(asset, [...new Set([...known, ...named.filter((account) => account.endsWith(`:custody:${asset}`))])])
  }
  const balances = await ledger.lock(tx, [
    ...new Set([...accounts, ...[...custodies.values()].flat(), ...assets.map(payoutsAccount)]),
  ])
  const postedOf = (account: AccountId): bigint => present(balances.get(account), `locked balance of ${account}`).posted
  const held = (asset: string): ReadonlyMap<AccountId, bigint> =>
    new Map(present(custodies.get(asset), `the custodians of ${asset}`).map((account) => [account, -postedOf(account)]))
  return {
    balances,
    held,
    promised: (asset) => postedOf(payoutsAccount(asset)),
    movesFor: (need, { nextId, ...entry }) => {
      const plan = planCustody(held(need.asset), need)
      return plan.kind === 'short'
        ? plan
        : { kind: 'covered', entries: plan.moves.map((move) => custodyMoveEntry(move, { ...entry, id: nextId() })) }
    },
  }
}
