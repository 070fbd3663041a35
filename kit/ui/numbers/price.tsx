import { formatDecimal, signOf } from '@bolsillo/kernel'
import { useEffect, useRef } from 'react'
import { classes } from '../classes.ts'
import { useUi } from '../ui-context.tsx'
import { Age } from './age.tsx'

const flashMs = 300
const reducedMotion = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)')

interface PriceProps {
  /** The wire's decimal text; undefined shows a dash. */
  readonly value: string | undefined
  /** How many decimals prices of the instrument have; as many as the text has when left out. */
  readonly decimals?: number
  /** Lights the background up for 300 ms when the value changes. Nothing moves. */
  readonly flash?: boolean
  /** The price is older than a live market allows: shown grey, with its age when `at` is given. */
  readonly stale?: boolean
  /** When the price was made, epoch milliseconds. */
  readonly at?: number
  readonly className?: string
}

/** A price of an instrument. */
export function Price({ value, decimals, flash = false, stale = false, at, className }: PriceProps) {
  const { style, words } = useUi()
  const box = useRef<HTMLSpanElement>(null)
  const last = useRef(value)
  useEffect(() => {
    const before = last.current
    last.current = value
    const element = box.current
    if (!flash || element === null || before === undefined || value === undefined || before === value) return
    if (reducedMotion?.matches === true) return
    const rose = Number(value) > Number(before)
    element.style.setProperty('--flash', rose ? 'var(--up)' : 'var(--down)')
    element.animate([{ opacity: 0.22 }, { opacity: 0 }], {
      duration: flashMs,
      easing: 'ease-out',
      pseudoElement: '::after',
    })
  }, [value, flash])
  const text =
    value === undefined ? '—' : formatDecimal(value, style, decimals === undefined ? {} : { decimals, sign: 'auto' })
  return (
    <span
      ref={box}
      data-figure="price"
      className={classes(
        'relative inline-block whitespace-nowrap',
        flash && 'flash',
        stale && 'text-second!',
        className,
      )}
    >
      {text}
      {stale && at !== undefined && (
        <span className="ml-1 text-11 font-plain">
          <span className="sr-only">{words.staleSince.replace('{age}', '')}</span>
          <Age at={at} />
        </span>
      )}
    </span>
  )
}

/** The color class of a signed decimal: green, red, or quiet at zero; follows the customer's swap. */
export function directionClass(value: string | undefined): string {
  const sign = value === undefined ? 0 : signOf(value)
  return sign > 0 ? 'text-up' : sign < 0 ? 'text-down' : 'text-second'
}
