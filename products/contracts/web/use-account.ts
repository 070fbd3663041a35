import { useCall, useLive, useSession } from '@bolsillo/web-kit'
import { activePositions, contractPositionsChannel } from '../contract.ts'

const everyMs = 10_000

/** The customer's open positions and the account behind them, kept current by the private stream. */
export function useAccount() {
  const { token } = useSession()
  const signedIn = token !== ''
  const asked = useCall(activePositions, {}, { enabled: signedIn, everyMs })
  const { data: live } = useLive(contractPositionsChannel, signedIn ? 'me' : undefined)
  const data = live === undefined ? asked.data : { rows: live.positions, account: live.account }
  return { data, error: asked.error, refetch: asked.refetch, signedIn }
}
