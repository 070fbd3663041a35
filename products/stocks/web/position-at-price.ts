import type { ReplyOf } from '@bolsillo/contract'
import { decimalUnits, divide, shareBps, writeDecimal, writePercent } from '@bolsillo/kernel'
import { heldAtPrice } from '@bolsillo/trading/domain'
import type { Position, positions } from '../contract/index.ts'

/** Pesos and dollars have cents. */
const moneyScale = 2

/**
 * A position at a newer price: worth, result and the day's change are those of the price beside them, and not of the last
 * time positions were asked for. Without a price it stays as it was answered.
 */
export function positionAtPrice(position: Position, last: string | undefined): Position {
  const { value } = position
  if (last === undefined || value === undefined) return position
  const held = heldAtPrice(position, last, moneyScale)
  return {
    ...position,
    ...held,
    ...todayAt(position, decimalUnits(held.value, moneyScale) - decimalUnits(value, moneyScale)),
  }
}

/** The day's change after the price moved the worth by so much. */
function todayAt({ today, todayPercent, value = '0' }: Position, moved: bigint): Partial<Position> {
  if (today === undefined) return {}
  const before = decimalUnits(today, moneyScale)
  const after = writeDecimal(before + moved, moneyScale)
  // A part of what there was before the change, which no price moves. Where something was sold today, that is not known
  // here, and the percent of before beside the change of now would contradict it.
  const base = decimalUnits(value, moneyScale) - before
  const isKnown = todayPercent === writePercent(shareBps(before, base))
  return { today: after, todayPercent: isKnown ? writePercent(shareBps(before + moved, base)) : undefined }
}

type Positions = ReplyOf<typeof positions>

/**
 * All positions at newer prices, and their sums moved by as much: rows and total are of one moment. What is not in the money
 * of the total is converted at the rate the answer was made with.
 */
export function positionsAtPrices(data: Positions, lastOf: (symbol: string) => string | undefined): Positions {
  const rows = data.rows.map((row) => positionAtPrice(row, lastOf(row.symbol)))
  const moved = new Map<string, bigint>()
  for (const [index, { currency, value }] of rows.entries()) {
    const before = data.rows[index]?.value
    if (value === undefined || before === undefined) continue
    const more = decimalUnits(value, moneyScale) - decimalUnits(before, moneyScale)
    moved.set(currency, (moved.get(currency) ?? 0n) + more)
  }
  const currencies = data.currencies.map((income) => movedBy(income, moved.get(income.currency) ?? 0n))
  if (data.total === undefined) return { ...data, rows, currencies }
  return { ...data, rows, currencies, total: movedBy(data.total, movedInAll(data, data.total, moved)) }
}

type Income = Positions['currencies'][number]

function movedBy(income: Income, more: bigint): Income {
  const add = (text: string): string => writeDecimal(decimalUnits(text, moneyScale) + more, moneyScale)
  return { ...income, value: add(income.value), unrealised: add(income.unrealised) }
}

/** What all that moved comes to in the money of the total. One other money there is at most: its rate is in the answer's sums. */
function movedInAll({ currencies }: Positions, total: Income, moved: ReadonlyMap<string, bigint>): bigint {
  const worthOf = (income: Income | undefined): bigint => decimalUnits(income?.value ?? '0', moneyScale)
  const own = moved.get(total.currency) ?? 0n
  const other = currencies.find(({ currency }) => currency !== total.currency)
  const foreign = worthOf(other)
  if (other === undefined || foreign === 0n) return own
  const converted = worthOf(total) - worthOf(currencies.find(({ currency }) => currency === total.currency))
  return own + divide((moved.get(other.currency) ?? 0n) * converted, foreign, 'half-even')
}
