import { decimalUnits, rescale, shareBps, writeDecimal, writePercent } from '@bolsillo/kernel'
import type { Position } from '../contract/index.ts'

/** Pesos and dollars have cents. */
const moneyScale = 2
const scaleOf = (text: string): number => text.split('.')[1]?.length ?? 0

/**
 * A position at a newer price: worth, result and the day's change are those of the price beside them, and not of the last
 * time positions were asked for. Without a price it stays as it was answered.
 */
export function positionAtPrice(position: Position, last: string | undefined): Position {
  const { quantity, cost, value } = position
  if (last === undefined || value === undefined) return position
  const [quantityScale, priceScale] = [scaleOf(quantity), scaleOf(last)]
  const exact = decimalUnits(quantity, quantityScale) * decimalUnits(last, priceScale)
  const worth = rescale(exact, quantityScale + priceScale, moneyScale, 'half-even')
  const units = (text: string): bigint => decimalUnits(text, moneyScale)
  const money = (minor: bigint): string => writeDecimal(minor, moneyScale)
  const gained = worth - units(cost)
  return {
    ...position,
    value: money(worth),
    unrealised: money(gained),
    ...(units(cost) === 0n ? {} : { unrealisedPercent: writePercent(shareBps(gained, units(cost))) }),
    ...todayAt(position, worth - units(value)),
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
