import type { EntryKind } from '@bolsillo/ledger/domain'

// What happened to a customer comes from two places that are numbered each for itself: entries of the journal that moved
// their money, and acts about their account. A place in the list of both is a number of each.

/** How far somebody is in the list, or has seen it: all entries below the one number, all acts below the other. */
export interface HappeningPlace {
  readonly entry: bigint
  readonly act: bigint
}

/** The kinds of entries that happen to somebody: what an order, a deposit, a withdrawal or a position came to. */
export const happeningKinds: readonly EntryKind[] = [
  ...(['stock-buy', 'stock-sell', 'stock-allotment', 'spot-buy', 'spot-sell'] as const),
  ...(['contract-open', 'contract-close', 'contract-liquidation', 'contract-deleveraging'] as const),
  ...(['deposit', 'deposit-reversed', 'claim-paid', 'claim-returned', 'conversion'] as const),
  ...(['withdrawal', 'withdrawal-paid', 'withdrawal-return', 'withdrawal-returned', 'practice-grant'] as const),
]

/** The acts that happen to somebody: entries to the account, changes of what protects it, and what was decided about it. */
export const happeningActs: readonly string[] = [
  ...['identity.sign-in', 'identity.sign-in-fail', 'identity.login-password-change', 'identity.login-password-reset'],
  ...['identity.trade-password-change', 'identity.trade-password-reset', 'identity.trade-password-lock'],
  ...['identity.withdrawal-password-change', 'identity.withdrawal-password-lock', 'identity.recovery-use'],
  ...['identity.factor-add', 'identity.factor-remove', 'identity.email-change', 'identity.phone-change'],
  ...['identity.key-only', 'identity.freeze', 'identity.unfreeze', 'identity.restrict', 'identity.free'],
  ...['kyc.verify', 'kyc.practice-verify', 'kyc.refuse'],
  ...['deposits.held', 'deposits.returning', 'deposits.failed', 'deposits.elsewhere-planned'],
  ...['withdrawals.request', 'withdrawals.cancel', 'withdrawals.refuse', 'withdrawals.payout-fail'],
  ...['withdrawals.hold', 'withdrawals.hold-end', 'withdrawals.legal-hold', 'withdrawals.legal-hold-end'],
  ...['withdrawals.practice-wait', 'stocks.practice-day', 'alerts.fire'],
  ...['alerts.fire-volume', 'alerts.fire-funding'],
  ...['contracts.margin-warn'],
  ...['support.answer', 'support.close', 'offerings.release'],
]

/** A place as the wire has it: `12.34`. */
export const writePlace = ({ entry, act }: HappeningPlace): string => `${entry}.${act}`

/** The form of a place on the wire. */
export const placeForm = /^(?:0|[1-9][0-9]{0,17})\.(?:0|[1-9][0-9]{0,17})$/

/** Reads a place the contract has let through. */
export function readPlace(text: string): HappeningPlace {
  const [entry = '0', act = '0'] = text.split('.')
  return { entry: BigInt(entry), act: BigInt(act) }
}
