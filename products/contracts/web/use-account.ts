import { useCall, useLive, useSession } from '@bolsillo/web-kit'
import { useMemo } from 'react'
import { activePositions, contractPositionsChannel, multiple } from '../contract/index.ts'
import { atMarks, type OwnContracts } from './at-marks.ts'
import { termsOf } from './contract-figures.ts'
import { useMarks } from './use-mark.ts'

const everyMs = 10_000

/**
 * The customer's open positions and the account behind them, kept current by the private stream, at the marks that every
 * other part of the page shows.
 */
export function useAccount() {
  const { token } = useSession()
  const signedIn = token !== ''
  const asked = useCall(activePositions, {}, { enabled: signedIn, everyMs })
  const { data: sent, live } = useLive(contractPositionsChannel, signedIn ? 'me' : undefined)
  const published = useMemo(
    () => (sent === undefined ? undefined : { rows: sent.positions, account: sent.account }),
    [sent],
  )
  // While the line is down, what was published last grows old: the call's answer is newer.
  const known = live ? (published ?? asked.data) : (asked.data ?? published)
  const data = useAtMarks(known)
  return { data, error: asked.error, refetch: asked.refetch, signedIn }
}

function useAtMarks(known: OwnContracts | undefined): OwnContracts | undefined {
  const symbols = useMemo(() => known?.rows.map(({ symbol }) => symbol) ?? [], [known])
  const marks = useMarks(symbols)
  const contracts = useCall(multiple, {}, { freshMs: 60_000, enabled: symbols.length > 0 })
  const terms = useMemo(
    () => new Map(contracts.data?.rows.map((contract) => [contract.symbol, termsOf(contract)])),
    [contracts.data],
  )
  return useMemo(
    () =>
      known === undefined
        ? undefined
        : atMarks(
            known,
            (symbol) => marks.get(symbol)?.mark,
            (symbol) => terms.get(symbol),
          ),
    [known, marks, terms],
  )
}
