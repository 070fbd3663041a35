import type { OperatorRole } from '@bolsillo/contract'

/** Who writes and proposes. */
export const writers: readonly OperatorRole[] = ['product', 'compliance', 'admin']
/** Who sees what was written. */
export const readers: readonly OperatorRole[] = ['support', 'compliance', 'product', 'auditor', 'admin']
