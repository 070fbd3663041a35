import { postFitting } from '@bolsillo/cases/server'
import { assert, type Instant, type Money } from '@bolsillo/kernel'
import type { VerifiedPerson } from '@bolsillo/kyc/server'
import { accountId } from '@bolsillo/ledger/domain'
import type { ChannelState, Delivery } from '@bolsillo/payments/server'
import type { Tx } from '@bolsillo/server-kit'
import { creditEntry, decideArrival, depositLimits, holdEntry, matchEntry } from '../domain/index.ts'
import { arrivalAccounts, beyondLimits, lockAccounts, moveOf, ownAccount, settleAfter, standingAmount } from './book.ts'
import { moveDeposit, openDeposit } from './deposit-case.ts'
import { lockAnnouncement, lockByExternalId, lockExternal, releaseNumber } from './deposit-store.ts'
import type { DepositsDeps } from './deps.ts'
import { readDayRoom } from './limits.ts'
import { isNotFound, type StoredDeposit } from './stored-deposit.ts'

type Received = Delivery<'received'>

/**
 * Takes a rail's report of a payment in: follows its confirmations, and when it is final credits it or holds it for
 * its owner, once. A repeated report changes nothing.
 */
export async function takeReceived(deps: DepositsDeps, tx: Tx, told: Received): Promise<void> {
  const { railId, event, now } = told
  await lockExternal(tx, railId, event.externalId)
  const found = await lockByExternalId(tx, railId, event.externalId)
  const ended = found !== undefined && isNotFound(found) ? found : undefined
  const known = ended === undefined ? found : undefined
  // Whatever is further than `confirming` has been booked: the rail says it again.
  if (known !== undefined && known.stage !== 'confirming') return
  // All that was ended as not found has been taken back since: nothing comes any more.
  if (ended !== undefined && standingAmount(ended).minor === 0n) return
  const channel = channelOf(deps, railId, event.amount, now)
  const before = known ?? (await adoptAnnouncement(tx, told))
  const { reversedMinor = before?.reversedMinor ?? 0n } = ended ?? {}
  const seen = { ...withEvent(before, told, channel, deps), reversedMinor }
  // It came after all, as a deposit of its own: the number is that one's from here on.
  if (ended !== undefined) await releaseNumber(tx, ended.depositId)
  if (event.confirmations.seen < event.confirmations.needed) {
    return await save(deps, tx, before, { ...seen, stage: 'confirming' }, now)
  }
  await bookArrival(deps, tx, { before, told: seen, channel, inUnmatched: told.inUnmatched === true, now })
}

/** The announcement this payment fulfils, if its customer made one. */
async function adoptAnnouncement(tx: Tx, { railId, event, customerId }: Received): Promise<StoredDeposit | undefined> {
  if (customerId === undefined) return undefined
  const { externalId, amount } = event
  return await lockAnnouncement(tx, { customerId, railId, externalId, asset: amount.asset.code, minor: amount.minor })
}

function channelOf(
  { payments }: Pick<DepositsDeps, 'payments'>,
  railId: string,
  amount: Money,
  now: Instant,
): ChannelState | undefined {
  return payments
    .channels(now)
    .find((state) => state.railId === railId && state.channel.asset.code === amount.asset.code)
}

/** The deposit with the rail's report written into it. */
function withEvent(
  before: StoredDeposit | undefined,
  { railId, event, customerId, now }: Received,
  state: ChannelState | undefined,
  { services, payments }: DepositsDeps,
): StoredDeposit {
  const { amount, externalId, confirmations } = event
  const rail = payments.rail(railId)
  assert(rail !== undefined, `the rail ${railId} that told is one of ours`)
  assert(
    before?.amount === undefined || before.amount.minor === amount.minor,
    `what ${railId} delivered as ${externalId} stays the same amount`,
  )
  const { nameLength, accountLength } = depositLimits
  const channel = state?.channel
  const start: StoredDeposit = before ?? {
    depositId: services.ids.next('dep'),
    railId,
    method: rail.method,
    asset: amount.asset,
    reversedMinor: 0n,
    stage: 'confirming',
    marks: [],
    seen: 0,
    needed: 1,
    createdAt: now,
    updatedAt: now,
  }
  return {
    ...start,
    customerId: start.customerId ?? customerId,
    channel: channel?.code ?? start.channel,
    network: channel?.network ?? start.network,
    asset: amount.asset,
    amount,
    externalId,
    toldTo: event.to,
    from: { name: event.from.name.slice(0, nameLength), account: event.from.account.slice(0, accountLength) },
    seen: Math.max(start.seen, confirmations.seen),
    needed: confirmations.needed,
    receivedAt: start.receivedAt ?? event.at,
    updatedAt: now,
  }
}

