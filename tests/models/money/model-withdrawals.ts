import {
  accountOf,
  availableOn,
  book,
  type Claim,
  custodyOf,
  type Deposit,
  house,
  type Model,
  must,
  ownAccount,
  type Payout,
  type PayoutState,
  purseOf,
  type Terms,
  type Withdrawal,
} from './model.ts'
import { standing, takeReceived } from './model-deposits.ts'
import { beyondOn, leaveFirst, setAsideAgain } from './model-limits.ts'
import { type Charges, chargesOf } from './model-sums.ts'

const dayMs = 86_400_000
const openMax = 10

/** What a withdrawal of this way costs. */
export function chargesBy(terms: Terms, amount: bigint, origin?: string): Charges {
  // What goes back where it came from goes back whole.
  if (origin !== undefined) return { fee: 0n, vat: 0n, net: amount }
  return chargesOf(amount, terms.fee, purseOf(terms.asset) === 'stock')
}

/** What somebody asks for. */
export interface Wish {
  readonly customer: string
  readonly terms: Terms
  readonly amount: bigint
  readonly usableAt: number
  /** Where the money came from, if it goes back there: then no limit of a level and no papers. */
  readonly origin?: string
  readonly isVerified: boolean
}

/** What may be withdrawn of an account: what is free, and what is set aside beyond limits. */
export const usableOn = (model: Model, account: string): bigint =>
  availableOn(model, account) + beyondOn(model, account)

/** Why a withdrawal is refused; undefined: it is taken. */
export function requestProblem(model: Model, wish: Wish, now: number): string | undefined {
  const { customer, terms, amount, usableAt, origin } = wish
  const { asset } = terms
  const free = usableOn(model, ownAccount(customer, asset))
  const least = free > 0n && free < terms.withdrawalMin ? free : terms.withdrawalMin
  if (origin === undefined && !wish.isVerified) return 'not verified'
  if (amount <= 0n) return 'nothing'
  if (origin !== undefined) {
    if (amount > leftOf(model, customer, origin)) return 'more than came from there'
    return amount > free ? 'more than there is' : undefined
  }
  if (amount < least) return 'below the least'
  if (amount > terms.withdrawalMax) return 'above the most'
  if (usableAt > now) return 'the destination waits'
  const own = [...model.withdrawals.values()].filter((one) => one.customer === customer)
  const limit = model.people.get(customer)?.withdrawalDay[asset]
  if (limit !== undefined && usedSince(own, asset, now - dayMs) + amount > limit) return 'over the limit of a day'
  if (own.filter(({ state }) => state === 'under-review' || state === 'doing').length >= openMax) return 'too many'
  return amount > free ? 'more than there is' : undefined
}

function usedSince(own: readonly Withdrawal[], asset: string, since: number): bigint {
  return own
    .filter((one) => one.asset === asset && one.requestedAt > since && !['fail', 'cancelled'].includes(one.state))
    .reduce((sum, { amount }) => sum + amount, 0n)
}

/** What names a place money came from: a rail, an asset, an account there. */
export const originOf = (rail: string, asset: string, account: string): string => `${rail} ${asset} ${account}`

/** The number of an account within what a rail says of who paid: `cpf:…`, `bank/number`, or the number alone. */
export const numberIn = (account: string): string => account.split(/[:/ ]/).at(-1) ?? account

/** What came from a place to this customer: only what was credited to them, less what was taken back of it. */
export function cameFrom(model: Model, customer: string, origin: string): bigint {
  return model.deposits
    .filter((one) => one.customer === customer && one.stage === 'credited')
    .filter((one) => originOf(one.rail, one.asset, one.payer?.account ?? '') === origin)
    .reduce((sum, one) => sum + standing(one), 0n)
}

/** What of it did not go back yet, whichever way it went there; what its bank returned is here again. */
export function leftOf(model: Model, customer: string, origin: string): bigint {
  const [, asset = ''] = origin.split(' ')
  const gone = [...model.withdrawals.values()]
    .filter((one) => one.customer === customer && one.asset === asset && one.goesTo === numberIn(origin))
    .filter(({ state }) => state !== 'fail' && state !== 'cancelled')
    .reduce((sum, one) => sum + one.amount + overOf(model, one) - returnedOf(model, one), 0n)
  const came = cameFrom(model, customer, origin)
  return came > gone ? came - gone : 0n
}

const payoutOf = (model: Model, withdrawal: Withdrawal): Payout | undefined =>
  [...model.payouts.values()].find((one) => one.withdrawal === withdrawal)

