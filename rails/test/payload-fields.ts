import { type Asset, type Instant, idOf, instant, isId, type Money, money, readDecimal } from '@bolsillo/kernel'

/** A provider's message is not what it should be. Caught where messages are read; the message is kept and shown. */
export class PayloadProblem extends Error {
  override name = 'PayloadProblem'
}

type Json = Readonly<Record<string, unknown>>

/** A message as an object. */
export function readObject(value: unknown, what: string): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new PayloadProblem(`${what} is missing`)
  return Object.fromEntries(Object.entries(value))
}

export function readText(fields: Json, name: string, max = 120): string {
  const value = fields[name]
  if (typeof value !== 'string' || value === '' || value.length > max) throw new PayloadProblem(`${name} is no text`)
  return value
}

export function readInstant(fields: Json, name: string): Instant {
  const value = fields[name]
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > 8_640_000_000_000_000 / 1000) {
    throw new PayloadProblem(`${name} is no time`)
  }
  return instant(value)
}

/** An amount above zero, written with at most the asset's decimals: `"1500.00"`. */
export function readAmount(fields: Json, name: string, asset: Asset): Money {
  const reading = readDecimal(readText(fields, name), asset.scale)
  if (reading.kind !== 'value' || reading.units <= 0n) throw new PayloadProblem(`${name} is no amount`)
  return money(reading.units, asset)
}

export function readWhole(fields: Json, name: string): number {
  const value = fields[name]
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
    throw new PayloadProblem(`${name} is no whole number`)
  }
  return value
}

export function readPayoutId(fields: Json, name: string): `pay_${string}` {
  const text = readText(fields, name)
  if (!isId('pay', text)) throw new PayloadProblem(`${name} is no payment of ours`)
  return idOf('pay', text)
}
