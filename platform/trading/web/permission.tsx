import { Button, Sheet } from '@bolsillo/ui'
import { useCustomer, useSession, useWords } from '@bolsillo/web-kit'
import { type ComponentType, useState } from 'react'
import type { Messages } from '../messages/es-ES.ts'

/** What a product leaves to a customer who was restricted: to sell what they own, or to make positions smaller, from the position itself. */
export type WhenRestricted = 'sell' | 'close'

export type Side = 'buy' | 'sell'

/** The status of a customer who was restricted, as login-info has it. */
const restrictedStatus = 0

/** What the customer who is signed in may do here: of whom nothing is known everything, for the server decides. */
export function usePermission(whenRestricted: WhenRestricted): {
  readonly isRestricted: boolean
  may: (side: Side) => boolean
} {
  const { user } = useSession()
  const isRestricted = user?.status === restrictedStatus
  return { isRestricted, may: (side) => !isRestricted || (side === 'sell' && whenRestricted === 'sell') }
}

export interface TradeButtonsProps {
  readonly whenRestricted: WhenRestricted
  readonly onTrade: (side: Side) => void
  /** What the two buttons say, where it is not buying and selling. */
  readonly labels?: { readonly buy: string; readonly sell: string } | undefined
}

/** The two buttons of an instrument. What a restricted customer may not do cannot be pressed, and a line says why. */
export function TradeButtons({ whenRestricted, onTrade, labels }: TradeButtonsProps) {
  const t = useWords<Messages>('trading')
  const { isRestricted, may } = usePermission(whenRestricted)
  return (
    <div className="grid grid-cols-2 gap-3">
      {isRestricted && <p className="col-span-2 text-12 text-second">{t(`restricted.${whenRestricted}`)}</p>}
      {(['sell', 'buy'] as const).map((side) => (
        <Button key={side} kind={side} disabled={!may(side)} onClick={() => onTrade(side)}>
          {labels?.[side] ?? t(`sides.${side}`)}
        </Button>
      ))}
    </div>
  )
}

/** What every product's order form is opened with. */
export interface TicketProps {
  readonly symbol: string
  readonly side: Side
  readonly onClose: () => void
  /** A price taken from the book or the chart. */
  readonly limitPrice?: string | undefined
}

/**
 * A product's form for who may fill it in; to others it says why not, before they have filled anything in. What one
 * customer has typed, the trade password with it, is gone once another is signed in or nobody is.
 */
export function permittedTicket(
  whenRestricted: WhenRestricted,
  Ticket: ComponentType<TicketProps>,
): ComponentType<TicketProps> {
  return function TicketOfCustomer(order) {
    const customer = useCustomer()
    return <PermittedTicket key={customer} order={order} whenRestricted={whenRestricted} ticket={Ticket} />
  }
}

function PermittedTicket(props: {
  readonly order: TicketProps
  readonly whenRestricted: WhenRestricted
  readonly ticket: ComponentType<TicketProps>
}) {
  const { order, whenRestricted, ticket: Ticket } = props
  const { symbol, onClose } = order
  const t = useWords<Messages>('trading')
  const { may } = usePermission(whenRestricted)
  const [instead, setInstead] = useState(false)
  // A price at which somebody would have bought is none to sell at.
  if (instead) return <Ticket symbol={symbol} side="sell" onClose={onClose} />
  if (may(order.side)) return <Ticket {...order} />
  return (
    <Sheet
      open
      docks
      onOpenChange={(open) => !open && onClose()}
      title={t(`sides.${order.side}`)}
      footer={
        may('sell') && (
          <Button kind="sell" wide onClick={() => setInstead(true)}>
            {t('sides.sell')}
          </Button>
        )
      }
    >
      <p className="text-second">{t(`restricted.${whenRestricted}`)}</p>
    </Sheet>
  )
}
