import type { LucideIcon } from 'lucide-react'

export interface IconProps {
  /** One icon of lucide, imported one by one: `import House from 'lucide-react/icons/house'`. */
  readonly of: LucideIcon
  /** Pixels: 24 in bars, 20 in rows, 16 beside small text. */
  readonly size?: number
  /** The name for screen readers; without it the icon is decoration beside a text. */
  readonly label?: string
  readonly className?: string
}

/** An icon with the app's stroke width. */
export function Icon({ of: Glyph, size = 24, label, className }: IconProps) {
  return label === undefined ? (
    <Glyph size={size} strokeWidth={1.75} className={className ?? ''} aria-hidden="true" focusable="false" />
  ) : (
    <Glyph size={size} strokeWidth={1.75} className={className ?? ''} role="img" aria-label={label} />
  )
}
