import { ButtonLink, EmptyState, formatDecimal, ListRow, SkeletonRows, useUi } from '@bolsillo/ui'
import { useSession, useWords } from '@bolsillo/web-kit'
import type { Order } from '../../contract.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { loginPath, orderAt, ordersAt } from '../addresses.ts'

/** The customer's orders in this instrument, newest first. */
export function OwnPanel({ orders, back }: { readonly orders: readonly Order[] | undefined; readonly back: string }) {
  const t = useWords<Messages>('stocks')
  const { style } = useUi()
  const { token } = useSession()
  if (token === '') {
    return (
      <EmptyState
        title={t('kline.signIn')}
        action={{ label: t('positions.signInAction'), href: `${loginPath}?back=${encodeURIComponent(back)}` }}
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
  if (orders.length === 0) return <EmptyState title={t('kline.ordersEmpty')} text={t('kline.ordersEmptyHint')} />
  const size = (order: Order): string =>
    formatDecimal(order.quantity ?? order.filledQuantity, style, { decimals: { min: 0, max: 12 } })
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
        {t('markets.all')}
      </ButtonLink>
    </div>
  )
}
