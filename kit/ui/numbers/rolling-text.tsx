import { useLayoutEffect, useRef } from 'react'

const rollMs = 200
const still = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)')

/** The digits and marks of a figure that differ from those of another one, counted from the end: units stay units. */
export function changedSigns(before: string, after: string): readonly number[] {
  return Array.from(after, (_, index) => index).filter(
    (index) => /[\d.,]/.test(after[index] ?? '') && after[index] !== before[index + before.length - after.length],
  )
}

/**
 * A figure whose changed digits roll to their new value, upward when it grew. Nothing is in the page but the figure itself,
 * and under reduced motion it changes at once.
 */
export function RollingText({ text, value }: { readonly text: string; readonly value: string }) {
  const box = useRef<HTMLSpanElement>(null)
  const last = useRef({ text, value })
  useLayoutEffect(() => {
    const before = last.current
    last.current = { text, value }
    if (box.current === null || before.text === text || still?.matches === true) return
    const rose = Number(value) >= Number(before.value)
    const signs = box.current.children
    for (const [order, index] of changedSigns(before.text, text).entries()) {
      signs[index]?.animate(
        [
          { transform: `translateY(${rose ? '' : '-'}45%)`, opacity: 0.1 },
          { transform: 'none', opacity: 1 },
        ],
        { duration: rollMs, delay: order * 18, easing: 'cubic-bezier(0.2, 0.7, 0.3, 1)', fill: 'backwards' },
      )
    }
  }, [text, value])
  return (
    <span ref={box}>
      {Array.from(text, (sign, index) => (
        // From the end, so that the units keep their element when the figure gets longer.
        <span key={text.length - index} className="inline-block whitespace-pre">
          {sign}
        </span>
      ))}
    </span>
  )
}
