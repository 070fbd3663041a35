import { Amount, DateTime, everyDecimal, hiddenFigure, ListRow, Price, useMasked, useSaid } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import { isFromCandles } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { MadeUp } from './made-up.tsx'
import type { ShownFill } from './shown-order.ts'

/** One fill in a list. */
export function FillRow(props: {
  readonly fill: ShownFill
  readonly href: string
  /** The instrument, where the list has several. */
  readonly title?: string
}) {
  const { fill, href, title } = props
  const t = useWords<Messages>('trading')
  const said = useSaid()
  const masked = useMasked()
  return (
    <ListRow
      href={href}
      title={`${title === undefined ? '' : `${title} · `}${t(fill.side === 'buy' ? 'sides.bought' : 'sides.sold')} ${masked ? hiddenFigure : said.quantity(fill.quantity)}`}
      note={
        <>
          <DateTime at={fill.at} shows="second" />
          {isFromCandles(fill.source) && <MadeUp />}
        </>
      }
      aside={<Amount value={fill.amount} currency={fill.currency} decimals={everyDecimal} masked={masked} />}
      asideNote={<Price value={fill.price} />}
      chevron={false}
    />
  )
}
