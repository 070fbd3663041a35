import type { Call } from '@bolsillo/contract'
import type { RejectionSpec } from '@bolsillo/kernel'

const spec = <Name extends string>(
  name: Name,
  number: number,
  retry: RejectionSpec['retry'] = 'final',
): RejectionSpec<Name> => ({ name, number, status: 409, retry })

/** Refusals of this room: 17000 to 17999. */
export const paymentRejections = {
  depositsClosed: spec('deposits-closed', 17001, 'retryable'),
  depositBelowMin: spec('deposit-below-min', 17002),
  depositAboveMax: spec('deposit-above-max', 17003),
  withdrawalsClosed: spec('withdrawals-closed', 17004, 'retryable'),
  withdrawalBelowMin: spec('withdrawal-below-min', 17005),
  withdrawalAboveMax: spec('withdrawal-above-max', 17006),
  channelUnknown: { ...spec('channel-unknown', 17007), status: 404 },
} as const

export const calls: readonly Call[] = []
