import { useCall, useLives } from '@bolsillo/web-kit'
import { useMemo } from 'react'
import { contractMark, contractMarksChannel, type WireMark } from '../contract/index.ts'

/** While the line is down marks are asked for this often. */
const everyMs = 10_000

/**
 * The newest mark of each contract: the stream's, or a call's where that is newer. Whatever a page shows of a mark comes
 * from here, so that figures computed from a mark never disagree with the mark beside them.
 */
export function useMarks(symbols: readonly string[]): ReadonlyMap<string, WireMark> {
  const sent = useLives(contractMarksChannel, symbols)
  const isLive = symbols.every((symbol) => sent.get(symbol)?.live === true)
  const asked = useCall(contractMark, {}, { enabled: symbols.length > 0, ...(isLive ? {} : { everyMs }) })
  const wanted = symbols.join(' ')
  return useMemo(() => {
    const newest = new Map<string, WireMark>()
    for (const symbol of wanted === '' ? [] : wanted.split(' ')) {
      const mark = newestMark(
        sent.get(symbol)?.data,
        asked.data?.rows.find((row) => row.symbol === symbol),
      )
      if (mark !== undefined) newest.set(symbol, mark)
    }
    return newest
  }, [wanted, sent, asked.data])
}

/** The newest mark of a contract. */
export function useMark(symbol: string | undefined): WireMark | undefined {
  const marks = useMarks(symbol === undefined ? [] : [symbol])
  return symbol === undefined ? undefined : marks.get(symbol)
}

function newestMark(sent: WireMark | undefined, asked: WireMark | undefined): WireMark | undefined {
  if (sent === undefined || asked === undefined) return sent ?? asked
  return asked.at > sent.at ? asked : sent
}
