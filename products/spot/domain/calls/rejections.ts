import type { RejectionSpec } from '@bolsillo/kernel'

const spec = <Name extends string>(
  name: Name,
  number: number,
  status: RejectionSpec['status'] = 422,
  retry: RejectionSpec['retry'] = 'final',
): RejectionSpec<Name> => ({ name, number, status, retry })

/**
 * Refusals of orders in this room, 27000 to 27099; those of its market stand beside their calls, from 27100 on. What
 * every form of an order and the desk refuse (sizes, prices, funds, ticks, collar…) is trading's.
 */
export const spotRejections = {
  /** values: symbol. */
  coinUnknown: spec('coin-market-unknown', 27001, 404),
  coinUnlisted: spec('coin-unlisted', 27002, 409),
  /** values: coin. */
  nothingToSell: spec('no-coins-to-sell', 27025, 409),
} as const
