import type { ComponentProps, ReactNode } from 'react'
import { EmptyState } from '../parts/states.tsx'

/** What is drawn, by what the list would have held. */
const drawings = {
  holdings: (
    <>
      <path d="M59 46V21a25 25 0 1 0 25 25Z" fill="var(--card)" />
      <path d="m59 46 17.7 17.7M59 46l-24 7" />
      <path d="M65 40V15a25 25 0 0 1 25 25Z" fill="var(--card)" stroke="var(--brand)" />
    </>
  ),
  notices: (
    <>
      <path d="M41 60c5-4 5-10 5-18a14 14 0 0 1 28 0c0 8 0 14 5 18Z" fill="var(--card)" />
      <path d="M54 66a6.5 6.5 0 0 0 12 0M60 28v-5" />
      <path d="M34 30a22 22 0 0 1 6-10M86 30a22 22 0 0 0-6-10" stroke="var(--brand)" />
    </>
  ),
  search: (
    <>
      <rect x="28" y="22" width="50" height="46" rx="8" fill="var(--card)" />
      <path d="M38 34h16M38 45h10M38 56h14" stroke="var(--faint)" />
      <circle cx="70" cy="44" r="14" fill="var(--wash)" stroke="var(--brand)" />
      <path d="m80.5 54.5 11 11" stroke="var(--brand)" />
    </>
  ),
  movements: (
    <>
      <path d="M38 14h44v60l-7.3-5-7.3 5-7.4-5-7.3 5-7.3-5-7.4 5Z" fill="var(--card)" />
      <path d="M47 27h14M47 38h10M47 49h14" stroke="var(--faint)" />
      <path d="M73 24v13m0 0-4-4m4 4 4-4M73 58V45m0 0-4 4m4-4 4 4" stroke="var(--brand)" />
    </>
  ),
} as const satisfies Readonly<Record<string, ReactNode>>

interface DrawnEmptyStateProps extends Omit<ComponentProps<typeof EmptyState>, 'icon' | 'className'> {
  readonly drawing: keyof typeof drawings
}

/** An empty state under a drawing, for a page whose main list is empty. Comes with the pages that use it. */
export function DrawnEmptyState({ drawing, ...rest }: DrawnEmptyStateProps) {
  return (
    <div className="flex flex-col items-center pt-8">
      <svg
        aria-hidden="true"
        viewBox="0 0 120 88"
        width="120"
        height="88"
        fill="none"
        stroke="var(--second)"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <circle cx="60" cy="44" r="42" fill="var(--wash)" stroke="none" />
        {drawings[drawing]}
      </svg>
      <EmptyState {...rest} className="pt-3" />
    </div>
  )
}
