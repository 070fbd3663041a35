import { WatchlistPage } from '@bolsillo/market/web'
import { placeOf } from './place-of.ts'

/** The customer's watchlists, of instruments of every family. */
export default function Watchlists() {
  return <WatchlistPage placeOf={placeOf} searchPath="/pages/stock/search" />
}
