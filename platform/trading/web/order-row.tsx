import { Amount, hiddenFigure, ListRow, Monogram, Pill, type Tone, useMasked, useSaid } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { Messages } from '../messages/es-ES.ts'
import { MadeUp } from './made-up.tsx'
import type { ShownOrder } from './shown-order.ts'

const tones: Readonly<Record<ShownOrder['state'], Tone>> = {
  waiting: 'quiet',
  'pending-trigger': 'quiet',
  open: 'brand',
  'partially-filled': 'brand',
  filled: 'good',
  cancelled: 'quiet',
  expired: 'quiet',
  rejected: 'bad',
}

/** The state of an order in a word. */
export function OrderState({ order: { state, opensAt } }: { readonly order: Pick<ShownOrder, 'state' | 'opensAt'> }) {
  const t = useWords<Messages>('trading')
  return <Pill tone={tones[state]}>{opensAt === undefined ? t(`states.${state}`) : t('waitsForOpening')}</Pill>
}

/** What an order asks for in one line: `Compra 50 a 62.40`. `masked`: without how much. */
export function useOrderLine(): (order: ShownOrder, masked?: boolean) => string {
  const t = useWords<Messages>('trading')
  const said = useSaid()
  return (order, masked = false) => {
    const side = t(order.side === 'buy' ? 'sides.bought' : 'sides.sold')
    const size = masked
      ? hiddenFigure
      : order.quantity === undefined
        ? t('orders.byAmount', { amount: said.amount(order.amount ?? '0', order.currency) })
        : said.quantity(order.quantity)
    const price = order.limitPrice ?? order.stopPrice
    return `${side} ${size} ${price === undefined ? t('orders.atMarket') : `· ${said.price(price)}`}`
  }
}

/** An order in a list. */
export function OrderRow({ order, href }: { readonly order: ShownOrder; readonly href: string }) {
  const t = useWords<Messages>('trading')
  const said = useSaid()
  const line = useOrderLine()
  const masked = useMasked()
  const sized = (size: string): string => (masked ? hiddenFigure : said.quantity(size))
  const some = order.filledQuantity !== '0'
  return (
    <ListRow
      href={href}
      lead={<Monogram of={order.ticker} />}
      title={order.ticker}
      note={
        <>
          {line(order, masked)}
          {order.madeUp === true && <MadeUp />}
        </>
      }
      aside={
        some ? (
          <Amount value={order.filledAmount} currency={order.currency} masked={masked} />
        ) : (
          <span className="font-plain text-13 text-second">{t(`types.${order.type}`)}</span>
        )
      }
      asideNote={
        order.state === 'partially-filled' && order.quantity !== undefined ? (
          t('orders.row', { filled: sized(order.filledQuantity), quantity: sized(order.quantity) })
        ) : (
          <OrderState order={order} />
        )
      }
      chevron={false}
    />
  )
}
