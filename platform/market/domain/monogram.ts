import { hashText } from '@bolsillo/kernel'
import type { Monogram } from './instrument.ts'

// Each pair reads at 4.5 : 1 or better, and stands out on the light card (#FFFFFF) as on the dark one (#131A26).
const palette: ReadonlyArray<{ readonly color: string; readonly ink: string }> = [
  { color: '#1d4ed8', ink: '#ffffff' },
  { color: '#0e7490', ink: '#ffffff' },
  { color: '#0f766e', ink: '#ffffff' },
  { color: '#15803d', ink: '#ffffff' },
  { color: '#4d7c0f', ink: '#ffffff' },
  { color: '#a16207', ink: '#ffffff' },
  { color: '#c2410c', ink: '#ffffff' },
  { color: '#b91c1c', ink: '#ffffff' },
  { color: '#be185d', ink: '#ffffff' },
  { color: '#a21caf', ink: '#ffffff' },
  { color: '#7e22ce', ink: '#ffffff' },
  { color: '#4338ca', ink: '#ffffff' },
  { color: '#475569', ink: '#ffffff' },
  { color: '#9f1239', ink: '#ffffff' },
]

/** The mark of a ticker: its first letters on a color of its own. The same on every machine, for ever. */
export function monogramOf(ticker: string): Monogram {
  const letters = ticker.replace(/[^A-Z0-9]/g, '').slice(0, 2)
  const { color, ink } = palette[hashText(ticker) % palette.length] ?? { color: '#475569', ink: '#ffffff' }
  return { letters, color, ink }
}
