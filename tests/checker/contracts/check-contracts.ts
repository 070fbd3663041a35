import { floorOf, readDecimalText } from '../arithmetic.ts'
import type { BooksRead } from '../books-store.ts'
import type { Findings } from '../finding.ts'
import type { DerivedLedger, KeptEntry } from '../journal/check-ledger.ts'
import { checkWaiting } from '../money/check-waiting-accounts.ts'
import type { DerivedOrders } from '../orders/check-orders.ts'
import type { FillRow } from '../orders/orders-store.ts'
import { costsOf, scheduleOf } from '../orders/trade-costs.ts'
import { checkFunding, checkPayers } from './check-funding.ts'
import { type LiquidationWatch, watchLiquidations } from './check-liquidations.ts'
import { checkWarnings } from './check-warnings.ts'
import {
  type ContractBooks,
  type FoldedContract,
  fineToMinor,
  freeAround,
  fundAccount,
  postedOn,
  purseOf,
} from './contract-books.ts'
import { flipOf, type Parts, sharedWrongly, wholeOf } from './contract-flips.ts'
import {
  type BookingRow,
  type ContractPositionRow,
  type PaymentRow,
  readBookings,
  readContractPositions,
  readPayments,
} from './contract-rows-store.ts'

/**
 * I6, I15 and I16 of contracts: folds positions, their margin and the insurance fund from the entries that moved them, in
 * their order, and compares what is kept: size, entry, results, charges, funding, what liquidations were decided on.
 */
export async function checkContracts(
  read: BooksRead,
  ledger: DerivedLedger,
  orders: DerivedOrders,
  findings: Findings,
): Promise<void> {
  const rows = new Map((await readContractPositions(read)).map((row) => [row.positionId, row]))
  const bookings = Map.groupBy(await readBookings(read), ({ entryId }) => entryId)
  const payments = new Map<string, PaymentRow>()
  for (const payment of await readPayments(read)) {
    if (payment.entryId === undefined && payment.minor === 0n) continue
    if (payment.entryId !== undefined && !payments.has(payment.entryId)) payments.set(payment.entryId, payment)
    else findings.add('I6', `funding of ${payment.positionId} at ${payment.at} has no entry of its own`)
  }
  const folded = new Map<string, FoldedContract>()
  const books: ContractBooks = { positions: folded, fund: 0n, factors: new Map() }
  const liquidations = await watchLiquidations(read, books, findings)
  const dues = new Map<string, OrderDue>()
  const seen = new Set<string>()
  const fold: Fold = { ledger, orders, findings, books, folded, rows, dues, liquidations, holdsOf: new Map() }
  for (const entry of ledger.entries.values()) {
    if (entry.kind === 'insurance-pool') books.fund += postedOn(entry, fundAccount)
    if (!/^contract-(open|close|liquidation|deleveraging|margin|funding)$/.test(entry.kind)) continue
    seen.add(entry.id)
    const own = bookings.get(entry.id) ?? []
    const payment = payments.get(entry.id)
    const [first] = own
    if (own.length > 1 && flipOf(folded, own) === undefined)
      findings.add('I6', `entry ${entry.seq} (${entry.kind}) is booked ${own.length} times`)
    if (entry.kind === 'contract-funding' && payment !== undefined) foldPayment(fold, entry, payment, first)
    else if (entry.kind !== 'contract-funding' && first !== undefined)
      foldBooking(fold, entry, flipOf(folded, own) ?? [first])
    else findings.add('I6', `entry ${entry.seq} (${entry.kind}, ${entry.reference}) is of no booking`)
  }
  for (const id of [...bookings.keys(), ...payments.keys()])
    if (!seen.has(id)) findings.add('I6', `a booking names entry ${id}, which moved no contract`)
  checkKept(fold)
  liquidations.end(rows)
  await checkWaiting(read, rows, { ledger, books }, findings)
  await checkFunding(read, ledger, books, findings)
  await checkWarnings(read, findings)
  const fund = ledger.posted.get(fundAccount) ?? 0n
  if (fund !== books.fund)
    findings.add('I15', `the insurance fund has ${fund}, its pool and the bookings come to ${books.fund}`)
}

interface OrderDue {
  exact: bigint
  taken: bigint
  amount: bigint
  fee: bigint
  vat: bigint
}

interface Fold {
  readonly ledger: DerivedLedger
  readonly orders: DerivedOrders
  readonly findings: Findings
  readonly books: ContractBooks
  readonly folded: Map<string, FoldedContract>
  readonly rows: ReadonlyMap<string, ContractPositionRow>
  readonly dues: Map<string, OrderDue>
  readonly liquidations: LiquidationWatch
  /** Whose margin a reservation is. */
  readonly holdsOf: Map<string, FoldedContract>
}

