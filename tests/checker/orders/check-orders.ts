import { readDecimalText } from '../arithmetic.ts'
import type { BooksRead } from '../books-store.ts'
import type { Findings } from '../finding.ts'
import type { DerivedLedger, KeptEntry } from '../journal/check-ledger.ts'
import { stepProblem } from './order-steps.ts'
import { type FillRow, isBeforeWhole, type OrderFile, type OrderRow, readOrders } from './orders-store.ts'
import { checkRecordedFills } from './recorded-fills.ts'
import { type Before, costsAfter, costsOf, type Schedule, scheduleOf } from './trade-costs.ts'

/** What is known of all orders once they were read. */
export interface DerivedOrders {
  readonly orders: ReadonlyMap<string, OrderRow>
  readonly fills: ReadonlyMap<string, FillRow>
  /** Fills of a customer in an instrument, in the order they were booked; keyed `<customer> <instrument>`. */
  readonly byHolding: ReadonlyMap<string, readonly FillRow[]>
  /** Fills of contracts, by the entry that moved them. */
  readonly contractFills: ReadonlyMap<string, FillRow>
}

const nothing: Before = { exact: 0n, taken: 0n, amount: 0n, fee: 0n, vat: 0n, across: 0n }
const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n)

/** I5, I6, I7 and I16 of orders: each with its fills, its steps, its reservation and the entries that moved them. */
export async function checkOrders(
  read: BooksRead,
  /** The journal, and the holds that belong to something else than orders. */
  { ledger, elsewhere }: { readonly ledger: DerivedLedger; readonly elsewhere: ReadonlySet<string> },
  findings: Findings,
  isExchange: boolean,
): Promise<DerivedOrders> {
  const orders = new Map<string, OrderRow>()
  const fills = new Map<string, FillRow>()
  const byHolding = new Map<string, FillRow[]>()
  const holders = new Map<string, string>()
  const tradeEntries = new Map<string, string>()
  const contractFills = new Map<string, FillRow>()
  const roundedSince = roundedSalesSince(ledger)
  let orderActs = 0n
  if (!(await isBeforeWhole(read)))
    findings.add('I7', 'what there was before acts were complete is not what was written down')
  for await (const page of readOrders(read)) {
    for (const file of page) {
      const { order } = file
      if (order === undefined) {
        findings.add(
          'I6',
          `${file.fills.length} fills and ${file.steps.length} steps belong to ${file.orderId}, which is not there`,
        )
        continue
      }
      orders.set(order.orderId, order)
      orderActs += BigInt(file.acts)
      if (file.problem !== undefined) findings.add('I7', `${order.orderId} ${file.problem}`)
      checkHeld(order, ledger, holders, findings)
      checkTotals(file, order, findings)
      checkCosts(file, order, { ledger, roundedSince }, findings)
      checkSteps(file, order, ledger, findings)
      checkRecordedFills(file, order, findings)
      for (const fill of file.fills) keepFill(fill, order, { fills, byHolding, tradeEntries, contractFills }, findings)
    }
  }
  if (orderActs !== ledger.orderActs)
    findings.add('I7', `the journal has ${ledger.orderActs} acts of orders, ${orderActs} belong to the life of one`)
  for (const [holdId, hold] of ledger.holds)
    if (hold.remaining > 0n && !holders.has(holdId) && !elsewhere.has(holdId))
      findings.add('I5', `hold ${holdId} on ${hold.account} has ${hold.remaining} left and no open order`)
  for (const entry of ledger.entries.values())
    if (/^(stock|spot)-(buy|sell)$/.test(entry.kind) && !tradeEntries.has(entry.id))
      findings.add('I6', `entry ${entry.seq} (${entry.kind}, ${entry.reference}) is of no fill`)
  checkPairs(orders, findings)
  if (isExchange) checkTwoSides(fills, ledger, findings)
  for (const own of byHolding.values()) own.sort((a, b) => (a.entrySeq < b.entrySeq ? -1 : 1))
  return { orders, fills, byHolding, contractFills }
}

