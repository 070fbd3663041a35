import { hashText } from '@bolsillo/kernel'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { useMarkSource } from './mark-source.ts'

export interface MonogramProps {
  /** The ticker, coin or currency whose mark is shown. */
  readonly of: string
  /** Letters in place of a mark: `MX$`. */
  readonly letters?: string
  /** 36 in lists, 46 in heads, 20 beside small text. */
  readonly size?: 20 | 28 | 36 | 46
  readonly className?: string
}

const sizes = {
  20: 'size-5 text-[9px] rounded-[6px]',
  28: 'size-7 text-11 rounded-[9px]',
  36: 'size-9 text-12 rounded-[11px]',
  46: 'size-[46px] text-14 rounded-[14px]',
}

const glyphSizes = { 20: 13, 28: 17, 36: 20, 46: 25 } as const

/**
 * The mark of an instrument or an asset, the same everywhere: a drawn glyph of what it does, or the coin's own sign, on a
 * quiet tile of its own color. What nothing is drawn for has two letters on a color that depends on its name only.
 */
export function Monogram({ of, letters, size = 36, className }: MonogramProps) {
  const source = useMarkSource()
  const drawn = letters === undefined && typeof source === 'function' ? source(of) : undefined
  const shape = classes('grid shrink-0 place-items-center font-strong', sizes[size], className)
  if (letters === undefined && source === 'waiting')
    return <span aria-hidden="true" className={classes(shape, 'bg-hair')} />
  // Steps of 15 degrees keep neighbors apart; the lightness gives at least 4.5:1 at every hue, in both themes.
  const hue = drawn?.[1] ?? (hashText(of) % 24) * 15
  return (
    <span
      aria-hidden="true"
      className={shape}
      style={{
        background: `light-dark(hsl(${hue} 70% 94%), hsl(${hue} 30% 18%))`,
        color: `light-dark(hsl(${hue} 60% 30%), hsl(${hue} 55% 78%))`,
      }}
    >
      {drawn === undefined ? (letters ?? lettersOf(of)) : <Icon of={drawn[0]} size={glyphSizes[size]} />}
    </span>
  )
}

function lettersOf(name: string): string {
  return name
    .replaceAll(/[^A-Za-z0-9]/g, '')
    .slice(0, 2)
    .toUpperCase()
}
