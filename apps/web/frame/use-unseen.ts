import { balancesChannel } from '@bolsillo/ledger/contract'
import { countHappenings } from '@bolsillo/statements/contract'
import { useCall, useLiveEffect, useRefresh } from '@bolsillo/web-kit'

const everyMs = 60_000

/** How many notices the customer has not seen, as shown: `3`, `9+`. Undefined when there is none. */
export function useUnseen(): string | undefined {
  const refresh = useRefresh()
  const { unseen, most } = useCall(countHappenings, {}, { everyMs }).data ?? { unseen: 0, most: 0 }
  useLiveEffect(balancesChannel, 'me', ({ delta }) => {
    if (delta !== undefined) refresh(countHappenings)
  })
  if (unseen === 0) return undefined
  return unseen < most ? String(unseen) : `${most - 1}+`
}
