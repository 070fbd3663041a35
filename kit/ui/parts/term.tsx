import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { placeNote } from './term-place.ts'

export interface TermProps {
  /** The word as it is written here. */
  readonly children: ReactNode
  /** What it means, in one sentence. */
  readonly sentence: string
}

/**
 * A word a beginner may not know: underlined with dots, and a tap shows one sentence. Not within a button or a link.
 * The sentence is a popover: it lies over sheets, and a tap elsewhere, Escape or Back closes it before what is below.
 */
export function Term({ children, sentence }: TermProps) {
  const id = useId()
  const word = useRef<HTMLButtonElement>(null)
  const note = useRef<HTMLSpanElement>(null)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (!open) return
    const close = (): void => note.current?.hidePopover()
    // It is placed beside the word; what scrolls would leave it behind.
    addEventListener('scroll', close, { capture: true, passive: true, once: true })
    return () => removeEventListener('scroll', close, { capture: true })
  }, [open])
  return (
    <>
      {/* Dense: lines of figures lie closer together than thumbs; a screen reader reads the sentence with the word. */}
      <button
        ref={word}
        type="button"
        data-dense
        popoverTarget={id}
        aria-describedby={id}
        onClick={() => {
          if (word.current === null || note.current === null) return
          Object.assign(note.current.style, placeNote(word.current.getBoundingClientRect(), window))
        }}
        className="relative cursor-help text-left underline decoration-current/60 decoration-dotted underline-offset-3 before:absolute before:-inset-x-1 before:-inset-y-2"
      >
        {children}
      </button>
      <span
        ref={note}
        id={id}
        popover="auto"
        role="note"
        onToggle={(event) => setOpen(event.newState === 'open')}
        className="inset-auto m-0 w-[280px] max-w-[calc(100vw-2rem)] whitespace-normal rounded-field border-0 bg-ink px-3.5 py-3 text-left font-plain text-13 text-page shadow-lg"
      >
        {sentence}
      </span>
    </>
  )
}
