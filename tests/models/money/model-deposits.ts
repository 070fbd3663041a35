import {
  accountOf,
  availableOn,
  book,
  type Claim,
  custodyOf,
  type Deposit,
  house,
  limitDay,
  type Model,
  must,
  oneSpelling,
  ownAccount,
  type Payout,
  type Terms,
} from './model.ts'
import { beyondOn, leaveFirst, setAside } from './model-limits.ts'

/** Money a rail says came. */
export interface Received {
  readonly rail: string
  readonly externalId: string
  readonly payment?: string
  readonly asset: string
  readonly minor: bigint
  readonly to: string
  readonly payer: { readonly name: string; readonly account: string }
  readonly seen: number
  readonly needed: number
  readonly at: number
}

/** Money a rail says it took back. */
export interface Reversed {
  readonly rail: string
  readonly externalId: string
  readonly reversalId: string
  readonly asset: string
  readonly minor: bigint
}

/** The deposit a payment of a rail is. */
export function depositOf(model: Model, rail: string, externalId: string): Deposit | undefined {
  // Numbers of transfers by hand are typed by people: one spelling of a number is one number.
  const plain = (id: string): string => (rail === 'manual' ? oneSpelling(id) : id)
  return model.deposits.find(
    (one) => one.rail === rail && one.externalId !== undefined && plain(one.externalId) === plain(externalId),
  )
}

/** What of a deposit is there: delivered, less what was taken back. */
export function standing(deposit: Deposit): bigint {
  return (deposit.amount ?? 0n) - deposit.reversed
}

/** Money is reported with a number of confirmations. When they are enough it is credited or held, once. */
export function takeReceived(model: Model, told: Received, now: number, owner?: string): void {
  const found = depositOf(model, told.rail, told.externalId)
  // Of what people ended because nothing came, the rest comes after all, as a payment of its own.
  const ended = found?.failReason === 'payment-not-found' ? found : undefined
  const known = ended === undefined ? found : undefined
  if (known !== undefined && known.stage !== 'confirming') return
  if (ended !== undefined && standing(ended) === 0n) return
  const customer = owner ?? model.addresses.get(`${told.rail} ${told.to}`)
  const deposit = known ?? adopt(model, told, customer) ?? begin(model, told, customer, now)
  if (deposit.amount !== undefined)
    must(deposit.amount === told.minor, 'contradiction', `${told.externalId} was told of two amounts and is booked`)
  if (ended !== undefined) {
    deposit.reversed = ended.reversed
    deposit.takenByRail = ended.takenByRail
    delete ended.externalId
  }
  deposit.customer ??= customer
  deposit.asset = told.asset
  deposit.amount = told.minor
  deposit.externalId = told.externalId
  deposit.payer = told.payer
  deposit.receivedAt ??= told.at
  deposit.newsAt = now
  deposit.stage = 'confirming'
  if (told.seen >= told.needed) arrive(model, deposit, now)
}

/** The announcement it fulfils: the one that named its hash, else the oldest of the same amount. */
function adopt(model: Model, told: Received, customer: string | undefined): Deposit | undefined {
  if (customer === undefined) return undefined
  const waiting = model.deposits.filter(
    (one) => one.stage === 'awaiting-payment' && one.customer === customer && one.rail === told.rail,
  )
  const named = waiting.find(({ hint }) => hint !== undefined && told.externalId.startsWith(hint))
  return (
    named ??
    waiting.find(({ hint, asset, asked }) => hint === undefined && asset === told.asset && asked === told.minor)
  )
}

function begin(model: Model, told: Received, customer: string | undefined, now: number): Deposit {
  const deposit: Deposit = {
    rail: told.rail,
    asset: told.asset,
    customer,
    announcedAt: now,
    reversed: 0n,
    takenByRail: 0n,
    stage: 'confirming',
    marks: [],
    claims: [],
  }
  model.deposits.push(deposit)
  return deposit
}

/** Final: credited in full with marks, or held because its owner is not certain. */
function arrive(model: Model, deposit: Deposit, now: number): void {
  const { rail, asset, customer } = deposit
  const minor = standing(deposit)
  const terms = model.terms.find((one) => one.rail === rail && one.asset === asset)
  const reason = whyHeld(model, deposit, terms)
  if (reason !== undefined || customer === undefined || terms === undefined) {
    book(model, { [house('unmatched', asset)]: minor, [custodyOf(rail, asset)]: -minor })
    deposit.stage = 'held'
    deposit.heldReason = reason ?? ''
    return
  }
  deposit.marks = marksOf(model, deposit, terms, now)
  book(model, { [ownAccount(customer, asset)]: minor, [custodyOf(rail, asset)]: -minor })
  setAside(model, customer, asset, minor, now)
  credit(deposit, minor, now)
}

