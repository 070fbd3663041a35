import { formatAmount, showToast, useUi } from '@bolsillo/ui'
import { useLiveEffect, useRefresh, useWords } from '@bolsillo/web-kit'
import { alertsChannel, listAlerts } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { figuresOf } from './alert-figures.ts'

/** Long enough to read: what it says stays under the bell and in the list. */
const toastMs = 6_000

/** Shows an alert that fires while the app is open. `onFired`: whoever counts what is new looks again. */
export function AlertToasts({ onFired }: { readonly onFired: () => void }) {
  const t = useWords<Messages>('alerts')
  const { style } = useUi()
  const refresh = useRefresh()
  useLiveEffect(alertsChannel, 'me', ({ delta }) => {
    if (delta?.fired === undefined) return
    const { instrument, fired } = delta
    const { ticker, currency, priceDecimals } = instrument
    const { volumeOf, rateOf } = figuresOf(instrument, style)
    const text =
      fired.by === 'print'
        ? t('toast', { ticker, price: formatAmount(fired.price, currency, style, { decimals: priceDecimals }) })
        : fired.by === 'volume'
          ? t('toastVolume', { ticker, volume: volumeOf(fired.volume) })
          : t('toastFunding', { ticker, rate: rateOf(fired.rate) })
    showToast(text, { ms: toastMs })
    refresh(listAlerts)
    onFired()
  })
  return null
}
