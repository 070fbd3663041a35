import { priceOf, tickAt, writeDecimal, writeMoney } from '@bolsillo/kernel'
import { DefinitionList, type FactProps, Note, Price, Term, useSaid } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import Layers from 'lucide-react/icons/layers'
import {
  type BookWalk,
  spokenPrice,
  spreadOf,
  type TicketInput,
  type TradedInstrument,
  type VisibleBook,
} from '../../domain/index.ts'
import type { Messages } from '../../messages/es-ES.ts'

export interface BookLinesProps {
  readonly instrument: Pick<TradedInstrument, 'scale' | 'ticks'>
  readonly book: VisibleBook | undefined
  readonly walk: BookWalk | undefined
  /** What quantities are counted in: `BTC`, shares. */
  readonly unit: string
  /** How it is sent. Of an order to market the room of these lines is kept while nothing is known. */
  readonly asked: Pick<TicketInput, 'type' | 'timeInForce'>
}

/** What an order meets in the book as it is shown: average and worst price, the spread, and what does not fit. */
export function BookLines({ instrument, book, walk, unit, asked }: BookLinesProps) {
  const t = useWords<Messages>('trading')
  const said = useSaid()
  const toMarket = asked.type === 'market'
  const spread = spreadOf(book)
  if (!toMarket && walk === undefined) return null
  const price = (units: Parameters<typeof spokenPrice>[0] | undefined) => (
    <Price value={units === undefined ? undefined : spokenPrice(units, instrument)} />
  )
  // A difference is written as finely as the prices it is between.
  const best = book?.asks[0]?.price
  const ticks = best === undefined ? instrument.ticks : [{ from: priceOf(0n), tick: tickAt(best, instrument.ticks) }]
  const lines: readonly FactProps[] = [
    { label: t('ticket.averagePrice'), value: price(walk?.average) },
    { label: t('ticket.worstPrice'), value: price(walk?.worst) },
    {
      label: <Term sentence={t('terms.spread')}>{t('ticket.spread')}</Term>,
      value: (
        <>
          <Price
            value={spread === undefined ? undefined : spokenPrice(spread.width, { scale: instrument.scale, ticks })}
          />
          {spread !== undefined && ` · ${said.percent(spread.percent)}`}
        </>
      ),
    },
  ]
  const quantity = (units: bigint): string =>
    `${said.quantity(trimmed(writeDecimal(units, instrument.scale.quantityScale)))} ${unit}`
  return (
    <>
      <DefinitionList facts={lines} />
      {walk !== undefined && walk.rest > 0n && (
        <Note icon={Layers} tone={toMarket ? 'warning' : 'quiet'}>
          {t(toMarket ? 'ticket.bookRest' : restSaid[asked.timeInForce ?? 'day'], {
            fits: quantity(walk.quantity),
            rest: quantity(walk.rest),
          })}
        </Note>
      )}
      {walk !== undefined && walk.restAmount.minor > 0n && (
        <Note icon={Layers} tone="warning">
          {t('ticket.bookRestMoney', {
            fits: quantity(walk.quantity),
            rest: said.amount(writeMoney(walk.restAmount), walk.restAmount.asset.code),
          })}
        </Note>
      )}
    </>
  )
}

/** The outcome of the rest of an order with a limit. */
const restSaid = {
  day: 'ticket.bookWaits',
  gtc: 'ticket.bookWaits',
  ioc: 'ticket.bookCancels',
  fok: 'ticket.bookNone',
} as const

const trimmed = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
