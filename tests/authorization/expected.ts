import type { OperatorRole } from '@bolsillo/contract'

/**
 * Who may make which call, written down by hand: the contracts must say the same, and the server must do it. A new call
 * belongs in exactly one line here; without one the matrix is red.
 */

/** What a customer's call is for, which decides who is admitted. */
export const groups = {
  /** Market data, settings, proofs, the way in: everybody. */
  open: `
    read-prop read-props list-prop-changes read-market-facts list-instruments read-company read-operations read-books list-book-accounts list-book-records read-consistency read-witnesses read-staff-powers list-proofs read-proof
    bank-templates bank-channels coin-channels read-credit-halts
    get-captcha send-code register sign-in ask-passkey-sign-in passkey-sign-in reset-password freeze-account read-practice-inbox
    read-stock-candles read-stock-trades read-stock-book list-stock-indices list-stock-countries list-hot-stocks
    list-stocks search-stocks read-stock-info read-withdrawal-times read-withdrawal-terms read-staff-accounts read-market-side
    read-legal-document read-firm
    list-coin-fees list-coin-infos list-coin-tickers read-coin-ticker read-coin-candles read-coin-trades read-coin-book
    list-contract-leverages read-contract-mark list-contract-funding list-contract-funding-looks read-insurance-fund read-contract-outcomes
    list-notices list-news read-news list-ads read-votes list-ballots list-places read-place
    list-ipos list-coming-ipos list-open-ipos read-ipo list-ipo-lines`,
  /**
   * One's own past and present, one's passwords, cancelling and selling what one owns, and the way out with one's money:
   * also restricted customers.
   */
  own: `
    list-alerts set-alert arm-alert remove-alert
    list-push-devices add-push-device remove-push-device test-push-device
    read-notice-choices set-notice-choice set-quiet-hours end-quiet-hours
    cast-vote list-own-ipos leave-ipo
    list-conversations read-conversation open-conversation write-message record-transcript upload-file
    list-happenings count-happenings see-happenings list-own-notices read-notice
    list-own-activity export-own-activity sign-out update-password get-login-info get-profile list-sessions revoke-session list-factors challenge-factor
    read-assets list-holds list-records read-inclusion view-own-file read-identity read-own-proof list-proof-entries report-proof-check
    cancel-stock-order sell-stock list-own-orders list-stock-orders read-stock-order read-stock-receipt read-stock-statistics list-stock-fills
    list-watchlists read-watchlist list-followed-stocks list-stock-positions read-stock-position read-portfolio-value read-portfolio list-results read-stock-ticket
    read-deposit-status list-deposits read-deposit read-deposit-receipt list-coin-deposits
    list-banks read-bank list-withdrawal-addresses quote-withdrawal quote-coin-withdrawal list-withdrawals
    list-coin-withdrawals read-withdrawal-status read-withdrawal cancel-withdrawal read-withdrawal-receipt
    list-withdrawal-origins return-to-origin list-exchanges read-exchange-receipt
    close-contract-position cancel-contract-order close-contract-position-at-market close-all-contract-positions
    set-contract-take-profit set-contract-stop-loss change-contract-margin list-contract-orders read-contract-order
    list-contract-positions read-contract-ticket list-own-contract-funding list-contract-position-bookings list-contract-results list-contract-liquidations
    read-contract-liquidation read-contract-suitability
    read-own-limits set-own-limit withdraw-limit-change begin-pause
    cancel-coin-order list-coin-orders read-coin-order read-coin-receipt list-coin-fills list-coin-volume read-coin-statistics read-coin-ticket read-coin-assets
    read-transferable transfer-purses transfer-coins
    list-movements list-statements read-statement read-statement-file
    read-legal-acceptances accept-legal-document`,
  /** The way out needs to know whose money it is, restricted or not. */
  'own-verified': `
    request-withdrawal request-coin-withdrawal`,
  /** What a restricted customer may not: factors, addresses, buying, converting, giving up a destination. */
  active: `
    update-profile update-email update-phone update-auto-apply set-key-only unfreeze-account start-authenticator finish-authenticator start-passkey finish-passkey rename-passkey remove-factor
    apply-to-ipo renew-recovery-codes take-practice-grant submit-papers take-practice-papers pass-practice-day
    pass-destination-wait buy-stock authorise-stock-orders place-coin-order authorise-coin-orders
    quote-conversion execute-conversion follow-stock unfollow-stock follow-coin unfollow-coin
    save-watchlist remove-watchlist change-watchlist move-in-watchlist cancel-deposit remove-bank
    read-exchange quote-exchange exchange-currency
    replace-stock-order replace-coin-order replace-contract-order
    open-contract-position answer-contract-suitability`,
  /** Money in, and new destinations: identity first. */
  'active-verified': `
    add-deposit read-pay-in add-deposit-proof read-coin-address generate-coin-address add-coin-deposit simulate-payment
    add-bank add-withdrawal-address`,
} as const
export type Group = keyof typeof groups

