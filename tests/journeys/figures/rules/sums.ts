import { messages as portfolioEs } from '@bolsillo/portfolio/messages/es-ES'
import { messages as statementsEs } from '@bolsillo/statements/messages/es-ES'
import { messages as withdrawalsEs } from '@bolsillo/withdrawals/messages/es-ES'
import { type Decimal, decimal, isEqual, minus, plus, rounded, sum, written } from '../decimals.ts'
import type { Facts } from '../facts.ts'
import type { Figure } from '../read-figures.ts'
import { type ScreenRule, typedIn, words } from '../rule.ts'

const { ticket, order } = words.trading
const { form } = withdrawalsEs
const { file } = statementsEs
const { bookings, positions } = words.contracts

/** The figures of one list of terms, by their terms. */
type Terms = ReadonlyMap<string, Decimal>

/** Lines that are named as parts of a sum come to it: on tickets, receipts, statements, and over everything owned. */
export const sums: ScreenRule = (facts) => {
  const { figures } = facts.frame
  const lists = Map.groupBy(
    figures.filter(({ listAt }) => listAt >= 0),
    ({ listAt }) => listAt,
  )
  return [
    ...ofShortMargin(facts),
    ...ofBookRest(facts),
    ...[...lists.values()].map(termsOf).flatMap((terms) => ofList(terms, facts)),
    ...ofHoldings(facts),
  ]
}

/** The first amount of each term. */
function termsOf(figures: readonly Figure[]): Terms {
  const terms = new Map<string, Decimal>()
  for (const { label, value, isPercent } of figures)
    if (!isPercent && label !== '' && !terms.has(label)) terms.set(label, decimal(value))
  return terms
}

function ofList(terms: Terms, facts: Facts): readonly string[] {
  return [...ofTicket(terms, facts), ...ofCharges(terms, facts), ...ofStatement(terms), ...ofBookings(terms, facts)]
}

const isFee = (label: string): boolean => label.startsWith(ticket.fee.split(' {')[0] ?? '') || label === order.vat
const feesOf = (terms: Terms): Decimal => sum([...terms].filter(([label]) => isFee(label)).map(([, value]) => value))

function expectEqual(what: string, shown: Decimal, exact: Decimal, isInCents = false): readonly string[] {
  // What is said in cents of an amount of millionths may be off by one.
  const off = rounded(minus(shown, exact), 2, 'away').units
  const isOne = isInCents && Math.max(shown.scale, exact.scale) > 2 && off >= -1n && off <= 1n
  return isEqual(shown, exact) || isOne ? [] : [`${what} is ${written(shown)}, its lines come to ${written(exact)}`]
}

/** Amount, fee and what is set aside; what remains of the money there is, or what of it is missing. */
function ofTicket(terms: Terms, { frame }: Facts): readonly string[] {
  const amount = terms.get(ticket.orderAmount) ?? terms.get(ticket.approxAmount)
  const [total, received] = [terms.get(ticket.total), terms.get(ticket.receive)]
  if (amount === undefined) return []
  if (total === undefined)
    return received === undefined ? [] : expectEqual(ticket.receive, received, minus(amount, feesOf(terms)))
  const said = (text: string): Decimal | undefined => {
    const before = text.split('{')[0]?.trim() ?? ''
    const index = frame.texts.findIndex((one) => one.startsWith(before))
    const found = /[\d,]+\.\d+/.exec(frame.texts[index] ?? '')?.[0]
    return found === undefined ? undefined : decimal(found.replaceAll(',', ''))
  }
  const available = said(ticket.available)
  const [short, left] = [said(ticket.short), terms.get(ticket.left)]
  const needed = terms.get(ticket.setAside) ?? total
  return [
    ...expectEqual(ticket.total, total, plus(amount, feesOf(terms))),
    ...(available === undefined || left === undefined
      ? []
      : expectEqual(ticket.left, left, minus(available, total), true)),
    ...(available === undefined || short === undefined
      ? []
      : expectEqual(ticket.short, short, minus(needed, available), true)),
  ]
}

