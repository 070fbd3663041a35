import { present } from '@bolsillo/kernel'
import { instrumentOf, isOfCoins } from '@bolsillo/market/domain'
import { exactPrice, instrumentOfSymbol } from './recorded-instrument.ts'
import { loadRecording, refusalText } from './recording/load-recording.ts'
import type { RecordedFile } from './recording/rows.ts'
import { createTimeline, type Reel, reelsOf, type Timeline } from './timeline.ts'

/** A recording that can be played. */
export interface Recording {
  readonly files: readonly RecordedFile[]
  readonly timeline: Timeline
}

/**
 * Reads and checks a recording for playing. `text` is one line for a person: which file, which line, why, or that
 * nothing in it has quotes of a listed instrument.
 */
export function openRecording(
  directory: string,
): ({ readonly kind: 'opened' } & Recording) | { readonly kind: 'refused'; readonly text: string } {
  const loaded = loadRecording(directory)
  if (loaded.kind === 'refused') return { kind: 'refused', text: refusalText(loaded.problems) }
  const reels = reelsOf(loaded.files, (symbol) => {
    const instrument = instrumentOfSymbol(symbol)
    return instrument && { id: instrument.id, group: isOfCoins(instrument) ? 'coins' : 'exchanges' }
  })
  if (!reels.some(({ quoted }) => quoted))
    return { kind: 'refused', text: 'no file has quotes of an instrument that is listed here' }
  for (const reel of reels) {
    const problem = tooFine(reel)
    if (problem !== undefined) return { kind: 'refused', text: problem }
  }
  return { kind: 'opened', files: loaded.files, timeline: createTimeline(reels) }
}

/** A quote finer than the instrument's prices could only be filled at a rounded price, which was not recorded. */
function tooFine(reel: Reel): string | undefined {
  const instrument = present(instrumentOf(reel.instrumentId), reel.instrumentId)
  for (const day of reel.days) {
    for (const row of day.rows) {
      for (const level of [row.bid, row.ask]) {
        if (level === undefined || exactPrice(level.price, instrument) !== undefined) continue
        const decimals = instrument.scale.priceScale
        return `${day.source.replace('replay:', '')}.csv, line ${row.line}: the quote has more than ${decimals} decimals`
      }
    }
  }
  return undefined
}
