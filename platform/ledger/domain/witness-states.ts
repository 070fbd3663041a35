/** The result of offering checkpoints to a witness. By itself: the contract needs nothing else of them. */
export const witnessStates = ['cosigned', 'waiting', 'silent', 'refused', 'contradicts'] as const
export type WitnessState = (typeof witnessStates)[number]
