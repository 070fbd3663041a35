import { type Instant, instant, isRejection, maxOf } from '@bolsillo/kernel'
import { available } from '@bolsillo/ledger/domain'
import { transaction } from '@bolsillo/server-kit'
import { contractFundingEntry, type FundingParts, insuranceAccount, marginPurse } from '../domain/contract-transfers.ts'
import {
  type Booking,
  type ContractFacts,
  type ContractPosition,
  fineToMinor,
  fundingParts,
  fundingPayments,
  fundingRate,
  fundingTerms,
  nextFundingAt,
  noCharges,
  openPosition,
  withChanges,
  worthOf,
} from '../domain/index.ts'
import { findHeldAt, type HeldAt } from './contracts-store.ts'
import { type ContractsWorld, type Hands, holdingOf, termsIn } from './contracts-world.ts'
import { findFundedUntil, findPremiums, insertFunding } from './funding-store.ts'
import { intervalStart } from './marks.ts'

/** Holders whose funding is one step of the desk. */
const holdersPerStep = 200
const intervalMs = fundingTerms.hours * 3_600_000

/** Runs of one process follow each other: each reads what the one before it paid. */
const lastRun = new WeakMap<ContractsWorld, Promise<void>>()

/**
 * Pays the funding of every instant that passed and is not paid whole, the oldest first, once for each contract. Everybody
 * pays and is paid on what they held at the instant, read back from what was booked since: also who has closed meanwhile.
 * Every step pays some holders and the market's counter-position against them, which comes to exactly zero; who was paid is
 * known by the payment itself, so a process that ends in the middle goes on with the others. The rate is the mean of the
 * looks of the interval, as kept and as shown.
 */
export function payFunding(world: ContractsWorld, now: Instant): Promise<void> {
  const before = lastRun.get(world) ?? Promise.resolve()
  const run = before.catch(() => undefined).then(() => payAll(world, now))
  lastRun.set(world, run)
  return run
}

async function payAll(world: ContractsWorld, now: Instant): Promise<void> {
  for (const { id } of world.contracts) {
    const from = await findFundedUntil(world.services.sql, id)
    if (from === undefined) continue
    // An instant that cannot be paid whole now is not overtaken by a later one.
    for (let at = nextFundingAt(from, fundingTerms.hours); at <= intervalStart(now); at += intervalMs)
      if (!(await payInstant(world, id, instant(at)))) break
  }
}

/** @returns whether everybody is paid. */
async function payInstant(world: ContractsWorld, symbol: string, at: Instant): Promise<boolean> {
  const { sql } = world.services
  const looks = await findPremiums(sql, symbol, instant(at - intervalMs), at)
  const last = looks.at(-1)
  // The market did not run in that interval: there is no price to pay at.
  if (last === undefined) return true
  const rate = fundingRate(
    looks.map(({ premium }) => premium),
    fundingTerms,
  )
  const due = await findHeldAt(sql, symbol, at)
  let isWhole = true
  for (let from = 0; from < due.length; from += holdersPerStep)
    isWhole = (await payStep(world, due.slice(from, from + holdersPerStep), { at, rate, mark: last.mark })) && isWhole
  if (isWhole)
    await transaction(sql, (tx) => insertFunding(tx, { symbol, at, rate, mark: last.mark, looks: looks.length }))
  return isWhole
}

interface Funding {
  readonly at: Instant
  readonly rate: bigint
  readonly mark: bigint
}

