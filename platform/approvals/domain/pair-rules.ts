/** When two of the staff decide so much for each other that a role from one to the other is shown with it. */
export const pairRules = {
  /** Of one's decided proposals, the share one person may have decided without it being said, in percent. */
  sharePercent: 50,
  /** Fewer decided proposals than this say nothing. */
  least: 4,
  /** Looked back over. */
  spanMs: 90 * 86_400_000,
} as const

/** `3/4 (75 %)` when more than the stated share of one's proposals was decided by one person; undefined otherwise. */
export function pairShare({ all, byThem }: { readonly all: number; readonly byThem: number }): string | undefined {
  if (all < pairRules.least || byThem * 100 <= all * pairRules.sharePercent) return undefined
  return `${byThem}/${all} (${Math.floor((byThem * 100) / all)} %)`
}