function credit(deposit: Deposit, minor: bigint, now: number): void {
  deposit.stage = 'credited'
  deposit.credited = minor
  deposit.endedAt = now
}

function whyHeld(model: Model, deposit: Deposit, terms: Terms | undefined): string | undefined {
  const { customer, payer } = deposit
  if (customer === undefined) return 'unknown-reference'
  if (terms === undefined) return 'wrong-asset'
  const person = model.people.get(customer)
  if (person === undefined) return 'not-verified'
  return terms.method !== 'chain' && !isSameName(person.name, payer?.name ?? '') ? 'other-name' : undefined
}

/** Names of these worlds differ in accents and case only, or they are of two people. */
export function isSameName(one: string, other: string): boolean {
  const plain = (name: string): string => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase().trim()
  return plain(one) === plain(other)
}

function marksOf(model: Model, deposit: Deposit, terms: Terms, now: number): string[] {
  const { customer = '', asset, asked } = deposit
  const minor = standing(deposit)
  const marks: string[] = []
  if (asked !== undefined && asked !== minor) marks.push('other-amount')
  if (minor < terms.depositMin) marks.push('below-minimum')
  const left = dayLeft(model, customer, asset, now)
  if (left !== undefined && minor > left) marks.push('over-limit')
  return marks
}

/** What a level's day still has room for. */
export function dayLeft(model: Model, customer: string, asset: string, now: number): bigint | undefined {
  const limit = model.people.get(customer)?.depositDay[asset]
  if (limit === undefined) return undefined
  const used = model.deposits
    .filter((one) => one.customer === customer && one.asset === asset && one.stage === 'credited')
    .filter(({ endedAt = 0 }) => limitDay(endedAt) === limitDay(now))
    .reduce((sum, { credited = 0n }) => sum + credited, 0n)
  return limit > used ? limit - used : 0n
}

/** Whether a reversal can be booked: of something delivered, and not more than was. */
export function reversalProblem(model: Model, told: Reversed): string | undefined {
  const deposit = depositOf(model, told.rail, told.externalId)
  if (deposit?.amount === undefined) return 'nothing was delivered'
  if (deposit.asset !== told.asset) return 'another asset was delivered'
  return deposit.takenByRail + told.minor > deposit.amount ? 'more than was delivered' : undefined
}

/** A bank or network takes back. Each part counts once. */
export function takeReversed(model: Model, told: Reversed, now: number): void {
  const key = `${told.rail} ${told.reversalId}`
  if (model.reversals.has(key)) return
  const problem = reversalProblem(model, told)
  must(problem === undefined, 'reversal', `${key} is booked although ${problem}`)
  const deposit = depositOf(model, told.rail, told.externalId)
  if (deposit === undefined) return
  model.reversals.add(key)
  deposit.takenByRail += told.minor
  deposit.newsAt = now
  bookReversal(model, deposit, told)
  const here = standing(deposit)
  deposit.reversed += least(told.minor, here)
  if (standing(deposit) === 0n && (deposit.stage === 'confirming' || deposit.stage === 'held')) {
    end(deposit, 'reversed', now)
  }
}

function bookReversal(model: Model, deposit: Deposit, { rail, asset, minor }: Reversed): void {
  if (deposit.stage === 'confirming' || deposit.failReason === 'payment-not-found') return
  const here = standing(deposit)
  const own =
    deposit.stage === 'credited' && deposit.customer !== undefined ? ownAccount(deposit.customer, asset) : undefined
  // What is set aside beyond a limit is theirs, too: it goes first.
  const free = own === undefined ? 0n : availableOn(model, own) + beyondOn(model, own)
  const held = deposit.stage === 'held' ? least(minor, here) : 0n
  // Of what went back to its origin before, nobody here has anything.
  const taken = least(minor - held, free, here)
  const rest = minor - held - taken
  if (own !== undefined) leaveFirst(model, own, taken)
  book(model, {
    ...(own === undefined ? {} : { [own]: -taken }),
    [house('unmatched', asset)]: -held,
    [house('claims', asset)]: -rest,
    [custodyOf(rail, asset)]: minor,
  })
  if (rest === 0n) return
  const { customer } = deposit
  deposit.claims.push({ customer, minor: rest, open: rest, paid: 0n, writtenOff: 0n })
}

function least(first: bigint, ...others: readonly bigint[]): bigint {
  let found = first
  for (const one of others) if (one < found) found = one
  return found
}

export function end(deposit: Deposit, reason: string, now: number): void {
  deposit.stage = 'failed'
  deposit.failReason = reason
  deposit.endedAt = now
}

