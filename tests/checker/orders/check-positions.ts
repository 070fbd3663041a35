import { ceiling, halfEven } from '../arithmetic.ts'
import type { BooksRead } from '../books-store.ts'
import { countryOf, sellableFrom, settlementDay } from '../exchange-days.ts'
import type { Findings } from '../finding.ts'
import type { DerivedLedger } from '../journal/check-ledger.ts'
import type { DerivedOrders } from './check-orders.ts'
import type { FillRow } from './orders-store.ts'
import { type ConversionRow, readConversions, readLastingOffers, readLocks, readPositions } from './positions-store.ts'

/** I13, I15 and I16 of conversions: positions, sell locks, settlement days, exchange rates. */
export async function checkPositions(
  read: BooksRead,
  ledger: DerivedLedger,
  orders: DerivedOrders,
  { isExchange, now }: { readonly isExchange: boolean; readonly now: bigint },
  findings: Findings,
): Promise<void> {
  const positions = new Map((await readPositions(read)).map((row) => [`${row.customerId} ${row.instrumentId}`, row]))
  const byHolding = withAllotments(orders.byHolding, ledger)
  for (const [key, fills] of byHolding) {
    const kept = positions.get(key)
    const folded = foldPosition(fills)
    const isCoin = isCoinMarket(key)
    // Coins also leave by ways that are no sale, and take their cost along: no more is left than was bought.
    const holds =
      kept !== undefined &&
      (isCoin
        ? kept.quantity <= folded.quantity && kept.cost <= folded.cost
        : kept.quantity === folded.quantity && kept.cost === folded.cost && kept.realised === folded.realised)
    const same = holds && kept.fees === folded.fees && kept.vat === folded.vat
    if (!same) findings.add('I15', `position ${key} is ${show(kept)}, its fills come to ${show(folded)}`)
    if (!isCoin) checkSettled(key, fills, isExchange, findings)
  }
  for (const [key, row] of positions) {
    if (!byHolding.has(key)) findings.add('I15', `position ${key} has no fill`)
    if (isCoinMarket(key)) continue
    const shares = ledger.posted.get(`${row.customerId}:stock:STK:${row.instrumentId}`) ?? 0n
    if (shares !== row.quantity) findings.add('I15', `position ${key} is ${row.quantity}, the ledger has ${shares}`)
  }
  for (const [account, posted] of ledger.posted) {
    const [owner = '', purse, kind, instrumentId] = account.split(':')
    if (!owner.startsWith('cus_') || purse !== 'stock' || kind !== 'STK' || posted === 0n) continue
    if (!positions.has(`${owner} ${instrumentId}`)) findings.add('I15', `${account} has ${posted} and no position`)
  }
  await checkLocks(read, byHolding, now > ledger.latestAt ? now : ledger.latestAt, findings)
  const conversions = await readConversions(read)
  const keptSince = restKeptSince(ledger)
  for (const row of conversions) checkConversion(row, { ledger, keptSince }, findings)
  checkOnce(conversions, ledger, findings)
  for (const { id, forMs } of await readLastingOffers(read, offerLifeMax))
    findings.add('I7', `offer ${id} stands for ${forMs} ms`)
}

/** Fills with what was allotted in offerings among them: a purchase at its price without costs, in the order of entries. */
function withAllotments(byHolding: DerivedOrders['byHolding'], { entries }: DerivedLedger): Map<string, HeldFill[]> {
  const all = new Map<string, HeldFill[]>([...byHolding].map(([key, fills]) => [key, [...fills]]))
  for (const { id, seq, kind, at, details, moved } of entries.values()) {
    if (kind !== 'stock-allotment') continue
    const own = moved.filter(({ account }) => account.startsWith('cus_'))
    const shares = own.find(({ account }) => account.includes(':STK:'))
    const paid = own.find(({ account }) => !account.includes(':STK:'))
    const [customerId = ''] = shares?.account.split(':') ?? []
    const instrumentId = details.instrument ?? ''
    const key = `${customerId} ${instrumentId}`
    const fill: HeldFill = {
      ...{ fillId: id, instrumentId, side: 'buy', entrySeq: seq, at, fee: 0n, vat: 0n, isAllotment: true },
      ...{ quantity: shares?.posted ?? 0n, amount: -(paid?.posted ?? 0n), settlesOn: '' },
      sellableAt: BigInt(details.sellableAt ?? '0'),
    }
    all.set(key, [...(all.get(key) ?? []), fill])
  }
  for (const own of all.values()) own.sort((a, b) => (a.entrySeq < b.entrySeq ? -1 : 1))
  return all
}

