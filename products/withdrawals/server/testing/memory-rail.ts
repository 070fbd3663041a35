import type { Instant } from '@bolsillo/kernel'
import type { PaymentRail, Payout, RailEvent, ToldEvent } from '@bolsillo/payments/domain'

/** A rail that does what a test says: takes payments and tells of them when it is told to. */
export interface MemoryRail {
  readonly rail: PaymentRail
  /** What it was asked to pay, once each. */
  readonly taken: readonly Payout[]
  readonly confirm: (payout: Payout, at: Instant, amountMinor?: bigint) => void
  readonly fail: (payout: Payout, at: Instant, reason: string) => void
  /** Tells of money that came in from somewhere. */
  readonly receive: (event: Omit<Extract<RailEvent, { kind: 'received' }>, 'kind'>) => void
}

export function memoryRail(of: Pick<PaymentRail, 'id' | 'method' | 'assets' | 'networks'>): MemoryRail {
  const taken: Payout[] = []
  const told: ToldEvent[] = []
  const tell = (event: RailEvent): void => {
    told.push({ ...event, raw: '{}' })
  }
  const rail: PaymentRail = {
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
      if (!taken.some(({ payoutId }) => payoutId === payout.payoutId)) taken.push(payout)
    },
    events: async (cursor, limit) => {
      const from = Number(cursor ?? '0')
      const events = told.slice(from, from + limit)
      return { events, cursor: String(from + events.length), unread: [] }
    },
    statement: async () => [],
  }
  return {
    rail,
    taken,
    confirm: ({ payoutId, amount }, at, amountMinor = amount.minor) => {
      const externalId = `ext-${payoutId}`
      tell({ kind: 'payout-sent', payoutId, externalId, at })
      tell({ kind: 'payout-confirmed', payoutId, externalId, amount: { ...amount, minor: amountMinor }, at })
    },
    fail: ({ payoutId }, at, reason) => tell({ kind: 'payout-failed', payoutId, reason, at }),
    receive: (event) => tell({ kind: 'received', ...event }),
  }
}
