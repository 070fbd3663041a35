import { formatDateTime, Section, Timeline, useSaid, useUi } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import { isFromCandles } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import type { ShownEvent, ShownOrderDetails } from './shown-order.ts'

const idEnds = 4

/** Everything that happened to an order, in order, with the book's and the journal's numbers; then the days to come. */
export function LifeSection({ data }: { readonly data: ShownOrderDetails }) {
  const t = useWords<Messages>('trading')
  const say = useEventWords(data)
  return (
    <Section title={t('order.life')} pad="normal">
      <Timeline
        className="mt-2"
        steps={data.life.map((event) => ({ title: say.title(event), note: say.note(event), done: event.done }))}
      />
    </Section>
  )
}

function useEventWords({ order, fills }: ShownOrderDetails) {
  const t = useWords<Messages>('trading')
  const said = useSaid()
  const { zone } = useUi()
  const title = (event: ShownEvent): string => {
    switch (event.kind) {
      case 'held':
        return t(order.side === 'buy' ? 'order.events.held' : 'order.events.heldShares')
      case 'filled':
        return t('order.events.filled', {
          quantity: said.quantity(event.quantity ?? '0'),
          price: said.price(event.price ?? '0'),
        })
      case 'settles':
        return t('order.events.settles', { when: said.day(event.on ?? '') })
      case 'waiting':
        // Exits wait for what they sell; what is no exit waits for the opening.
        return t(order.parentOrderId === undefined ? 'waitsForOpening' : 'order.events.waiting')
      default:
        return t(`order.events.${event.kind}`)
    }
  }
  const candles = new Set(fills.flatMap(({ source, sequence }) => (isFromCandles(source) ? [sequence] : [])))
  const placeOf = (sequence: number): string =>
    candles.has(sequence)
      ? t('order.candle', { when: formatDateTime(sequence, zone) })
      : t('order.book', { sequence: said.quantity(String(sequence)) })
  const note = (event: ShownEvent): string => {
    const parts: string[] = []
    if (event.at !== undefined) parts.push(formatDateTime(event.at, zone, { shows: 'clock' }))
    if (event.kind === 'received') parts.push(t('order.number', { id: shortId(order.orderId) }))
    if (event.amount !== undefined && event.kind !== 'filled') {
      parts.push(order.side === 'buy' ? said.amount(event.amount, order.currency) : said.quantity(event.amount))
    }
    if (event.sequence !== undefined) parts.push(placeOf(event.sequence))
    if (event.entrySeq !== undefined) parts.push(t('order.entry', { seq: said.quantity(event.entrySeq) }))
    if (event.reason !== undefined) parts.push(t(`endReasons.${event.reason}`))
    if (event.sellableAt !== undefined) parts.push(t('order.sellFrom', { when: said.moment(event.sellableAt) }))
    return parts.join(' · ')
  }
  return { title, note }
}

/** `01JD…8KQ`: enough of an id to tell two orders apart by eye. */
function shortId(orderId: string): string {
  const body = orderId.slice(orderId.indexOf('_') + 1)
  return `${body.slice(0, idEnds)}…${body.slice(-idEnds)}`
}