/** Keeps a fill where it is found again, and sees that no other is of its entry. */
function keepFill(
  fill: FillRow,
  order: OrderRow,
  known: {
    readonly fills: Map<string, FillRow>
    readonly byHolding: Map<string, FillRow[]>
    /** The fill of an entry. */
    readonly tradeEntries: Map<string, string>
    readonly contractFills: Map<string, FillRow>
  },
  findings: Findings,
): void {
  const { fills, byHolding, tradeEntries, contractFills } = known
  const other = tradeEntries.get(fill.entryId)
  if (other !== undefined) findings.add('I6', `fills ${other} and ${fill.fillId} are both of entry ${fill.entryId}`)
  tradeEntries.set(fill.entryId, fill.fillId)
  fills.set(fill.fillId, fill)
  // What is held of a contract is no share of anything: check-contracts looks at it.
  if (order.purse === 'contract') {
    contractFills.set(fill.entryId, fill)
    return
  }
  const key = `${fill.customerId} ${fill.instrumentId}`
  const own = byHolding.get(key)
  if (own === undefined) byHolding.set(key, [fill])
  else own.push(fill)
}

/** What an order gives or gets: a share, or the coin before the dash. */
function assetOf({ purse, instrumentId }: Pick<OrderRow, 'purse' | 'instrumentId'>): string {
  return purse === 'coin' ? (instrumentId.split('-')[0] ?? '') : `STK:${instrumentId}`
}

/** I5: an open order and its reservation name each other and the same sum; an ended one reserves nothing. */
function checkHeld(order: OrderRow, ledger: DerivedLedger, holders: Map<string, string>, findings: Findings): void {
  const { orderId, holdId, held } = order
  if (order.endedAt !== undefined) {
    if (held !== 0n) findings.add('I5', `${orderId} has ended and holds ${held}`)
    return
  }
  if (holdId === undefined) {
    if (held !== 0n) findings.add('I5', `${orderId} holds ${held} under no hold`)
    return
  }
  const hold = ledger.holds.get(holdId)
  if (hold === undefined || hold.remaining !== held)
    findings.add('I5', `${orderId} holds ${held}, hold ${holdId} has ${hold?.remaining} left`)
  const asset = order.side === 'buy' || order.purse === 'contract' ? order.currency : assetOf(order)
  const account = `${order.customerId}:${order.purse}:${asset}`
  if (hold !== undefined && hold.account !== account)
    findings.add('I5', `${orderId} holds on ${hold.account} instead of ${account}`)
  const other = holders.get(holdId)
  if (other !== undefined) findings.add('I5', `hold ${holdId} belongs to two open orders, ${other} and ${orderId}`)
  holders.set(holdId, orderId)
  const isWorking = order.state === 'open' || order.state === 'partially-filled'
  if (
    order.side === 'sell' &&
    order.purse !== 'contract' &&
    isWorking &&
    order.quantity !== undefined &&
    held !== order.quantity - order.filledQuantity
  )
    findings.add('I5', `${orderId} sells ${order.quantity - order.filledQuantity} more and holds ${held}`)
}

/** I5: what is set aside for the rest of a purchase is what it still costs at the worst price, all of it taken; no more. */
function checkRest(order: OrderRow, digits: number, schedule: Schedule, findings: Findings): void {
  const { orderId, side, quantity, amount, twinId, holdId, held, filledExact, filledQuantity, worstPrice } = order
  if (side !== 'buy' || order.state !== 'partially-filled' || twinId !== undefined || holdId === undefined) return
  const exact = filledExact + worstPrice * ((quantity ?? filledQuantity) - filledQuantity)
  const whole = costsOf(side, { exact, taken: exact, digits }, schedule)
  const paid = order.filledAmount + order.fee + order.vat
  const needed = (amount ?? whole.amount + whole.fee + whole.vat) - paid
  if (held !== needed) findings.add('I5', `${orderId} holds ${held} for a rest that costs ${needed}`)
}

