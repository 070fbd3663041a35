import { type Asset, readDecimal, readTradeDate, type TradeDate } from '@bolsillo/kernel'
import { eventAmountMax, payableAssets } from '../rail-events.ts'
import { canonicalTrackingKey, isTrackingKey } from '../tracking-key.ts'
import { lineTextMax, UnfitStatement } from './bank-statement.ts'

// What both formats read alike. Each throws `UnfitStatement` with the line it is in.

/** The account's number without the spaces people and files put into it. */
export function readAccount(text: string): string {
  const account = text.replaceAll(' ', '').toUpperCase()
  if (!/^[0-9A-Z-]{4,40}$/.test(account)) throw new UnfitStatement('account')
  return account
}

export function readAsset(code: string, place = 0): Asset {
  const asset = Object.hasOwn(payableAssets, code) ? payableAssets[code] : undefined
  if (asset === undefined) throw new UnfitStatement('asset', place)
  return asset
}

/** A balance, which may be below zero. */
export function readBalance(text: string, asset: Asset): bigint {
  const reading = readDecimal(text, asset.scale)
  if (reading.kind !== 'value' || reading.units > eventAmountMax || reading.units < -eventAmountMax)
    throw new UnfitStatement('balances')
  return reading.units
}

/** The amount of a line, above zero. */
export function readAmount(text: string, asset: Asset, place: number): bigint {
  const reading = readDecimal(text, asset.scale)
  if (reading.kind !== 'value' || reading.units <= 0n || reading.units > eventAmountMax)
    throw new UnfitStatement('amount', place)
  return reading.units
}

export function readDate(text: string, place: number): TradeDate {
  const date = readTradeDate(text.slice(0, 10))
  if (date === undefined || (text.length > 10 && text[10] !== 'T')) throw new UnfitStatement('date', place)
  return date
}

/** The bank's number of a line, in its one spelling. */
export function readNumber(text: string, place: number): string {
  const number = canonicalTrackingKey(text)
  if (!isTrackingKey(number)) throw new UnfitStatement('number', place)
  return number
}

/** A text of a line in one line, cut to what is kept. */
export function readLineText(text: string, what: keyof typeof lineTextMax): string {
  return text
    .normalize('NFC')
    .replaceAll(/[\u0000-\u001f\u007f\s]+/g, ' ')
    .trim()
    .slice(0, lineTextMax[what])
}
