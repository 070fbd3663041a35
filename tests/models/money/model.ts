// The rules of money in and out, written from the published ones: what every account must hold, to the unit, after
// anything that can happen. It imports nothing: where it agrees with the product, two people understood the same rule.

/** A rule that was broken: what was seen is not what may be. */
export class Breach extends Error {
  readonly rule: string
  constructor(rule: string, what: string) {
    super(what)
    this.rule = rule
  }
}

/** Says so when something is not as a rule has it. */
export function must(isSo: boolean, rule: string, what: string): asserts isSo {
  if (!isSo) throw new Breach(rule, what)
}

/** An account: its balance and how much of that is on hold. */
export interface Account {
  posted: bigint
  held: bigint
}

/** A person as their papers have it; without papers there is none. */
export interface Person {
  readonly name: string
  /** What a level allows to be paid in on a day without a mark, and asked for in 24 hours, per asset. */
  readonly depositDay: Readonly<Record<string, bigint>>
  readonly withdrawalDay: Readonly<Record<string, bigint>>
}

/** How a way in and out is set. Amounts in smallest units. */
export interface Terms {
  readonly code: string
  readonly rail: string
  readonly method: 'spei' | 'pix' | 'chain' | 'transfer'
  readonly asset: string
  readonly depositMin: bigint
  readonly depositMax: bigint
  readonly withdrawalMin: bigint
  readonly withdrawalMax: bigint
  readonly fee: bigint
}

export type Stage = 'awaiting-payment' | 'proof-check' | 'held' | 'confirming' | 'returning' | 'credited' | 'failed'

/** What was taken back of a deposit, or paid too much, and could not be had from anybody: owed to us. */
export interface Claim {
  /** The product's name of it, once it is known. */
  id?: string
  readonly customer: string | undefined
  readonly minor: bigint
  open: bigint
  paid: bigint
  writtenOff: bigint
}

export interface Deposit {
  /** The product's name of it, once it is known. */
  id?: string
  readonly rail: string
  asset: string
  customer: string | undefined
  externalId?: string
  asked?: bigint
  hint?: string
  announcedAt: number
  amount?: bigint
  reversed: bigint
  stage: Stage
  heldReason?: string
  failReason?: string
  marks: string[]
  receivedAt?: number
  /** When something was heard of it last. */
  newsAt?: number
  /** What its rail took back of it, whatever of it had gone back to its origin before. */
  takenByRail: bigint
  endedAt?: number
  credited?: bigint
  payer?: { readonly name: string; readonly account: string }
  claims: Claim[]
}

export type WithdrawalState = 'under-review' | 'doing' | 'complete' | 'fail' | 'cancelled'

export interface Withdrawal {
  readonly id: string
  readonly customer: string
  readonly channel: string
  readonly asset: string
  readonly amount: bigint
  readonly fee: bigint
  readonly vat: bigint
  readonly net: bigint
  /** Where money came from and this goes back to: rail, asset and account; left out of an ordinary one. */
  readonly origin?: string
  /** The account it goes to, as its bank or chain numbers it. */
  readonly goesTo: string
  readonly requestedAt: number
  state: WithdrawalState
  holdUntil?: number
  isReturned?: boolean
  /** One of the staff refused it. */
  isRefused?: boolean
  /** What arrived beyond what was asked for and what its customer had. */
  claim?: Claim
}

export type PayoutState = 'requested' | 'instructed' | 'sent' | 'confirmed' | 'failed'

/** A payment out for one cause: a withdrawal, or a deposit that goes back. */
export interface Payout {
  readonly id: string
  /** Two people may have another rail pay it. */
  rail: string
  readonly asset: string
  readonly minor: bigint
  readonly withdrawal?: Withdrawal
  readonly deposit?: Deposit
  state: PayoutState
  externalId?: string
  /** What came back of it after it had arrived, by the rail's own number of each part. */
  readonly cameBack: Map<string, bigint>
  /** What two people booked as arrived: what the rail says of its end after that is known. */
  bookedAs?: bigint
}

/** What a customer allows themselves to pay in within a period, centavos; undefined: no limit. `pending`: what will be. */
export interface OwnLimit {
  minor: bigint | undefined
  pending?: { readonly minor: bigint | undefined; readonly at: number }
}

/** Money that became tradable, as limits count it. */
export interface Counted {
  readonly customer: string
  readonly asset: string
  readonly minor: bigint
  readonly pesos: bigint
  readonly at: number
}

