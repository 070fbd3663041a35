import { type Id, type Instant, instant, type Money } from '@bolsillo/kernel'
import type { Network, PaymentMethod, PaymentRail, Payout, StatementLine, ToldEvent } from '@bolsillo/payments/domain'

/** A rail of a test: it tells what it is given, in order, and remembers what it was asked to pay. */
export interface FakeRail {
  readonly rail: PaymentRail
  readonly paid: Payout[]
  /** Tells of money; `seen` and `needed` are 1 when left out. */
  readonly deliver: (payment: {
    readonly externalId: string
    readonly amount: Money
    readonly to: string
    readonly name?: string
    /** Where it came from; an account that can be paid back to when left out. */
    readonly account?: string
    /** The id of the payment itself, where it can be reported under more than one. */
    readonly payment?: string
    readonly seen?: number
    readonly needed?: number
  }) => void
  readonly takeBack: (externalId: string, reversalId: string, amount: Money) => void
  /** Reports that a confirmed payment came back. */
  readonly returnPayment: (payoutId: Id<'pay'>, returnId: string, amount: Money) => void
  /** Loses money, or finds it again where `amount` is below zero, and tells nobody. */
  readonly lose: (amount: Money) => void
  /** Tells how a payment ended. */
  readonly end: (payoutId: Id<'pay'>, outcome: 'confirmed' | 'failed') => void
}

const at = instant(Date.UTC(2026, 2, 2, 16))

interface FakeRailOptions {
  readonly id: string
  readonly method: PaymentMethod
  readonly assets: readonly string[]
  readonly networks?: readonly Network[]
  /** When its statement says that something moved; always the same instant when left out. */
  readonly now?: () => Instant
}

/** Makes a rail that keeps everything in memory. */
export function fakeRail(options: FakeRailOptions): FakeRail {
  const { id, networks } = options
  const now = options.now ?? (() => at)
  const ownAccount = networks === undefined ? '032180000118359719' : 'bc1qorigin'
  const told: ToldEvent[] = []
  const paid: Payout[] = []
  /** Its statement: each movement once, however often it is reported. */
  const lines = new Map<string, StatementLine>()
  const lost = new Map<string, bigint>()
  const book = (line: Omit<StatementLine, 'at'>): void => {
    if (!lines.has(line.externalId)) lines.set(line.externalId, { ...line, at: now() })
  }
  const tell = (event: Omit<ToldEvent, 'raw'> & Record<string, unknown>): void => {
    told.push({ ...event, raw: id } as ToldEvent)
  }
  const rail = railOf(options, { told, paid, lines, lost })
  return {
    rail,
    paid,
    deliver: (payment) => {
      const { externalId, amount, seen = 1, needed = 1 } = payment
      if (seen >= needed) book({ externalId, direction: 'in', amount })
      tell(receivedOf(payment, ownAccount))
    },
    takeBack: (externalId, reversalId, amount) => {
      book({ externalId: reversalId, direction: 'out', amount, reverses: externalId })
      tell({ kind: 'reversed', externalId, reversalId, amount, reason: 'devolucion', at })
    },
    returnPayment: (payoutId, returnId, amount) => {
      book({ externalId: returnId, direction: 'in', amount })
      tell({ kind: 'payout-returned', payoutId, returnId, amount, reason: 'account closed', at })
    },
    lose: ({ asset, minor }) => void lost.set(asset.code, (lost.get(asset.code) ?? 0n) + minor),
    end: (payoutId, outcome) => {
      const payout = paid.find((one) => one.payoutId === payoutId)
      if (payout === undefined) throw new Error('it was not asked to pay that')
      if (outcome === 'failed') tell({ kind: 'payout-failed', payoutId, reason: 'account closed', at })
      else {
        const [externalId, { amount }] = [`out-${payoutId}`, payout]
        book({ externalId, direction: 'out', amount })
        tell({ kind: 'payout-confirmed', payoutId, externalId, amount, at })
      }
    },
  }
}

function receivedOf(
  {
    externalId,
    amount,
    to,
    name = 'MARIA LOPEZ',
    seen = 1,
    needed = 1,
    payment,
    account,
  }: Parameters<FakeRail['deliver']>[0],
  ownAccount: string,
): Omit<ToldEvent, 'raw'> & Record<string, unknown> {
  return {
    kind: 'received',
    externalId,
    amount,
    to,
    from: { name, account: account ?? ownAccount },
    ...(payment === undefined ? {} : { payment }),
    confirmations: { seen, needed },
    at,
  }
}

/** What a fake rail remembers. */
interface Memory {
  readonly told: readonly ToldEvent[]
  readonly paid: Payout[]
  readonly lines: ReadonlyMap<string, StatementLine>
  readonly lost: ReadonlyMap<string, bigint>
}

function railOf(options: FakeRailOptions, { told, paid, lines, lost }: Memory): PaymentRail {
  const { id, method } = options
  return {
    ...options,
    simulated: true,
    payInAddress: ({ customerNo, asset, network }) => {
      const no = String(customerNo).padStart(4, '0')
      if (method === 'spei') return { kind: 'clabe', clabe: `64618000000000${no}`, bank: 'STP', holder: 'Bolsillo' }
      if (method === 'pix') return { kind: 'pix', key: 'k', txid: `TX${no}`, brCode: `br${no}`, holder: 'Bolsillo' }
      if (method === 'transfer')
        return { kind: 'account', bank: 'Banco', number: '1', holder: 'Bolsillo', reference: `REF${no}` }
      return { kind: 'address', network: network ?? 'bitcoin', address: `${asset}-${id}-${no}`, path: `m/${no}` }
    },
    destinationProblem: () => undefined,
    pay: async (payout) => {
      if (!paid.some(({ payoutId }) => payoutId === payout.payoutId)) paid.push(payout)
    },
    events: async (cursor, limit) => {
      const from = Number(cursor ?? '0')
      const events = told.slice(from, from + limit)
      return { events, unread: [], cursor: String(from + events.length) }
    },
    holds: async (asset) =>
      [...lines.values()].reduce(
        (sum, { direction, amount }) =>
          amount.asset.code !== asset ? sum : direction === 'in' ? sum + amount.minor : sum - amount.minor,
        -(lost.get(asset) ?? 0n),
      ),
    statement: async (from, to) => [...lines.values()].filter((line) => line.at >= from && line.at < to),
  }
}