function positionOf({ folded, rows, findings }: Fold, entry: KeptEntry, of: BookingRow | PaymentRow): FoldedContract {
  const known = folded.get(of.positionId)
  const row = rows.get(of.positionId)
  if (row === undefined || row.customerId !== of.customerId || row.symbol !== of.symbol)
    findings.add(
      'I15',
      `entry ${entry.seq} is of position ${of.positionId} of ${of.customerId} in ${of.symbol}, which is not there`,
    )
  if (known !== undefined) return known
  const { positionId, customerId, symbol } = of
  const nothing = { size: 0n, entry: 0n, margin: 0n, realised: 0n, funding: 0n, fees: 0n, vat: 0n }
  const fresh = { positionId, customerId, symbol, mode: row?.mode ?? 'isolated', ...nothing }
  folded.set(positionId, fresh)
  return fresh
}

function foldBooking(fold: Fold, entry: KeptEntry, parts: Parts): void {
  const { books, findings, liquidations } = fold
  const booking = wholeOf(parts)
  const position = positionOf(fold, entry, booking)
  const opened = parts[1] === undefined ? position : positionOf(fold, entry, parts[1])
  const free = freeAround(entry, purseOf(position.customerId))
  const wrong = sharedWrongly(parts)
  if (wrong !== undefined)
    findings.add('I6', `entry ${entry.seq} turned ${position.positionId} and books on what it closed a ${wrong}`)
  const isTrade = booking.what !== 'margin'
  if (isTrade) {
    const isTouched = entry.moved.some(({ account }) => account === purseOf(position.customerId))
    liquidations.before(entry, booking, isTouched ? free.before : undefined)
    const digits = checkTrade(fold, entry, booking, position)
    if (digits !== undefined) {
      foldTrade(fold, entry, parts[0], { position, digits })
      if (parts[1] !== undefined) foldTrade(fold, entry, parts[1], { position: opened, digits })
    }
  }
  checkLegs(entry, booking, booking, findings)
  moveMargin(fold, entry, opened)
  if (isTrade) checkWhoPays(fold, entry, booking, position, free)
  books.fund += booking.liquidationFee - booking.fundPaid
  liquidations.after(entry, booking)
}

const isAgainst = (position: FoldedContract, { size }: BookingRow): boolean =>
  position.size !== 0n && position.size > 0n !== size > 0n

/** An entry says what its booking says. @returns decimals of price and quantity together, undefined when it does not. */
function checkTrade(fold: Fold, entry: KeptEntry, booking: BookingRow, position: FoldedContract): number | undefined {
  const { findings, books } = fold
  const price = readDecimalText(entry.details.price ?? '')
  const quantity = readDecimalText(entry.details.quantity ?? '')
  const length = booking.size < 0n ? -booking.size : booking.size
  const side = booking.size < 0n ? 'sell' : 'buy'
  if (price?.units !== booking.price || quantity?.units !== length || entry.details.side !== side) {
    findings.add(
      'I6',
      `entry ${entry.seq} says ${entry.details.side} ${entry.details.quantity} at ${entry.details.price}, its booking ${booking.size} at ${booking.price}`,
    )
    return undefined
  }
  const digits = price.scale + quantity.scale
  books.factors.set(booking.symbol, 10n ** BigInt(12 - digits))
  if (booking.what === 'fill') checkFill(fold, entry, booking, digits)
  const kind =
    booking.what === 'deleveraging'
      ? 'deleveraging'
      : booking.liquidationId !== undefined
        ? 'liquidation'
        : isAgainst(position, booking)
          ? 'close'
          : 'open'
  if (entry.kind !== `contract-${kind}`) findings.add('I6', `entry ${entry.seq} is ${entry.kind}, it does a ${kind}`)
  return digits
}

/** Size, entry and result: size on the other side is closed at its share of the entry, the rest opens. */
function foldTrade(
  { findings }: Fold,
  entry: KeptEntry,
  booking: BookingRow,
  { position, digits }: { readonly position: FoldedContract; readonly digits: number },
): void {
  const factor = 10n ** BigInt(12 - digits)
  const length = booking.size < 0n ? -booking.size : booking.size
  const open = position.size < 0n ? -position.size : position.size
  let realised = 0n
  if (!isAgainst(position, booking)) position.entry += booking.price * booking.size * factor
  else if (length > open)
    findings.add('I15', `entry ${entry.seq} closes ${length} of ${position.positionId}, open were ${open}`)
  else {
    const worth = booking.price * (position.size > 0n ? length : -length) * factor
    // Towards zero, as the division of whole numbers here does.
    const part = length === open ? position.entry : (position.entry * length) / open
    realised = floorOf(worth - part, fineToMinor)
    position.entry = length === open ? 0n : position.entry - (worth - realised * fineToMinor)
  }
  position.size += booking.size
  if (realised !== booking.realised)
    findings.add(
      'I15',
      `entry ${entry.seq} realised ${booking.realised} of ${position.positionId}, its fills come to ${realised}`,
    )
  position.realised += realised
  position.fees += booking.fee
  position.vat += booking.vat
}

