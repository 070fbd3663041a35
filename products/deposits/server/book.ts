import { type Id, type Instant, type Money, minus, money } from '@bolsillo/kernel'
import { type AccountId, available, type Balance, emptyBalance, type JournalEntry } from '@bolsillo/ledger/domain'
import { lockCustody } from '@bolsillo/ledger/server'
import { coverEntries, railCustody, railOwed, settleEntries } from '@bolsillo/payments/domain'
import type { Tx } from '@bolsillo/server-kit'
import { creditedAccount, type DepositMove } from '../domain/index.ts'
import type { DepositsDeps } from './deps.ts'
import type { StoredDeposit } from './stored-deposit.ts'

/** What of a deposit is there to be credited: delivered, less what was taken back since. */
export function standingAmount(deposit: StoredDeposit): Money {
  const delivered = deposit.amount ?? money(0n, deposit.asset)
  return minus(delivered, money(deposit.reversedMinor, deposit.asset))
}

/** How long a payment may be on its way without any news of it before people look. */
export const stuckAfterMs = 24 * 3_600_000

/** Whether a deposit that was seen or confirmed has had no news for so long that people must look. */
export function isStuck({ stage, updatedAt }: StoredDeposit, now: Instant): boolean {
  return stage === 'confirming' && updatedAt + stuckAfterMs <= now
}

/** Whether two people may confirm it from the firm's statement: its proof waits, or an earlier confirmation had no effect. */
export function isConfirmable(deposit: StoredDeposit, now: Instant): boolean {
  if (deposit.stage === 'proof-check') return true
  return deposit.method === 'transfer' && deposit.seen === 0 && isStuck(deposit, now)
}

/** What an entry of a deposit states. */
export function moveOf(
  { services }: Pick<DepositsDeps, 'services'>,
  deposit: StoredDeposit,
  move: {
    readonly amount: Money
    readonly at: Instant
    readonly actor: string
    /** The rail's id of what moved there; the deposit's own when left out. */
    readonly externalId?: string
  },
): DepositMove {
  const externalId = move.externalId ?? deposit.externalId ?? deposit.depositId
  const { depositId, railId } = deposit
  return { ...move, entryId: services.ids.next('ent'), depositId, railId, externalId }
}

/** Balances under lock, all accounts of a transaction named at once. */
export async function lockAccounts(
  { ledger }: Pick<DepositsDeps, 'ledger'>,
  tx: Tx,
  accounts: readonly AccountId[],
): Promise<BalanceOf> {
  return readerOf(await ledger.lock(tx, [...new Set(accounts)]))
}

function readerOf(balances: ReadonlyMap<AccountId, Balance>): BalanceOf {
  return (account) => {
    const balance = balances.get(account) ?? emptyBalance
    return { posted: balance.posted, available: available(balance) }
  }
}

/** Balances under lock before a rail gives money, and what each custodian of it holds. */
interface LockedGift {
  readonly balanceOf: BalanceOf
  readonly held: ReadonlyMap<AccountId, bigint>
}

/** Locks what an entry by which a rail gives money needs: these accounts, the rail's, and every custodian's. */
export async function lockGift(
  { ledger }: Pick<DepositsDeps, 'ledger'>,
  tx: Tx,
  { railId, asset: { code } }: StoredDeposit,
  accounts: readonly AccountId[],
): Promise<LockedGift> {
  const all = [...arrivalAccounts(railId, code), ...accounts]
  const custody = await lockCustody(ledger, tx, { accounts: all, assets: [code] })
  return { balanceOf: readerOf(custody.balances), held: custody.held(code) }
}

/** The posted and available balance of an account that is locked. */
type BalanceOf = (account: AccountId) => { readonly posted: bigint; readonly available: bigint }

/** The accounts of money that comes to a rail: its custody, and the debt to it. */
export function arrivalAccounts(railId: string, code: string): readonly AccountId[] {
  return [railCustody(railId, code), railOwed(railId, code)]
}

/** What of a deposit moves on its rail now. */
interface RailMovement {
  readonly balanceOf: BalanceOf
  readonly amount: Money
  readonly at: Instant
}

/** The entries before one by which a rail gives money, so that it can be booked however little the rail holds. */
export function coverBefore(
  { services }: Pick<DepositsDeps, 'services'>,
  { railId, depositId }: StoredDeposit,
  { held, amount, at }: Omit<RailMovement, 'balanceOf'> & Pick<LockedGift, 'held'>,
): readonly JournalEntry[] {
  const stamp = () => ({ id: services.ids.next('ent'), at })
  return coverEntries({ railId, amount, cause: depositId }, held, stamp)
}

/** The entries after one by which money came to a rail: the debt to that rail is settled first. */
export function settleAfter(
  { services }: Pick<DepositsDeps, 'services'>,
  { railId, depositId }: StoredDeposit,
  { balanceOf, amount, at }: RailMovement,
): readonly JournalEntry[] {
  const { code } = amount.asset
  const posted = {
    rail: balanceOf(railCustody(railId, code)).posted,
    owed: balanceOf(railOwed(railId, code)).posted,
  }
  const stamp = () => ({ id: services.ids.next('ent'), at })
  return settleEntries({ railId, amount, cause: depositId }, posted, stamp)
}

/**
 * What follows the entry that credits a deposit: what no limit has room for is set aside, so that it can be withdrawn or sent
 * back, not traded with. To be asked under the account's lock, before anything is posted.
 */
export async function beyondLimits(
  { ownLimits }: Pick<DepositsDeps, 'ownLimits'>,
  tx: Tx,
  { entryId, depositId, amount, at }: DepositMove,
  customerId: Id<'cus'>,
): Promise<readonly JournalEntry[]> {
  const { minor, asset } = amount
  const account = creditedAccount(customerId, asset.code)
  const credited = { customerId, account, asset: asset.code, minor, depositId, entryId, now: at }
  return (await ownLimits?.beyond(tx, credited)) ?? []
}

/** The account of the customer a deposit goes to, if it has one. */
export function ownAccount(deposit: StoredDeposit): AccountId | undefined {
  return deposit.customerId === undefined ? undefined : creditedAccount(deposit.customerId, deposit.asset.code)
}
