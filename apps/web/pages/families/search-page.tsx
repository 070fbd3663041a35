import { useFoundCoins } from '@bolsillo/spot/web'
import { SearchPage } from '@bolsillo/stocks/web'

/** One search over all products: shares, coins and contracts. */
export default function Search() {
  return <SearchPage useOthers={useFoundCoins} />
}
