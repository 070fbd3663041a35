import { showToast } from '@bolsillo/ui'
import { useLiveEffect, useWords } from '@bolsillo/web-kit'
import { contractWarningsChannel } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { tickerOf } from './addresses.ts'

/** Long enough to read: what it says stays under the bell. */
const toastMs = 8_000

/** Shows a warning before a liquidation that comes while the app is open. `onWarned`: whoever counts what is new looks again. */
export function MarginToasts({ onWarned }: { readonly onWarned: () => void }) {
  const t = useWords<Messages>('contracts')
  useLiveEffect(contractWarningsChannel, 'me', ({ delta }) => {
    if (delta === undefined) return
    showToast(t(`warnings.toast.${delta.level}`, { symbol: tickerOf(delta.symbol) }), { ms: toastMs })
    onWarned()
  })
  return null
}
