import { type Instant, instant, isRejection, maxOf, minOf } from '@bolsillo/kernel'
import { available } from '@bolsillo/ledger/domain'
import { transaction } from '@bolsillo/server-kit'
import { contractFundingEntry, insuranceAccount, marginPurse } from '../domain/contract-transfers.ts'
import {
  type Booking,
  type ContractFacts,
  type ContractPosition,
  fineToMinor,
  fundingPayments,
  fundingRate,
  fundingTerms,
  noCharges,
  openPosition,
  withChanges,
  worthOf,
} from '../domain/index.ts'
import { findHolders } from './contracts-store.ts'
import { type ContractsWorld, type Hands, holdingOf, termsIn } from './contracts-world.ts'
import { findPremiums, hasFunding, insertFunding } from './funding-store.ts'
import { intervalStart } from './marks.ts'

/** Holders whose funding is one step of the desk. */
const holdersPerStep = 200
const intervalMs = fundingTerms.hours * 3_600_000

/**
 * Pays the funding of the instant that passed last, once for each contract. Every step pays some holders and the market's
 * counter-position against them, which comes to exactly zero; who was paid is known by the position itself, so a process
 * that ends in the middle goes on with the others. The rate is the mean of the looks of the interval, as kept.
 */
export async function payFunding(world: ContractsWorld, now: Instant): Promise<void> {
  const at = intervalStart(now)
  for (const { id } of world.contracts) {
    if (await hasFunding(world.services.sql, id, at)) continue
    const looks = await findPremiums(world.services.sql, id, instant(at - intervalMs), at)
    const last = looks.at(-1)
    // The market did not run then: there is no price to pay at.
    if (last === undefined) continue
    const rate = fundingRate(
      looks.map(({ premium }) => premium),
      fundingTerms,
    )
    const due = (await findHolders(world.services.sql, id)).filter((one) => isDue(one, at))
    let isWhole = true
    for (let from = 0; from < due.length; from += holdersPerStep) {
      isWhole = (await payStep(world, due.slice(from, from + holdersPerStep), { at, rate, mark: last.mark })) && isWhole
    }
    if (isWhole)
      await transaction(world.services.sql, (tx) =>
        insertFunding(tx, { symbol: id, at, rate, mark: last.mark, looks: looks.length }),
      )
  }
}

/** Open at that instant, and not part of it yet. */
function isDue({ openedAt, fundedAt }: ContractPosition, at: Instant): boolean {
  return openedAt <= at && fundedAt < at
}

interface Funding {
  readonly at: Instant
  readonly rate: bigint
  readonly mark: bigint
}

async function payStep(world: ContractsWorld, due: readonly ContractPosition[], funding: Funding): Promise<boolean> {
  const outcome = await world.trading.act<ContractFacts, boolean>({
    holdings: due.map(holdingOf),
    decide: (hands) => {
      const open = due.flatMap((before) => {
        const now = openPosition(hands.facts(holdingOf(before)), before.symbol)
        return now?.positionId === before.positionId && isDue(now, funding.at) ? [now] : []
      })
      const [first] = open
      if (first === undefined) return true
      const market = { id: world.custodian, size: -open.reduce((sum, { size }) => sum + size, 0n) }
      const terms = termsIn(world, first.symbol)
      const payments = fundingPayments([...open.map(({ positionId, size }) => ({ id: positionId, size })), market], {
        worthOfOne: worthOf(terms, funding.mark, 1n),
        rate: funding.rate,
        fineToMinor,
      })
      const minorOf = new Map(payments.map(({ id, minor }) => [id, minor]))
      for (const position of open) payOne(hands, position, minorOf.get(position.positionId) ?? 0n, funding)
      return true
    },
  })
  return !isRejection(outcome)
}

/**
 * One payment: an isolated position's margin grows or shrinks by it, a cross position's comes from and goes to free money,
 * then from its margin. What it cannot pay the fund pays, then the market.
 */
function payOne(hands: Hands, before: ContractPosition, minor: bigint, { at }: Funding): void {
  const holding = holdingOf(before)
  const facts = hands.facts(holding)
  const position = openPosition(facts, before.symbol)
  if (position === undefined) return
  const free = position.mode === 'cross' ? available(hands.balance(marginPurse(position.customerId))) : 0n
  const owed = maxOf(0n, -minor)
  const fromFree = minOf(owed, free)
  const fromMargin = minOf(owed - fromFree, position.margin)
  const short = owed - fromFree - fromMargin
  const fundPaid = minOf(short, hands.balance(insuranceAccount).posted)
  const gained = position.mode === 'isolated' && minor > 0n ? minor : 0n
  const margin = position.margin - fromMargin + gained
  const newHoldId = gained > 0n ? hands.newId('hld') : undefined
  const entryId = minor === 0n ? undefined : hands.newId('ent')
  if (entryId !== undefined)
    hands.post(
      contractFundingEntry({
        id: entryId,
        at: hands.now,
        customerId: position.customerId,
        positionId: position.positionId,
        instrument: position.symbol,
        custodian: hands.custodian,
        minor,
        fundPaid,
        marketBore: short - fundPaid,
        move: { before: position.margin, after: margin, holdId: position.holdId, newHoldId },
      }),
    )
  const after: ContractPosition = {
    ...position,
    margin,
    holdId: margin === 0n ? undefined : (newHoldId ?? position.holdId),
    funding: position.funding + minor,
    fundedAt: at,
    updatedAt: hands.now,
  }
  const { customerId, positionId, symbol, size } = position
  const record = {
    kind: 'funding',
    at: hands.now,
    entryId,
    customerId,
    positionId,
    symbol,
    fundedAt: at,
    size,
    minor,
  } as const
  const lost: Booking[] =
    short === 0n || entryId === undefined ? [] : [lossOf(after, entryId, hands, { fundPaid, short })]
  hands.keep(holding, withChanges(facts, hands.now, [after], [record, ...lost]))
}

/** What a payment asked of the fund and the market, so that the fund's figures have it. */
function lossOf(
  { customerId, positionId, symbol }: ContractPosition,
  entryId: Booking['entryId'],
  { now }: Hands,
  { fundPaid, short }: { readonly fundPaid: bigint; readonly short: bigint },
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
    fundPaid,
    marketBore: short - fundPaid,
  }
}
