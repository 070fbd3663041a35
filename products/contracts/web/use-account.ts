import { useCall, useLive, useSession } from '@bolsillo/web-kit'
import { activePositions, contractPositionsChannel } from '../contract/index.ts'

const everyMs = 10_000

/** The customer's open positions and the account behind them, kept current by the private stream. */
export function useAccount() {
  const { token } = useSession()
  const signedIn = token !== ''
  const asked = useCall(activePositions, {}, { enabled: signedIn, everyMs })
  const { data: sent, live } = useLive(contractPositionsChannel, signedIn ? 'me' : undefined)
  const published = sent === undefined ? undefined : { rows: sent.positions, account: sent.account }
  // While the line is down, what was published last grows old: the call's answer is newer.
  const data = live ? (published ?? asked.data) : (asked.data ?? published)
  return { data, error: asked.error, refetch: asked.refetch, signedIn }
}
