import { type Id, type Instant, instant, isRejection, maxOf, reject } from '@bolsillo/kernel'
import { available } from '@bolsillo/ledger/domain'
import { transaction } from '@bolsillo/server-kit'
import {
  contractFundingEntry,
  type FundingParts,
  insuranceAccount,
  marginPurse,
} from '../../domain/contract-transfers.ts'
import {
  type Booking,
  type ContractFacts,
  type ContractPosition,
  crossBeside,
  fineToMinor,
  fundingParts,
  fundingPayments,
  fundingRate,
  fundingTerms,
  nextFundingAt,
  noCharges,
  openPosition,
  openPositions,
  owedAtMost,
  withChanges,
  withoutTaken,
  worthOf,
} from '../../domain/index.ts'
import { findHeldAt, type HeldAt } from '../contracts-store.ts'
import { type ContractsWorld, type Hands, holdingOf, lookAgain, looksMax, termsIn } from '../contracts-world.ts'
import { openOrdersOf } from '../orders/open-orders.ts'
import { findFundedUntil, findFundingLooks, findPremiums, insertFunding, insertFundingLooks } from './funding-store.ts'
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
  const looks = await keptLooks(world, symbol, at)
  const last = looks.at(-1)
  // The market did not run in that interval: there is no price to pay at.
  if (last === undefined) return true
  const rate = fundingRate(
    looks.map(({ premium }) => premium),
    fundingTerms,
  )
  const funding = { at, rate, mark: last.mark, worthOfOne: worthOf(termsIn(world, symbol), last.mark, 1n) }
  const due = await findHeldAt(sql, symbol, at)
  let isWhole = true
  for (let from = 0; from < due.length; from += holdersPerStep)
    isWhole = (await payStep(world, due.slice(from, from + holdersPerStep), funding)) && isWhole
  if (isWhole)
    await transaction(sql, (tx) => insertFunding(tx, { symbol, at, rate, mark: last.mark, looks: looks.length }))
  return isWhole
}

/**
 * The looks an instant is paid by, kept before anybody is: with a look that came in late, or a clock that was set back, a
 * run that goes on with who was not paid would make another rate of them.
 */
async function keptLooks({ services: { sql } }: ContractsWorld, symbol: string, at: Instant) {
  const kept = await findFundingLooks(sql, symbol, at)
  if (kept.length > 0) return kept
  const looks = await findPremiums(sql, symbol, instant(at - intervalMs), at)
  if (looks.length === 0) return looks
  await transaction(sql, (tx) => insertFundingLooks(tx, { symbol, at, looks }))
  return await findFundingLooks(sql, symbol, at)
}

interface Funding {
  readonly at: Instant
  readonly rate: bigint
  readonly mark: bigint
  /** Fine units of one unit of the contract at that mark. */
  readonly worthOfOne: bigint
}

/** Pays some holders; a holder who may need the reservations of their orders is paid in a step of their own. */
async function payStep(world: ContractsWorld, due: readonly HeldAt[], funding: Funding): Promise<boolean> {
  const outcome = await world.trading.act<ContractFacts, { isWhole: boolean; apart: readonly HeldAt[] }>({
    holdings: due.map(({ position }) => holdingOf(position)),
    decide: (hands) => {
      const { held, isWhole } = unchanged(hands, due, funding)
      const short = new Set(mayLack(hands, held, funding))
      const apart = held.filter(({ position }) => short.has(position.customerId))
      const paid = held.filter(({ position }) => !short.has(position.customerId))
      payAgainstMarket(hands, paid, funding)
      return { isWhole, apart }
    },
  })
  if (isRejection(outcome)) return false
  let { isWhole } = outcome
  for (const [customerId, own] of Map.groupBy(outcome.apart, ({ position }) => position.customerId))
    isWhole = (await payApart(world, customerId, own, funding)) && isWhole
  return isWhole
}

/** Who is still to be paid, and whether that is everybody: who traded since they were read is read again at the next run. */
function unchanged(hands: Hands, due: readonly HeldAt[], { at }: Funding) {
  const open = due.filter(({ position }) => !isPaid(hands, position, at))
  const held = open.filter(({ position }) => sizeOf(hands, position) === position.size)
  return { held, isWhole: held.length === open.length }
}

/** Customers who may owe more than their free money, and have more reserved for orders. */
function mayLack(hands: Hands, held: readonly HeldAt[], { worthOfOne, rate }: Funding): readonly Id<'cus'>[] {
  return [...Map.groupBy(held, ({ position }) => position.customerId)].flatMap(([customerId, own]) => {
    const owed = own.reduce((sum, { size }) => sum + owedAtMost(size, { worthOfOne, rate, fineToMinor }), 0n)
    const purse = hands.balance(marginPurse(customerId))
    if (owed <= available(purse)) return []
    const [first] = own
    const positions = first === undefined ? [] : openPositions(hands.facts(holdingOf(first.position)))
    const inOrders = positions.reduce((left, { margin }) => left - margin, purse.held)
    return inOrders > 0n ? [customerId] : []
  })
}

/**
 * Pays one customer who may need what is reserved for their opening orders: that is their money, so it pays before others
 * do. Orders end for it, the newest first, no more of them than it takes. Looks again when another order came meanwhile.
 */
