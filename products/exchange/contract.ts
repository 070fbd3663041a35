import type { Call } from '@bolsillo/contract'

/** Calls of customers. Refusals of this room: 23000 to 23999. */
export const calls: readonly Call[] = []
