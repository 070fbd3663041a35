import type { Call } from '@bolsillo/contract'

/** Calls of customers. Refusals of this room: 12000 to 12999. */
export const calls: readonly Call[] = []
