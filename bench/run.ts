import { parseArgs } from 'node:util'
import type { Figure } from './figure.ts'
import { growthFigures } from './growth/dimensions.ts'
import { edgeFigures } from './http-orders/edge-parts.ts'
import { recordFigures } from './record.ts'

/** Every bench: what its figures are called, and where it is. Loaded only when asked for. */
const benches: ReadonlyArray<{
  readonly figures: readonly string[]
  readonly load: () => Promise<{
    readonly run: (filter: string, size: { readonly full: boolean }) => Promise<readonly Figure[] | undefined>
  }>
}> = [
  {
    figures: [
      'order-book-crossing',
      'order-book-cancels',
      'order-book-levels',
      'order-book-allocated',
      'order-book-heap',
    ],
    load: () => import('./order-book.ts'),
  },
  {
    figures: ['desk-orders', 'desk-orders-plain', 'desk-half-load-p99', 'desk-lone-order'],
    load: () => import('./desk.ts'),
  },
  { figures: ['desk-beside-rooms', 'desk-rooms-wait'], load: () => import('./desk-beside.ts') },
  {
    figures: ['http-orders', 'http-orders-processor', 'http-orders-half-load-p99', ...edgeFigures],
    load: () => import('./http-orders.ts'),
  },
  { figures: ['contracts-scan', 'contracts-scan-crash'], load: () => import('./contracts-scan.ts') },
  { figures: ['alerts-untouched'], load: () => import('./alerts/untouched.ts') },
  {
    figures: ['offerings-allotment', 'offerings-lottery', 'offerings-replay', 'offerings-file'],
    load: () => import('./offerings/allotment.ts'),
  },
  { figures: ['offerings-browser', 'offerings-browser-frame'], load: () => import('./offerings/browser.ts') },
  { figures: ['act-encode', 'act-decode', 'act-bytes'], load: () => import('./act-encoding.ts') },
  { figures: ['ledger-post', 'ledger-verify'], load: () => import('./ledger-post.ts') },
  {
    figures: ['journal-tree', 'journal-tree-head', 'journal-tree-path', 'journal-tree-consistency'],
    load: () => import('./journal-tree.ts'),
  },
  { figures: ['proof-build', 'proof-build-path'], load: () => import('./proof-build.ts') },
  {
    figures: [
      'market-cpu',
      'market-prints',
      'market-history-year',
      'market-history-month',
      'market-symmetry-share-p',
      'market-symmetry-coin-p',
      'market-symmetry-contract-p',
    ],
    load: () => import('./simulated-market.ts'),
  },
  {
    figures: ['market-data', 'market-data-age', 'market-data-orders', 'market-data-processor'],
    load: () => import('./market-data.ts'),
  },
  { figures: ['market-data-memory', 'market-data-resident'], load: () => import('./market-data-memory.ts') },
  { figures: growthFigures, load: () => import('./growth.ts') },
  { figures: ['start-cold', 'start-warm'], load: () => import('./start.ts') },
  { figures: ['chart-first-render', 'chart-pan', 'chart'], load: () => import('./chart.ts') },
]

/** A bench answers its figures, or prints them itself and answers nothing. */
function figuresOf(answer: readonly Figure[] | undefined): readonly Figure[] {
  return answer ?? []
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  // --full: the size the targets name, where a bench is smaller by default. --rewrite: measures nothing, rewrites
  // README.md.
  options: {
    record: { type: 'boolean' },
    rewrite: { type: 'boolean' },
    full: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})
const names = benches.flatMap(({ figures }) => figures)
if (values.help === true) {
  const lines = benches.map(({ figures }) => `  ${figures.join(' ')}`)
  process.stdout.write(
    `npm run bench -- [parts of names] [--full] [--record]: all figures, or those whose names hold a part\n${lines.join('\n')}\n`,
  )
  process.exit(0)
}
if (values.rewrite === true) {
  recordFigures([])
  process.exit(0)
}
const unknown = positionals.find((part) => !names.some((name) => name.includes(part)))
if (unknown !== undefined) {
  process.stderr.write(`no figure is named ${unknown}; ${closestTo(unknown)} could be meant, and --help lists all\n`)
  process.exit(2)
}
// Without a name the empty one, which every name holds.
for (const filter of positionals.length === 0 ? [''] : positionals) {
  for (const { load } of benches.filter(({ figures }) => figures.some((name) => name.includes(filter)))) {
    const { run } = await load()
    const made = figuresOf(await run(filter, { full: values.full === true })).filter(({ bench }) =>
      bench.includes(filter),
    )
    for (const figure of made) console.log(JSON.stringify(figure))
    if (values.record === true) recordFigures(made)
  }
}

/** The name that shares most pairs of letters with a wrong one. */
function closestTo(wrong: string): string {
  const pairs = (text: string): string[] => Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2))
  const own = pairs(wrong)
  const shared = (name: string): number => pairs(name).filter((pair) => own.includes(pair)).length / name.length
  return names.reduce((best, name) => (shared(name) > shared(best) ? name : best))
}