/** Two people agreed whose held money is. */
export function matchDeposit(model: Model, deposit: Deposit, customer: string, now: number): void {
  must(deposit.stage === 'held', 'match', `${deposit.id} is ${deposit.stage} and is matched`)
  const { asset } = deposit
  const minor = standing(deposit)
  book(model, { [ownAccount(customer, asset)]: minor, [house('unmatched', asset)]: -minor })
  setAside(model, customer, asset, minor, now)
  deposit.customer = customer
  credit(deposit, minor, now)
}

/** Held money starts on its way back. */
export function startReturn(model: Model, deposit: Deposit): bigint {
  must(deposit.stage === 'held', 'return', `${deposit.id} is ${deposit.stage} and is sent back`)
  const { asset } = deposit
  const minor = standing(deposit)
  book(model, { [house('unmatched', asset)]: -minor, [house('payouts', asset)]: minor })
  deposit.stage = 'returning'
  return minor
}

/** It arrived where it had come from. */
export function returnArrived(model: Model, deposit: Deposit, { rail, minor }: Payout, now: number): void {
  const { asset } = deposit
  book(model, { [house('payouts', asset)]: -minor, [custodyOf(rail, asset)]: minor })
  end(deposit, 'returned', now)
}

/** Another amount arrived than was sent: what is left is held again; what was too much is owed to us. */
export function returnedOther(model: Model, deposit: Deposit, payout: Payout, arrived: bigint, now: number): void {
  const { asset, customer } = deposit
  const { rail, minor: sent } = payout
  const over = arrived - sent
  book(model, {
    [house('payouts', asset)]: -sent,
    [custodyOf(rail, asset)]: arrived,
    [house(over > 0n ? 'claims' : 'unmatched', asset)]: -over,
  })
  if (over > 0n) {
    deposit.claims.push({ customer, minor: over, open: over, paid: 0n, writtenOff: 0n })
    end(deposit, 'returned', now)
    return
  }
  // What the rail took back while it was on its way has been paid twice: what is here again pays for that first.
  const twice = least(-over, sent - standing(deposit))
  settleByReturn(model, deposit, twice)
  if (twice === -over) {
    end(deposit, 'returned', now)
    return
  }
  deposit.reversed += arrived
  deposit.stage = 'held'
}

/** It certainly did not arrive: held again. What was taken back of it meanwhile settles its claims. */
export function returnFailed(model: Model, deposit: Deposit, minor: bigint, now: number): void {
  const { asset } = deposit
  book(model, { [house('payouts', asset)]: -minor, [house('unmatched', asset)]: minor })
  settleByReturn(model, deposit, minor - standing(deposit))
  if (standing(deposit) === 0n) end(deposit, 'reversed', now)
  else deposit.stage = 'held'
}

/** Money held again settles the oldest claims: what is open of each, then what the house covered, then the customer. */
function settleByReturn(model: Model, { claims, asset }: Deposit, amount: bigint): void {
  let left = amount
  const part = (most: bigint): bigint => {
    const given = least(left, most)
    left -= given
    return given
  }
  for (const claim of claims) {
    const { customer } = claim
    const [open, writtenOff, paid] = [part(claim.open), part(claim.writtenOff), part(claim.paid)]
    book(model, {
      [house('unmatched', asset)]: -(open + paid + writtenOff),
      [house('claims', asset)]: open,
      [house('fees', asset)]: writtenOff,
      ...(customer === undefined ? {} : { [ownAccount(customer, asset)]: paid }),
    })
    claim.open -= open
    claim.writtenOff -= writtenOff
    claim.paid -= paid
  }
  must(left === 0n, 'claim', `${left} ${asset} came back for claims that do not exist`)
}

/** Why two people cannot clear (a part of) a claim up. */
export function claimProblem(model: Model, claim: Claim, asset: string, minor: bigint, isWriteOff: boolean) {
  if (minor > claim.open) return 'more than is open'
  if (!isWriteOff && claim.customer === undefined) return 'nobody to take it from'
  const payer = isWriteOff ? house('fees', asset) : ownAccount(claim.customer ?? '', asset)
  return availableOn(model, payer) < minor ? 'the payer has less' : undefined
}

/** Two people clear (a part of) a claim up. */
export function settleClaim(model: Model, claim: Claim, asset: string, minor: bigint, isWriteOff: boolean): void {
  const payer = isWriteOff ? house('fees', asset) : ownAccount(claim.customer ?? '', asset)
  book(model, { [payer]: -minor, [house('claims', asset)]: minor })
  claim.open -= minor
  if (isWriteOff) claim.writtenOff += minor
  else claim.paid += minor
}

/** What waits of a model's unmatched money: exactly what is held. */
export function heldSum(model: Model, asset: string): bigint {
  accountOf(model, house('unmatched', asset))
  return model.deposits
    .filter((one) => one.stage === 'held' && one.asset === asset)
    .reduce((sum, one) => sum + standing(one), 0n)
}
