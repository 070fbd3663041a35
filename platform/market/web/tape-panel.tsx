import { EmptyState, formatDateTime, formatDecimal, Quantity, Skeleton, Triangle, useUi } from '@bolsillo/ui'
import { type LiveState, useLive, useWords } from '@bolsillo/web-kit'
import { tradesChannel } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

const kept = 60
const shown = 24

interface Print {
  readonly sequence: number
  readonly at: number
  readonly price: string
  readonly quantity: string
  readonly side?: 'buy' | 'sell' | undefined
}

/** The tape after new prints, newest first. */
function addPrints<T extends { readonly trades: readonly Print[] }>(
  tape: T,
  delta: { readonly trades: readonly Print[] },
): T {
  return { ...tape, trades: [...[...delta.trades].reverse(), ...tape.trades].slice(0, kept) }
}

/** The latest trades, live, newest first; the triangle says who crossed the spread. */
export function TapePanel({ symbol, decimals }: { readonly symbol: string; readonly decimals: number }) {
  const t = useWords<Messages>('market')
  const { style, zone } = useUi()
  const { data, live }: LiveState<{ readonly trades: readonly Print[] }> = useLive(tradesChannel, symbol, addPrints)
  if (data === undefined) {
    return (
      <div className="space-y-2 px-4 py-3" role="status" aria-busy="true">
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} className="h-4" />
        ))}
      </div>
    )
  }
  if (data.trades.length === 0) return <EmptyState title={t('kline.tapeEmpty')} />
  return (
    <table className={`w-full text-13 ${live ? '' : 'opacity-60'}`}>
      <thead className="text-11 text-second">
        <tr>
          <th scope="col" className="px-4 pt-2 text-left font-plain">
            {t('kline.time')}
          </th>
          <th scope="col" className="pt-2 text-right font-plain">
            {t('kline.price')}
          </th>
          <th scope="col" className="px-4 pt-2 text-right font-plain">
            {t('kline.quantity')}
          </th>
        </tr>
      </thead>
      <tbody>
        {data.trades.slice(0, shown).map((print) => (
          <tr key={print.sequence} className="h-6">
            <td className="px-4 text-second">{formatDateTime(print.at, zone, { shows: 'clock' })}</td>
            <td
              className={`text-right font-strong ${print.side === 'sell' ? 'text-down' : print.side === 'buy' ? 'text-up' : ''}`}
            >
              {print.side !== undefined && (
                <>
                  <Triangle up={print.side === 'buy'} />{' '}
                  <span className="sr-only">{t(print.side === 'buy' ? 'kline.boughtAt' : 'kline.soldAt')}</span>
                </>
              )}
              {formatDecimal(print.price, style, { decimals })}
            </td>
            <td className="px-4 text-right">
              <Quantity value={print.quantity} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