function returnedOf(model: Model, withdrawal: Withdrawal): bigint {
  const payout = payoutOf(model, withdrawal)
  return payout === undefined ? 0n : backOf(payout)
}

/** What arrived beyond what was asked for. */
function overOf(model: Model, withdrawal: Withdrawal): bigint {
  const payout = payoutOf(model, withdrawal)
  const over = payout === undefined ? 0n : arrivedOf(payout) - payout.minor
  return over > 0n ? over : 0n
}

/** Asked for: the whole amount is reserved. */
export function request(model: Model, withdrawal: Withdrawal): void {
  const own = ownAccount(withdrawal.customer, withdrawal.asset)
  const account = accountOf(model, own)
  model.leftAside.set(withdrawal.id, leaveFirst(model, own, withdrawal.amount))
  account.held += withdrawal.amount
  must(account.posted >= account.held, 'books', `${withdrawal.id} reserves more than there is`)
  model.withdrawals.set(withdrawal.id, withdrawal)
}

/** Cancelled or refused: nothing moved, all of it is free again. */
export function release(model: Model, withdrawal: Withdrawal, state: 'cancelled' | 'fail'): void {
  must(withdrawal.state === 'under-review', 'withdrawal', `${withdrawal.id} is ${withdrawal.state} and is ${state}`)
  accountOf(model, ownAccount(withdrawal.customer, withdrawal.asset)).held -= withdrawal.amount
  stayAside(model, withdrawal)
  withdrawal.state = state
}

/** What had been set aside before it was to leave is set aside again. */
function stayAside(model: Model, { id, customer, asset }: Withdrawal): void {
  setAsideAgain(model, ownAccount(customer, asset), model.leftAside.get(id) ?? 0n)
}

/** What all custodians hold of an asset together. */
export function heldByAll(model: Model, asset: string): bigint {
  let sum = 0n
  for (const [name, { posted }] of model.accounts) if (name.endsWith(`:custody:${asset}`) && posted < 0n) sum -= posted
  return sum
}

/** Whether custodians together hold enough for a payment beside all that is on its way out. */
export function isPayable(model: Model, asset: string, minor: bigint): boolean {
  return heldByAll(model, asset) >= minor + accountOf(model, house('payouts', asset)).posted
}

/** Accepted: the net is on its way. Fee and VAT stay reserved; they are earned when the payment has arrived. */
export function accept(model: Model, withdrawal: Withdrawal): void {
  must(withdrawal.state === 'under-review', 'withdrawal', `${withdrawal.id} is ${withdrawal.state} and is accepted`)
  const { customer, asset, net } = withdrawal
  accountOf(model, ownAccount(customer, asset)).held -= net
  book(model, { [ownAccount(customer, asset)]: -net, [house('payouts', asset)]: net })
  withdrawal.state = 'doing'
}

/** Where a payment may go from where it is. What ended stays ended. */
const moves: Readonly<Record<PayoutState, readonly PayoutState[]>> = {
  requested: ['instructed', 'sent', 'confirmed', 'failed'],
  instructed: ['sent', 'confirmed', 'failed'],
  sent: ['confirmed', 'failed'],
  confirmed: [],
  failed: [],
}

export const mayGo = (from: PayoutState, to: PayoutState): boolean => moves[from].includes(to)

/** Paid: the rail holds the net less, fee and VAT are earned. */
export function paid(model: Model, withdrawal: Withdrawal, payout: Payout): void {
  must(withdrawal.state === 'doing', 'withdrawal', `${withdrawal.id} is ${withdrawal.state} and is paid`)
  const { customer, asset, net, fee, vat } = withdrawal
  accountOf(model, ownAccount(customer, asset)).held -= fee + vat
  book(model, {
    [house('payouts', asset)]: -net,
    [custodyOf(payout.rail, asset)]: net,
    [ownAccount(customer, asset)]: -(fee + vat),
    [house('fees', asset)]: fee,
    [house('vat', asset)]: vat,
  })
  withdrawal.state = 'complete'
}

/** Not arrived: everything is the customer's again, fee and VAT included. */
export function failed(model: Model, withdrawal: Withdrawal): void {
  must(withdrawal.state === 'doing', 'withdrawal', `${withdrawal.id} is ${withdrawal.state} and fails`)
  const { customer, asset, net, fee, vat } = withdrawal
  accountOf(model, ownAccount(customer, asset)).held -= fee + vat
  book(model, { [house('payouts', asset)]: -net, [ownAccount(customer, asset)]: net })
  stayAside(model, withdrawal)
  withdrawal.state = 'fail'
}

