import type { LucideIcon } from 'lucide-react'

/** A glyph and the hue of its tile. */
export type Mark = readonly [glyph: LucideIcon, hue: number]
