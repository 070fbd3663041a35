import type { BooksRead } from '@bolsillo/checker/books-store'
import { findUnevenContracts } from '@bolsillo/checker/contracts/uneven-contracts-store'
import type { Finding } from '@bolsillo/checker/finding'
import type { Sql } from '@bolsillo/server-kit'
import { isOpen, mayMove, type OrderState, orderStates } from '@bolsillo/trading/domain'
import type { Findings } from '../findings.ts'
import { type Family, families, grid } from '../server/market.ts'
import type { Tally } from '../tally.ts'
import { findWrongContracts, type WrongContract } from './contract-sums-store.ts'
import { wrongCoins } from './contract-watch-store.ts'
import { createJournalWatch, type WatchedAct } from './journal-watch.ts'
import {
  allFills,
  allOrders,
  newestEvent,
  orphanHolds,
  type WatchedFill,
  type WatchedOrder,
  wrongPositions,
} from './watch-store.ts'

/** Looks at the database while a world runs: a little after every commit, more now and then. */
export interface Watch {
  /** After a commit: whatever the journal has that was not looked at yet. */
  readonly afterCommit: (wroteJournal: boolean) => Promise<void>
  /** Orders, fills, holds and positions as they stand. */
  readonly look: () => Promise<void>
  readonly orders: () => ReadonlyMap<string, WatchedOrder>
}

const lookEvery = 12
/** A clock is never wrong by more than a day: one that goes ahead and then back says two days less in a moment. */
const wrongMaxMs = 2n * 86_400_000n
/** Price units times quantity units in one minor unit of the currency, as a power of ten. */
const exactDigits: Readonly<Record<string, bigint>> = {
  'WALMEX.MX': 1n,
  'CEMEX.MX': 1n,
  'AAPL.US': 8n,
  'BTC-USDT': 4n,
  'ETH-USDT': 4n,
  'BTC-USDT-PERP': 4n,
  'ETH-USDT-PERP': 4n,
}

interface World {
  readonly sql: Sql
  readonly findings: Findings
  readonly tally: Tally
  readonly wasWrong: () => boolean
  readonly family: Family
}

/** What was seen so far. */
interface Watched extends World {
  readonly acts: ReturnType<typeof createJournalWatch>
  readonly coinsOf: (sql: Sql) => Promise<readonly string[]>
  readonly balances: Map<string, { posted: bigint; held: bigint }>
  seen: bigint
  eventSeen: bigint
  orders: Map<string, WatchedOrder>
  fillsSeen: number
}

/** A watch over an empty database. */
export function createWatch(world: World): Watch {
  const acts = createJournalWatch(world.sql)
  const coinsOf = trades(world, 'spot') ? wrongCoins : async (): Promise<readonly string[]> => []
  const watched: Watched = {
    ...{ ...world, acts, coinsOf, balances: new Map() },
    ...{ seen: 0n, eventSeen: 0n, orders: new Map(), fillsSeen: 0 },
  }
  let commits = 0
  return {
    afterCommit: async (wroteJournal) => {
      if (!wroteJournal) return
      await journal(watched)
      commits += 1
      if (commits % lookEvery === 0) await look(watched)
    },
    look: () => look(watched),
    orders: () => watched.orders,
  }
}

const trades = ({ family }: World, product: string): boolean =>
  families[family].some((symbol) => grid[symbol].product === product)

async function contractsOf(watched: Watched): Promise<readonly (WrongContract | Finding)[]> {
  const read = watched.sql as unknown as BooksRead
  if (!trades(watched, 'contract')) return []
  const posted = watched.acts.contracts()
  return [...(await findWrongContracts(read, posted)), ...(await findUnevenContracts(read, posted.seeded))]
}