/** What the visible book has, and the rest of what is asked. */
function ofBookRest({ frame }: Facts): readonly string[] {
  const begins = [ticket.bookRest, ticket.bookWaits, ticket.bookCancels].map((one) => one.split('{')[0] ?? '')
  const text = frame.texts.find((one) => begins.some((begin) => one.startsWith(begin)))
  const [fits, rest] = (text?.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((one) => decimal(one.replaceAll(',', '')))
  const asked = typedIn(frame, ticket.quantity)
  if (fits === undefined || rest === undefined || asked === undefined) return []
  return expectEqual(ticket.quantity, asked, plus(fits, rest))
}

/** In one sentence: what is missing, what is needed, what there is. */
function ofShortMargin({ frame }: Facts): readonly string[] {
  const text = frame.texts.find((one) => one.startsWith('Te faltan') && one.includes('hacen falta'))
  const [short, needed, free] = (text?.match(/[\d,]+\.\d+/g) ?? []).map((one) => decimal(one.replaceAll(',', '')))
  if (short === undefined || needed === undefined || free === undefined) return []
  return expectEqual('Te faltan', short, minus(needed, free))
}

/** From what is taken to what arrives each deduction is a line. */
function ofCharges(terms: Terms, { frame }: Facts): readonly string[] {
  const arrives = terms.get(form.receive)
  const taken = terms.get(form.taken) ?? typedIn(frame, form.amount)
  // The lines of a ticket are others'.
  if (frame.path.includes('Kline')) return []
  if (taken === undefined || arrives === undefined) return []
  const charges = [form.fee, form.networkFee, form.vat]
    .map((label) => terms.get(label))
    .filter((one) => one !== undefined)
  return expectEqual(form.receive, arrives, minus(taken, sum(charges)))
}

function ofStatement(terms: Terms): readonly string[] {
  const [opening, closing] = [terms.get(file.opening), terms.get(file.closing)]
  if (opening === undefined || closing === undefined) return []
  const moved = [file.in, file.out].map((label) => terms.get(label)).filter((one) => one !== undefined)
  return expectEqual(file.closing, closing, plus(opening, sum(moved)))
}

interface Bookings {
  readonly total: string
  readonly fees: string
  readonly count: number
  readonly rows: readonly { readonly fee: string }[]
}

/** What a position came to, and the fees of its bookings. */
function ofBookings(terms: Terms, facts: Facts): readonly string[] {
  const answer = facts.reply<Bookings>('/coin/contract/position/bookings')
  const fee = terms.get(bookings.charges.fee)
  if (answer === undefined || fee === undefined || !terms.has(positions.realised)) return []
  const rows = facts.frame.figures.filter(({ label, rowAt }) => rowAt >= 0 && label === bookings.charges.fee)
  return [
    ...expectEqual(bookings.total, decimal(answer.total), sum([...terms.values()])),
    ...(rows.length < answer.count
      ? []
      : expectEqual(bookings.charges.fee, fee, sum(rows.map(({ value }) => decimal(value))))),
  ]
}

/** Holdings are all of the total; the result is what it is more than what was paid in. */
function ofHoldings({ frame, reply, isMoving }: Facts): readonly string[] {
  // While the market moves the answer may be newer than what is drawn.
  if (isMoving === true) return []
  const { holdings, result } = portfolioEs
  const answer = reply<{ total?: { value: string; paidIn: string; result: string } }>('/user/portfolio')?.total
  const rows = frame.figures.filter(({ headings, kind }) => kind === 'amount' && headings[0] === holdings.title)
  if (answer === undefined || rows.length === 0) return []
  const shown = frame.figures.find(({ label, isPercent }) => label === result.result && !isPercent)
  return [
    ...(isWithin(minus(sum(rows.map(({ value }) => decimal(value))), decimal(answer.value)), rows.length)
      ? []
      : [`${holdings.title} come to another sum than ${answer.value}`]),
    ...(shown === undefined
      ? []
      : expectEqual(result.result, decimal(shown.value), minus(decimal(answer.value), decimal(answer.paidIn)))),
  ]
}

/** Each value is rounded to cents by itself: their sum may be off by half a cent each. */
function isWithin(apart: Decimal, rows: number): boolean {
  const cents = rounded(apart, 2, 'away').units
  return (cents < 0n ? -cents : cents) * 2n <= BigInt(rows)
}