/** I6 and I16 of a fill: it is the one booked, and was charged what was due, or what there was of it. */
function checkFill({ orders, findings, dues }: Fold, entry: KeptEntry, booking: BookingRow, digits: number): void {
  const fill = orders.contractFills.get(entry.id)
  const order = fill === undefined ? undefined : orders.orders.get(fill.orderId)
  if (fill === undefined || order === undefined) {
    findings.add('I6', `entry ${entry.seq} (${entry.kind}, ${entry.reference}) is of no fill`)
    return
  }
  const said = [
    booking.orderId,
    booking.customerId,
    booking.symbol,
    booking.size,
    booking.price,
    booking.fee,
    booking.vat,
  ]
  const filled = fill.side === 'buy' ? fill.quantity : -fill.quantity
  const own = [fill.orderId, fill.customerId, fill.instrumentId, filled, fill.price, fill.fee, fill.vat]
  if (said.join(' ') !== own.join(' ') || fill.entrySeq !== entry.seq)
    findings.add('I6', `${fill.fillId} is ${own.join(' ')}, its booking ${said.join(' ')}`)
  checkCharge(fill, order.feeSchedule, booking, { dues, digits, findings })
}

function checkCharge(
  fill: FillRow,
  scheduleId: string,
  booking: BookingRow,
  { dues, digits, findings }: Pick<Fold, 'dues' | 'findings'> & { readonly digits: number },
): void {
  const schedule = scheduleOf(scheduleId, fill.instrumentId, fill.currency)
  if (schedule === undefined) {
    findings.add('I16', `${fill.orderId}: ${scheduleId} is no schedule for ${fill.instrumentId} in ${fill.currency}`)
    return
  }
  const before = dues.get(fill.orderId) ?? { exact: 0n, taken: 0n, amount: 0n, fee: 0n, vat: 0n }
  const exact = before.exact + fill.price * fill.quantity
  const taken = before.taken + (fill.liquidity === 'taker' ? fill.price * fill.quantity : 0n)
  const costs = costsOf(fill.side, { exact, taken, digits }, schedule)
  const due = [costs.amount - before.amount, costs.fee - before.fee, costs.vat - before.vat]
  const got = [fill.amount, booking.fee + booking.feeUncharged, booking.vat + booking.vatUncharged]
  if (due.join() !== got.join())
    findings.add('I16', `${fill.fillId} cost ${got.join(' + ')} with what was not charged, due was ${due.join(' + ')}`)
  dues.set(fill.orderId, { exact, taken, amount: costs.amount, fee: costs.fee, vat: costs.vat })
}

/** I6: what an entry moved, account by account. `of`: what it is to have moved. */
function checkLegs(
  entry: KeptEntry,
  {
    positionId,
    customerId,
    orderId,
  }: Pick<BookingRow, 'positionId' | 'customerId'> & { readonly orderId?: string | undefined },
  of: Pick<BookingRow, 'realised' | 'fee' | 'vat' | 'liquidationFee' | 'fundPaid' | 'marketBore'>,
  findings: Findings,
): void {
  const custody = entry.moved.find(({ account }) => account.split(':')[1] === 'custody')?.account ?? ':custody:USDT'
  const wanted = new Map<string, bigint>([
    [purseOf(customerId), of.realised + of.fundPaid + of.marketBore - of.fee - of.vat - of.liquidationFee],
    [custody, -of.realised - of.marketBore],
    ['house:fees:USDT', of.fee],
    ['house:vat:USDT', of.vat],
    [fundAccount, of.liquidationFee - of.fundPaid],
  ])
  for (const account of new Set([...wanted.keys(), ...entry.moved.map((one) => one.account)])) {
    const [got, due] = [postedOn(entry, account), wanted.get(account) ?? 0n]
    if (got !== due)
      findings.add('I6', `entry ${entry.seq} of ${positionId} moved ${got} on ${account} instead of ${due}`)
  }
  const actor = /^contract-(open|close|margin)$/.test(entry.kind) ? customerId : 'desk'
  const reference = orderId === undefined ? `position:${positionId}` : `order:${orderId}`
  if (entry.reference !== reference || entry.actor !== actor)
    findings.add(
      'I6',
      `entry ${entry.seq} is of ${entry.reference} by ${entry.actor}, its booking of ${reference} by ${actor}`,
    )
}

