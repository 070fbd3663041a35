import { postFitting } from '@bolsillo/cases/server'
import { assert, type Instant, idOf, money, present } from '@bolsillo/kernel'
import { available } from '@bolsillo/ledger/domain'
import { lockCustody } from '@bolsillo/ledger/server'
import { coverEntries, railOwed } from '@bolsillo/payments/domain'
import type { PayoutRecord, PayoutTakers } from '@bolsillo/payments/server'
import type { Tx } from '@bolsillo/server-kit'
import {
  acceptAccounts,
  chargedEarly,
  differenceOf,
  failureOf,
  paidAccounts,
  returnEntry,
  settledAccounts,
  settledEntry,
  withdrawalAccount,
} from '../domain/index.ts'
import { heldAgain } from './changes.ts'
import type { WithdrawalsGiven } from './deps.ts'
import { takeReturned } from './overpaid/take-returned.ts'
import { advance, noteEvent } from './withdrawal-case.ts'
import { lockWithdrawal, setDifference, setPayment, type Withdrawal } from './withdrawal-store.ts'

/** The kind of causes of payments that are withdrawals. */
export const payoutCause = 'wdr'
const actor = 'payments'

/**
 * The outcome of the payment of a withdrawal, exactly once each, in the transaction that dispatches it. What does not fit
 * (another amount than was asked for, an end after an end) throws: it is kept, shown to staff, and nothing is posted.
 */
export function payoutTakers(deps: WithdrawalsGiven): PayoutTakers {
  return {
    sent: async (tx, { payout, event, railId, now }) => {
      const withdrawal = await locked(tx, payout)
      await setPayment(tx, withdrawal.withdrawalId, { railId, externalId: event.externalId })
      await noteEvent(deps, tx, withdrawal, { at: now, what: 'payout-sent', actor })
    },
    confirmed: async (tx, { payout, event, railId, now }) => {
      const withdrawal = await locked(tx, payout)
      const { net, channel } = withdrawal
      const isAsked = event.amount.minor === net && event.amount.asset.code === channel.asset.code
      assert(isAsked, `${railId} paid another amount than was asked for`)
      await complete(deps, tx, withdrawal, { railId, externalId: event.externalId, arrived: net, now })
    },
    confirmedOther: async (tx, { payout, event, railId, now }) => {
      const withdrawal = await locked(tx, payout)
      assert(
        event.amount.asset.code === withdrawal.channel.asset.code,
        `${railId} paid another asset than was asked for`,
      )
      const { externalId, amount } = event
      await complete(deps, tx, withdrawal, { railId, externalId, arrived: amount.minor, now })
    },
    failed: async (tx, { payout, event, now }) => {
      const withdrawal = await locked(tx, payout)
      await releaseAll(deps, tx, withdrawal, { said: event.reason, now })
    },
    returned: async (tx, back) => await takeReturned(deps, tx, await locked(tx, back.payout), back),
    ownerKnown: false,
  }
}

async function locked(tx: Tx, payout: PayoutRecord | undefined): Promise<Withdrawal> {
  const { cause } = present(payout, 'the payment an event is about')
  return present(await lockWithdrawal(tx, idOf('wdr', cause)), 'the withdrawal of a payment')
}

async function complete(
  deps: WithdrawalsGiven,
  tx: Tx,
  withdrawal: Withdrawal,
  payment: {
    readonly railId: string
    readonly externalId: string
    /** What arrived at the destination: the net, unless two people decided to book another amount. */
    readonly arrived: bigint
    readonly now: Instant
  },
): Promise<void> {
  const { services, ledger } = deps
  const { railId, externalId, arrived, now } = payment
  const { channel, net, customerId, withdrawalId } = withdrawal
  const entryId = services.ids.next('ent')
  const step = { move: 'payout-confirmed', at: now, actor, entryId } as const
  await advance(deps, tx, withdrawal, step, { arrived, details: { rail: railId } })
  await setPayment(tx, withdrawalId, { railId, externalId })
  const { code } = channel.asset
  const accounts = arrived === net ? paidAccounts(withdrawal, railId) : settledAccounts(withdrawal, railId)
  const custody = await lockCustody(ledger, tx, { accounts: [...accounts, railOwed(railId, code)], assets: [code] })
  const free = available(present(custody.balances.get(withdrawalAccount(withdrawal)), 'the locked balance'))
  const difference = differenceOf(net, arrived, free)
  if (arrived !== net) await setDifference(tx, withdrawalId, difference)
  const made = { railId, externalId, chargedEarly: await isChargedEarly(deps, tx, withdrawal) }
  const entry = settledEntry(withdrawal, { id: entryId, at: now, actor }, { ...made, ...difference })
  const gift = { railId, amount: money(arrived, channel.asset), cause: withdrawalId }
  const cover = coverEntries(gift, custody.held(code), () => ({ id: services.ids.next('ent'), at: now }))
  await postFitting(deps, tx, [...cover, entry])
  if (difference.claim === 0n) return
  const amount = money(difference.claim, channel.asset)
  await deps.claims.open(tx, { withdrawalId, customerId, amount, openedAt: now, now })
}

/** Whether an earlier version took fee and VAT when it accepted this withdrawal. Its account is locked. */
async function isChargedEarly({ ledger }: WithdrawalsGiven, tx: Tx, withdrawal: Withdrawal): Promise<boolean> {
  const open = await ledger.openHolds(tx, withdrawalAccount(withdrawal))
  return chargedEarly(withdrawal, open.find(({ id }) => id === withdrawal.holdId)?.remaining ?? 0n)
}

/** The payment certainly did not arrive: amount, fee and VAT are the customer's again. */
async function releaseAll(
  deps: WithdrawalsGiven,
  tx: Tx,
  withdrawal: Withdrawal,
  { said, now }: { readonly said: string; readonly now: Instant },
): Promise<void> {
  const { services, ledger } = deps
  const reason = failureOf(said)
  const entryId = services.ids.next('ent')
  const step = { move: 'payout-failed', at: now, actor, entryId, reason } as const
  await advance(deps, tx, withdrawal, step, { details: { reason } })
  await ledger.lock(tx, acceptAccounts(withdrawal))
  const early = { chargedEarly: await isChargedEarly(deps, tx, withdrawal) }
  const entry = returnEntry(withdrawal, { id: entryId, at: now, actor }, early)
  await postFitting(deps, tx, [entry, ...(await heldAgain(deps, tx, withdrawal, now))])
}
