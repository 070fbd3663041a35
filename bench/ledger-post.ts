import { type Id, type Ids, idsFrom, instant, integerBetween, pick, type Rng, seededRng } from '@bolsillo/kernel'
import { accountId, customerAccount, type JournalEntry, type Posting } from '@bolsillo/ledger/domain'
import { grantEntry } from '@bolsillo/ledger/fixtures'
import { createLedger, verifyLedger } from '@bolsillo/ledger/server'
import { transaction } from '@bolsillo/server-kit'
import { type BenchDatabase, benchDatabase } from './bench-database.ts'
import { type Figure, figure } from './figure.ts'

const customersCount = 400
const ordersPerBatch = 256
const batchesPerRun = 20
const runsCount = 5
const shares = ['STK:WALMEX.MX', 'STK:CEMEXCPO.MX', 'STK:GMEXICOB.MX', 'STK:BIMBOA.MX'] as const

const at = instant(Date.UTC(2026, 2, 2, 16))
const custody = (asset: string) => accountId('venue-simulated', 'custody', asset)
const move = (account: Posting['account'], posted: bigint): Posting => ({ account, posted, held: 0n })

/** The entries of a batch as the desk makes them: every order reserves; every second one is filled at once. */
function batchOf(customers: readonly Id<'cus'>[], rng: Rng, ids: Ids): JournalEntry[] {
  return Array.from({ length: ordersPerBatch }).flatMap((_, index): JournalEntry[] => {
    const customer = pick(rng, customers)
    const cash = customerAccount(customer, 'stock', 'MXN')
    const share = pick(rng, shares)
    const cost = BigInt(integerBetween(rng, 10_000, 200_000))
    const [fee, holdId] = [cost / 400n, ids.next('hld')]
    const vat = (fee * 16n) / 100n
    const head = { at, actor: 'desk', reference: `order:${ids.next('ord')}` }
    const details = { instrument: share.slice(4), quantity: '50' }
    const hold = { account: cash, posted: 0n, held: cost + fee + vat, holdId }
    const opened = { ...head, id: ids.next('ent'), kind: 'stock-order-hold', details, postings: [hold] }
    if (index % 2 === 0) return [opened]
    const postings: Posting[] = [
      { account: cash, posted: -cost, held: -hold.held, holdId },
      move(cash, -fee),
      move(cash, -vat),
      move(custody('MXN'), cost),
      move(accountId('house', 'fees', 'MXN'), fee),
      move(accountId('house', 'vat', 'MXN'), vat),
      move(customerAccount(customer, 'stock', share), 50n),
      move(custody(share), -50n),
    ]
    return [opened, { ...head, id: ids.next('ent'), kind: 'stock-buy', details, postings }]
  })
}

/** The plainest entries there are: one amount from one account to another. */
function transfersOf(customers: readonly Id<'cus'>[], rng: Rng, ids: Ids): JournalEntry[] {
  return Array.from({ length: ordersPerBatch }, (): JournalEntry => {
    const [from, to] = [pick(rng, customers), pick(rng, customers)].map((customer) =>
      customerAccount(customer, 'stock', 'MXN'),
    )
    const postings = from === undefined || to === undefined ? [] : [move(from, -100n), move(to, 100n)]
    return {
      id: ids.next('ent'),
      kind: 'transfer',
      at,
      actor: 'bench',
      reference: 'bench:transfer',
      details: {},
      postings,
    }
  })
}

const postingsOf = (entries: readonly JournalEntry[]): number =>
  entries.reduce((count, { postings }) => count + postings.length, 0)

async function measure({ sql, owner }: BenchDatabase): Promise<Figure[]> {
  const ledger = createLedger()
  const rng = seededRng(7, 'bench')
  const ids = idsFrom({ now: () => at }, rng)
  const customers = Array.from({ length: customersCount }, () => ids.next('cus'))
  const making = { ids, clock: { now: () => at } }
  const funding = customers.map((customer) => grantEntry(making, customerAccount(customer, 'stock', 'MXN'), 10n ** 12n))
  const post = (entries: readonly JournalEntry[]) => transaction(sql, (tx) => ledger.post(tx, entries))
  await post(funding)
  const perSecond = async (batches: readonly JournalEntry[][], count: (entries: readonly JournalEntry[]) => number) => {
    const startMs = performance.now()
    for (const batch of batches) await post(batch)
    return (batches.reduce((sum, batch) => sum + count(batch), 0) / (performance.now() - startMs)) * 1000
  }
  const batches = (make: typeof batchOf) => Array.from({ length: batchesPerRun }, () => make(customers, rng, ids))
  const rates = { desk: [] as number[], postings: [] as number[], transfers: [] as number[], single: [] as number[] }
  for (let run = 0; run <= runsCount; run += 1) {
    const mix = batches(batchOf)
    const desk = await perSecond(mix, (entries) => entries.length)
    const transfers = await perSecond(batches(transfersOf), (entries) => entries.length)
    const alone = transfersOf(customers, rng, ids).map((entry) => [entry])
    const single = await perSecond(alone, (entries) => entries.length)
    // The first run opens the accounts and warms the statements; it is not counted.
    if (run === 0) continue
    rates.desk.push(desk)
    rates.postings.push((desk * postingsOf(mix.flat())) / mix.flat().length)
    rates.transfers.push(transfers)
    rates.single.push(single)
  }
  const startMs = performance.now()
  const verdict = await verifyLedger(owner)
  if (!verdict.ok) throw new Error(verdict.problem)
  const verified = Math.round((Number(verdict.entries) / (performance.now() - startMs)) * 1000)
  const peer = { name: 'one entry a transaction, same database', values: rates.single }
  return [
    figure('ledger-post', 'entries/s', rates.desk),
    figure('ledger-post-postings', 'postings/s', rates.postings),
    figure('ledger-post-transfers', 'entries/s', rates.transfers, { peer }),
    figure('ledger-verify', 'entries/s', [verified]),
  ]
}

/** Durable entries per second through the ledger, batches of 256 orders, fsync on; and how fast they are verified. */
export async function run(): Promise<readonly Figure[]> {
  const database = await benchDatabase(2, { madeUp: true })
  try {
    return await measure(database)
  } finally {
    await database.close()
  }
}

if (import.meta.main) for (const figure of await run()) console.log(JSON.stringify(figure))