async function payStep(world: ContractsWorld, due: readonly HeldAt[], funding: Funding): Promise<boolean> {
  const outcome = await world.trading.act<ContractFacts, boolean>({
    holdings: due.map(({ position }) => holdingOf(position)),
    decide: (hands) => {
      const open = due.filter(({ position }) => !isPaid(hands, position, funding.at))
      // Traded since it was read: what it held at the instant is read again at the next run.
      const held = open.filter(({ position }) => sizeOf(hands, position) === position.size)
      const isWhole = held.length === open.length
      const [first] = held
      if (first === undefined) return isWhole
      const market = { id: world.custodian, size: -held.reduce((sum, { size }) => sum + size, 0n) }
      const terms = termsIn(world, first.position.symbol)
      const holders = held.map(({ position, size }) => ({ id: position.positionId, size }))
      const payments = fundingPayments([...holders, market], {
        worthOfOne: worthOf(terms, funding.mark, 1n),
        rate: funding.rate,
        fineToMinor,
      })
      const minorOf = new Map(payments.map(({ id, minor }) => [id, minor]))
      for (const one of held) payOne(hands, one, minorOf.get(one.position.positionId) ?? 0n, funding)
      return isWhole
    },
  })
  return !isRejection(outcome) && outcome
}

function sizeOf(hands: Hands, { positionId, customerId, symbol }: ContractPosition): bigint {
  const open = openPosition(hands.facts(holdingOf({ customerId, symbol })), symbol)
  return open?.positionId === positionId ? open.size : 0n
}

function isPaid(hands: Hands, { positionId, customerId, symbol }: ContractPosition, at: Instant): boolean {
  const open = openPosition(hands.facts(holdingOf({ customerId, symbol })), symbol)
  return open?.positionId === positionId && open.fundedAt >= at
}

/**
 * One payment. What is owed comes from the customer's free money, then from the position's own margin, then from the fund,
 * then from the market. What an isolated position is paid grows its margin; what has closed meanwhile is paid into, and pays
 * out of, free money.
 */
function payOne(hands: Hands, { position: before, size }: HeldAt, minor: bigint, { at }: Funding): void {
  const holding = holdingOf(before)
  const facts = hands.facts(holding)
  const { customerId, positionId, symbol } = before
  const found = openPosition(facts, symbol)
  const open = found?.positionId === positionId ? found : undefined
  const parts = fundingParts(maxOf(0n, -minor), {
    free: available(hands.balance(marginPurse(customerId))),
    margin: open?.margin ?? 0n,
    fund: hands.balance(insuranceAccount).posted,
  })
  const gained = open?.mode === 'isolated' && minor > 0n ? minor : 0n
  const margin = (open?.margin ?? 0n) - parts.margin + gained
  const newHoldId = gained > 0n ? hands.newId('hld') : undefined
  const entryId = minor === 0n ? undefined : hands.newId('ent')
  if (entryId !== undefined) {
    const { now, custodian } = hands
    const move = { before: open?.margin ?? 0n, after: margin, holdId: open?.holdId, newHoldId }
    const head = { id: entryId, at: now, customerId, positionId, instrument: symbol, custodian, fundedAt: at }
    hands.post(contractFundingEntry({ ...head, minor, parts, move }))
  }
  const isLate = open === undefined
  const holds = margin === 0n ? undefined : (newHoldId ?? open?.holdId)
  const after: ContractPosition[] =
    open === undefined
      ? []
      : [{ ...open, margin, holdId: holds, funding: open.funding + minor, fundedAt: at, updatedAt: hands.now }]
  const subject = { customerId, positionId, symbol }
  const record = { kind: 'funding', at: hands.now, entryId, ...subject, fundedAt: at, size, minor, isLate } as const
  const lost = parts.fund + parts.market === 0n || entryId === undefined ? [] : [lossOf(before, entryId, hands, parts)]
  hands.keep(holding, withChanges(facts, hands.now, after, [record, ...lost]))
}

/** What a payment asked of the fund and the market, so that the fund's figures have it. */
function lossOf(
  { customerId, positionId, symbol }: ContractPosition,
  entryId: Booking['entryId'],
  { now }: Hands,
  { fund, market }: FundingParts,
): Booking {
  const nothing = { ...noCharges, realised: 0n, size: 0n, price: undefined }
  const none = { orderId: undefined, liquidationId: undefined }
  const subject = { entryId, customerId, positionId, symbol }
  return {
    kind: 'booking',
    what: 'funding-loss',
    at: now,
    ...subject,
    ...none,
    ...nothing,
    fundPaid: fund,
    marketBore: market,
  }
}
