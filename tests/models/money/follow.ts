import type { RailEvent } from '@bolsillo/payments/domain'
import { mustBeFound } from './acts-deposits.ts'
import { readClaims, readDeposits, readDoneEvents, readLifted, readPayouts, readSweeps } from './look-store.ts'
import { type Deposit, must, type Payout, type PayoutState, sweep } from './model.ts'
import {
  depositOf,
  end,
  returnArrived,
  returnFailed,
  startReturn,
  takeReceived,
  takeReversed,
} from './model-deposits.ts'
import { lift } from './model-limits.ts'
import { accept, comeBack, failed, isBackWhole, mayGo, paid } from './model-withdrawals.ts'
import { count, railOf, type World } from './stage.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000

/**
 * Follows what the server did by itself since the last look: the events it passed, in that order, and the jobs
 * that ended or sent back what waited too long. What it did must be allowed; the model computes the result.
 */
export async function follow(world: World): Promise<void> {
  const { owner } = world.outside.database
  await followReturns(world)
  for (const row of await readDoneEvents(owner, world.seen.xid)) {
    world.seen.xid = row.xid
    await happen(world, row.rail_id, row.told, row)
  }
  await followDeposits(world)
  await followPayouts(world)
  await followSweeps(world)
  await followLifts(world)
}

async function happen(
  world: World,
  rail: string,
  told: RailEvent,
  row: { readonly seq: bigint; readonly about: string },
): Promise<void> {
  const { model } = world
  count(world, `event ${told.kind}`)
  if (told.kind === 'received') {
    mustCountOnce(world, rail, told, row)
    const { amount, confirmations, from, ...rest } = told
    const { seen, needed } = confirmations
    const event = { ...rest, rail, asset: amount.asset.code, minor: amount.minor, payer: from, seen, needed }
    mustBeFound(world, rail, told.externalId, amount.minor)
    takeReceived(model, event, world.now())
    return
  }
  if (told.kind === 'reversed') {
    const { externalId, reversalId, amount } = told
    const event = { rail, externalId, reversalId, asset: amount.asset.code, minor: amount.minor }
    const stage = depositOf(model, rail, externalId)?.stage
    takeReversed(model, event, world.now())
    count(world, `reversed while ${stage}`)
    return
  }
  const payout = model.payouts.get(told.payoutId) ?? (await learnPayout(world, told.payoutId))
  must(
    payout !== undefined && payout.rail === rail,
    'payout',
    `${rail} ends ${told.payoutId}, which it was not asked for`,
  )
  if (told.kind === 'payout-returned') {
    const { returnId, amount, at } = told
    must(amount.asset.code === payout.asset, 'came back', `${returnId} came back in another asset`)
    comeBack(model, payout, { returnId, minor: amount.minor, at }, world.now())
    count(world, `came back of a ${payout.withdrawal === undefined ? 'return' : 'withdrawal'}`)
    return
  }
  happenToPayout(world, payout, told)
}

/** A transaction's output counts once: included again, only when the first inclusion was taken back whole. */
function mustCountOnce(world: World, rail: string, told: RailEvent, { about }: { readonly about: string }): void {
  if (told.kind !== 'received' || told.payment === undefined) return
  const events = railOf(world, rail)?.told ?? []
  const first = events.findIndex((one) => one.kind === 'received' && one.externalId === about)
  for (const [place, other] of events.entries()) {
    if (other.kind !== 'received' || other.payment !== told.payment || other.externalId === about) continue
    if (place > first) continue
    const before = depositOf(world.model, rail, other.externalId)
    const isGone = before?.amount !== undefined && before.reversed === before.amount
    must(isGone, 'counts once', `${about} counts although ${other.externalId}, the same output, still does`)
  }
}

type PayoutEvent = Exclude<Extract<RailEvent, { readonly payoutId: string }>, { readonly kind: 'payout-returned' }>