/** All there is. */
export interface Model {
  readonly accounts: Map<string, Account>
  readonly people: Map<string, Person>
  readonly terms: readonly Terms[]
  /** Whose a pay-in address is: by rail and address. */
  readonly addresses: Map<string, string>
  readonly deposits: Deposit[]
  readonly withdrawals: Map<string, Withdrawal>
  readonly payouts: Map<string, Payout>
  /** Reversals that were booked, by rail and id: each counts once. */
  readonly reversals: Set<string>
  /** Tracking keys of transfers by hand that served, in one spelling. */
  readonly keysIn: Set<string>
  readonly keysOut: Set<string>
  /** What left each custodian since sweeps were looked at: nobody is filled up for nothing. */
  readonly outflow: Map<string, bigint>
  /** Own limits by customer and period, and until when they paused everything. */
  readonly limits: Map<string, OwnLimit>
  readonly pausedUntil: Map<string, number>
  /** Centavos a smallest unit is worth; an asset without a price is not there. */
  readonly worth: Readonly<Record<string, bigint>>
  readonly counted: Counted[]
  /** What is set aside on an account beyond limits, and what of it left for a withdrawal. */
  readonly beyond: Map<string, bigint>
  readonly leftAside: Map<string, bigint>
  /** How often a pause, an own limit, a level set something aside. */
  readonly asideBy: Map<string, number>
}

/** A world before anything happened. */
export function emptyModel(terms: readonly Terms[], worth: Readonly<Record<string, bigint>>): Model {
  return {
    accounts: new Map(),
    people: new Map(),
    terms,
    addresses: new Map(),
    deposits: [],
    withdrawals: new Map(),
    payouts: new Map(),
    reversals: new Set(),
    keysIn: new Set(),
    keysOut: new Set(),
    outflow: new Map(),
    limits: new Map(),
    pausedUntil: new Map(),
    worth,
    counted: [],
    beyond: new Map(),
    leftAside: new Map(),
    asideBy: new Map(),
  }
}

/** The account of a name, opened at nothing. */
export function accountOf(model: Model, name: string): Account {
  const found = model.accounts.get(name) ?? { posted: 0n, held: 0n }
  model.accounts.set(name, found)
  return found
}

/** What somebody may use of an account. */
export function availableOn(model: Model, name: string): bigint {
  const { posted, held } = accountOf(model, name)
  return posted - held
}

/** Books: of every asset as much goes as comes, and no customer and no house account falls below nothing. */
export function book(model: Model, moves: Readonly<Record<string, bigint>>): void {
  const sums = new Map<string, bigint>()
  for (const [name, minor] of Object.entries(moves)) {
    const [owner = '', purse = '', asset = ''] = name.split(':')
    sums.set(asset, (sums.get(asset) ?? 0n) + minor)
    const account = accountOf(model, name)
    account.posted += minor
    // What others hold for us stands below nothing; above it is what we owe them. Sweeps are looked at after a step.
    if (purse === 'custody') {
      if (minor > 0n) model.outflow.set(name, (model.outflow.get(name) ?? 0n) + minor)
      continue
    }
    const isOver = purse === 'claims' ? account.posted > 0n : account.posted - account.held < 0n
    must(!isOver, 'books', `${owner}:${purse}:${asset} would hold ${account.posted} of which ${account.held} are held`)
  }
  for (const [asset, sum] of sums) must(sum === 0n, 'books', `${asset} is made from nothing: ${sum}`)
}

/** The purse an asset comes into and leaves from. */
export function purseOf(asset: string): 'stock' | 'coin' {
  return asset === 'MXN' || asset === 'USD' || asset === 'BRL' ? 'stock' : 'coin'
}

export const ownAccount = (customer: string, asset: string): string => `${customer}:${purseOf(asset)}:${asset}`
export const house = (purse: string, asset: string): string => `house:${purse}:${asset}`
export const custodyOf = (rail: string, asset: string): string => `rail-${rail}:custody:${asset}`
export const marketCustody = (asset: string): string => `venue-simulated:custody:${asset}`

/** The day of a limit: it begins at midnight in Mexico City, six hours behind UTC all year. */
export function limitDay(at: number): number {
  return Math.floor((at - 6 * 3_600_000) / 86_400_000)
}

/** A number without what spelling adds: small letters, spaces and accents. `abc-7` and `ÁBC -7` are one key. */
export const oneSpelling = (key: string): string =>
  key
    .normalize('NFKD')
    .replaceAll(/[\p{M}\s]/gu, '')
    .toUpperCase()

/** One custodian passed money to another: only to make up for what that one gave. Postings by account. */
export function sweep(model: Model, postings: readonly (readonly [string, bigint])[]): void {
  const sum = postings.reduce((total, [, minor]) => total + minor, 0n)
  must(sum === 0n && postings.length === 2, 'sweep', 'a sweep takes from one and gives to one')
  for (const [name, minor] of postings) {
    must(name.includes(':custody:'), 'sweep', `a sweep moves ${name}`)
    accountOf(model, name).posted += minor
    if (minor > 0n) continue
    const left = (model.outflow.get(name) ?? 0n) + minor
    must(left >= 0n, 'sweep', `${name} was given ${-minor}, more than it had given away`)
    model.outflow.set(name, left)
  }
}
