import { appSettings } from '@bolsillo/settings/domain'
import { knownSetting } from '@bolsillo/settings/web'
import { readStored, writeStored } from '@bolsillo/web-kit'
import { useState } from 'react'
import { type StockCountry, stockCountries } from '../contract/index.ts'

/** The market the customer looks at, kept in this browser under the specification's name; the published one until then. */
export function useStockCountry(): readonly [StockCountry, (chosen: StockCountry) => void] {
  // As it was when the page opened: one that arrives later would change the market under the customer.
  const [published] = useState(() => knownSetting(appSettings.stockCountry))
  const [chosen, setCountry] = useState<StockCountry | undefined>(() =>
    stockCountries.find((one) => one === readStored('stockCountry')),
  )
  const choose = (next: StockCountry): void => {
    writeStored('stockCountry', next)
    setCountry(next)
  }
  return [chosen ?? published, choose]
}

/** How many searches are remembered. */
const searchesMax = 8

function readSearches(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(readStored('searchHistoryData') || '[]')
    return Array.isArray(stored) ? stored.filter((one) => typeof one === 'string').slice(0, searchesMax) : []
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}

interface SearchHistory {
  /** Symbols found and opened, latest first. */
  readonly symbols: readonly string[]
  readonly remember: (symbol: string) => void
  readonly clear: () => void
}

/** What was searched for and opened in this browser; it never leaves it. */
export function useSearchHistory(): SearchHistory {
  const [symbols, setSymbols] = useState(readSearches)
  const keep = (next: readonly string[]): void => {
    writeStored('searchHistoryData', JSON.stringify(next))
    setSymbols(next)
  }
  return {
    symbols,
    remember: (symbol) => keep([symbol, ...symbols.filter((one) => one !== symbol)].slice(0, searchesMax)),
    clear: () => keep([]),
  }
}
