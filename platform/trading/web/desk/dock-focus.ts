// Where the keyboard goes when the content of a dock is drawn anew: its steps are separate parts, and the focus of one that
// leaves would be lost.

type Wanted = 'step' | 'amount'
let wanted: Wanted | undefined

/** The next content of the dock takes the focus: itself, or its amount once that is there. */
export function wantDockFocus(next: Wanted): void {
  wanted = next
}

/** As `wantDockFocus`, unless something is wanted already. */
export function keepDockFocus(): void {
  wanted ??= 'step'
}

/** Nothing is wanted any more: the dock is gone. */
export function forgetDockFocus(): void {
  wanted = undefined
}

/** Gives the focus to what wants it, if it is there. */
export function giveDockFocus(dock: HTMLElement | null): void {
  if (wanted === undefined || dock === null) return
  const field = dock.querySelector<HTMLElement>(wanted === 'amount' ? '[data-amount] input' : '[data-focus-first]')
  // A step without a field of its own is read from its beginning.
  const target = field ?? (wanted === 'amount' ? null : dock)
  if (target === null) return
  wanted = undefined
  target.focus()
  if (target instanceof HTMLInputElement) target.select()
}
