import { channelCodes } from '@bolsillo/payments/contract'
import { decimalsOf, formatAmount, formatDateTime, useMeasuredTimes, useUi } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { DepositChannel } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

const minuteMs = 60_000

/** Figures and times as text, for sentences. */
export interface Said {
  readonly amount: (value: string, asset: string) => string
  /** `08:00` of a minute of the day. */
  readonly minute: (minute: number) => string
  readonly moment: (at: number) => string
  /** How long payments took to arrive, measured, or what is aimed at. */
  readonly arrival: (channel: DepositChannel) => string
  /** The hours of a channel. */
  readonly hours: (channel: DepositChannel) => string
  /** The name of a channel. */
  readonly channel: (channelId: string) => string
}

const minuteOf = (minute: number): string =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

/** How figures and times of deposits are written in the customer's language and zone. */
export function useSaid(): Said {
  const t = useWords<Messages>('deposits')
  const { style, zone } = useUi()
  const measured = useMeasuredTimes()
  return {
    amount: (value, asset) => formatAmount(value, asset, style, { decimals: decimalsOf(asset) }),
    minute: minuteOf,
    moment: (at) => formatDateTime(at, zone),
    arrival: ({ arrivalMinutes, times }) => measured({ times, goalMs: arrivalMinutes * minuteMs }),
    hours: ({ hours }) =>
      hours === undefined
        ? t('common.always')
        : t('common.from', { opens: minuteOf(hours.opensMinute), closes: minuteOf(hours.closesMinute) }),
    channel: (channelId) => {
      const name = channelCodes.find((known) => known === channelId)
      return name === undefined ? channelId : t(`channels.${name}`)
    },
  }
}