/**
 * Another amount arrived, as two people found on the statement: less, and the rest is the customer's; more, and it
 * leaves them as far as they have it, and the rest is owed to us.
 */
export function paidOther(model: Model, withdrawal: Withdrawal, payout: Payout, arrived: bigint): void {
  const { customer, asset, net } = withdrawal
  const own = ownAccount(customer, asset)
  const free = availableOn(model, own)
  const over = arrived - net
  const owed = over > free ? over - free : 0n
  paid(model, withdrawal, payout)
  const custody = custodyOf(payout.rail, asset)
  book(model, { [custody]: over, [own]: owed - over, ...(owed === 0n ? {} : { [house('claims', asset)]: -owed }) })
  if (owed > 0n) withdrawal.claim = { customer, minor: owed, open: owed, paid: 0n, writtenOff: 0n }
}

/** What came back of a payment so far. */
export function backOf({ cameBack }: Payout): bigint {
  return [...cameBack.values()].reduce((sum, minor) => sum + minor, 0n)
}

/** What arrived of a payment, as far as it is known. */
const arrivedOf = ({ bookedAs, minor }: Payout): bigint => bookedAs ?? minor

/** Whether all that arrived came back. */
export const isBackWhole = (payout: Payout): boolean => backOf(payout) === arrivedOf(payout)

/** What money that came back gives to claims, the oldest first: what is open, then the house, then the customer. */
function settleByBack(model: Model, payout: Payout, claims: readonly Claim[], minor: bigint): bigint {
  const { rail, asset } = payout
  let left = minor
  const take = (most: bigint): bigint => {
    const taken = left < most ? left : most
    left -= taken
    return taken
  }
  for (const claim of claims) {
    const [open, writtenOff, paid] = [take(claim.open), take(claim.writtenOff), take(claim.paid)]
    book(model, {
      [custodyOf(rail, asset)]: -(open + writtenOff + paid),
      [house('claims', asset)]: open,
      [house('fees', asset)]: writtenOff,
      ...(claim.customer === undefined ? {} : { [ownAccount(claim.customer, asset)]: paid }),
    })
    claim.open -= open
    claim.writtenOff -= writtenOff
    claim.paid -= paid
  }
  return left
}

/** A payment that had arrived came back, in whole or in part: each number once, and never more than arrived. */
export function comeBack(
  model: Model,
  payout: Payout,
  { returnId, minor, at }: { readonly returnId: string; readonly minor: bigint; readonly at: number },
  now: number,
): void {
  const known = payout.cameBack.get(returnId)
  must(known === undefined || known === minor, 'came back', `${returnId} came back as something else`)
  if (known !== undefined) return
  const { rail, asset, withdrawal, deposit } = payout
  must(payout.state === 'confirmed', 'came back', `${payout.id} is ${payout.state} and came back`)
  must(backOf(payout) + minor <= arrivedOf(payout), 'came back', `more of ${payout.id} came back than arrived`)
  payout.cameBack.set(returnId, minor)
  if (withdrawal !== undefined) {
    const rest = settleByBack(model, payout, withdrawal.claim === undefined ? [] : [withdrawal.claim], minor)
    book(model, { [custodyOf(rail, asset)]: -rest, [ownAccount(withdrawal.customer, asset)]: rest })
    return
  }
  // The end of another return that is under way settles the claims of its deposit.
  const claims = deposit === undefined || deposit.stage === 'returning' ? [] : deposit.claims
  const rest = settleByBack(model, payout, claims, minor)
  if (rest === 0n) return
  // Held money that went back and returned is money that came: looked at anew.
  const payer = deposit?.payer ?? { name: '', account: '' }
  const told = { rail, externalId: returnId, asset, minor: rest, to: '', payer, seen: 1, needed: 1, at }
  takeReceived(model, told, now, deposit?.customer)
}

/** What is on its way out: exactly what was accepted or sent back and did not end. */
export function onItsWay(model: Model, asset: string): bigint {
  const withdrawn = [...model.withdrawals.values()]
    .filter((one) => one.asset === asset && one.state === 'doing')
    .reduce((sum, { net }) => sum + net, 0n)
  const returning = [...model.payouts.values()]
    .filter((one) => one.asset === asset && one.deposit?.stage === 'returning' && isOpen(one))
    .reduce((sum, { minor }) => sum + minor, 0n)
  return withdrawn + returning
}

export const isOpen = ({ state }: Payout): boolean => state !== 'confirmed' && state !== 'failed'

/** The deposit or withdrawal a payment is for, in words. */
export function causeOf({ withdrawal, deposit }: Payout): Withdrawal | Deposit | undefined {
  return withdrawal ?? deposit
}
