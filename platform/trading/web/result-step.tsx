import {
  Amount,
  Button,
  ButtonLink,
  classes,
  DefinitionList,
  DrawnCheck,
  everyDecimal,
  type FactProps,
  Icon,
  Price,
  Quantity,
  Sheet,
  useSaid,
} from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { LucideIcon } from 'lucide-react'
import Check from 'lucide-react/icons/check'
import CircleHelp from 'lucide-react/icons/circle-question-mark'
import Clock from 'lucide-react/icons/clock'
import Minus from 'lucide-react/icons/minus'
import type { Messages } from '../messages/es-ES.ts'
import type { SharedSheet } from './order-password.tsx'
import type { ShownFill, ShownOrder } from './shown-order.ts'

interface Placed {
  readonly order: ShownOrder
  readonly fills: readonly ShownFill[]
}

export interface ResultStepProps {
  readonly sheet: SharedSheet
  /** `unknown`: nobody could say whether the order got in. */
  readonly result: Placed | 'unknown'
  /** Asks again with the same key: the order is not sent twice. */
  readonly onAsk: () => void
  readonly onDone: () => void
  readonly orderAt: (orderId: string) => string
  /** What a whole fill is called, where it is neither a purchase nor a sale. */
  readonly filledTitle?: (order: ShownOrder) => string
  /** What the fills come to before their fees, and after them. */
  readonly comesTo?: readonly [before: FactProps | undefined, ...after: readonly FactProps[]]
}

interface Told {
  readonly icon: LucideIcon
  readonly look: string
  readonly title: string
  readonly text: string
}

/** The outcome of the order: the fill itself, not a "success". */
export function ResultStep({ sheet, result, onAsk, onDone, orderAt, filledTitle, comesTo }: ResultStepProps) {
  const t = useWords<Messages>('trading')
  const tell = useTelling(filledTitle)
  const told = tell(result)
  const placed = result === 'unknown' ? undefined : result
  return (
    <Sheet
      {...sheet}
      footer={
        placed === undefined ? (
          <Button wide loading={sheet.locked ?? false} onClick={onAsk}>
            {t('ticket.result.ask')}
          </Button>
        ) : (
          <div className="grid grid-cols-2 gap-3">
            <ButtonLink kind="ghost" href={orderAt(placed.order.orderId)}>
              {t('ticket.result.see')}
            </ButtonLink>
            <Button onClick={onDone}>{t('ticket.result.done')}</Button>
          </div>
        )
      }
    >
      <div role="status" className="flex flex-col items-center gap-1 py-3 text-center">
        <span className={classes('mb-2 grid size-13 place-items-center rounded-pill', told.look)}>
          {told.icon === Check ? <DrawnCheck size={28} /> : <Icon of={told.icon} size={28} />}
        </span>
        <p className="font-strong text-20">{told.title}</p>
        <p className="text-second">{told.text}</p>
      </div>
      {placed !== undefined && placed.fills.length > 0 && <FillLines placed={placed} comesTo={comesTo} />}
    </Sheet>
  )
}

/** The result of an order as a sentence with its mark. */
function useTelling(filledTitle: ResultStepProps['filledTitle']): (result: Placed | 'unknown') => Told {
  const t = useWords<Messages>('trading')
  const said = useSaid()
  const average = (order: ShownOrder): string =>
    t('ticket.result.average', {
      price: said.price(order.averagePrice ?? '0'),
      amount: said.amount(order.filledAmount, order.currency),
    })
  const resting = ({ order }: Placed): Told => {
    const price = said.price(order.limitPrice ?? order.stopPrice ?? '0')
    const triggers = order.state === 'pending-trigger' || order.state === 'waiting'
    const values = {
      side: t(`sides.${order.side}`),
      quantity: said.quantity(order.quantity ?? '0'),
      ticker: order.ticker,
      price,
    }
    if (order.opensAt !== undefined) {
      return {
        icon: Clock,
        look: 'bg-wash text-brand',
        title: t('ticket.result.opening'),
        text: t('ticket.result.openingDetail', { ...values, when: said.moment(order.opensAt) }),
      }
    }
    return {
      icon: Clock,
      look: 'bg-wash text-brand',
      title: triggers ? t('ticket.result.waiting', { price }) : t('ticket.result.open'),
      text: t('ticket.result.openDetail', values),
    }
  }
  return (result) => {
    if (result === 'unknown') {
      const [title, text] = [t('ticket.result.unknown'), t('ticket.result.unknownDetail')]
      return { icon: CircleHelp, look: 'bg-warn text-warnink', title, text }
    }
    const { order } = result
    if (order.filledQuantity === '0') {
      if (order.state !== 'cancelled' && order.state !== 'rejected' && order.state !== 'expired') return resting(result)
      return {
        icon: Minus,
        look: 'bg-hair text-second',
        title: t('ticket.result.none'),
        text: t('ticket.result.noneDetail'),
      }
    }
    const filled = said.quantity(order.filledQuantity)
    const whole = order.state === 'filled' || order.quantity === undefined
    const title = whole
      ? (filledTitle?.(order) ??
        t(order.side === 'buy' ? 'ticket.result.filledBuy' : 'ticket.result.filledSell', {
          quantity: filled,
          ticker: order.ticker,
        }))
      : t('ticket.result.partial', { filled, quantity: said.quantity(order.quantity ?? '0') })
    return { icon: Check, look: 'bg-up text-on-fill', title, text: average(order) }
  }
}

function FillLines({ placed, comesTo }: { readonly placed: Placed; readonly comesTo: ResultStepProps['comesTo'] }) {
  const { order, fills } = placed
  const [before, ...after] = comesTo ?? []
  const exact = (value: string) => <Amount value={value} currency={order.currency} decimals={everyDecimal} />
  const t = useWords<Messages>('trading')
  return (
    <DefinitionList
      className="[&_dd]:animate-[roll_260ms_ease-out_280ms_both]"
      facts={[
        ...fills.map((fill) => ({
          label: (
            <>
              <Quantity value={fill.quantity} /> × <Price value={fill.price} />
            </>
          ),
          value: exact(fill.amount),
        })),
        ...(before === undefined ? [] : [before]),
        { label: t('order.fee'), value: exact(order.fee) },
        { label: t('order.vat'), value: exact(order.vat) },
        ...after,
      ]}
    />
  )
}
