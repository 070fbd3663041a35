import type { ReplyOf } from '@bolsillo/contract'
import type { readWatchlist } from '@bolsillo/market/contract'
import { listName, QuoteRow } from '@bolsillo/market/web'
import { placeOf } from './place-of.ts'

/** An instrument of any family in a list over all of them; it leads to its chart. */
export function PlacedRow({ row }: { readonly row: ReplyOf<typeof readWatchlist>['rows'][number] }) {
  const { href, ticker } = placeOf(row)
  return <QuoteRow row={{ ...row, ticker }} name={listName(row)} href={href} />
}
