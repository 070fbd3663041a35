import { type Instant, instant, plusDays, plusMs, writeDecimal } from '@bolsillo/kernel'
import { type Instrument, tradeDateOf, writePercent } from '@bolsillo/market/domain'
import { quarterMs, type RecordedDay } from '@bolsillo/market/server'
import { type Tx, transaction } from '@bolsillo/server-kit'
import { type FoundNews, findMove, newsSettings } from '../domain/index.ts'
import type { ContentDeps, Liquidated } from './deps.ts'
import { findWrittenOf, insertMarketNews } from './market-news-store.ts'

/** What happened longer ago is no news any more: a server that was off does not write history. */
const daysBack = 2
const hourMs = 3_600_000
const hoursBack = 24
/** What began in an hour may be committed a little after its end. */
const lateMs = 300_000
/** News of one round; what is left is written in the next. */
const newsMax = 50

/**
 * Writes news of what is recorded. A round looks at the last days and hours again, so nothing is missed by a stop, and one
 * of a kind, an instrument and a session is kept, so nothing is written twice, by whichever process.
 */
export function createNewsWriter(deps: ContentDeps): () => Promise<void> {
  const { services } = deps
  // Hours are over for good: a process looks at them once under each threshold, so that one that is set for an hour hides
  // nothing of it.
  let hoursDone: Instant | undefined
  let doneUnder: number | undefined
  return async () => {
    const now = services.clock.now()
    const leastAccounts = deps.settings.get(newsSettings.waveAccounts)
    if (leastAccounts !== doneUnder) hoursDone = undefined
    doneUnder = leastAccounts
    const firstHour = instant(now - (now % hourMs) - hoursBack * hourMs)
    const from = hoursDone !== undefined && hoursDone > firstHour ? hoursDone : firstHour
    const late = plusMs(now, -lateMs)
    const to = instant(late - (late % hourMs))
    const isWhole = await transaction(
      services.sql,
      async (tx) => {
        const waves = from < to ? await findWaves(tx, deps, { from, to, leastAccounts }) : []
        const found = [...waves, ...(await findMoves(tx, deps, now))]
        const taken = found.slice(0, newsMax)
        for (const one of taken) {
          await insertMarketNews(tx, { ...one, articleId: services.ids.next('art'), writtenAt: now })
        }
        return taken.length === found.length
      },
      { cause: 'job:market-news' },
    )
    if (isWhole && from < to) hoursDone = to
  }
}

/** Large moves nobody wrote of yet. */
async function findMoves(tx: Tx, deps: ContentDeps, now: Instant): Promise<readonly FoundNews[]> {
  if (!deps.prints.areRecorded) return []
  const leastOf = (instrument: Instrument): number | undefined => {
    if (instrument.kind === 'stock') return deps.settings.get(newsSettings.stockMove)
    return isMainMarket(instrument) ? deps.settings.get(newsSettings.coinMove) : undefined
  }
  const least = new Map(
    deps.instruments.flatMap((instrument) => {
      const bps = leastOf(instrument)
      return bps === undefined ? [] : [[instrument.id, { instrument, bps }] as const]
    }),
  )
  const days = await deps.prints.days(tx, [...least.keys()], plusDays(tradeDateOf('24/7', now), -daysBack))
  const known = await findWrittenOf(tx, 'large-move', [...new Set(days.map(({ date }) => date))])
  return days.flatMap((day) => {
    const wanted = least.get(day.symbol)
    return wanted === undefined || known.has(`${day.symbol} ${day.date}`) ? [] : moveOf(day, wanted)
  })
}

/** Of a coin with several markets one says what it did: that in dollars. */
export const isMainMarket = ({ kind, currency }: Pick<Instrument, 'kind' | 'currency'>): boolean =>
  kind === 'coin' && currency === 'USDT'

function moveOf(
  day: RecordedDay,
  { instrument, bps }: { readonly instrument: Instrument; readonly bps: number },
): readonly FoundNews[] {
  const quarter = findMove(day, bps)
  if (quarter === undefined) return []
  const { priceScale } = instrument.scale
  return [
    {
      kind: 'large-move',
      symbol: day.symbol,
      session: day.date,
      happenedAt: quarter.start + quarterMs,
      facts: {
        tradeDate: day.date,
        quarterStart: String(quarter.start),
        previousClose: writeDecimal(day.previousClose, priceScale),
        price: writeDecimal(quarter.close, priceScale),
        percent: writePercent(quarter.close, day.previousClose),
        leastPercent: writeDecimal(BigInt(bps), 2),
      },
    },
  ]
}

/** Waves of liquidations nobody wrote of yet. */
async function findWaves(
  tx: Tx,
  deps: ContentDeps,
  wanted: { readonly from: Instant; readonly to: Instant; readonly leastAccounts: number },
): Promise<readonly FoundNews[]> {
  const contracts = new Map(
    deps.instruments.flatMap((one) => (one.kind === 'perpetual' ? [[one.id, one] as const] : [])),
  )
  const waves = await deps.liquidated(tx, { symbols: [...contracts.keys()], ...wanted })
  const known = await findWrittenOf(tx, 'liquidation-wave', [...new Set(waves.map(({ from }) => String(from)))])
  return waves.flatMap((wave) => {
    const instrument = contracts.get(wave.symbol)
    const isKnown = known.has(`${wave.symbol} ${wave.from}`)
    return instrument === undefined || isKnown ? [] : [waveOf(wave, instrument, wanted.leastAccounts)]
  })
}

function waveOf(wave: Liquidated, { scale }: Instrument, leastAccounts: number): FoundNews {
  return {
    kind: 'liquidation-wave',
    symbol: wave.symbol,
    session: String(wave.from),
    happenedAt: wave.from + hourMs,
    facts: {
      from: String(wave.from),
      to: String(wave.from + hourMs),
      accounts: String(wave.accounts),
      fills: String(wave.fills),
      quantity: writeDecimal(wave.quantity, scale.quantityScale),
      low: writeDecimal(wave.low, scale.priceScale),
      high: writeDecimal(wave.high, scale.priceScale),
      leastAccounts: String(leastAccounts),
    },
  }
}
