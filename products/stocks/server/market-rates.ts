import type { SourcedMid } from '@bolsillo/conversion/server'
import { currencies } from '@bolsillo/kernel'
import type { StocksDeps } from './deps.ts'

/** The middle of USD/MXN with where it is from; undefined before the market has said anything of it. */
export function dollarRate({ rates, services }: Pick<StocksDeps, 'rates' | 'services'>): SourcedMid | undefined {
  return rates.midOf(currencies.USD, currencies.MXN, services.clock.now())
}
