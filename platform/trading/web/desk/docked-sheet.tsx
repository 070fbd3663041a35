import type { SheetProps } from '@bolsillo/ui'
import { KeyHint, useKeys } from '@bolsillo/ui/keys'
import { useWords } from '@bolsillo/web-kit'
import { type KeyboardEvent, type RefObject, useContext, useEffect, useId, useLayoutEffect, useRef } from 'react'
import type { Messages } from '../../messages/es-ES.ts'
import { giveDockFocus, keepDockFocus } from './dock-focus.ts'
import { DockLockContext } from './dock-lock.ts'

interface Steps {
  /** The step after this one; a form has one. */
  readonly next: (() => void) | undefined
  readonly back: (() => void) | undefined
}

/** A sheet in its place beside the chart: nothing is covered, Enter goes on, Escape goes back. */
export function DockedSheet(props: SheetProps) {
  const { title, children, footer, locked = false, onNext, onBack, onOpenChange } = props
  const titleId = useId()
  const isForm = onNext !== undefined
  const back = locked || isForm ? undefined : (onBack ?? (() => onOpenChange(false)))
  const dock = useDock({ next: onNext, back })
  const setLocked = useContext(DockLockContext)
  useEffect(() => {
    setLocked(locked)
    return () => setLocked(false)
  }, [locked, setLocked])
  return (
    <section {...dock} aria-labelledby={titleId} className="flex flex-col gap-3 px-4 pb-4 outline-none">
      {/* The switch above says already what a form is for. */}
      <h2 id={titleId} className={isForm ? 'sr-only' : 'pt-1 text-18'}>
        {title}
      </h2>
      {children}
      {footer !== undefined && (
        <div className="relative">
          {footer}
          {isForm && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 right-3 grid place-items-center text-on-fill"
            >
              <KeyHint onFill>↵</KeyHint>
            </span>
          )}
        </div>
      )}
    </section>
  )
}

/** The keys of a dock, and its focus: the step that comes next takes it from the one that leaves. */
function useDock({ next, back }: Steps) {
  const t = useWords<Messages>('trading')
  const box = useRef<HTMLElement>(null)
  // A key pressed elsewhere brings the focus here: the step that follows takes it over.
  const from = (step: (() => void) | undefined) => (): void => {
    if (!box.current?.contains(document.activeElement)) box.current?.focus()
    step?.()
  }
  useKeys([
    { key: 'Enter', label: t('workspace.keys.review'), run: from(next), active: next !== undefined },
    { key: 'Escape', label: t('workspace.keys.back'), run: from(back), active: back !== undefined },
  ])
  useEffect(() => giveDockFocus(box.current))
  useEffect(() => {
    // The amount of a form that waits for an answer comes later, and the dock is not drawn anew for it.
    const later = new MutationObserver(() => giveDockFocus(box.current))
    if (box.current !== null) later.observe(box.current, { childList: true, subtree: true })
    return () => later.disconnect()
  }, [])
  useKeptFocus(box)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.target instanceof HTMLInputElement) || event.target.type === 'checkbox') return
    // A sheet that the step has opened over the page has keys of its own.
    if (event.target.closest('dialog') !== null) return
    if (event.key === 'Enter' && !event.repeat && next !== undefined) {
      event.preventDefault()
      next()
    }
    if (event.key === 'Escape') {
      event.preventDefault()
      // Out of the field of a form, so that the keys of the desk work again.
      if (back === undefined) box.current?.focus()
      else back()
    }
  }
  return { ref: box, 'data-dock': '', tabIndex: -1, onKeyDown }
}

function useKeptFocus(box: RefObject<HTMLElement | null>): void {
  // Before it leaves the page: afterwards nobody knows that the focus was in it.
  useLayoutEffect(() => {
    const here = box.current
    return () => {
      if (here?.contains(document.activeElement)) keepDockFocus()
    }
  }, [box])
}
