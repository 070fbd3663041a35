import { decimalUnits, writeDecimal } from '@bolsillo/kernel'
import { writePercent } from '../domain/wire.ts'

const scaleOf = (text: string): number => text.split('.')[1]?.length ?? 0

/** What a price has changed since it was another, in its currency and in percent; both prices as the wire writes them. */
export function changeSince(last: string, then: string): { readonly change: string; readonly percent: string } {
  const scale = Math.max(scaleOf(last), scaleOf(then))
  const [now, before] = [decimalUnits(last, scale), decimalUnits(then, scale)]
  return { change: writeDecimal(now - before, scale), percent: writePercent(now, before) }
}
