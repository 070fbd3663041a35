import type { ReplyOf } from '@bolsillo/contract'
import { formatDecimal, type NumberStyle } from '@bolsillo/ui'
import type { Teller } from '@bolsillo/web-kit'
import type { listRecords } from '../contract/index.ts'
import { entryValues, isEntryKind } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'

export type RecordRow = ReplyOf<typeof listRecords>['rows'][number]

/** The title of a line of the statement: `Compra 50 WALMEX`, `Comisión`. */
export function lineTitle(t: Teller<Messages>, row: Described & Pick<RecordRow, 'part'>, style: NumberStyle): string {
  return row.part === 'whole' ? entryTitle(t, row, style) : t(`parts.${row.part}`)
}

/** The title of an entry, the same for each of its lines. */
export function entryTitle(t: Teller<Messages>, row: Described, style: NumberStyle): string {
  const values = entryValues(row.details, {
    quantity: (text) => formatDecimal(text, style, { decimals: { min: 0, max: 12 } }),
    purse: (purse) => purseName(t, purse),
  })
  return t(`kinds.${isEntryKind(row.kind) ? row.kind : 'other'}`, values).trim()
}

/** The fields of an entry that every reply has. */
export interface Described {
  readonly kind: string
  readonly details: Readonly<Record<string, string>>
}

/** What customers call a purse. */
export function purseName(t: Teller<Messages>, purse: string): string {
  return purse === 'coin' || purse === 'contract' || purse === 'stock' ? t(`purses.${purse}`) : purse
}

const named = ['MXN', 'USD', 'BRL', 'BTC', 'ETH', 'USDT'] as const

/** The name of what an account counts. */
export function assetName(t: Teller<Messages>, asset: string): string {
  const known = named.find((code) => code === asset)
  return known === undefined ? asset.replace(/^STK:/, '').replace(/\.[A-Z]{2}$/, '') : t(`assets.names.${known}`)
}

/** How many decimals an amount of an asset is shown with: those of its money, as many as needed for shares. */
export function assetDecimals(asset: string): number | { readonly min: number; readonly max: number } {
  return moneyDecimals[asset] ?? { min: asset.startsWith('STK:') ? 0 : 2, max: 12 }
}

const moneyDecimals: Readonly<Record<string, number>> = { MXN: 2, USD: 2, BRL: 2 }

const housePurses = ['payouts', 'unmatched', 'claims', 'owed', 'settlement'] as const

/** Who was on the other side of a line. */
export function ownerName(t: Teller<Messages>, leg: RecordRow['legs'][number]): string {
  if (leg.purse === 'fees' || leg.purse === 'vat' || leg.purse === 'rounding') return t(`parts.${leg.purse}`)
  const known = housePurses.find((purse) => purse === leg.purse)
  if (known !== undefined) return t(`owners.${known}`)
  return leg.purse === 'practice-funding' ? t('owners.pool') : t(`owners.${leg.owner}`)
}

/** What an entry is, without the instrument, amount or way that only its customer's own records name. */
export function kindName(t: Teller<Messages>, kind: string): string {
  const nothing = { instrument: '', quantity: '', source: '', target: '', way: '', to: '' }
  const words = t(`kinds.${isEntryKind(kind) ? kind : 'other'}`, nothing)
  return words
    .replace('→', '')
    .trim()
    .replace(/\s+(?:de|for|a|to|para)$/, '')
}

const publicPurses = [
  ...(['fees', 'vat', 'practice-funding', 'rounding', 'settlement', 'custody'] as const),
  ...(['payouts', 'unmatched', 'claims', 'insurance', 'owed'] as const),
]

/** What an account of the house or of whoever holds for it is for. */
export function publicPurseName(t: Teller<Messages>, purse: string): string {
  const known = publicPurses.find((one) => one === purse)
  return known === undefined ? purse : t(`books.purses.${known}`)
}
