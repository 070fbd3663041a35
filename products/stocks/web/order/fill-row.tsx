import { Amount, DateTime, ListRow, Price } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { Fill } from '../../contract.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { orderAt } from '../addresses.ts'
import { useSaid } from '../said.ts'

/** One fill in a list. */
export function FillRow({ fill, title }: { readonly fill: Fill; readonly title?: string }) {
  const t = useWords<Messages>('stocks')
  const said = useSaid()
  return (
    <ListRow
      href={orderAt(fill.orderId)}
      title={`${title === undefined ? '' : `${title} · `}${t(fill.side === 'buy' ? 'sides.bought' : 'sides.sold')} ${said.quantity(fill.quantity)}`}
      note={<DateTime at={fill.at} shows="second" />}
      aside={<Amount value={fill.amount} currency={fill.currency} />}
      asideNote={<Price value={fill.price} />}
      chevron={false}
    />
  )
}