/** What of a fill makes a position. */
type HeldFill = Pick<FillRow, HeldColumn> & { readonly isAllotment?: true }
type HeldColumn =
  | ('fillId' | 'instrumentId' | 'side' | 'quantity' | 'amount' | 'fee' | 'vat' | 'at' | 'settlesOn' | 'sellableAt')
  | 'entrySeq'

/** The longest an offer of a conversion may be good for, by the README of conversion. */
const offerLifeMax = 10_000

/** I4: an executed offer is one entry of its own, and no conversion is booked without an offer it executes. */
function checkOnce(conversions: readonly ConversionRow[], { entries }: DerivedLedger, findings: Findings): void {
  const executes = new Map<string, string>()
  for (const { quoteId, entryId } of conversions) {
    const other = executes.get(entryId)
    if (other !== undefined) findings.add('I4', `entry ${entryId} executes ${other} and ${quoteId}`)
    executes.set(entryId, quoteId)
  }
  for (const { id, kind, reference } of entries.values())
    if (kind === 'conversion' && `conversion:${executes.get(id)}` !== reference)
      findings.add('I4', `entry ${id} of ${reference} executes ${executes.get(id) ?? 'no offer'}`)
}

/** Whether a holding is of a coin, `<customer> BTC-USDT`: shares end in their country. */
const isCoinMarket = (key: string): boolean => /-[A-Z]+$/.test(key)

interface Folded {
  readonly quantity: bigint
  readonly cost: bigint
  readonly realised: bigint
  readonly fees: bigint
  readonly vat: bigint
}

const show = (row: Folded | undefined): string =>
  row === undefined
    ? 'not there'
    : `${row.quantity} (cost ${row.cost}, realised ${row.realised}, fees ${row.fees}, VAT ${row.vat})`

/** Average cost: a purchase adds what it cost in all, a sale takes its share of the cost, the last one the rest. */
function foldPosition(fills: readonly HeldFill[]): Folded {
  let [quantity, cost, realised, fees, vat] = [0n, 0n, 0n, 0n, 0n]
  for (const fill of fills) {
    const charges = fill.fee + fill.vat
    fees += fill.fee
    vat += fill.vat
    if (fill.side === 'buy') {
      quantity += fill.quantity
      cost += fill.amount + charges
      continue
    }
    // Whoever sold more than there was is found by I13; here it only must not divide by nothing.
    const part = fill.quantity >= quantity ? cost : halfEven(cost * fill.quantity, quantity)
    // A coin may be sold that was not bought here; a share that was not is found by I13.
    quantity = quantity < fill.quantity && isCoinMarket(fill.instrumentId) ? 0n : quantity - fill.quantity
    cost -= part
    realised += fill.amount - charges - part
  }
  return { quantity, cost, realised, fees, vat }
}

/** I13: at every sale, what was sold so far is no more than what was bought and free by then. */
function checkSettled(key: string, fills: readonly HeldFill[], isExchange: boolean, findings: Findings): void {
  const free = new Map<string, bigint>()
  for (const fill of fills) {
    // What was allotted may be sold from the time its offering says: no calendar knows it.
    const country = fill.isAllotment === true ? undefined : countryOf(fill.instrumentId)
    if (country !== undefined && isExchange) {
      const settles = settlementDay(country, Number(fill.at))
      if (settles !== fill.settlesOn)
        findings.add('I13', `${fill.fillId} settles on ${fill.settlesOn} instead of ${settles}`)
    }
    if (fill.side === 'sell') continue
    const lockedUntil =
      country === undefined || !isExchange ? fill.sellableAt : BigInt(sellableFrom(country, Number(fill.at)))
    if (lockedUntil !== fill.sellableAt)
      findings.add('I13', `${fill.fillId} may be sold from ${fill.sellableAt} instead of ${lockedUntil}`)
    free.set(fill.fillId, lockedUntil)
  }
  let [sold, freed] = [0n, 0n]
  const locked: HeldFill[] = []
  for (const fill of fills) {
    if (fill.side === 'buy') {
      locked.push(fill)
      continue
    }
    sold += fill.quantity
    for (let at = locked.length - 1; at >= 0; at -= 1) {
      const lot = locked[at]
      if (lot === undefined || (free.get(lot.fillId) ?? 0n) > fill.at) continue
      freed += lot.quantity
      locked.splice(at, 1)
    }
    if (sold > freed) findings.add('I13', `with ${fill.fillId} ${key} has sold ${sold}, and ${freed} were free`)
  }
}

