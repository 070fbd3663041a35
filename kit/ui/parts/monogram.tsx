import { hashText } from '@bolsillo/kernel'
import { classes } from '../classes.ts'

export interface MonogramProps {
  /** The ticker or currency: its first letters are shown, the color is a hash of the whole text. */
  readonly of: string
  /** Other letters than the first two: `MX$`. */
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

/** The generated logo of an instrument: two letters on a color that depends on its name only. */
export function Monogram({ of, letters, size = 36, className }: MonogramProps) {
  // Steps of 15 degrees keep neighbors apart; the lightness gives at least 4.5:1 at every hue, in both themes.
  const hue = (hashText(of) % 24) * 15
  return (
    <span
      aria-hidden="true"
      className={classes('grid shrink-0 place-items-center font-strong', sizes[size], className)}
      style={{
        background: `light-dark(hsl(${hue} 70% 94%), hsl(${hue} 32% 20%))`,
        color: `light-dark(hsl(${hue} 60% 27%), hsl(${hue} 70% 84%))`,
      }}
    >
      {letters ??
        of
          .replaceAll(/[^A-Za-z0-9]/g, '')
          .slice(0, 2)
          .toUpperCase()}
    </span>
  )
}
