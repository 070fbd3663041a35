import { growthDimensions, growthName, growthPicturePath, restartSizes } from './growth/dimensions.ts'
import { allEdgeParts } from './http-orders/edge-parts.ts'

/** What a figure must reach. A figure without a target is reported without a verdict. */
export interface Target {
  readonly atLeast?: number
  readonly atMost?: number
  /** Times the peer of the same run. */
  readonly ratioAtLeast?: number
  /** The same, where the peer is what it was without the work. */
  readonly ratioAtMost?: number
}

/** A row of the table in README.md: a figure, described in words, and its target. */
export interface BenchRow {
  /** The figure's name, as the bench prints it. */
  readonly bench: string
  readonly what: string
  readonly target?: Target
  /** The command that prints it, where its name alone is not enough. */
  readonly command?: string
}

/** A part of the table with a heading of its own. */
export interface BenchSection {
  readonly title: string
  readonly rows: readonly BenchRow[]
  /** Pictures a bench of this part draws, by their paths from the root of the repository. */
  readonly pictures?: ReadonlyArray<{ readonly path: string; readonly text: string }>
}

const { format } = new Intl.NumberFormat('en-US')

/** A row for each size of each thing that grows, and one for how the cost of an order grows with it. */
const growthRows: readonly BenchRow[] = growthDimensions.flatMap(({ name, what, sizes, sizesFull }): BenchRow[] => {
  const command = `npm run bench -- --full growth-${name}`
  const all = [...new Set<number>([...sizes, ...sizesFull])].sort((a, b) => a - b)
  return [
    ...all.map((size) => ({ bench: growthName(name, size), what: `${format(size)} ${what}`, command })),
    {
      bench: `growth-${name}-fit`,
      what: `cost of an order at the largest beside the smallest number of ${what}, as a part of log(n)’s growth`,
      target: { atMost: 1 },
      command,
    },
  ]
})

const restartRows: readonly BenchRow[] = Object.values(restartSizes).flatMap((size): BenchRow[] => {
  const command = `npm run bench -- ${size === restartSizes.full ? '--full ' : ''}restart`
  return [
    {
      bench: `restart-${size}`,
      what: `a desk starts with ${format(size)} resting orders, to its first durable answer`,
      ...(size === restartSizes.full ? { target: { atMost: 10_000 } } : {}),
      command,
    },
    { bench: `restart-${size}-heap`, what: 'heap of the process then', command },
  ]
})

/** Mirrored orders of a share, a coin and a contract: neither side is preferred. */
const symmetryRows: readonly BenchRow[] = ['share', 'coin', 'contract'].flatMap((kind): BenchRow[] => {
  const command = `npm run bench -- --full market-symmetry-${kind}`
  return [
    {
      bench: `market-symmetry-${kind}`,
      what: `how far buyers and sellers of a ${kind} are apart with mirrored orders, of the middle`,
      target: { atMost: 0.05 },
      command,
    },
    {
      bench: `market-symmetry-${kind}-p`,
      what: 'chance that buys and sells were executed by one law',
      target: { atLeast: 0.01 },
      command,
    },
  ]
})

