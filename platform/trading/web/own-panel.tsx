import {
  ButtonLink,
  EmptyState,
  formatDecimal,
  hiddenFigure,
  ListRow,
  SkeletonRows,
  useMasked,
  useUi,
} from '@bolsillo/ui'
import { useSession, useWords } from '@bolsillo/web-kit'
import type { Messages } from '../messages/es-ES.ts'
import type { ShownOrder, TradingAddresses } from './shown-order.ts'

/** The customer's orders in this instrument, newest first. */
export function OwnPanel(props: {
  readonly orders: readonly ShownOrder[] | undefined
  readonly ticker: string
  /** The page to come back to after signing in. */
  readonly back: string
  readonly addresses: Pick<TradingAddresses, 'orderAt' | 'ordersAt' | 'loginPath'>
}) {
  const { orders, ticker, back } = props
  const { orderAt, ordersAt, loginPath } = props.addresses
  const t = useWords<Messages>('trading')
  const { style } = useUi()
  const masked = useMasked()
  const { token } = useSession()
  if (token === '') {
    return (
      <EmptyState
        title={t('orders.signIn')}
        action={{ label: t('orders.signInAction'), href: `${loginPath}?back=${encodeURIComponent(back)}` }}
      />
    )
  }
  if (orders === undefined) {
    return (
      <div className="px-4">
        <SkeletonRows rows={3} />
      </div>
    )
  }
  if (orders.length === 0)
    return <EmptyState title={t('orders.noneHere', { ticker })} text={t('orders.noneHereHint')} />
  const size = (order: ShownOrder): string =>
    masked
      ? hiddenFigure
      : formatDecimal(order.quantity ?? order.filledQuantity, style, { decimals: { min: 0, max: 12 } })
  return (
    <div className="px-4 pb-2">
      {orders.map((order) => (
        <ListRow
          key={order.orderId}
          href={orderAt(order.orderId)}
          title={`${t(order.side === 'buy' ? 'sides.bought' : 'sides.sold')} ${size(order)}`}
          note={`${t(`types.${order.type}`)} · ${t(`times.${order.timeInForce}`)}`}
          aside={formatDecimal(order.averagePrice ?? order.limitPrice ?? order.stopPrice ?? '0', style, {
            decimals: { min: 2, max: 4 },
          })}
          asideNote={t(`states.${order.state}`)}
        />
      ))}
      <ButtonLink kind="plain" size="medium" wide href={ordersAt('all')}>
        {t('orders.all')}
      </ButtonLink>
    </div>
  )
}
