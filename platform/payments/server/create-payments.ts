import type { WorkQueue } from '@bolsillo/approvals/server'
import { assert, type Id, type Ids, type Instant, instant, present } from '@bolsillo/kernel'
import { appendOutbox, type Db, type Handler, handlersOf, type Room, type Tx } from '@bolsillo/server-kit'
import { statementRoles, transferRoles } from '../contract/operator.ts'
import {
  type ChannelCode,
  destinationKey,
  findChannel,
  isWithinHours,
  minuteOfDay,
  originDestination,
  type PaymentRail,
  payInKey,
} from '../domain/index.ts'
import { messages as enUS } from '../messages/en-US.ts'
import { messages as esES } from '../messages/es-ES.ts'
import { messages as ptBR } from '../messages/pt-BR.ts'
import { claimTarget, findAddress, findOwner, giveCustomerNo, insertAddress, isTarget } from './address-store.ts'
import { createByHand } from './by-hand/by-hand.ts'
import { statementCalls } from './by-hand/statement-calls.ts'
import { countUnused } from './by-hand/statement-store.ts'
import { channelStates, depositRefusal, railOfChannel, withdrawalRefusal } from './channel-states.ts'
import type { PaymentsDeps, PaymentsRoomDeps } from './deps.ts'
import { endingKinds, endingProposals } from './ending-acts.ts'
import { findHalts } from './liabilities/halt-store.ts'
import { watchEveryMs, watchLiabilities } from './liabilities/watch-liabilities.ts'
import { manualKinds, operatorWrites } from './manual-transfers.ts'
import { noticeDoor } from './notice-door.ts'
import { operatorReads } from './operator-reads.ts'
import { passEvent, type Takers } from './pass-event.ts'
import type { Payments, PayoutRecord } from './payments.ts'
import { findHolders, findOpenPayouts, findPayoutOfCause, insertPayout } from './payout-store.ts'
import { publicReads } from './public-reads.ts'
import { passWaiting, readRail } from './read-rails.ts'
import { reconcileEveryMs, reconcileRails } from './reconcile-rails.ts'
import { countOpenDifferences, findFreezes } from './reconciliation-store.ts'
import { findReturnsOf } from './return-store.ts'
import { sendPayouts } from './send-payouts.ts'
import { findStuckEveryMs, findStuckPayouts, stuckDueMs } from './stuck/find-stuck.ts'
import { proposeStuckEnd, stuckKinds } from './stuck/stuck-acts.ts'
import { countStuck } from './stuck/stuck-store.ts'
import { countTroubles } from './trouble-store.ts'

/** What runs by itself; tests run it by hand. */
export interface PaymentEngine {
  /** Reads every rail and dispatches what waits. */
  readonly readRails: () => Promise<void>
  /** Asks the rails to take the payments that wait. */
  readonly sendPayouts: () => Promise<void>
  /** Puts payments that are stuck into the queue of staff. */
  readonly findStuck: () => Promise<void>
  /** Compares every rail's statement with the books. */
  readonly reconcile: () => Promise<void>
  /** Compares what we owe with what we hold, and halts credits or lets them go on. */
  readonly watchLiabilities: () => Promise<void>
}

const payoutRequestedTopic = 'payments.payout-requested'
const readEveryMs = 2_000
const sendEveryMs = 3_000

/** The room of payments, and what deposits and withdrawals use of it. */
export function createPayments(deps: PaymentsDeps): {
  readonly room: Room
  readonly payments: Payments
  readonly engine: PaymentEngine
} {
  const { services, rails, staff, manual } = deps
  for (const rail of rails) {
    // No real money may enter a practice market, and no made-up money a real one.
    assert(rail.simulated === (services.mode === 'SIM'), `rail ${rail.id} does not belong into ${services.mode}`)
  }
  const takers: Takers = { payIns: undefined, payouts: new Map() }
  const payments = paymentsOf(deps, takers)
  const roomDeps: PaymentsRoomDeps = { ...deps, payments }
  const engine: PaymentEngine = {
    readRails: async () => {
      for (const rail of rails) await readRail(services, rail)
      await passWaiting(services, (tx, open, now) => passEvent(takers, tx, open, now))
    },
    sendPayouts: () =>
      sendPayouts(
        services,
        payments.rail,
        (payout, now) => heldBack(services.sql, payments, payout, now),
        deps.obstacle ?? (() => undefined),
      ),
    findStuck: () => findStuckPayouts(services, manual?.railId),
    reconcile: () => reconcileRails(deps),
    watchLiabilities: watchLiabilities({ ...deps, audit: staff?.audit }),
  }
  const room: Room = {
    name: 'payments',
    migrations: new URL('./migrations/', import.meta.url),
    handlers: handlersOf(publicReads, roomDeps),
    operatorHandlers: staffHandlers(roomDeps),
    doors: [noticeDoor(services, rails, engine.readRails)],
    events: [{ topic: payoutRequestedTopic, name: 'payments.send', handle: () => engine.sendPayouts() }],
    jobs: [
      { name: 'payments-read-rails', everyMs: readEveryMs, run: engine.readRails },
      { name: 'payments-send', everyMs: sendEveryMs, run: engine.sendPayouts },
      { name: 'payments-find-stuck', everyMs: findStuckEveryMs, run: engine.findStuck },
      { name: 'payments-watch-liabilities', everyMs: watchEveryMs, run: engine.watchLiabilities },
      { name: 'payments-reconcile', everyMs: reconcileEveryMs, run: engine.reconcile },
    ],
    approvalKinds: [
      ...endingKinds(roomDeps, takers),
      ...stuckKinds(deps, takers),
      ...(manual === undefined ? [] : manualKinds(manual)),
    ],
    workQueues: queuesOf(deps),
    messages: { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR },
  }
  return { room, payments, engine }
}

