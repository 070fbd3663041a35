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
  // --full: as large as the targets say, where a bench is smaller otherwise. --rewrite: measures nothing, writes README.md anew.
  options: { record: { type: 'boolean' }, rewrite: { type: 'boolean' }, full: { type: 'boolean' } },
})
if (values.rewrite === true) {
  recordFigures([])
  process.exit(0)
}
const filter = positionals.join(' ')
const wanted = benches.filter(({ figures }) => figures.some((name) => name.includes(filter)))
if (wanted.length === 0) {
  process.stderr.write(
    `no bench has a figure named ${filter}; there are ${benches.flatMap(({ figures }) => figures).join(', ')}\n`,
  )
  process.exit(2)
}
for (const { load } of wanted) {
  const { run } = await load()
  const made = figuresOf(await run(filter, { full: values.full === true })).filter(({ bench }) =>
    bench.includes(filter),
  )
  for (const figure of made) console.log(JSON.stringify(figure))
  if (values.record === true) recordFigures(made)
}
