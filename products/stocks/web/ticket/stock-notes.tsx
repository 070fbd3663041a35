import type { ReplyOf } from '@bolsillo/contract'
import type { OrderSide as Side, FormFacts as TicketFacts } from '@bolsillo/trading/domain'
import type { TicketState } from '@bolsillo/trading/web'
import { Note, useSaid, useUi } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import Lock from 'lucide-react/icons/lock'
import Sparkles from 'lucide-react/icons/sparkles'
import type { ticket } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { ConversionOffer } from './conversion-offer.tsx'

type Reply = ReplyOf<typeof ticket>

/** What only shares have: VIP, the T+1 lock, and an offer to convert the currency that is short. */
export function StockNotes(props: {
  readonly side: Side
  readonly reply: Reply
  readonly facts: TicketFacts
  readonly state: TicketState
}) {
  const { side, reply, facts, state } = props
  const t = useWords<Messages>('stocks')
  const said = useSaid()
  const { Link } = useUi()
  const next = reply.position.locks[0]
  const { verdict } = state
  return (
    <>
      {reply.vipMissing && (
        <Note icon={Sparkles} tone="warning">
          <Link href="/pages/stock/vip">{t('ticket.vip')}</Link>
        </Note>
      )}
      {side === 'sell' && next !== undefined && (
        <Note icon={Lock}>
          {t('ticket.locked', { quantity: said.quantity(next.quantity), when: said.moment(next.sellableAt) })}
        </Note>
      )}
      {side === 'buy' && facts.desk.state === 'continuous' && (
        <Note icon={Lock}>{t('ticket.unlock', { when: said.moment(reply.sellableAt) })}</Note>
      )}
      {side === 'buy' && verdict?.short !== undefined && state.touched.size > 0 && (
        <ConversionOffer short={verdict.short} facts={facts} exact={verdict.estimate?.exact ?? false} />
      )}
    </>
  )
}

/** When it settles, and from when what is bought may be sold. */
export function Consequences({ side, reply }: { readonly side: Side; readonly reply: Reply }) {
  const t = useWords<Messages>('stocks')
  const said = useSaid()
  const settles = t('ticket.settles', { when: said.day(reply.settlesOn) })
  if (side === 'sell') return <Note icon={Lock}>{settles}</Note>
  return (
    <Note icon={Lock}>
      {t('ticket.unlock', { when: said.moment(reply.sellableAt) })} {settles}
    </Note>
  )
}
