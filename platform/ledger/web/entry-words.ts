import type { ReplyOf } from '@bolsillo/contract'
import { formatDecimal, type NumberStyle } from '@bolsillo/ui'
import type { Teller } from '@bolsillo/web-kit'
import type { listRecords } from '../contract.ts'
import type { Messages } from '../messages/es-ES.ts'

export type RecordRow = ReplyOf<typeof listRecords>['rows'][number]

const kinds = [
  'practice-pool',
  'practice-grant',
  'stock-order-hold',
  'stock-order-release',
  'stock-buy',
  'stock-sell',
  'conversion',
] as const

/** What a line of the statement says: `Compra 50 WALMEX`, `Comisión`. */
export function lineTitle(t: Teller<Messages>, row: RecordRow, style: NumberStyle): string {
  return row.part === 'whole' ? entryTitle(t, row, style) : t(`parts.${row.part}`)
}

/** What an entry says, whichever of its lines is looked at. */
export function entryTitle(t: Teller<Messages>, row: RecordRow, style: NumberStyle): string {
  const kind = kinds.find((known) => known === row.kind) ?? 'other'
  const { instrument = '', quantity = '0', source = '', target = '' } = row.details
  return t(`kinds.${kind}`, {
    instrument: tickerOf(instrument),
    quantity: formatDecimal(quantity, style, { decimals: { min: 0, max: 12 } }),
    source: codeOf(source),
    target: codeOf(target),
  })
}

/** The currency of `51871.15 MXN`. */
function codeOf(amount: string): string {
  return amount.split(' ').at(-1) ?? ''
}

/** `WALMEX.MX` is known to customers as WALMEX. */
function tickerOf(instrument: string): string {
  return instrument.replace(/\.[A-Z]{2}$/, '')
}

/** The name of what an account counts. */
export function assetName(t: Teller<Messages>, asset: string): string {
  return asset === 'MXN' || asset === 'USD' || asset === 'BRL' ? t(`assets.names.${asset}`) : asset.replace(/^STK:/, '')
}

/** Who stood on the other side of a line. */
export function ownerName(t: Teller<Messages>, leg: RecordRow['legs'][number]): string {
  if (leg.purse === 'fees' || leg.purse === 'vat' || leg.purse === 'rounding') return t(`parts.${leg.purse}`)
  return leg.purse === 'practice-funding' ? t('owners.pool') : t(`owners.${leg.owner}`)
}