const everybody: readonly OperatorRole[] = ['support', 'compliance', 'treasury', 'product', 'auditor', 'admin']
const moneyReaders: readonly OperatorRole[] = ['support', 'compliance', 'treasury', 'auditor', 'admin']
const movers: readonly OperatorRole[] = ['treasury', 'compliance']

/** What everybody of the staff does with their own way in, auditors too. */
export const ownSession = [
  'operator-sign-out',
  'operator-challenge-factor',
  'operator-confirm-factor',
  'operator-start-authenticator',
  'operator-finish-authenticator',
  'operator-start-passkey',
  'operator-finish-passkey',
  'operator-remove-factor',
  'operator-rename-passkey',
  'operator-renew-recovery-codes',
  'operator-revoke-session',
]

/** Which roles may make a call of staff. An auditor reads, and writes nothing but what is their own session's. */
export const operatorCalls: Readonly<Record<string, readonly OperatorRole[]>> = {
  ...Object.fromEntries(ownSession.map((name) => [name, everybody])),
  'operator-list-factors': everybody,
  'operator-list-sessions': everybody,
  'operator-info': everybody,
  'operator-practice-inbox': everybody,
  'list-audit': everybody,
  'list-work': everybody,
  'list-powers': everybody,
  'list-approvals': everybody,
  'read-approval': everybody,
  'decide-approval': ['support', 'compliance', 'treasury', 'product', 'admin'],
  'withdraw-approval': ['support', 'compliance', 'treasury', 'product', 'admin'],
  'find-customer': ['support', 'compliance', 'auditor', 'admin'],
  'propose-look': ['support', 'compliance', 'admin'],
  'list-restricted': ['support', 'compliance', 'auditor', 'admin'],
  'propose-restriction': ['support', 'compliance'],
  'propose-freeing': ['support', 'compliance', 'admin'],
  'list-settings': everybody,
  'list-setting-history': everybody,
  'propose-setting': ['product', 'treasury', 'admin'],
  'list-staff': everybody,
  'propose-staff-invitation': ['admin'],
  'propose-staff-roles': ['admin'],
  'propose-staff-end': ['admin'],
  'send-staff-invitation': ['admin'],
  'type-staff-number': ['admin', 'compliance'],
  'list-pauses': everybody,
  'propose-pause': ['compliance', 'treasury', 'admin'],
  'propose-resume': ['compliance', 'treasury', 'admin'],
  'view-file': ['compliance', 'treasury', 'support', 'admin'],
  'list-identity-cases': ['compliance', 'auditor'],
  'read-identity-case': ['compliance', 'auditor'],
  'verify-identity': ['compliance'],
  'refuse-identity': ['compliance'],
  'read-reconciliation': ['treasury', 'auditor'],
  'list-manual-transfers': ['treasury', 'auditor'],
  'read-manual-transfer': ['treasury'],
  'propose-transfer-end': ['treasury'],
  'import-bank-statement': ['treasury', 'compliance', 'admin'],
  'list-bank-statements': ['treasury', 'compliance', 'admin', 'auditor'],
  'list-statement-lines': ['treasury', 'compliance', 'admin', 'auditor'],
  'make-practice-statement': ['treasury', 'compliance', 'admin'],
  'list-stuck-payouts': ['treasury', 'auditor'],
  'propose-stuck-payout-end': ['treasury'],
  'propose-payment-return': ['treasury'],
  'propose-trouble-end': ['treasury'],
  'propose-difference-end': ['treasury'],
  'retry-rail-event': ['treasury'],
  'list-articles': ['support', 'compliance', 'product', 'auditor', 'admin'],
  'list-article-versions': ['support', 'compliance', 'product', 'auditor', 'admin'],
  'write-article': ['product', 'compliance', 'admin'],
  'propose-publication': ['product', 'compliance', 'admin'],
  'list-feeds': ['support', 'compliance', 'product', 'auditor', 'admin'],
  'propose-feed': ['product', 'compliance', 'admin'],
  'pause-feed': ['product', 'compliance', 'admin'],
  'list-offerings': ['support', 'compliance', 'treasury', 'product', 'auditor', 'admin'],
  'propose-offering': ['product', 'admin'],
  'list-votes': ['support', 'compliance', 'product', 'auditor', 'admin'],
  'propose-vote': ['product', 'compliance', 'admin'],
  'read-outbox': ['support', 'auditor', 'admin'],
  'list-outbox': ['support', 'auditor', 'admin'],
  'list-written-places': ['support', 'compliance', 'product', 'auditor', 'admin'],
  'write-place': ['product', 'compliance', 'admin'],
  'propose-place': ['product', 'compliance', 'admin'],
  'list-support': ['support', 'compliance', 'admin'],
  'read-support': ['support', 'compliance', 'admin'],
  'take-support': ['support', 'compliance', 'admin'],
  'answer-support': ['support', 'compliance', 'admin'],
  'close-support': ['support', 'compliance', 'admin'],
  'list-late-liquidations': moneyReaders,
  'list-deposit-cases': moneyReaders,
  'read-deposit-case': moneyReaders,
  'read-deposit-claim': moneyReaders,
  'propose-deposit-confirm': movers,
  'propose-unmatched-deposit': movers,
  'propose-deposit-match': movers,
  'propose-deposit-return': movers,
  'propose-deposit-not-arrived': movers,
  'propose-deposit-return-elsewhere': ['treasury'],
  'stop-deposit-return-elsewhere': movers,
  'propose-deposit-unclaimed': movers,
  'propose-claim-settlement': movers,
  'refuse-deposit-proof': movers,
  'note-over-limit': ['compliance'],
  'set-channel-password': ['treasury', 'admin'],
  'list-withdrawals-queue': moneyReaders,
  'read-withdrawal-case': moneyReaders,
  'propose-withdrawal-accept': movers,
  'refuse-withdrawal': movers,
  'propose-withdrawal-refusal': movers,
  'hold-withdrawal': movers,
  'end-withdrawal-hold': movers,
  'propose-legal-hold': ['compliance', 'admin'],
  'end-legal-hold': ['compliance', 'admin'],
}

