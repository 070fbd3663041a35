import { readMarketFacts } from '@bolsillo/market/contract'
import { Ribbon } from '@bolsillo/ui'
import { useCall } from '@bolsillo/web-kit'
import { marketMadePath } from './market-made-path.ts'

/** The ribbon of a practice market, with where its prices come from: made here, a recording, or an exchange. */
export default function MarketRibbon() {
  const { source = 'simulated' } = useCall(readMarketFacts, {}).data ?? {}
  return (
    <Ribbon
      prices={source === 'simulated' ? 'simulated' : source.startsWith('replay') ? 'recorded' : 'real'}
      href={marketMadePath}
    />
  )
}
