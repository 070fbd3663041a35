import { balancesChannel } from '@bolsillo/ledger/contract'
import { countHappenings } from '@bolsillo/statements/contract'
import { useCall, useLiveEffect, useRefresh } from '@bolsillo/web-kit'

const everyMs = 60_000

/** How many things the customer has not seen, of their account and of the firm's notices, as shown: `3`, `9+`. Undefined when there is none. */
export function useUnseen(): string | undefined {
  const refresh = useRefresh()
  const { data } = useCall(countHappenings, {}, { everyMs })
  useLiveEffect(balancesChannel, 'me', ({ delta }) => {
    if (delta !== undefined) refresh(countHappenings)
  })
  if (data === undefined) return undefined
  const { most } = data
  const unseen = data.unseen + data.notices
  if (unseen === 0) return undefined
  return unseen < most ? String(unseen) : `${most - 1}+`
}
