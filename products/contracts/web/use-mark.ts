import { useCall, useLive } from '@bolsillo/web-kit'
import { contractMark, contractMarksChannel, type WireMark } from '../contract/index.ts'

/** The newest mark of a contract: the stream's when it is there, else a call's. */
export function useMark(symbol: string | undefined): WireMark | undefined {
  const asked = useCall(contractMark, symbol === undefined ? {} : { symbol }, { enabled: symbol !== undefined })
  const { data } = useLive(contractMarksChannel, symbol)
  if (data !== undefined && data.symbol === symbol) return data
  return asked.data?.rows.find((row) => row.symbol === symbol)
}
