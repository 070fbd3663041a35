import type { TicketProduct } from '@bolsillo/trading/web'
import { useWords } from '@bolsillo/web-kit'
import { judgeTicket, type TicketFacts } from '../../domain/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { useStockRefusal } from './refusal-text.ts'

/** How orders of shares differ from others: whole shares where there are no parts, good for the day, no post-only. */
export function useStockTicket(facts: TicketFacts | undefined): TicketProduct {
  const t = useWords<Messages>('stocks')
  const refusal = useStockRefusal()
  const instrument = facts?.desk.instrument
  return {
    judge: judgeTicket,
    refusal,
    unit: t('ticket.shares'),
    money: t(facts?.currency.code === 'USD' ? 'ticket.dollars' : 'ticket.pesos'),
    quantityDecimals: instrument?.fractional === true ? instrument.scale.quantityScale : 0,
    postOnly: false,
    timeOf: () => 'day',
  }
}
