import { createHash } from 'node:crypto'
import { type Instant, plusMs } from '@bolsillo/kernel'
import { nameCause, type Services, type Tx, transaction } from '@bolsillo/server-kit'
import {
  eventProblem,
  eventSubstance,
  type PaymentRail,
  type RailEvent,
  type ToldEvent,
  targetKey,
} from '../domain/index.ts'
import { findOwner } from './address-store.ts'
import {
  findCursor,
  findDueEvents,
  findFirstTelling,
  findOtherTelling,
  insertContradiction,
  insertEvent,
  insertUnread,
  leaveWaiting,
  lockCursor,
  lockEvent,
  markDone,
  markParked,
  moveCursor,
  type OpenEvent,
} from './event-store.ts'
import { findHalts } from './liabilities/halt-store.ts'

/** What a room does with an event, whichever; see `pass-event.ts`. */
type Pass = (tx: Tx, open: OpenEvent, now: Instant) => Promise<void>

const eventsPerReading = 200
const readingsPerRoundMax = 20
const passedPerRoundMax = 500
const waitFirstMs = 5_000
const waitMaxMs = 10 * 60_000
const haltedWaitMs = 15_000

/**
 * Reads what a rail reports after the cursor, and records it before anything is done about it. The provider is asked
 * outside a transaction; the cursor moves only from where it was asked from, so two processes never skip an event.
 */
export async function readRail(services: Services, rail: PaymentRail): Promise<void> {
  const { sql, clock, log } = services
  for (let readings = 0; readings < readingsPerRoundMax; readings += 1) {
    const asked = await findCursor(sql, rail.id)
    try {
      const { events, unread, cursor } = await rail.events(asked.cursor, eventsPerReading)
      // Most readings find nothing: they leave nothing behind either.
      if (events.length + unread.length === 0 && cursor === undefined && asked.problem === undefined) return
      const isMine = await transaction(sql, async (tx) => {
        await nameCause(tx, { cause: 'job:payments.read-rails' })
        const now = clock.now()
        const found = await lockCursor(tx, rail.id, now)
        if (found === undefined || found.cursor !== asked.cursor) return false
        for (const event of events) await writeDown(services, tx, rail, event, now)
        for (const { raw, problem } of unread) await keepUnread(services, tx, rail.id, raw, problem, now)
        await moveCursor(tx, rail.id, { cursor, now })
        return true
      })
      // What was listed and meant nothing moved the cursor too: a flood of it must not delay what follows.
      if (!isMine || cursor === undefined) return
    } catch (error) {
      log.warn({ rail: rail.id, error }, 'a rail could not be read')
      const problem = messageOf(error)
      await transaction(sql, async (tx) => {
        await nameCause(tx, { cause: 'job:payments.read-rails' })
        await lockCursor(tx, rail.id, clock.now())
        await moveCursor(tx, rail.id, { now: clock.now(), problem })
      })
      return
    }
  }
}

async function writeDown(services: Services, tx: Tx, rail: PaymentRail, event: ToldEvent, now: Instant): Promise<void> {
  const problem = eventProblem(event, rail.assets)
  if (problem !== undefined) return await keepUnread(services, tx, rail.id, event.raw, problem, now)
  const first = await findFirstTelling(tx, rail.id, event)
  if (first !== undefined && isOther(first.event, event)) return await contradict(services, tx, first.id, event, now)
  const customerId = event.kind === 'received' ? await findOwner(tx, rail.id, targetKey(event.to)) : undefined
  await insertEvent(tx, { id: services.ids.next('rev'), railId: rail.id, event, customerId, now })
}

async function keepUnread(
  { ids, log }: Services,
  tx: Tx,
  railId: string,
  raw: string,
  problem: string,
  now: Instant,
): Promise<void> {
  const digest = createHash('sha256').update(raw).digest('hex')
  await insertUnread(tx, { id: ids.next('rev'), railId, raw, problem, digest, now })
  log.warn({ railId, problem }, 'a rail tells what is no event')
}

const isOther = (known: RailEvent, told: RailEvent): boolean => eventSubstance(known) !== eventSubstance(told)

async function contradict(
  { ids, log }: Services,
  tx: Tx,
  eventId: OpenEvent['id'],
  event: ToldEvent,
  now: Instant,
): Promise<void> {
  const digest = createHash('sha256').update(eventSubstance(event)).digest('hex')
  await insertContradiction(tx, { id: ids.next('rev'), eventId, event, digest, now })
  log.warn({ eventId, kind: event.kind }, 'a rail tells an event otherwise than before')
}

/**
 * Dispatches what waits, oldest first: each event in a transaction of its own, together with whatever is done about it.
 * What fails stops only the events about the same payment, and is tried again for ever.
 */
export async function passWaiting(services: Services, pass: Pass): Promise<void> {
  const { sql, clock } = services
  let halted: ReadonlySet<string> | undefined
  for (let passed = 0; passed < passedPerRoundMax; ) {
    const due = await findDueEvents(sql, clock.now(), 50)
    if (due.length === 0) return
    let taken = 0
    halted ??= new Set((await findHalts(sql)).map(({ asset }) => asset))
    for (const eventId of due) taken += (await passOne(services, eventId, pass, halted)) ? 1 : 0
    // Another process holds all of them: it is at work.
    if (taken === 0) return
    passed += taken
  }
}

/** Passes one event. @returns false when another process has it or had it. */
async function passOne(
  services: Services,
  eventId: OpenEvent['id'],
  pass: Pass,
  halted: ReadonlySet<string>,
): Promise<boolean> {
  const { sql, clock, log } = services
  let tries = 0
  try {
    return await transaction(sql, async (tx) => {
      await nameCause(tx, { cause: 'job:payments.hand-on' })
      const now = clock.now()
      const open = await lockEvent(tx, eventId)
      if (open === undefined) return false
      tries = open.tries
      // What credits waits while credits of its asset are halted; it is kept, and dispatched when the halt has ended.
      if (isCredit(open.event) && halted.has(open.event.amount.asset.code)) {
        await leaveWaiting(tx, eventId, plusMs(now, haltedWaitMs))
        return true
      }
      const other = open.event.kind === 'received' ? await findOtherTelling(tx, open) : undefined
      if (other !== undefined) throw new Error(`the same payment was told as ${other} and not taken back`)
      await pass(tx, open, now)
      await markDone(tx, eventId, now)
      return true
    })
  } catch (error) {
    const now = clock.now()
    const nextTryAt = plusMs(now, Math.min(waitMaxMs, waitFirstMs * 2 ** Math.min(tries, 20)))
    log.error({ eventId, tries: tries + 1, error }, 'an event of a rail is put aside')
    await transaction(sql, (tx) => markParked(tx, eventId, { problem: messageOf(error), nextTryAt, now }), {
      cause: 'job:payments.hand-on',
    })
    return true
  }
}

/** Whether passing an event would credit somebody. */
function isCredit(event: RailEvent): event is Extract<RailEvent, { kind: 'received' | 'payout-returned' }> {
  if (event.kind === 'received') return event.confirmations.seen >= event.confirmations.needed
  return event.kind === 'payout-returned'
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : 'failed').slice(0, 300)
}
