import type { Call } from '@bolsillo/contract'

/** Calls of customers. Refusals of this room: 24000 to 24999. */
export const calls: readonly Call[] = []
