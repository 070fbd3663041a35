import type { Instant } from '@bolsillo/kernel'
import type { PaymentRail, Payout, RailEvent, StatementLine, ToldEvent } from '@bolsillo/payments/domain'

/** A rail that does what a test says: it takes payments and reports them when the test asks for it. */
export interface MemoryRail {
  readonly rail: PaymentRail
  /** What it was asked to pay, once each. */
  readonly taken: readonly Payout[]
  readonly confirm: (payout: Payout, at: Instant, amountMinor?: bigint) => void
  /** Reports that it sent a payment, and never its end. */
  readonly send: (payout: Payout, at: Instant) => void
  readonly fail: (payout: Payout, at: Instant, reason: string) => void
  /** Reports that a confirmed payment came back, whole unless a part is given. */
  readonly returnPayment: (payout: Payout, at: Instant, returnId: string, amountMinor?: bigint) => void
  /** Money that is on its statement only, without an event. */
  readonly book: (line: StatementLine) => void
  /** What it does when it is asked to pay: throws after it paid, or before it took anything. */
  misbehaves: 'no' | 'before' | 'after'
  /** What it answers about a payment: what is so, nothing at all, or always the same. */
  answers: 'truly' | 'nothing' | 'under-way' | 'unknown' | 'paid'
  /** Its statement cannot be read. */
  isUnread: boolean
  /** The lines of its statement. */
  readonly lines: StatementLine[]
  /** Tells of money that came in from somewhere. */
  readonly receive: (event: Omit<Extract<RailEvent, { kind: 'received' }>, 'kind'>) => void
}

export function memoryRail(of: Pick<PaymentRail, 'id' | 'method' | 'assets' | 'networks'>): MemoryRail {
  const taken: Payout[] = []
  const told: ToldEvent[] = []
  /** Its statement: each movement once, however often it is reported. */
  const lines: StatementLine[] = []
  const book = (line: StatementLine): void => {
    if (!lines.some(({ externalId }) => externalId === line.externalId)) lines.push(line)
  }
  const tell = (event: RailEvent): void => {
    told.push({ ...event, raw: '{}' })
  }
  const memory: Pick<MemoryRail, 'misbehaves' | 'answers' | 'isUnread'> = {
    misbehaves: 'no',
    answers: 'truly',
    isUnread: false,
  }
  const rail = railOf(of, { memory, taken, told, lines })
  return Object.assign(memory, {
    rail,
    taken,
    lines,
    confirm: ({ payoutId, amount }: Payout, at: Instant, amountMinor = amount.minor) => {
      const externalId = `ext-${payoutId}`
      tell({ kind: 'payout-sent', payoutId, externalId, at })
      tell({ kind: 'payout-confirmed', payoutId, externalId, amount: { ...amount, minor: amountMinor }, at })
      book({ externalId, direction: 'out', amount: { ...amount, minor: amountMinor }, at })
    },
    returnPayment: ({ payoutId, amount }: Payout, at: Instant, returnId: string, amountMinor = amount.minor) => {
      const back = { ...amount, minor: amountMinor }
      tell({ kind: 'payout-returned', payoutId, returnId, amount: back, reason: 'account-closed', at })
      book({ externalId: returnId, direction: 'in', amount: back, at, reverses: `ext-${payoutId}` })
    },
    book,
    send: ({ payoutId }: Payout, at: Instant) =>
      tell({ kind: 'payout-sent', payoutId, externalId: `ext-${payoutId}`, at }),
    fail: ({ payoutId }: Payout, at: Instant, reason: string) => tell({ kind: 'payout-failed', payoutId, reason, at }),
    receive: (event: Parameters<MemoryRail['receive']>[0]) => {
      tell({ kind: 'received', ...event })
      book({ externalId: event.externalId, direction: 'in', amount: event.amount, at: event.at })
    },
  })
}

type RailOf = Pick<PaymentRail, 'id' | 'method' | 'assets' | 'networks'>

function railOf(
  of: RailOf,
  {
    memory,
    taken,
    told,
    lines,
  }: {
    readonly memory: Readonly<Pick<MemoryRail, 'misbehaves' | 'answers' | 'isUnread'>>
    readonly taken: Payout[]
    readonly told: readonly ToldEvent[]
    readonly lines: readonly StatementLine[]
  },
): PaymentRail {
  return {
    ...of,
    simulated: true,
    payInAddress: ({ customerNo }) => ({
      kind: 'clabe',
      clabe: `646180${String(customerNo).padStart(12, '0')}`,
      bank: 'STP',
      holder: 'Bolsillo',
    }),
    destinationProblem: () => undefined,
    pay: async (payout) => {
      if (memory.misbehaves === 'before') throw new Error('the bank does not answer')
      if (!taken.some(({ payoutId }) => payoutId === payout.payoutId)) taken.push(payout)
      if (memory.misbehaves === 'after') throw new Error('the answer of the bank was lost')
    },
    paymentOf: async (payoutId) => {
      if (memory.answers === 'nothing') throw new Error('the bank does not answer')
      if (memory.answers !== 'truly') return memory.answers
      return taken.some((payout) => payout.payoutId === payoutId) ? 'under-way' : 'unknown'
    },
    events: async (cursor, limit) => {
      const from = Number(cursor ?? '0')
      const events = told.slice(from, from + limit)
      return { events, cursor: String(from + events.length), unread: [] }
    },
    statement: async (from, to) => {
      if (memory.isUnread) throw new Error('the bank has no statement')
      return lines.filter(({ at }) => at >= from && at < to)
    },
  }
}
