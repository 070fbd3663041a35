import type { LucideIcon } from 'lucide-react'
import { useSyncExternalStore } from 'react'

/** Finds the drawn mark of a ticker or an asset: its glyph, and the hue of its tile. */
type FindMark = (of: string) => readonly [glyph: LucideIcon, hue: number] | undefined

/** `none`: nobody draws marks here, letters stand for them. `waiting`: they are on their way. */
type MarkSource = FindMark | 'none' | 'waiting'

let source: MarkSource = 'none'
const listeners = new Set<() => void>()

function become(next: MarkSource): void {
  source = next
  for (const listener of listeners) listener()
}

/** Brings the drawn marks; until they are here their tiles are empty, and when they do not come, letters are shown. */
export async function bringMarks(load: () => Promise<FindMark>): Promise<void> {
  become('waiting')
  become(await load().catch(() => 'none' as const))
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where marks come from now. Renders again when they have come. */
export function useMarkSource(): MarkSource {
  return useSyncExternalStore(
    subscribe,
    () => source,
    () => source,
  )
}
