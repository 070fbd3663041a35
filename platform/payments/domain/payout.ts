/** The state of a payment out. `requested`: not yet taken by the rail. `failed`: it certainly did not and will not arrive. */
export const payoutStates = ['requested', 'instructed', 'sent', 'confirmed', 'failed'] as const
export type PayoutState = (typeof payoutStates)[number]

/**
 * Where a payment out may go from each state. A rail may be so fast that the end is reported first, and may take an
 * instruction whose answer we never heard; what ended stays ended.
 */
export const payoutMoves: Readonly<Record<PayoutState, readonly PayoutState[]>> = {
  requested: ['instructed', 'sent', 'confirmed', 'failed'],
  instructed: ['sent', 'confirmed', 'failed'],
  sent: ['confirmed', 'failed'],
  confirmed: [],
  failed: [],
}

/** Whether a payment out may go from one state to another. */
export function mayMove(from: PayoutState, to: PayoutState): boolean {
  return payoutMoves[from].includes(to)
}