async function payApart(
  world: ContractsWorld,
  customerId: Id<'cus'>,
  due: readonly HeldAt[],
  funding: Funding,
): Promise<boolean> {
  const { services, trading, contracts } = world
  const symbols = contracts.map(({ id }) => id)
  for (let look = 1; look <= looksMax; look += 1) {
    const cancels = await openOrdersOf(world, services.sql, customerId, symbols)
    const outcome = await trading.act<ContractFacts, boolean>({
      holdings: symbols.map((instrumentId) => ({ customerId, instrumentId })),
      cancels,
      decide: (hands) => {
        const { held, isWhole } = unchanged(hands, due, funding)
        const reserving = symbols
          .flatMap((instrumentId) => hands.resting({ customerId, instrumentId }))
          .filter((order) => order.held > 0n)
          .toSorted((a, b) => (a.priority > b.priority ? -1 : 1))
          .map(({ orderId }) => orderId)
        if (reserving.some((orderId) => !cancels.includes(orderId))) return reject(lookAgain)
        const endNext = (): boolean => {
          const orderId = reserving.shift()
          if (orderId === undefined) return false
          hands.cancel(orderId, 'funding-due')
          return true
        }
        payAgainstMarket(hands, held, funding, endNext)
        return isWhole
      },
    })
    if (!isRejection(outcome)) return outcome
    if (outcome.spec !== lookAgain) return false
  }
  return false
}

/** Ends one more order for what it had reserved. @returns false when there is none left. */
type EndNext = () => boolean

/** Pays these holders and the market's counter-position against them; the sum is zero. */
function payAgainstMarket(
  hands: Hands,
  held: readonly HeldAt[],
  funding: Funding,
  endNext: EndNext = () => false,
): void {
  if (held.length === 0) return
  const market = { id: hands.custodian, size: -held.reduce((sum, { size }) => sum + size, 0n) }
  const holders = held.map(({ position, size }) => ({ id: position.positionId, size }))
  const { worthOfOne, rate } = funding
  const payments = fundingPayments([...holders, market], { worthOfOne, rate, fineToMinor })
  const minorOf = new Map(payments.map(({ id, minor }) => [id, minor]))
  for (const one of held) payOne(hands, one, minorOf.get(one.position.positionId) ?? 0n, { funding, endNext })
}

function sizeOf(hands: Hands, { positionId, customerId, symbol }: ContractPosition): bigint {
  const open = openPosition(hands.facts(holdingOf({ customerId, symbol })), symbol)
  return open?.positionId === positionId ? open.size : 0n
}

function isPaid(hands: Hands, { positionId, customerId, symbol }: ContractPosition, at: Instant): boolean {
  const open = openPosition(hands.facts(holdingOf({ customerId, symbol })), symbol)
  return open?.positionId === positionId && open.fundedAt >= at
}

/** Who pays what of what is due now. `open`: the position, unless it has closed since. */
function partsOf(hands: Hands, before: ContractPosition, open: ContractPosition | undefined, owed: bigint) {
  const { customerId } = before
  const facts = hands.facts(holdingOf(before))
  const others = (open ?? before).mode === 'cross' ? crossBeside(facts, before.positionId) : []
  const parts = fundingParts(owed, {
    free: available(hands.balance(marginPurse(customerId))),
    margin: open?.margin ?? 0n,
    others,
    fund: hands.balance(insuranceAccount).posted,
  })
  return { parts, others }
}

/**
 * One payment. What is due comes from the customer's free money, then from the position's own margin, of a cross position
 * then from the margins of the others, then from what is reserved for opening orders, which end for it; then from the fund,
 * then from the market. What an isolated position is paid grows its margin; what has closed meanwhile is paid into, and
 * pays out of, free money.
 */
function payOne(
  hands: Hands,
  { position: before, size }: HeldAt,
  minor: bigint,
  { funding: { at }, endNext }: { readonly funding: Funding; readonly endNext: EndNext },
): void {
  const holding = holdingOf(before)
  const { customerId, positionId, symbol } = before
  const openNow = (): ContractPosition | undefined => {
    const found = openPosition(hands.facts(holding), symbol)
    return found?.positionId === positionId ? found : undefined
  }
  const owed = maxOf(0n, -minor)
  let { parts, others } = partsOf(hands, before, openNow(), owed)
  while (parts.fund + parts.market > 0n && endNext()) ({ parts, others } = partsOf(hands, before, openNow(), owed))
  const [facts, open] = [hands.facts(holding), openNow()]
  const gained = open?.mode === 'isolated' && minor > 0n ? minor : 0n
  const margin = (open?.margin ?? 0n) - parts.margin + gained
  const newHoldId = gained > 0n ? hands.newId('hld') : undefined
  const entryId = minor === 0n ? undefined : hands.newId('ent')
  const given = withoutTaken(others, parts.taken, hands.now)
  if (entryId !== undefined) {
    const { now, custodian } = hands
    const own = { before: open?.margin ?? 0n, after: margin, holdId: open?.holdId, newHoldId }
    const head = { id: entryId, at: now, customerId, positionId, instrument: symbol, custodian, fundedAt: at }
    hands.post(contractFundingEntry({ ...head, minor, parts, moves: [own, ...given.moves] }))
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
  hands.keep(holding, withChanges(facts, hands.now, [...after, ...given.changed], [record, ...lost]))
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
