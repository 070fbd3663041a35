import { decimalUnits, priceOf } from '@bolsillo/kernel'
import { Button, DecimalField, DefinitionList, Price, Sheet, showToast, useSaid } from '@bolsillo/ui'
import { type Refusal, useAction, useCall, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import { snapToTick } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { type OrderPassword, PasswordPart, useCoveredPassword } from './order-password.tsx'
import { linePrice } from './own-on-chart.ts'
import type { ShownOrder } from './shown-order.ts'
import { OrderRefusal } from './ticket/review-sheet.tsx'
import type { TradingProduct } from './trading-product.ts'

export interface MoveSheetProps {
  readonly order: ShownOrder
  /** Where its line was let go. */
  readonly price: string
  readonly rules: {
    readonly priceScale: number
    readonly ticks: readonly { readonly from: string; readonly tick: string }[]
  }
  readonly password: OrderPassword
  /** The product's call that moves it, as `useAction` gives it, and how it is sent. */
  readonly moving: { readonly error: Refusal | null; readonly isPending: boolean }
  readonly move: (
    fields: MovedPrices & { readonly orderId: string; readonly tradePassword?: string },
    then: { readonly onSuccess: () => void; readonly onError: (refusal: Refusal) => void },
  ) => void
  readonly onDone: () => void
}

/** Ticks of the wire in units. */
function ticksOf({ priceScale, ticks }: MoveSheetProps['rules']) {
  const price = (text: string) => priceOf(decimalUnits(text, priceScale))
  return { priceScale, ticks: ticks.map(({ from, tick }) => ({ from: price(from), tick: price(tick) })) }
}

/** The price that is moved: that of a stop while it waits for the market, else the limit. */
type MovedPrices = { readonly stopPrice: string } | { readonly limitPrice: string }

/** Another price for an open order: what it is now, what it would be, and the one button that sends it. */
export function MoveSheet(props: MoveSheetProps) {
  const { order, rules, password, moving, move, onDone } = props
  const t = useWords<Messages>('trading')
  const said = useSaid()
  const [price, setPrice] = useState(() => snapToTick(props.price, ticksOf(rules)))
  const field = linePrice(order).field
  const refusal = moving.error
  const atField = refusal !== null && (refusal.field === field || refusal.field === 'stopLimitPrice')
  const send = async (): Promise<void> => {
    const authorisation = await password.fieldsForOrder()
    if (authorisation === undefined) return
    const prices = field === 'stopPrice' ? { stopPrice: price } : { limitPrice: price }
    move(
      { orderId: order.orderId, ...prices, ...authorisation },
      {
        onError: password.onRefused,
        onSuccess: () => {
          showToast(t('move.done'))
          onDone()
        },
      },
    )
  }
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onDone()}
      title={t('move.title', { ticker: order.ticker })}
      locked={moving.isPending}
      footer={
        <Button wide loading={moving.isPending} disabled={price === '' || !password.ready} onClick={() => void send()}>
          {t('move.confirm')}
        </Button>
      }
    >
      <DefinitionList
        facts={[
          {
            label: t(`sides.${order.side}`),
            value: `${said.quantity(order.quantity ?? order.filledQuantity)} ${order.ticker}`,
            strong: true,
          },
          { label: t('order.type'), value: t(`types.${order.type}`) },
          { label: t('move.now'), value: <Price value={linePrice(order).price} /> },
        ]}
      />
      <DecimalField
        label={t('move.price')}
        value={price}
        onChange={setPrice}
        scale={rules.priceScale}
        suffix={order.currency}
        error={atField ? refusal.message : undefined}
      />
      <p className="text-12 text-second">{t('move.explained')}</p>
      {!password.authorised && <PasswordPart password={password} />}
      {!atField && <OrderRefusal refusal={refusal ?? undefined} />}
    </Sheet>
  )
}

/** Gives an open order of an asset (a share, a coin) another price, by its product's calls. */
export function MoveOrder(props: {
  readonly product: TradingProduct
  readonly order: ShownOrder
  readonly price: string
  readonly rules: MoveSheetProps['rules']
  readonly onDone: () => void
}) {
  const { product, ...rest } = props
  const { replace, authorise, ticket, list, fills, owned } = product.calls
  const asked = useCall(ticket, { symbol: props.order.symbol })
  const reply = asked.data as { readonly authorisedUntil?: number } | undefined
  const moving = useAction(replace, { refreshes: [ticket, list, fills, owned] })
  const password = useCoveredPassword(reply?.authorisedUntil, authorise, ticket)
  return (
    <MoveSheet {...rest} password={password} moving={moving} move={(fields, then) => moving.mutate(fields, then)} />
  )
}
