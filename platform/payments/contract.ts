import type { Call } from '@bolsillo/contract'

/** Calls of customers. Refusals of this room: 17000 to 17999. */
export const calls: readonly Call[] = []
