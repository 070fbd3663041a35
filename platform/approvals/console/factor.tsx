import type { ReactNode } from 'react'

/** What a staff member gives beside a decision. */
export interface Proof {
  readonly challengeId?: string
  readonly code?: string
  readonly assertion?: string
}

/** The second factor of an act: the field of a dialog, and what was given. Nothing where staff have none yet. */
export function useFactor(
  _purpose: { readonly action: string; readonly bound: Readonly<Record<string, string>> },
  _asking: boolean,
): { readonly field: ReactNode; readonly prove: () => Promise<Proof | undefined>; readonly renew: () => void } {
  return { field: null, prove: async () => ({}), renew: () => undefined }
}
