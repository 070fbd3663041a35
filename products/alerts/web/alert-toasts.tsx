import { formatAmount, showToast, useUi } from '@bolsillo/ui'
import { useLiveEffect, useRefresh, useWords } from '@bolsillo/web-kit'
import { alertsChannel, listAlerts } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

/** Long enough to read: what it says stays under the bell and in the list. */
const toastMs = 6_000

/** Shows an alert that fires while the app is open. `onFired`: whoever counts what is new looks again. */
export function AlertToasts({ onFired }: { readonly onFired: () => void }) {
  const t = useWords<Messages>('alerts')
  const { style } = useUi()
  const refresh = useRefresh()
  useLiveEffect(alertsChannel, 'me', ({ delta }) => {
    if (delta?.fired === undefined) return
    const { ticker, currency, priceDecimals } = delta.instrument
    const price = formatAmount(delta.fired.price, currency, style, { decimals: priceDecimals })
    showToast(t('toast', { ticker, price }), { ms: toastMs })
    refresh(listAlerts)
    onFired()
  })
  return null
}
