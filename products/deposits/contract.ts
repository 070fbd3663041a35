import type { Call } from '@bolsillo/contract'

/** Calls of customers. Refusals of this room: 21000 to 21999. */
export const calls: readonly Call[] = []
