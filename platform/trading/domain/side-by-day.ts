import {
  type Instant,
  notional,
  type Price,
  plusDays,
  quantityOf,
  type TradeDate,
  type TradingScale,
} from '@bolsillo/kernel'
import { type CalendarId, dayStart, tradeDateOf } from '@bolsillo/market/domain'

// What the market's own side won or lost against customers, by exchange day. Basis: what it was paid, less what it paid,
// plus the change of what it holds, at the closing price of each day. Commissions are the house's and are not in it.

/** An exchange day of a calendar. */
export interface DaySpan {
  readonly date: TradeDate
  readonly from: Instant
  readonly to: Instant
}

/** The days shown of a calendar, today last. */
export function daySpans(calendar: CalendarId, now: Instant, count: number): readonly DaySpan[] {
  const today = tradeDateOf(calendar, now)
  return Array.from({ length: count }, (_, place) => {
    const date = plusDays(today, place - count + 1)
    return { date, from: dayStart(calendar, date), to: dayStart(calendar, plusDays(date, 1)) }
  })
}

/** What customers did with one instrument on one day, or before all days shown (`date` undefined). The demo's apart. */
export interface SideFlow {
  readonly instrumentId: string
  readonly date: TradeDate | undefined
  readonly isDemo: boolean
  readonly boughtUnits: bigint
  readonly soldUnits: bigint
  /** Minor units of the money it is traded in: what customers paid for what they bought, and got for what they sold. */
  readonly paid: bigint
  readonly got: bigint
  /** What customers got beside that: funding, and losses the market bore for them. Below zero: what they paid. */
  readonly other: bigint
}

/** One instrument on one day, from the side of the market. */
export interface SidePart extends Omit<SideFlow, 'date'> {
  readonly date: TradeDate
  readonly unitsBefore: bigint
  readonly unitsAfter: bigint
  readonly closeBefore: Price | undefined
  readonly close: Price | undefined
  /** Undefined where something is held that has no closing price. */
  readonly result: bigint | undefined
}

/** What is needed of an instrument. */
export interface SideInstrument {
  readonly id: string
  readonly scale: TradingScale
  readonly spans: readonly DaySpan[]
}

/** Every part of every day of one instrument on which something was traded or held. */
export function sideParts(
  { id, scale, spans }: SideInstrument,
  flows: readonly SideFlow[],
  closeOf: (span: DaySpan) => Price | undefined,
): readonly SidePart[] {
  const [first] = spans
  if (first === undefined) return []
  const beforeAll = closeOf({ ...first, to: first.from })
  return [false, true].flatMap((isDemo) => {
    const own = flows.filter((flow) => flow.isDemo === isDemo)
    let units = own.reduce((sum, flow) => (flow.date === undefined ? sum + flow.soldUnits - flow.boughtUnits : sum), 0n)
    let last = beforeAll
    return spans.flatMap((span): readonly SidePart[] => {
      const flow = own.find(({ date }) => date === span.date) ?? {
        ...nothing,
        instrumentId: id,
        isDemo,
        date: span.date,
      }
      const unitsBefore = units
      const closeBefore = last
      units += flow.soldUnits - flow.boughtUnits
      last = closeOf(span) ?? last
      if (unitsBefore === 0n && flow.boughtUnits === 0n && flow.soldUnits === 0n && flow.other === 0n) return []
      const [worthBefore, worthAfter] = [worthOf(unitsBefore, closeBefore, scale), worthOf(units, last, scale)]
      const result =
        worthBefore === undefined || worthAfter === undefined
          ? undefined
          : flow.paid - flow.got - flow.other + worthAfter - worthBefore
      return [{ ...flow, date: span.date, unitsBefore, unitsAfter: units, closeBefore, close: last, result }]
    })
  })
}

const nothing = { boughtUnits: 0n, soldUnits: 0n, paid: 0n, got: 0n, other: 0n } as const

/** What units are worth at a price, owed ones below zero. */
function worthOf(units: bigint, price: Price | undefined, scale: TradingScale): bigint | undefined {
  if (units === 0n) return 0n
  if (price === undefined) return undefined
  const worth = notional(price, quantityOf(units < 0n ? -units : units), scale, 'half-even').minor
  return units < 0n ? -worth : worth
}