function happenToPayout(world: World, payout: Payout, told: PayoutEvent): void {
  const next: PayoutState =
    told.kind === 'payout-sent' ? 'sent' : told.kind === 'payout-confirmed' ? 'confirmed' : 'failed'
  if (told.kind === 'payout-confirmed') {
    // Two people booked what really arrived, and with that the event was done.
    if (payout.bookedAs !== undefined && told.amount.minor === payout.bookedAs) return
    const isAsked = told.amount.asset.code === payout.asset && told.amount.minor === payout.minor
    must(isAsked, 'payout', `${payout.id} of ${payout.minor} is ended by ${told.amount.minor}`)
  }
  if (!mayGo(payout.state, next)) {
    const isBack = next === 'failed' && isBackWhole(payout)
    const isOld = next === 'sent' || next === payout.state || isBack
    must(isOld, 'payout', `${payout.id} was ${payout.state} and is said to be ${next}`)
    return
  }
  payout.state = next
  if (told.kind !== 'payout-failed') payout.externalId = told.externalId
  if (next === 'sent') return
  endPayout(world, payout, next === 'confirmed')
}

function endPayout(world: World, payout: Payout, arrived: boolean): void {
  const { model } = world
  const { withdrawal, deposit, minor } = payout
  count(world, `${withdrawal === undefined ? 'return' : 'withdrawal'} ${arrived ? 'paid' : 'failed'}`)
  if (withdrawal !== undefined && arrived) paid(model, withdrawal, payout)
  else if (withdrawal !== undefined) failed(model, withdrawal)
  else if (deposit !== undefined && arrived) returnArrived(model, deposit, payout, world.now())
  else if (deposit !== undefined) returnFailed(model, deposit, minor, world.now())
}

/** Learns the product's names of deposits, and what jobs did to them: ended announcements, returns of what waited. */
async function followDeposits(world: World): Promise<void> {
  const { model } = world
  for (const row of await readDeposits(world.outside.database.owner)) {
    const deposit =
      model.deposits.find(({ id }) => id === row.id) ??
      (row.external_id === null ? undefined : depositOf(model, row.rail_id, row.external_id))
    must(deposit !== undefined, 'deposits', `${row.id} (${row.rail_id} ${row.external_id}) is nobody's doing`)
    deposit.id ??= row.id
    if (row.stage === deposit.stage) continue
    if (row.stage === 'failed' && row.fail_reason === 'expired') expire(world, deposit)
    else if (row.stage === 'returning' && deposit.stage === 'held') sendBack(world, deposit)
  }
  for (const claim of await readClaims(world.outside.database.owner)) {
    const ofDeposit = model.deposits.find(({ id }) => id === claim.deposit_id)?.claims ?? []
    const ofWithdrawal = model.withdrawals.get(claim.withdrawal_id ?? '')?.claim
    const claims = [...ofDeposit, ...(ofWithdrawal === undefined ? [] : [ofWithdrawal])]
    const known = claims.find(({ id }) => id === claim.id) ?? claims.find(({ id }) => id === undefined)
    must(known !== undefined, 'claims', `${claim.id} is nobody's doing`)
    known.id ??= claim.id
    const isSame = known.minor === claim.minor && known.minor - known.open === claim.settled
    must(
      isSame,
      'claims',
      `${claim.id} of ${claim.minor}, settled ${claim.settled}, is ${known.minor}, open ${known.open}`,
    )
  }
}

function expire(world: World, deposit: Deposit): void {
  must(deposit.stage === 'awaiting-payment', 'deposits', `${deposit.id} is ${deposit.stage} and ran out`)
  const waited = world.now() - deposit.announcedAt
  must(waited > 72 * hourMs, 'deposits', `${deposit.id} ran out after ${waited} ms`)
  end(deposit, 'expired', world.now())
  count(world, 'announcement ran out')
}

function sendBack(world: World, deposit: Deposit): void {
  const waited = world.now() - (deposit.receivedAt ?? 0)
  must(waited > 10 * dayMs, 'return', `${deposit.id} goes back by itself after ${waited} ms`)
  const isChain = world.model.terms.some(({ rail, method }) => rail === deposit.rail && method === 'chain')
  must(!isChain, 'return', `${deposit.id} of a chain goes back by itself`)
  startReturn(world.model, deposit)
  count(world, 'sent back by itself')
}