/** I6: the sums an order keeps are those of its fills, within what was asked and no worse than the price asked. */
function checkTotals({ fills, steps }: OrderFile, order: OrderRow, findings: Findings): void {
  const { orderId, quantity, amount } = order
  const kept = [order.filledQuantity, order.filledExact, order.filledAmount, order.fee, order.vat]
  const summed = [
    sum(fills.map((fill) => fill.quantity)),
    sum(fills.map((fill) => fill.price * fill.quantity)),
    sum(fills.map((fill) => fill.amount)),
    sum(fills.map((fill) => fill.fee)),
    sum(fills.map((fill) => fill.vat)),
  ]
  if (kept.some((value, at) => value !== summed[at]))
    findings.add('I6', `${orderId} keeps ${kept.join(' ')}, its fills come to ${summed.join(' ')}`)
  if (quantity !== undefined && (summed[0] ?? 0n) > quantity)
    findings.add('I6', `${orderId} asked for ${quantity} and got ${summed[0]}`)
  const spent = order.filledAmount + order.fee + order.vat
  if (amount !== undefined && spent > amount) findings.add('I6', `${orderId} was to spend ${amount} and spent ${spent}`)
  const bounds = [order.worstPrice, order.limitPrice].filter((bound) => bound !== undefined)
  for (const { kind, price = 0n, number } of steps)
    if (kind === 'resting' && bounds.some((bound) => (order.side === 'buy' ? price > bound : price < bound)))
      findings.add('I6', `step ${number} of ${orderId} rests at ${price}, beyond ${bounds.join(' or ')}`)
  for (const fill of fills) {
    const isWorse = bounds.some((bound) => (order.side === 'buy' ? fill.price > bound : fill.price < bound))
    if (isWorse) findings.add('I6', `${fill.fillId} of ${orderId} is at ${fill.price}, beyond ${bounds.join(' or ')}`)
    if (fill.quantity <= 0n || fill.price <= 0n)
      findings.add('I6', `${fill.fillId} is ${fill.quantity} at ${fill.price}`)
    const same = [fill.customerId, fill.instrumentId, fill.side, fill.currency].join(' ')
    const asked = [order.customerId, order.instrumentId, order.side, order.currency].join(' ')
    if (same !== asked) findings.add('I6', `${fill.fillId} is ${same}, its order ${asked}`)
  }
}

/** I16 and both legs of I6: each fill cost what the schedule gives, and its entry moved exactly that. */
function checkCosts(
  { fills }: OrderFile,
  order: OrderRow,
  { ledger, roundedSince }: { readonly ledger: DerivedLedger; readonly roundedSince: bigint | undefined },
  findings: Findings,
): void {
  if (order.purse === 'contract') return
  const schedule = scheduleOf(order.feeSchedule, order.instrumentId, order.currency)
  if (schedule === undefined) {
    findings.add(
      'I16',
      `${order.orderId}: ${order.feeSchedule} is no schedule for ${order.instrumentId} in ${order.currency}`,
    )
    return
  }
  let before: Before | undefined
  let digits: number | undefined
  for (const fill of fills) {
    const entry = ledger.entries.get(fill.entryId)
    if (entry === undefined || entry.seq !== fill.entrySeq) {
      findings.add(
        'I6',
        `${fill.fillId} names entry ${fill.entryId}, number ${fill.entrySeq}: the journal has ${entry?.seq}`,
      )
      continue
    }
    const price = readDecimalText(entry.details.price ?? '')
    const quantity = readDecimalText(entry.details.quantity ?? '')
    if (price?.units !== fill.price || quantity?.units !== fill.quantity) {
      findings.add(
        'I6',
        `${fill.fillId} is ${fill.quantity} at ${fill.price}, its entry says ${entry.details.quantity} at ${entry.details.price}`,
      )
      continue
    }
    digits = price.scale + quantity.scale
    before ??= takenOver(order, digits, schedule)
    const exact = fill.price * fill.quantity
    const taken = fill.liquidity === 'taker' ? exact : 0n
    const costs = costsAfter(order.side, before, { exact, taken, digits }, schedule)
    const due = { amount: costs.amount - before.amount, fee: costs.fee - before.fee, vat: costs.vat - before.vat }
    if (fill.amount !== due.amount || fill.fee !== due.fee || fill.vat !== due.vat)
      findings.add(
        'I16',
        `${fill.fillId} cost ${fill.amount} + ${fill.fee} + ${fill.vat}, due was ${due.amount} + ${due.fee} + ${due.vat}`,
      )
    checkLegs(fill, order, { entry, across: costs.across - before.across, roundedSince }, findings)
    before = costs
  }
  if (digits !== undefined) checkRest(order, digits, schedule, findings)
}

