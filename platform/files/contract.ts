import type { Call } from '@bolsillo/contract'

/** Calls of customers. Refusals of this room: 19000 to 19199. */
export const calls: readonly Call[] = []
