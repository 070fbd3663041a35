import type { Call } from '@bolsillo/contract'

/** Calls of customers. Refusals of this room: 19400 to 19599. */
export const calls: readonly Call[] = []
