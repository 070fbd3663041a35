import { decimalsOf, formatAmount, formatDateTime, useUi } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { Messages } from '../messages/es-ES.ts'

/** Figures and times as text, for sentences. */
export interface Said {
  readonly amount: (value: string, asset: string) => string
  readonly moment: (at: number) => string
  /** `23 h 5 min`: for countdowns and for how long something takes. */
  readonly span: (ms: number) => string
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How figures and times are said in the customer's language and zone. */
export function useSaid(): Said {
  const { style, zone } = useUi()
  const t = useWords<Messages>('withdrawals')
  return {
    amount: (value, asset) => formatAmount(value, asset, style, { decimals: decimalsOf(asset) }),
    moment: (at) => formatDateTime(at, zone, { shows: 'minute' }),
    span: (ms) => {
      if (ms < minuteMs) return t('times.under')
      const [days, hours, minutes] = [
        Math.floor(ms / dayMs),
        Math.floor((ms % dayMs) / hourMs),
        Math.ceil((ms % hourMs) / minuteMs),
      ]
      if (days >= 2) return t('times.days', { n: Math.round(ms / dayMs) })
      const whole = days * 24 + hours
      const rest = minutes === 60 ? 0 : minutes
      const spoken = minutes === 60 ? whole + 1 : whole
      const parts = [
        ...(spoken > 0 ? [t('times.hours', { n: spoken })] : []),
        ...(rest > 0 ? [t('times.minutes', { n: rest })] : []),
      ]
      return parts.join(' ')
    },
  }
}