/** Reservations opened for a position are its margin; what is drawn from one is drawn from whoever's it is. */
function moveMargin({ holdsOf }: Fold, entry: KeptEntry, position: FoldedContract): void {
  for (const { holdId, held, account } of entry.moved) {
    if (holdId === undefined || account !== purseOf(position.customerId)) continue
    if (held > 0n) holdsOf.set(holdId, position)
    // What is nobody's margin is what an order had reserved.
    const owner = holdsOf.get(holdId)
    if (owner !== undefined) owner.margin += held
  }
}

/** The fund and the market bear only what the customer cannot, and a charge is left out only when nothing is there. */
function checkWhoPays(
  { books, findings }: Fold,
  entry: KeptEntry,
  booking: BookingRow,
  position: FoldedContract,
  free: { readonly before: bigint; readonly after: bigint },
): void {
  const others = [...books.positions.values()].filter(
    (one) => one !== position && one.customerId === position.customerId && one.mode === 'cross',
  )
  const isCross = position.mode === 'cross'
  const isForced = entry.kind === 'contract-liquidation' || entry.kind === 'contract-deleveraging'
  const borne = booking.fundPaid + booking.marketBore
  const left = position.margin + (isCross ? free.after + others.reduce((sum, { margin }) => sum + margin, 0n) : 0n)
  if (borne > 0n && left > 0n)
    findings.add(
      'I16',
      `entry ${entry.seq}: ${borne} of a loss was borne by others, ${left} was left behind ${position.positionId}`,
    )
  if (booking.marketBore > 0n && books.fund > booking.fundPaid)
    findings.add(
      'I16',
      `entry ${entry.seq}: the market bore ${booking.marketBore}, the fund had ${books.fund - booking.fundPaid} more`,
    )
  const uncharged = booking.feeUncharged + booking.vatUncharged
  // Commission and its VAT are rounded down apart from each other: a unit of each may be left.
  const spare = (isCross || !isForced ? free.after : 0n) + (isForced ? position.margin : 0n)
  if (uncharged < 0n || (uncharged > 0n && spare > 2n))
    findings.add('I16', `entry ${entry.seq}: ${uncharged} of charges were left out, and ${spare} was there`)
  if (isForced && !isCross && booking.liquidationId !== undefined && free.after < free.before)
    findings.add(
      'I16',
      `entry ${entry.seq}: the liquidation of isolated ${position.positionId} took ${free.before - free.after} of free money`,
    )
}

function foldPayment(fold: Fold, entry: KeptEntry, payment: PaymentRow, loss: BookingRow | undefined): void {
  const { findings, books } = fold
  const position = positionOf(fold, entry, payment)
  const { instant } = entry.details
  const free = freeAround(entry, purseOf(position.customerId))
  const marginBefore = position.margin
  // Paid on the size of its instant, which `checkFunding` derives; what has no instant was paid on the size of the moment.
  if (instant !== undefined && instant !== String(payment.at))
    findings.add('I6', `entry ${entry.seq} is of the funding of ${instant}, its payment of ${payment.at}`)
  if (instant === undefined && position.size !== payment.size)
    findings.add(
      'I16',
      `entry ${entry.seq} paid funding on ${payment.size} of ${position.positionId}, open were ${position.size}`,
    )
  const [fundPaid, marketBore] = [loss?.fundPaid ?? 0n, loss?.marketBore ?? 0n]
  const moved = { realised: payment.minor, fundPaid, marketBore, fee: 0n, vat: 0n, liquidationFee: 0n }
  checkLegs(entry, { ...payment, orderId: undefined }, moved, findings)
  moveMargin(fold, entry, position)
  position.funding += payment.minor
  books.fund -= fundPaid
  const ofMargin = marginBefore - position.margin
  if (instant !== undefined)
    checkPayers(entry, { free: free.after, left: position.margin, ofMargin, borne: fundPaid + marketBore }, findings)
}

/** I15: what is kept of every position is what its entries make of it. I5: something is reserved for each that is open. */
function checkKept({ rows, folded, findings }: Fold): void {
  for (const [id, row] of rows) {
    const made = folded.get(id)
    const kept = [row.size, row.entry, row.margin, row.realised, row.funding, row.fees, row.vat]
    const due = [made?.size, made?.entry, made?.margin, made?.realised, made?.funding, made?.fees, made?.vat]
    if (kept.join(' ') !== due.join(' '))
      findings.add('I15', `position ${id} is ${kept.join(' ')}, its entries come to ${due.join(' ')}`)
    const mayHaveNone = row.mode === 'cross' || row.liquidationId !== undefined || row.funding < 0n
    if (row.size !== 0n && row.margin === 0n && !mayHaveNone)
      findings.add('I5', `position ${id} is open without margin`)
    if (row.isClosed !== (row.size === 0n))
      findings.add('I15', `position ${id} has ${row.size} and is closed: ${row.isClosed}`)
  }
}