/** What goes back where it came from leaves by the clock a day after it was asked for, and nothing else does. */
async function followReturns(world: World): Promise<void> {
  for (const { cause } of await readPayouts(world.outside.database.owner)) {
    const withdrawal = world.model.withdrawals.get(cause)
    if (withdrawal?.state !== 'under-review') continue
    const waited = world.now() - withdrawal.requestedAt
    const isDue = withdrawal.origin !== undefined && waited >= dayMs
    must(isDue, 'return', `${cause} leaves after ${waited} ms without two people`)
    accept(world.model, withdrawal)
    count(world, 'returns sent by the clock')
  }
}

/** Learns of payments out, each for a cause that is on its way, and how far the rails took them. */
async function followPayouts(world: World): Promise<void> {
  const { model } = world
  for (const row of await readPayouts(world.outside.database.owner)) {
    const payout = model.payouts.get(row.id) ?? learn(world, row)
    const isTaken = row.state === 'instructed' && payout.state === 'requested'
    if (!isTaken) continue
    const rail = railOf(world, row.rail_id)
    must(rail === undefined || rail.taken.has(row.id), 'payout', `${row.id} is said to be taken and is not`)
    payout.state = 'instructed'
  }
}

/** An event may end a payment before it was looked at. */
async function learnPayout(world: World, id: string): Promise<Payout | undefined> {
  const row = (await readPayouts(world.outside.database.owner)).find((one) => one.id === id)
  return row === undefined ? undefined : learn(world, row)
}

function learn(world: World, row: Awaited<ReturnType<typeof readPayouts>>[number]): Payout {
  const { model } = world
  const withdrawal = model.withdrawals.get(row.cause)
  const deposit = model.deposits.find(({ id }) => id === (row.deposit_id ?? ''))
  const minor = withdrawal?.net ?? (deposit === undefined ? -1n : (deposit.amount ?? 0n) - deposit.reversed)
  const isDue = withdrawal?.state === 'doing' || deposit?.stage === 'returning'
  must(isDue && minor === row.minor, 'payout', `${row.id} of ${row.minor} for ${row.cause} is nobody's doing`)
  const again = [...model.payouts.values()].some(
    (one) =>
      (withdrawal !== undefined && one.withdrawal === withdrawal) ||
      (deposit !== undefined && one.deposit === deposit && !['failed', 'confirmed'].includes(one.state)),
  )
  must(!again, 'payout', `${row.cause} is paid twice`)
  const payout: Payout = {
    id: row.id,
    rail: row.rail_id,
    asset: row.asset,
    minor: row.minor,
    state: 'requested',
    cameBack: new Map(),
    ...(withdrawal === undefined ? {} : { withdrawal }),
    ...(deposit === undefined ? {} : { deposit }),
  }
  model.payouts.set(row.id, payout)
  return payout
}

/** Limits that have room again let go what was set aside: exactly what they have room for. */
async function followLifts(world: World): Promise<void> {
  // Nothing is let go that was not set aside.
  if (world.lifted.size === 0 && [...world.model.beyond.values()].every((minor) => minor === 0n)) return
  for (const { account, customer, asset, minor } of await readLifted(world.outside.database.owner)) {
    const more = minor - (world.lifted.get(account) ?? 0n)
    if (more === 0n) continue
    world.lifted.set(account, minor)
    lift(world.model, customer, asset, more, world.now())
    count(world, 'let go by limits')
  }
}

async function followSweeps(world: World): Promise<void> {
  const rows = await readSweeps(world.outside.database.owner, world.seen.seq)
  const entries = new Map<bigint, (readonly [string, bigint])[]>()
  for (const { seq, account, posted } of rows) {
    entries.set(seq, [...(entries.get(seq) ?? []), [account, posted] as const])
    world.seen.seq = seq
  }
  for (const postings of entries.values()) {
    sweep(world.model, postings)
    count(world, 'sweeps')
  }
  world.model.outflow.clear()
}