/** What an order begins with: nothing, or what the leg of its pair was filled and charged that it took over from. */
function takenOver({ side, pairFilled }: OrderRow, digits: number, schedule: Schedule): Before {
  if (pairFilled === undefined) return nothing
  const { exact, taken, fee, vat } = pairFilled
  const { amount, across } = costsOf(side, { exact, taken, digits }, schedule)
  return { exact, taken, amount, across, fee, vat }
}

/** I6: a pair is one order for what it costs, so the leg that took over goes on with what the other was filled. */
function checkPairs(orders: ReadonlyMap<string, OrderRow>, findings: Findings): void {
  for (const { orderId, pairFilled, twinId } of orders.values()) {
    if (pairFilled === undefined) continue
    const leg = twinId === undefined ? undefined : orders.get(twinId)
    const isTheirs =
      leg?.endedAt !== undefined &&
      leg.filledExact === pairFilled.exact &&
      leg.takerExact === pairFilled.taken &&
      leg.fee === pairFilled.fee &&
      leg.vat === pairFilled.vat
    if (!isTheirs) findings.add('I6', `${orderId} took over ${pairFilled.exact} of ${twinId}, which was not filled so`)
  }
}

/** The first entry of a sale that put a fraction into the rounding account: none after it leaves one with the market. */
function roundedSalesSince(ledger: DerivedLedger): bigint | undefined {
  let first: bigint | undefined
  for (const { kind, seq, moved } of ledger.entries.values())
    if (/^(stock|spot)-sell$/.test(kind) && moved.some(({ account }) => account.startsWith('house:rounding:')))
      if (first === undefined || seq < first) first = seq
  return first
}

/** I6: what the entry of a fill moved, account by account. */
function checkLegs(
  fill: FillRow,
  order: OrderRow,
  of: { readonly entry: KeptEntry; readonly across: bigint; readonly roundedSince: bigint | undefined },
  findings: Findings,
): void {
  const { entry } = of
  const isBuy = fill.side === 'buy'
  // Sales from before left the fraction with the market.
  const isBefore = !isBuy && (of.roundedSince === undefined || entry.seq < of.roundedSince)
  const across = isBefore ? fill.amount : of.across
  const { purse } = order
  const share = assetOf(order)
  const custody = entry.moved.find(({ account }) => account.split(':')[1] === 'custody')?.account.split(':')[0]
  const wanted = new Map<string, bigint>()
  const want = (account: string, units: bigint): void => {
    wanted.set(account, (wanted.get(account) ?? 0n) + units)
  }
  want(`${fill.customerId}:${purse}:${share}`, isBuy ? fill.quantity : -fill.quantity)
  want(`${custody}:custody:${share}`, isBuy ? -fill.quantity : fill.quantity)
  want(`${fill.customerId}:${purse}:${fill.currency}`, (isBuy ? -fill.amount : fill.amount) - fill.fee - fill.vat)
  want(`${custody}:custody:${fill.currency}`, isBuy ? across : -across)
  want(`house:rounding:${fill.currency}`, isBuy ? fill.amount - across : across - fill.amount)
  want(`house:fees:${fill.currency}`, fill.fee)
  want(`house:vat:${fill.currency}`, fill.vat)
  const moved = new Map<string, bigint>()
  for (const { account, posted } of entry.moved) moved.set(account, (moved.get(account) ?? 0n) + posted)
  for (const account of new Set([...wanted.keys(), ...moved.keys()])) {
    const [got, due] = [moved.get(account) ?? 0n, wanted.get(account) ?? 0n]
    if (got !== due)
      findings.add('I6', `entry ${entry.seq} of ${fill.fillId} moved ${got} on ${account} instead of ${due}`)
  }
  const isOurs =
    entry.kind === `${purse === 'coin' ? 'spot' : 'stock'}-${fill.side}` && entry.reference === `order:${fill.orderId}`
  if (!isOurs) findings.add('I6', `entry ${entry.seq} of ${fill.fillId} is ${entry.kind} of ${entry.reference}`)
}