function takeEntry(watched: Watched, { seq, kind, postings: lines }: WatchedAct): void {
  const { findings, tally, balances } = watched
  const sums = new Map<string, bigint>()
  for (const line of lines) {
    sums.set(line.asset, (sums.get(line.asset) ?? 0n) + line.posted)
    const before = balances.get(line.account) ?? { posted: 0n, held: 0n }
    const after = { posted: before.posted + line.posted, held: before.held + line.held }
    balances.set(line.account, after)
    if (after.posted !== line.postedAfter || after.held !== line.heldAfter)
      findings.add(
        'I2',
        `entry ${seq}: ${line.account} comes to ${after.posted}/${after.held}, the journal says ${line.postedAfter}/${line.heldAfter}`,
      )
  }
  for (const account of new Set(lines.map((line) => line.account))) {
    const { posted, held } = balances.get(account) ?? { posted: 0n, held: 0n }
    const side = lines.find((line) => line.account === account)?.side ?? 1
    if (held < 0n || (side > 0 ? posted - held < 0n : posted > 0n))
      findings.add('I3', `entry ${seq}: ${account} stands at ${posted}, ${held} of it held`)
  }
  for (const [asset, sum] of sums) if (sum !== 0n) findings.add('I1', `entry ${seq}: ${asset} sums to ${sum}`)
  tally.count(`entry ${kind}`)
}

async function journal(watched: Watched): Promise<void> {
  const { sql, findings, acts } = watched
  const [recorded, event] = await Promise.all([acts.read(), newestEvent(sql, 'ledger.')])
  const mustPublish = recorded.some(({ postings }) => postings.some(({ account }) => account.startsWith('cus_')))
  if (mustPublish && event <= watched.eventSeen)
    findings.add('liveness', `balances changed up to entry ${recorded.at(-1)?.seq}, and nobody is told`)
  if (event > watched.eventSeen) watched.eventSeen = event
  for (const act of recorded) {
    if (act.seq !== watched.seen + 1n) findings.add('I8', `act ${act.seq} follows ${watched.seen}`)
    watched.seen = act.seq
    if (act.postings.length > 0) takeEntry(watched, act)
  }
}

async function look(watched: Watched): Promise<void> {
  const { sql, findings, tally, coinsOf } = watched
  await journal(watched)
  const [rows, fills, orphans, wrong, contracts, coins] = await Promise.all([
    allOrders(sql),
    allFills(sql),
    orphanHolds(sql),
    wrongPositions(sql),
    contractsOf(watched),
    coinsOf(sql),
  ])
  const now = new Map(rows.map((order) => [order.order_id, order]))
  for (const [id, before] of watched.orders)
    if (!now.has(id)) findings.add('I7', `order ${id} (${before.state}) is gone`)
  for (const order of now.values()) checkOrder(order, watched.orders.get(order.order_id), findings, tally)
  watched.orders = now
  if (fills.length > watched.fillsSeen) {
    checkPriority(fills.slice(watched.fillsSeen), now, findings)
    checkLock(fills, watched.wasWrong() ? wrongMaxMs : 0n, findings)
    watched.fillsSeen = fills.length
  }
  for (const id of orphans) findings.add('I5', `hold ${id} belongs to no open order`)
  for (const what of [...wrong, ...coins]) findings.add('I15', what)
  for (const { invariant, what } of contracts) findings.add(invariant, what)
}

/** Whether a state can be reached from another in some moves the table has. */
function reaches(from: string, to: string): boolean {
  const seen = new Set([from])
  for (const state of seen) for (const next of orderStates) if (mayMove(state as OrderState, next)) seen.add(next)
  return seen.has(to)
}

function checkOrder(order: WatchedOrder, before: WatchedOrder | undefined, findings: Findings, tally: Tally): void {
  const name = `order ${order.order_id}`
  const was = before?.state
  if (was !== undefined && was !== order.state) {
    tally.count(`order ${was} → ${order.state}`)
    if (!reaches(was, order.state)) findings.add('I7', `${name} went from ${was} to ${order.state}`)
  } else if (was === undefined) tally.count(`order new → ${order.state}`)
  const isOver = !isOpen(order.state as OrderState)
  if (isOver && (order.held !== 0n || (order.remaining ?? 0n) !== 0n) && order.twin_id === null)
    findings.add('I5', `${name} is ${order.state} and holds ${order.held}, its hold ${order.remaining}`)
  if (!isOver && order.held > 0n && order.held !== order.remaining)
    findings.add('I5', `${name} holds ${order.held}, its hold ${order.remaining}`)
  const waits = order.state === 'open' || order.state === 'partially-filled' || order.state === 'pending-trigger'
  if (waits && order.held === 0n && order.twin_id === null && !order.reduce_only)
    findings.add('I5', `${name} is ${order.state} and holds nothing`)
  if (order.quantity !== null && order.filled_quantity > order.quantity)
    findings.add('I6', `${name} is filled ${order.filled_quantity} of ${order.quantity}`)
  checkSums(order, name, findings)
}

