import { useSyncExternalStore } from 'react'
import type { HeadStanding } from './follow-head.ts'

/** Two heads that cannot be of one journal. */
export type Fork = Extract<HeadStanding, { kind: 'contradicts' }>

let found: Fork | undefined
const listeners = new Set<() => void>()

/** Keeps what following a head came to, for every place that tells of a fork. No answer takes nothing back. */
export function noteStanding(standing: HeadStanding): void {
  if (standing.kind === 'unknown' || standing.kind === 'unsigned') return
  found = standing.kind === 'contradicts' ? standing : undefined
  for (const listener of listeners) listener()
}

/** The fork this device knows of since the app started, until its owner follows the new journal. */
export function useFork(): Fork | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => found,
  )
}