/** I7: only legal steps, nothing after the end, and each that moved something names who, when and the entry. */
function checkSteps({ steps, fills }: OrderFile, order: OrderRow, ledger: DerivedLedger, findings: Findings): void {
  const problem = stepProblem(order, steps)
  if (problem !== undefined) findings.add('I7', `${order.orderId} ${problem}`)
  if (order.stepCount !== steps.length)
    findings.add('I7', `${order.orderId} says it has ${order.stepCount} steps, there are ${steps.length}`)
  const filled = steps.filter(({ kind }) => kind === 'filled')
  const entriesOfFills = fills.map(({ entryId }) => entryId).sort()
  const entriesOfSteps = filled.map(({ entryId }) => entryId ?? '').sort()
  if (entriesOfFills.join() !== entriesOfSteps.join())
    findings.add(
      'I7',
      `${order.orderId} has ${fills.length} fills and ${filled.length} steps that say so, or of other entries`,
    )
  for (const step of steps) {
    const moves = ['held', 'filled', 'released'].includes(step.kind)
    if (moves !== (step.entryId !== undefined))
      findings.add('I7', `step ${step.number} of ${order.orderId}, ${step.kind}, names entry ${step.entryId}`)
    if (step.entryId === undefined) continue
    const entry = ledger.entries.get(step.entryId)
    // What a liquidation closes is nobody's wish: the desk did it.
    const actor = entry?.kind === 'contract-liquidation' ? 'desk' : order.customerId
    const isOurs = entry?.reference === `order:${order.orderId}` && entry.actor === actor && entry.at === step.at
    if (!isOurs)
      findings.add(
        'I7',
        `step ${step.number} of ${order.orderId} is of entry ${step.entryId}: ${entry?.reference} by ${entry?.actor} at ${entry?.at}`,
      )
  }
}

/** I6: two orders that met did so at one price, in one quantity, and are not the same customer's. */
function checkTwoSides(fills: ReadonlyMap<string, FillRow>, ledger: DerivedLedger, findings: Findings): void {
  const met = new Map<string, FillRow>()
  for (const fill of fills.values()) {
    if (ledger.entries.get(fill.entryId)?.details.seed !== undefined) continue
    const place = `${fill.source} ${fill.instrumentId} ${fill.sequence}`
    const other = met.get(place)
    if (other === undefined) {
      met.set(place, fill)
      continue
    }
    const fits = other.side !== fill.side && other.price === fill.price && other.quantity === fill.quantity
    if (!fits || other.customerId === fill.customerId)
      findings.add(
        'I6',
        `${other.fillId} and ${fill.fillId} are one trade of ${place}: ${other.side} ${other.quantity} at ${other.price}, ${fill.side} ${fill.quantity} at ${fill.price}`,
      )
  }
}