/** What an order came to, computed once more from what it was filled at. */
function checkSums(order: WatchedOrder, name: string, findings: Findings): void {
  const exactTo = 10n ** (exactDigits[order.instrument_id] ?? 0n)
  const rounded = (exact: bigint): bigint => (order.side === 'buy' ? (exact + exactTo - 1n) / exactTo : exact / exactTo)
  // A pair is one order for what it comes to: a leg that took over is rounded together with what the other was filled.
  const before = BigInt(order.pair_filled?.split('.')[0] ?? 0)
  const amount = rounded(before + BigInt(order.filled_exact)) - rounded(before)
  if (amount !== order.filled_amount) findings.add('I6', `${name} comes to ${amount}, it says ${order.filled_amount}`)
  // What coins and contracts cost depends on who waited for whom, fill by fill: the checker looks at that at the end.
  // So does what a leg costs that goes on with what the other leg of its pair was filled.
  if (order.product !== 'stock' || order.pair_filled !== null) return
  const share = (amount * 25n) / 10_000n
  const least = order.currency === 'USD' && amount > 0n ? 10n : 0n
  const wanted = share > least ? share : least
  const most = (amount * 10_000n) / 11_600n
  const fee = order.side === 'sell' && wanted > most ? most : wanted
  if (fee !== order.fee || (fee * 1_600n) / 10_000n !== order.vat)
    findings.add('I16', `${name}: commission of ${amount} is ${fee}, it says ${order.fee} and VAT ${order.vat}`)
}

/** Among waiting orders of a side the better price is served first, and of equal ones the older. */
function checkPriority(
  fills: readonly WatchedFill[],
  orders: ReadonlyMap<string, WatchedOrder>,
  findings: Findings,
): void {
  const resting = [...orders.values()].filter(({ state }) => state === 'open' || state === 'partially-filled')
  for (const fill of fills) {
    const served = orders.get(fill.order_id)
    if (served === undefined) {
      findings.add('I6', `fill ${fill.fill_id} belongs to no order`)
      continue
    }
    const isBeyond = fill.side === 'buy' ? fill.price > served.worst_price : fill.price < served.worst_price
    if (isBeyond) findings.add('I6', `fill ${fill.fill_id} at ${fill.price} is beyond ${served.worst_price}`)
    if (served.post_only && fill.liquidity === 'taker')
      findings.add('I6', `fill ${fill.fill_id} took from the book for an order that was only to wait`)
    if (fill.liquidity !== 'maker') continue
    const sign = fill.side === 'buy' ? 1n : -1n
    const passed = resting.find(
      (other) =>
        other.order_id !== served.order_id &&
        other.instrument_id === fill.instrument_id &&
        other.side === fill.side &&
        other.priority < served.priority &&
        (other.worst_price - served.worst_price) * sign >= 0n,
    )
    if (passed !== undefined) findings.add('priority', `fill ${fill.fill_id} passed order ${passed.order_id} by`)
  }
}

/** Nobody sold, at any time, more than could be sold by then. */
function checkLock(fills: readonly WatchedFill[], grace: bigint, findings: Findings): void {
  const owned = fills.filter(({ product }) => product !== 'contract')
  for (const [holding, own] of Map.groupBy(owned, (fill) => `${fill.customer_id} ${fill.instrument_id}`)) {
    let sold = 0n
    for (const fill of own) {
      if (fill.side !== 'sell') continue
      sold += fill.quantity
      const free = own
        .filter((one) => one.side === 'buy' && one.sellable_at <= fill.filled_at + grace)
        .reduce((sum, one) => sum + one.quantity, 0n)
      if (sold > free) findings.add('I13', `${holding} sold ${sold} by ${fill.filled_at}, ${free} could be`)
    }
  }
}
