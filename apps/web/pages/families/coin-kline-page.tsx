import { loadContractChart } from '@bolsillo/contracts/web'
import { InstrumentSkeleton } from '@bolsillo/market/web'
import { loadCoinChart, useDay24, useLoadCoinCandles } from '@bolsillo/spot/web'
import { PageFrame } from '@bolsillo/ui'
import { useQueryValue } from '@bolsillo/web-kit'
import { lazy, Suspense } from 'react'

const CoinChart = lazy(loadCoinChart)
const ContractChart = lazy(loadContractChart)

const firstCoin = 'BTC-USDT'
const isContract = (symbol: string): boolean => symbol.endsWith('-PERP')

/** The chart of a coin, or of a contract on one: the address says which. */
export default function CoinKlinePage() {
  const symbol = useQueryValue('symbol') ?? firstCoin
  const load = useLoadCoinCandles()
  const day24 = useDay24(isContract(symbol) ? symbol : undefined)
  const waiting = (
    <PageFrame title={symbol.split('-')[0] ?? symbol} flush>
      <InstrumentSkeleton />
    </PageFrame>
  )
  return (
    <Suspense fallback={waiting}>
      {isContract(symbol) ? <ContractChart symbol={symbol} load={load} day24={day24} /> : <CoinChart symbol={symbol} />}
    </Suspense>
  )
}
