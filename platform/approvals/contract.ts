import type { Call } from '@bolsillo/contract'

/** Calls of customers. Refusals of this room: 19200 to 19399. */
export const calls: readonly Call[] = []
