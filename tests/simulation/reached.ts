import { orderEventKinds, orderTransitions } from '@bolsillo/trading/domain'
import { faultKinds } from './faults.ts'

/** Something a thousand seeds must have reached, or they prove nothing about it. */
export interface Reached {
  readonly what: string
  readonly times: number
}

const entryKinds = [
  'practice-grant',
  'stock-order-hold',
  'stock-order-release',
  'stock-buy',
  'stock-sell',
  'conversion',
]

// What cannot be seen here: this venue refuses no order, exits of a bracket never expire, and transitions are seen by
// looking now and then, so that one move is not told from another of its kind, and a stop that was reached (a step of its
// own, `triggered`) is filled or gone before anybody looks.
const unreachable = new Set([
  'step rejected',
  'order open → rejected',
  'order waiting → expired',
  'order pending-trigger → open',
  'order partially-filled → partially-filled',
])

const operations = ['send-code', 'register', 'grant', 'buy', 'sell', 'cancel', 'quote-conversion', 'convert']
const attacks = ['another’s order', 'another’s offer', 'bad quantity', 'made-up session', 'key-reused']

/** Every fault site, kind of entry, step and transition of an order, operation and attack, with how often it was reached. */
export function whatWasReached(tally: Readonly<Record<string, number>>): readonly Reached[] {
  const wanted = [
    ...faultKinds.map((kind) => `fault ${kind}`),
    ...entryKinds.map((kind) => `entry ${kind}`),
    ...orderEventKinds.map((kind) => `step ${kind}`),
    ...Object.entries(orderTransitions).flatMap(([from, all]) => all.map((to) => `order ${from} → ${to}`)),
    ...operations.map((kind) => `acknowledged ${kind}`),
    ...operations.map((kind) => `unknown ${kind}`),
    ...attacks.map((kind) => `attack ${kind}`),
    'days passed',
  ]
  return wanted.filter((what) => !unreachable.has(what)).map((what) => ({ what, times: tally[what] ?? 0 }))
}

/** The table, to be read by people: the rarest first. */
export function writeReached(reached: readonly Reached[]): string {
  const rows = [...reached].sort((a, b) => a.times - b.times)
  return rows.map(({ what, times }) => `${String(times).padStart(9)}  ${what}`).join('\n')
}