/** Final: credits it, or holds it. */
async function bookArrival(
  deps: DepositsDeps,
  tx: Tx,
  arrival: {
    readonly before: StoredDeposit | undefined
    readonly told: StoredDeposit
    readonly channel: ChannelState | undefined
    /** Its movement on the rail is booked, and it is on `house:unmatched`. */
    readonly inUnmatched: boolean
    readonly now: Instant
  },
): Promise<void> {
  const { before, told, channel, inUnmatched, now } = arrival
  const delivered = standingAmount(told)
  const { code } = delivered.asset
  const { customerId } = told
  const person = customerId === undefined ? undefined : await deps.people.find(tx, customerId)
  const own = ownAccount(told)
  const unmatched = accountId('house', 'unmatched', code)
  // All accounts either outcome needs, at once: with the customer's locked, the day's sum cannot change meanwhile.
  const accounts = [unmatched, ...arrivalAccounts(told.railId, code), ...(own === undefined ? [] : [own])]
  const balanceOf = await lockAccounts(deps, tx, accounts)
  const room =
    customerId === undefined || person === undefined
      ? undefined
      : (await readDayRoom(deps, tx, { customerId, person }, now))(code)
  const decision = decideArrival({
    delivered,
    owner: customerId === undefined ? undefined : ownerFacts(deps, told, person),
    channel: channel === undefined ? undefined : { amountMin: channel.depositMin },
    asked: told.asked,
    dayLeft: room?.left,
  })
  const move = moveOf(deps, told, { amount: delivered, at: now, actor: 'deposits' })
  const settled = inUnmatched ? [] : settleAfter(deps, told, { balanceOf, amount: delivered, at: now })
  if (decision.kind === 'hold' || customerId === undefined) {
    const reason = decision.kind === 'hold' ? decision.reason : 'unknown-reference'
    await postFitting(deps, tx, inUnmatched ? [] : [holdEntry(move), ...settled])
    const heldOne = { ...told, stage: 'held', heldReason: reason } as const
    const notice = { name: 'held', amount: delivered, reason } as const
    return await save(deps, tx, before, heldOne, now, { reason, notice })
  }
  const beyond = await beyondLimits(deps, tx, move, customerId)
  const credit = inUnmatched ? matchEntry(move, customerId) : creditEntry(move, customerId)
  await postFitting(deps, tx, [credit, ...settled, ...beyond])
  const { marks } = decision
  const credited = {
    ...told,
    stage: 'credited',
    entryId: move.entryId,
    credited: delivered,
    marks,
    endedAt: now,
  } as const
  await save(deps, tx, before, credited, now, { notice: { name: 'credited', amount: delivered } })
}

function ownerFacts(
  { people }: Pick<DepositsDeps, 'people'>,
  { method, from }: StoredDeposit,
  person: VerifiedPerson | undefined,
): { readonly verified: boolean; readonly nameFits: boolean | undefined } {
  if (person === undefined) return { verified: false, nameFits: undefined }
  const tellsName = method !== 'chain'
  return { verified: true, nameFits: tellsName ? people.isNameOf(person, from?.name ?? '') : undefined }
}

async function save(
  deps: DepositsDeps,
  tx: Tx,
  before: StoredDeposit | undefined,
  after: StoredDeposit,
  now: Instant,
  why: Pick<Parameters<typeof moveDeposit>[4], 'reason' | 'notice'> = {},
): Promise<void> {
  const { seen, needed, method } = after
  const confirmations = method === 'chain' ? { seen, needed } : undefined
  const step = { at: now, actor: 'provider', confirmations, ...why }
  if (before === undefined) await openDeposit(deps, tx, after, step)
  else await moveDeposit(deps, tx, before, after, step)
}
