import { formatDecimal, useUi } from '@bolsillo/ui'
import { type Teller, useWords } from '@bolsillo/web-kit'
import { movableOf, type PurseName } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'

/** How many decimals an asset is counted in. */
export function decimalsOf(asset: string): number {
  return movableOf(asset)?.scale ?? 2
}

/** How many decimals of it are shown: zeros at the end of coins say nothing. */
export function shownDecimals(asset: string): { readonly min: number; readonly max: number } {
  return { min: 2, max: decimalsOf(asset) }
}

/** What customers call a purse. */
export function purseName(t: Teller<Messages>, purse: PurseName): string {
  return t(`purses.${purse}`)
}

const rateDecimals = { min: 2, max: 6 } as const

/** A rate both ways: `1 USD = 18.47005 MXN`, `1 MXN = 0.054142 USD`. */
export function useRateText(): (rate: { pair: string; mid: string; inverse: string }) => readonly [string, string] {
  const t = useWords<Messages>('exchange')
  const { style } = useUi()
  return ({ pair, mid, inverse }) => {
    const [base = '', quote = ''] = pair.split('/')
    const write = (text: string): string => formatDecimal(text, style, { decimals: rateDecimals })
    return [
      t('rate.one', { base, rate: write(mid), quote }),
      t('rate.one', { base: quote, rate: write(inverse), quote: base }),
    ]
  }
}