/** Calls of staff; those about statements exist where transfers are made by hand. */
function staffHandlers({ staff, manual, ...deps }: PaymentsRoomDeps): readonly Handler[] {
  if (staff === undefined) return []
  const useCases = [...operatorReads, ...operatorWrites, ...endingProposals, proposeStuckEnd]
  return [
    ...handlersOf(useCases, { ...deps, staff, ...(manual === undefined ? {} : { manual }) }),
    ...(manual === undefined ? [] : handlersOf(statementCalls, { ...deps, staff, manual })),
  ]
}

/** Nobody should wait longer for somebody to look. */
const differenceSlaMs = 4 * 3_600_000
const transferSlaMs = 24 * 3_600_000

function queuesOf({ manual }: PaymentsDeps): readonly WorkQueue[] {
  const reconciliation: WorkQueue = {
    path: '/reconciliation',
    titleKey: 'payments.reconciliation.title',
    roles: ['treasury'],
    slaMs: differenceSlaMs,
    waiting: async (db) => {
      const [differences, troubles, halts] = await Promise.all([
        countOpenDifferences(db),
        countTroubles(db),
        findHalts(db),
      ])
      const haltedAt = halts.map(({ since }) => since)
      const since = [differences.oldestAt, troubles.oldestAt, ...haltedAt].filter((at) => at !== undefined)
      const count = differences.count + troubles.count + halts.length
      return { count, ...(since.length === 0 ? {} : { oldestAt: instant(Math.min(...since)) }) }
    },
  }
  const stuck: WorkQueue = {
    path: '/payouts',
    titleKey: 'payments.stuck.title',
    roles: transferRoles,
    slaMs: stuckDueMs,
    waiting: (db) => countStuck(db),
  }
  if (manual === undefined) return [reconciliation, stuck]
  const transfers: WorkQueue = {
    path: '/transfers',
    titleKey: 'payments.transfers.title',
    roles: transferRoles,
    slaMs: transferSlaMs,
    waiting: async (db) => {
      const open = await findOpenPayouts(db, manual.railId, 1_000)
      const [oldest] = open
      return { count: open.length, ...(oldest === undefined ? {} : { oldestAt: oldest.requestedAt }) }
    },
  }
  const statements: WorkQueue = {
    path: '/statements',
    titleKey: 'payments.statements.title',
    roles: statementRoles,
    slaMs: transferSlaMs,
    waiting: (db) => countUnused(db),
  }
  return [reconciliation, stuck, transfers, statements]
}

/** Why a payment is not sent now, if something holds it back. It waits; it is not refused. */
async function heldBack(db: Db, payments: Payments, payout: PayoutRecord, now: Instant): Promise<string | undefined> {
  const state = payments.channel(payout.channel, now)
  if (state === undefined) return 'no rail serves the channel'
  // What was accepted is sent, whether or not new ones are taken. What goes back where it came from waits for no setting.
  if (payout.goesBack) return undefined
  const freeze = await payments.freezeOf(db, payout.amount.asset, now)
  if (freeze !== undefined) return `statement and books of ${freeze.railId} differ`
  return isWithinHours(minuteOfDay(now), state.opensAt, state.closesAt)
    ? undefined
    : 'the channel is closed at this hour'
}