/** Every figure that is kept, in the order README.md shows them. A figure missing here is not recorded. */
export const benchSections: readonly BenchSection[] = [
  {
    title: 'The order book',
    rows: [
      {
        bench: 'order-book-crossing',
        what: 'half the orders crossing, 10 price levels',
        target: { atLeast: 5_000_000, ratioAtLeast: 20 },
      },
      {
        bench: 'order-book-cancels',
        what: '40 % cancels, 10 price levels',
        target: { atLeast: 5_000_000, ratioAtLeast: 20 },
      },
      {
        bench: 'order-book-levels',
        what: 'spread over 5,000 price levels',
        target: { atLeast: 5_000_000, ratioAtLeast: 20 },
      },
      {
        bench: 'order-book-allocated',
        what: 'allocated for a command in steady state, garbage included',
        target: { atMost: 0.5 },
      },
      { bench: 'order-book-heap', what: 'heap a command leaves behind in steady state', target: { atMost: 0.5 } },
    ],
  },
  {
    title: 'The desk',
    rows: [
      {
        bench: 'desk-orders',
        what: 'durable limit and market orders, 50 instruments, 10,000 customers',
        target: { atLeast: 20_000, ratioAtLeast: 10 },
      },
      { bench: 'desk-orders-plain', what: 'the same beside a back end that does less for each order' },
      {
        bench: 'desk-half-load-p99',
        what: 'from receipt to durable answer, 99 of 100 orders, at half the rate above',
        target: { atMost: 50 },
      },
      {
        bench: 'desk-lone-order',
        what: 'from receipt to durable answer of an order that comes alone',
        target: { atMost: 3 },
      },
      {
        bench: 'desk-beside-rooms',
        what: 'the orders above while rooms post a hundred entries a second in transactions of their own',
      },
      {
        bench: 'desk-rooms-wait',
        what: 'for how long 99 of 100 of those transactions run, full load of orders beside them',
      },
    ],
  },
  {
    title: 'Orders through HTTP',
    rows: [
      {
        bench: 'http-orders',
        what: 'durable orders, form-encoded and authenticated, 64 connections',
        target: { atLeast: 5000 },
      },
      {
        bench: 'http-orders-processor',
        what: 'processor time of the server for an order at that rate, all it does beside included',
      },
      {
        bench: 'http-orders-half-load-p99',
        what: 'from when an order is due to its durable answer, 99 of 100, at half of that rate',
        target: { atMost: 60 },
      },
      {
        bench: 'http-orders-edge',
        what: 'of the processor time of an order, all that is not the desk’s; the rows below are its parts',
        target: { atMost: 160 },
      },
      ...allEdgeParts.map(({ name, what }) => ({ bench: `http-orders-edge-${name}`, what: `… ${what}` })),
      {
        bench: 'http-orders-edge-alone',
        what: 'the same in a process of its own, where no desk takes the caches away',
      },
    ],
  },
  {
    title: 'Contracts',
    rows: [
      {
        bench: 'contracts-scan',
        what: 'a tick of all marks with 100,000 open positions: results, alarms, who is to be liquidated; 99 of 100 ticks',
        target: { atMost: 20 },
      },
      { bench: 'contracts-scan-crash', what: 'the same when everything falls by 5 % in one tick' },
    ],
  },
  {
    title: 'Alerts',
    rows: [
      {
        bench: 'alerts-untouched',
        what: 'a print of each of 200 instruments that touches none of 1,000,000 alerts; 99 of 100 such ticks',
        target: { atMost: 1 },
      },
    ],
  },
  {
    title: 'Offerings',
    rows: [
      {
        bench: 'offerings-allotment',
        what: '1,000,000 applications allotted pro rata with a cap: in order, in a tree, by the rule',
        target: { atMost: 10 },
      },
      { bench: 'offerings-lottery', what: 'the same by lottery', target: { atMost: 10 } },
      { bench: 'offerings-replay', what: 'the published file of the lottery read and run again in one process' },
      { bench: 'offerings-browser', what: 'the same in a browser’s page', target: { atMost: 15 } },
      {
        bench: 'offerings-browser-frame',
        what: 'the longest time between two frames of that page meanwhile',
        command: 'npm run bench -- offerings-browser',
      },
      { bench: 'offerings-file', what: 'the file' },
    ],
  },
  {
    title: 'Market data',
    rows: [
      {
        bench: 'market-data',
        what: 'messages that arrive at 2,000 WebSocket clients of 20 quotes and a book each, 200 orders/s beside',
        target: { atLeast: 60_000 },
      },
      { bench: 'market-data-age', what: 'age of a message when it was read, 99 of 100', target: { atMost: 250 } },
      {
        bench: 'market-data-orders',
        what: 'from when an order is due to its durable answer, 99 of 100, while everybody reads',
        target: { ratioAtMost: 2 },
      },
      { bench: 'market-data-processor', what: 'processor time of the server for a message, all it does included' },
      {
        bench: 'market-data-memory',
        what: 'growth of the server while everybody reads, after 50 s',
        target: { atMost: 5 },
      },
      { bench: 'market-data-resident', what: 'memory of the server after that' },
    ],
  },
  {
    title: 'Cost as work grows',
    rows: [...growthRows, ...restartRows],
    pictures: [{ path: growthPicturePath, text: 'Microseconds an order costs, over what grows' }],
  },
  {
    title: 'The ledger',
    rows: [
      { bench: 'ledger-post', what: 'entries as the desk makes them, batches of 256 orders' },
      { bench: 'ledger-post-postings', what: 'the same, counted in postings' },
      { bench: 'ledger-post-transfers', what: 'plain transfers, 256 a transaction' },
      { bench: 'ledger-verify', what: 'entries verified from the first on' },
      {
        bench: 'act-encode',
        what: 'an act of eight postings written in its one encoding',
        command: 'npm run bench -- act',
      },
      { bench: 'act-decode', what: 'the same read, every other encoding refused', command: 'npm run bench -- act' },
      { bench: 'act-bytes', what: 'what it takes', command: 'npm run bench -- act' },
      {
        bench: 'journal-tree',
        what: 'the tree of a journal of 1,000,000 entries, made and stored, for each entry',
        command: 'npm run bench -- journal-tree',
      },
      {
        bench: 'journal-tree-head',
        what: 'its root, as each signed head makes it',
        command: 'npm run bench -- journal-tree',
      },
      {
        bench: 'journal-tree-path',
        what: 'the way from one of its entries to the root',
        command: 'npm run bench -- journal-tree',
      },
      {
        bench: 'journal-tree-consistency',
        what: 'what shows that it continues an earlier one',
        command: 'npm run bench -- journal-tree',
      },
      {
        bench: 'proof-build',
        what: 'a proof of what is owed to 1,000,000 customers, read, hashed, signed and stored',
        target: { atMost: 120 },
      },
      {
        bench: 'proof-build-path',
        what: 'what one of them is given to check it with',
        target: { atMost: 4_096 },
        command: 'npm run bench -- proof-build',
      },
    ],
  },
  {
    title: 'The simulated market',
    rows: [
      { bench: 'market-cpu', what: 'the whole market at the speed of real time' },
      { bench: 'market-prints', what: 'trades it prints' },
      { bench: 'market-history-year', what: 'a year of minutes of one share' },
      { bench: 'market-history-month', what: 'a month of days of all shares' },
      ...symmetryRows,
    ],
  },
  {
    title: 'Starting and drawing',
    rows: [
      { bench: 'start-cold', what: '`npm start` on an empty folder, to its block' },
      { bench: 'start-warm', what: '`npm start` on a folder that exists' },
      { bench: 'chart-first-render', what: '50,000 candles, first render' },
      { bench: 'chart-pan', what: '50,000 candles, panning' },
      { bench: 'chart-first-render-4x-slower', what: 'the same with the processor four times slower' },
      { bench: 'chart-pan-4x-slower', what: 'the same with the processor four times slower' },
    ],
  },
]