/** I13: a lock is what was bought and unlocks at its time; none is missing that has not lapsed. */
async function checkLocks(
  read: BooksRead,
  byHolding: ReadonlyMap<string, readonly HeldFill[]>,
  now: bigint,
  findings: Findings,
): Promise<void> {
  const bought = new Map<string, bigint>()
  for (const [key, fills] of byHolding) {
    for (const fill of fills) {
      if (fill.side === 'sell' || fill.sellableAt <= fill.at) continue
      const lock = `${key} ${fill.sellableAt}`
      bought.set(lock, (bought.get(lock) ?? 0n) + fill.quantity)
    }
  }
  const kept = new Map(
    (await readLocks(read)).map((row) => [`${row.customerId} ${row.instrumentId} ${row.sellableAt}`, row.quantity]),
  )
  for (const [lock, quantity] of kept)
    if (bought.get(lock) !== quantity)
      findings.add('I13', `lock ${lock} is ${quantity}, bought were ${bought.get(lock) ?? 0n}`)
  for (const [lock, quantity] of bought)
    if (!kept.has(lock) && BigInt(lock.split(' ')[2] ?? 0) > now)
      findings.add('I13', `lock ${lock} of ${quantity} is missing`)
}

/** The first conversion that leaves its customer what is too little for another unit: so do all after it. */
function restKeptSince(ledger: DerivedLedger): bigint | undefined {
  let first: bigint | undefined
  for (const { kind, seq, details } of ledger.entries.values())
    if (kind === 'conversion' && details.rest === 'kept' && (first === undefined || seq < first)) first = seq
  return first
}

/**
 * I16: a conversion took the target at the middle and the spread of that, rounded up as one sum; the charge is rounded
 * down, what is left between is rounding. Who named what to give got the most it pays for and gave no more than that takes;
 * before an entry first said so, what was too little for another unit was taken, too. All currencies have two decimals.
 */
function checkConversion(
  row: ConversionRow,
  { ledger, keptSince }: { readonly ledger: DerivedLedger; readonly keptSince: bigint | undefined },
  findings: Findings,
): void {
  const one = 10n ** BigInt(row.midScale)
  const [base] = row.pair.split('/')
  const [numerator, denominator] = row.targetAsset === base ? [row.mid, one] : [one, row.mid]
  const middle = ceiling(row.target * numerator, denominator)
  // An offer from before crosses names no prices of its own; its charge was that of the rounded middle.
  const isOld = row.ticks === 0n
  const charge = isOld
    ? (middle * row.spreadBps) / 10_000n
    : (row.target * numerator * row.spreadBps) / (denominator * 10_000n)
  const due = (target: bigint): bigint =>
    isOld ? middle + charge : ceiling(target * numerator * (10_000n + row.spreadBps), denominator * 10_000n)
  const seq = ledger.entries.get(row.entryId)?.seq
  const isKept = keptSince !== undefined && seq !== undefined && seq >= keptSince
  const isRight =
    row.exact === 'target' || isKept
      ? row.source === due(row.target)
      : row.source >= due(row.target) && row.source < due(row.target + 1n)
  if (row.charge !== charge || !isRight || row.rounding !== row.source - middle - charge)
    findings.add(
      'I16',
      `conversion ${row.quoteId} took ${row.source} with ${row.charge} for us and ${row.rounding} of rounding, due was ${due(row.target)} with ${charge}`,
    )
  if (!isOld && row.mid !== row.tickProduct)
    findings.add('I16', `conversion ${row.quoteId} has the middle ${row.mid}, its prices make ${row.tickProduct}`)
  if (row.executedAt > row.expiresAt) findings.add('I16', `conversion ${row.quoteId} was executed after it had expired`)
  if (row.executedAt < row.quotedAt) findings.add('I16', `conversion ${row.quoteId} was executed before it was offered`)
  const entry = ledger.entries.get(row.entryId)
  if (entry !== undefined && entry.at !== row.executedAt)
    findings.add('I16', `conversion ${row.quoteId} was executed at ${row.executedAt}, its entry is of ${entry.at}`)
  const moved = (asset: string): bigint =>
    (entry?.moved ?? [])
      .filter(({ account }) => account.startsWith(`${row.customerId}:`) && account.endsWith(`:${asset}`))
      .reduce((total, { posted }) => total + posted, 0n)
  if (entry?.kind !== 'conversion' || moved(row.sourceAsset) !== -row.source || moved(row.targetAsset) !== row.target)
    findings.add(
      'I16',
      `entry ${row.entryId} of conversion ${row.quoteId} moved ${moved(row.sourceAsset)} ${row.sourceAsset} and ${moved(row.targetAsset)} ${row.targetAsset}`,
    )
}
