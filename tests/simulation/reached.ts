import { orderEventKinds, orderTransitions } from '@bolsillo/trading/domain'
import { faultKinds } from './faults.ts'

/** Something the seeds of a run must have reached, or they prove nothing about it. */
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
  'spot-order-hold',
  'spot-order-release',
  'spot-buy',
  'spot-sell',
  'purse-transfer',
  'contract-order-hold',
  'contract-order-release',
  'contract-open',
  'contract-close',
  'contract-margin',
  'contract-funding',
  'contract-liquidation',
  'contract-deleveraging',
]
// Outcomes of coins and contracts, counted in the tables at the end of each seed. A loss the insurance fund cannot bear is
// not among them: customers of a short seed have too little to lose; the crashes of the room's own test do that.
const outcomes = [
  ...['post-only', 'market ioc', 'limit gtc', 'limit ioc', 'limit fok', 'stop gtc', 'stop-limit gtc'],
].map((kind) => `coin ${kind}`)
const contractOutcomes = [
  ...['isolated long', 'isolated short', 'cross long', 'cross short'].map((kind) => `position ${kind}`),
  ...['partial', 'full', 'deleveraging'].map((kind) => `liquidation ${kind}`),
  ...['isolated', 'cross'].map((mode) => `liquidation of a ${mode} position`),
  'liquidation that left a part',
  'loss the fund bore',
  'handed over to another customer',
  ...['paid by a long', 'paid by a short', 'paid to a long', 'paid to a short'].map((way) => `funding ${way}`),
  'exit t',
  'exit s',
  'mark leapt',
  'funding mark passed',
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

const operations = [
  ...['send-code', 'register', 'grant', 'buy', 'sell', 'cancel', 'quote-conversion', 'convert'],
  ...['coin-buy', 'coin-sell', 'coin-cancel', 'transfer', 'suitability'],
  ...['contract-add', 'contract-close', 'contract-cancel', 'contract-market-close', 'contract-close-all'],
  ...['set-exit', 'change-margin'],
]
const attacks = [
  'another’s order',
  'another’s position',
  'another’s offer',
  'bad quantity',
  'made-up session',
  'key-reused',
]

/** What needs two customers on both sides of a thin market: shown, and asked of long seeds rather than of every run. */
export const rarely: ReadonlySet<string> = new Set(['handed over to another customer'])

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
    ...outcomes,
    ...contractOutcomes,
    'days passed',
  ]
  return wanted.filter((what) => !unreachable.has(what)).map((what) => ({ what, times: tally[what] ?? 0 }))
}

/** The table, to be read by people: the rarest first. */
export function writeReached(reached: readonly Reached[]): string {
  const rows = [...reached].sort((a, b) => a.times - b.times)
  return rows.map(({ what, times }) => `${String(times).padStart(9)}  ${what}`).join('\n')
}
