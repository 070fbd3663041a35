import { type Asset, instant, type Money, money } from '@bolsillo/kernel'
import {
  destinationProblem,
  type Network,
  type PaymentMethod,
  type PaymentRail,
  type Payout,
  type RailEvent,
  type StatementLine,
  type ToldEvent,
} from '@bolsillo/payments/domain'

/** A rail of a world: it tells what the world has it tell, in that order, and survives whatever the server does. */
export interface WorldRail {
  readonly rail: PaymentRail
  readonly told: ToldEvent[]
  /** What it was asked to pay, once each. */
  readonly taken: Map<string, Payout>
  /** How often and when last it was asked for a payment, taken or not. */
  readonly asked: Map<string, { readonly times: number; readonly at: number }>
  /** Payments it never takes, and how those it took really ended. */
  readonly refuses: Set<string>
  readonly ends: Map<string, 'paid' | 'failed'>
  /** Its own statement, as the world lets it look. */
  readonly lines: StatementLine[]
  readonly lies: {
    /** Payments it takes before it throws on one; never while undefined. */
    throwsOnPay: number | undefined
    throwsOnEvents: boolean
    /** It forgets the answer: it took the payment and throws. */
    takesAndThrows: boolean
  }
  readonly tell: (event: RailEvent) => void
  readonly line: (line: Omit<StatementLine, 'at' | 'amount'>, amount: Money, at: number) => void
}

interface Options {
  readonly id: string
  readonly method: PaymentMethod
  readonly assets: readonly string[]
  readonly networks?: readonly Network[]
  readonly now: () => number
}

/** Makes a rail that keeps everything in memory. */
export function worldRail(options: Options): WorldRail {
  const { id, method, assets, networks } = options
  const told: ToldEvent[] = []
  const taken = new Map<string, Payout>()
  const asked: WorldRail['asked'] = new Map()
  const refuses = new Set<string>()
  const ends: WorldRail['ends'] = new Map()
  const lines: StatementLine[] = []
  const lies: WorldRail['lies'] = { throwsOnPay: undefined, throwsOnEvents: false, takesAndThrows: false }
  const rail: PaymentRail = {
    id,
    method,
    assets,
    ...(networks === undefined ? {} : { networks }),
    simulated: true,
    payInAddress: (wish) => addressOf(options, wish.customerNo, wish.network),
    destinationProblem: (destination) =>
      destinationProblem({ method, ...(networks === undefined ? {} : { networks }) }, destination),
    pay: async (payout) => {
      const { payoutId } = payout
      asked.set(payoutId, { times: (asked.get(payoutId)?.times ?? 0) + 1, at: options.now() })
      if (refuses.has(payoutId)) throw new Error('the provider does not take it')
      if (lies.throwsOnPay !== undefined && lies.throwsOnPay > 0) {
        lies.throwsOnPay -= 1
        if (lies.takesAndThrows) taken.set(payout.payoutId, payout)
        throw new Error('the provider does not answer')
      }
      taken.set(payout.payoutId, payout)
    },
    paymentOf: async (payoutId) => (taken.has(payoutId) ? (ends.get(payoutId) ?? 'under-way') : 'unknown'),
    events: async (cursor, limit) => {
      if (lies.throwsOnEvents) throw new Error('the provider cannot be asked')
      const from = Number(cursor ?? '0')
      const events = told.slice(from, from + limit)
      // Nothing further: a place to go on from would have the server ask again at once, twenty times a round.
      return { events, unread: [], cursor: events.length === 0 ? undefined : String(from + events.length) }
    },
    statement: async (from, to) => lines.filter(({ at }) => at >= from && at < to),
  }
  return {
    rail,
    told,
    taken,
    asked,
    refuses,
    ends,
    lines,
    lies,
    tell: (event) => told.push({ ...event, raw: `${id} ${told.length}` }),
    line: (line, amount, at) => lines.push({ ...line, amount, at: instant(at) }),
  }
}

function addressOf(
  { method, id }: Options,
  customerNo: number,
  network: Network | undefined,
): ReturnType<PaymentRail['payInAddress']> {
  const no = String(customerNo).padStart(4, '0')
  if (method === 'spei') return { kind: 'clabe', clabe: `64618000000000${no}`, bank: 'STP', holder: 'Bolsillo' }
  if (method === 'pix') return { kind: 'pix', key: 'k', txid: `TX${no}`, brCode: `br${no}`, holder: 'Bolsillo' }
  return { kind: 'address', network: network ?? 'bitcoin', address: `${id}-${no}`, path: `m/${no}` }
}

/** Money of an asset. */
export const moneyOf = (minor: bigint, asset: Asset): Money => money(minor, asset)
