import { currencies, type Id, type Instant } from '@bolsillo/kernel'
import {
  canonicalTrackingKey,
  destinationProblem,
  eventProblem,
  type PaymentRail,
  type RailEvent,
  type StatementLine,
} from '@bolsillo/payments/domain'
import type { ManualDesk, PracticePayer } from '@bolsillo/payments/server'
import { type Db, type Room, type Services, type Tx, transaction } from '@bolsillo/server-kit'
import { findPracticeTransfers, insertPracticeTransfer } from './server/practice-store.ts'
import {
  findTellings,
  findTellingsBetween,
  insertPayout,
  insertTelling,
  isAsked,
  isNumberKnown,
  type Telling,
} from './server/telling-store.ts'

/** The account of the firm that transfers by hand go to. */
interface FirmAccount {
  readonly bank: string
  readonly number: string
  readonly holder: string
}

/** The rail of transfers by hand: it reports only what two operators read on the bank's statement. */
export interface ManualRail {
  /** Stores the rail's reports; has no calls of its own. */
  readonly room: Room
  readonly rail: PaymentRail
  readonly desk: ManualDesk
  /** Practice market only: enters a customer's transfer to the firm's account in the practice bank's book. */
  readonly payer: PracticePayer
}

const id = 'manual'
const assets: readonly string[] = [currencies.MXN.code, currencies.USD.code]

/**
 * A reference of a customer's own: `B`, the number, and two check digits (ISO 7064, mod 97): a wrong digit or two
 * swapped ones make it invalid instead of another customer's.
 */
function referenceOf(customerNo: number): string {
  const check = 98 - Number((BigInt(customerNo) * 100n) % 97n)
  return `B${String(customerNo).padStart(7, '0')}${String(check).padStart(2, '0')}`
}

/**
 * Creates the rail. `simulated` follows the market: in the practice market the bank is simulated, the two people are
 * real.
 */
export function createManualRail(options: { readonly services: Services; readonly account: FirmAccount }): ManualRail {
  const { services, account } = options
  const rail: PaymentRail = {
    id,
    simulated: services.mode === 'SIM',
    method: 'transfer',
    assets,
    payInAddress: ({ customerNo }) => ({ kind: 'account', ...account, reference: referenceOf(customerNo) }),
    destinationProblem: (destination) => destinationProblem({ method: 'transfer' }, destination),
    pay: ({ payoutId }) =>
      transaction(services.sql, (tx) => insertPayout(tx, payoutId, services.clock.now()), {
        cause: 'job:payments.send-payouts',
      }),
    // Requests are recorded in one transaction: without a record it was never requested. Staff report whether it was paid.
    paymentOf: async (payoutId) => ((await isAsked(services.sql, payoutId)) ? 'under-way' : 'unknown'),
    events: async (cursor, limit) => {
      const tellings = await findTellings(services.sql, BigInt(cursor ?? '0'), limit)
      return {
        events: tellings.map(({ event, approvalId }) => ({ ...event, raw: `approval ${approvalId}` })),
        unread: [],
        cursor: tellings.at(-1)?.seq.toString(),
      }
    },
    statement: async (from, to) => (await findTellingsBetween(services.sql, from, to)).flatMap(lineOf),
  }
  return {
    rail,
    desk: {
      ...deskOf(),
      accountOf: (asset) => (assets.includes(asset) ? account.number : undefined),
      ...(services.mode === 'SIM' ? { practiceTransfers } : {}),
    },
    payer: { payIn: receivePractice },
    room: {
      name: 'manual',
      migrations: new URL('./server/migrations/', import.meta.url),
      handlers: [],
      messages: { 'es-ES': {}, 'en-US': {}, 'pt-BR': {} },
    },
  }
}

/** The practice bank's number of a transfer. */
const practiceNumber = (no: bigint): string => `PRACTICA-${no}`

async function receivePractice(
  tx: Tx,
  payment: Parameters<PracticePayer['payIn']>[1],
): ReturnType<PracticePayer['payIn']> {
  const { to, amount, from, now } = payment
  const no = await insertPracticeTransfer(tx, { amount, reference: to, payerName: from?.name ?? '', now })
  return { externalId: practiceNumber(no), arrivesAt: now }
}

async function practiceTransfers(db: Db, asset: string) {
  return (await findPracticeTransfers(db, asset)).map(({ no, ...transfer }) => ({
    ...transfer,
    number: practiceNumber(no),
  }))
}

function lineOf({ event, at }: Telling): StatementLine[] {
  if (event.kind === 'received') return [{ externalId: event.externalId, direction: 'in', amount: event.amount, at }]
  if (event.kind === 'payout-confirmed') {
    return [{ externalId: event.externalId, direction: 'out', amount: event.amount, at }]
  }
  if (event.kind === 'payout-returned') {
    return [{ externalId: event.returnId, direction: 'in', amount: event.amount, at }]
  }
  return []
}

function deskOf(): Omit<ManualDesk, 'accountOf'> {
  return {
    railId: id,
    isRecorded: (db, direction, key) => isNumberKnown(db, { direction, number: canonicalTrackingKey(key) }),
    confirmReceived: (tx, received) => {
      const event = receivedEvent(received)
      const { externalId } = event
      const number = { direction: 'in', number: externalId } as const
      const { approvalId, now } = received
      return insertTelling(tx, { key: `in:${externalId}`, event, number, approvalId, now })
    },
    receivedProblem: (received) => eventProblem(receivedEvent(received), assets),
    confirmPayout: (tx, { payoutId, approvalId, now, ...outcome }) => {
      const event = outcomeEvent(payoutId, now, outcome)
      const number = outcome.kind === 'paid' ? canonicalTrackingKey(outcome.externalId) : undefined
      const told = number === undefined ? {} : { number: { direction: 'out', number } as const }
      return insertTelling(tx, { key: `out:${payoutId}`, event, ...told, approvalId, now })
    },
    confirmReturned: (tx, { payoutId, returnId, amount, reason, approvalId, now }) => {
      const number = canonicalTrackingKey(returnId)
      const event: RailEvent = { kind: 'payout-returned', payoutId, returnId: number, amount, reason, at: now }
      return insertTelling(tx, {
        key: `in:${number}`,
        event,
        number: { direction: 'in', number },
        approvalId,
        now,
      })
    },
  }
}

type Received = Parameters<ManualDesk['receivedProblem']>[0]

/** The event of money on the bank's statement, with the canonical number. */
function receivedEvent({ externalId, amount, to, from, now }: Received): Extract<RailEvent, { kind: 'received' }> {
  const confirmations = { seen: 1, needed: 1 }
  return { kind: 'received', externalId: canonicalTrackingKey(externalId), amount, to, from, confirmations, at: now }
}

type Outcome = Parameters<ManualDesk['confirmPayout']>[1] extends infer Whole
  ? Whole extends { readonly kind: 'paid' | 'failed' }
    ? Omit<Whole, 'payoutId' | 'approvalId' | 'now'>
    : never
  : never

function outcomeEvent(payoutId: Id<'pay'>, at: Instant, outcome: Outcome): RailEvent {
  if (outcome.kind === 'failed') return { kind: 'payout-failed', payoutId, reason: outcome.reason, at }
  const { externalId, amount } = outcome
  return { kind: 'payout-confirmed', payoutId, externalId, amount, at }
}
