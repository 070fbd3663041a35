import type { Call } from '@bolsillo/contract'

/** Calls of customers. Refusals of this room: 22000 to 22999. */
export const calls: readonly Call[] = []