/** Who asks for customers' calls. */
export const customerSubjects = ['anonymous', 'expired', 'verified', 'unverified', 'restricted'] as const
export type CustomerSubject = (typeof customerSubjects)[number]

/** `in`: the guards let them through, and what comes then is the call's own business. */
export type Expected = 'in' | 401 | 403

/** Calls that answer by what is asked for: a request that belongs to another group than what they are asked with otherwise. */
export const askedOtherwise: Readonly<
  Record<string, { readonly fields: Readonly<Record<string, string>>; group: Group }>
> = {
  // Selling what one owns and making a position smaller are everybody's, as of shares.
  'place-coin-order': { fields: { side: 'sell' }, group: 'own' },
  'open-contract-position': { fields: { reduceOnly: '1' }, group: 'own' },
}

/** What each group answers to whom: table 3B of the security requirements. */
export const expectedOf: Readonly<Record<Group, Readonly<Record<CustomerSubject, Expected>>>> = {
  open: { anonymous: 'in', expired: 'in', verified: 'in', unverified: 'in', restricted: 'in' },
  own: { anonymous: 401, expired: 401, verified: 'in', unverified: 'in', restricted: 'in' },
  'own-verified': { anonymous: 401, expired: 401, verified: 'in', unverified: 403, restricted: 'in' },
  active: { anonymous: 401, expired: 401, verified: 'in', unverified: 'in', restricted: 403 },
  'active-verified': { anonymous: 401, expired: 401, verified: 'in', unverified: 403, restricted: 403 },
}

/** Calls without a session on the staff's side. */
export const staffEntry: readonly string[] = [
  'operator-sign-in',
  'operator-sign-in-challenge',
  'operator-ask-passkey-sign-in',
  'operator-passkey-sign-in',
  'read-invitation',
  'invitation-passkey',
  'accept-invitation',
]

/** The group of a customer's call; undefined when nobody wrote one down. */
export function groupOf(name: string): Group | undefined {
  const found = Object.entries(groups).find(([, names]) => names.trim().split(/\s+/).includes(name))
  return found?.[0] as Group | undefined
}
