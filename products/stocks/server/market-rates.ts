import type { SourcedMid } from '@bolsillo/conversion/server'
import { currencies } from '@bolsillo/kernel'
import type { StocksPorts } from './ports.ts'

/** The middle of USD/MXN with where it is from; undefined before the market has said anything of it. */
export function dollarRate({ rates, services }: Pick<StocksPorts, 'rates' | 'services'>): SourcedMid | undefined {
  return rates.midOf(currencies.USD, currencies.MXN, services.clock.now())
}
