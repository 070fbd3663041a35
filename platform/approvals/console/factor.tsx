import { useOperatorProof } from '@bolsillo/identity/console'

/** The second factor of a decision: the field of a dialog, and what was given. */
export const useFactor = useOperatorProof