function paymentsOf({ services, settings, rails, practicePayer, manual }: PaymentsDeps, takers: Takers): Payments {
  const railOf = (railId: string): PaymentRail | undefined => rails.find((rail) => rail.id === railId)
  const railFor = (code: ChannelCode): PaymentRail | undefined => {
    const channel = findChannel(code)
    return channel === undefined ? undefined : railOfChannel(channel, rails)
  }
  return {
    channels: (now) => channelStates(rails, settings, now),
    channel: (code, now) => channelStates(rails, settings, now).find(({ channel }) => channel.code === code),
    rail: railOf,
    depositRefusal,
    withdrawalRefusal,
    customerNo: (tx, customerId) => giveCustomerNo(tx, customerId, services.clock.now()),
    payInAddress: async (tx, { customerId, channel, now }) => {
      const shown = await findAddress(tx, customerId, channel)
      if (shown !== undefined) return shown
      const rail = present(railFor(channel), `a rail for ${channel}`)
      await showAddress(tx, { customerId, channel, rail, now })
      return present(await findAddress(tx, customerId, channel), 'the address shown')
    },
    findPayInAddress: (db, { customerId, channel }) => findAddress(db, customerId, channel),
    ownerOf: findOwner,
    isOwnAddress: (db, destination) => isTarget(db, destinationKey(destination)),
    destinationProblem: (channel, destination) => railFor(channel)?.destinationProblem(destination),
    takePayIns: (payIns) => {
      assert(takers.payIns === undefined, 'deposits are taken by one room')
      takers.payIns = payIns
    },
    takePayouts: (prefix, payouts) => {
      assert(!takers.payouts.has(prefix), `payments of ${prefix} are taken by one room`)
      takers.payouts.set(prefix, payouts)
    },
    originsOf: async (db, customerId) => (await takers.payIns?.origins(db, customerId)) ?? [],
    originDestination: (railId, from) => {
      const rail = railOf(railId)
      return rail === undefined ? undefined : originDestination(rail, from)
    },
    requestPayout: (tx, wish) => requestPayout({ ids: services.ids, railFor }, tx, wish),
    holdersOf: (db, destination) => findHolders(db, destinationKey(destination)),
    payoutOf: findPayoutOfCause,
    returnsOf: findReturnsOf,
    freezeOf: async (db, asset, now) => (await findFreezes(db, now, asset.code))[0],
    practicePayer,
    manual,
    byHand: createByHand(settings),
  }
}

/** Asks for a payment, once for each cause. */
async function requestPayout(
  { ids, railFor }: { readonly ids: Ids; readonly railFor: (code: ChannelCode) => PaymentRail | undefined },
  ...[tx, wish]: Parameters<Payments['requestPayout']>
): Promise<PayoutRecord> {
  const { cause, customerId, channel, amount, destination, reference, goesBack = false, now } = wish
  const rail = present(railFor(channel), `a rail for ${channel}`)
  assert(rail.assets.includes(amount.asset.code) && amount.minor > 0n, `${channel} pays its asset, above zero`)
  const payoutId = ids.next('pay')
  const asked = {
    cause,
    channel,
    amount,
    destination,
    reference,
    goesBack,
    ...(customerId === undefined ? {} : { customerId }),
  }
  const payout = { ...asked, payoutId, railId: rail.id, requestedAt: now }
  if (await insertPayout(tx, payout)) {
    await appendOutbox(tx, [{ topic: payoutRequestedTopic, key: cause, payload: { payoutId } }], now)
  }
  const found = present(await findPayoutOfCause(tx, cause), 'the payment of a cause')
  assert(
    found.amount.minor === amount.minor &&
      found.amount.asset.code === amount.asset.code &&
      destinationKey(found.destination) === destinationKey(destination),
    `another payment was asked for ${cause}`,
  )
  return found
}

async function showAddress(
  tx: Tx,
  wish: {
    readonly customerId: Id<'cus'>
    readonly channel: ChannelCode
    readonly rail: PaymentRail
    readonly now: Instant
  },
): Promise<void> {
  const { customerId, channel: code, rail, now } = wish
  const channel = present(findChannel(code), `channel ${code}`)
  const customerNo = await giveCustomerNo(tx, customerId, now)
  const network = channel.network === undefined ? {} : { network: channel.network }
  const address = rail.payInAddress({ customerId, customerNo, asset: channel.asset.code, ...network })
  const owner = await claimTarget(tx, { railId: rail.id, target: payInKey(address), customerId })
  assert(owner === customerId, `${rail.id} gives one address to two customers`)
  await insertAddress(tx, { customerId, channel: code, railId: rail.id, address, now })
}
