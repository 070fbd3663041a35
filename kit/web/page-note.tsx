import { type ComponentType, createContext, type ReactNode, Suspense, useContext } from 'react'

const Note = createContext<ComponentType | undefined>(undefined)

/** Gives the pages below a line that another room says on them: rooms do not know each other, the shell knows all. */
export function PageNoteProvider({ note, children }: { readonly note: ComponentType; readonly children: ReactNode }) {
  return <Note value={note}>{children}</Note>
}

/** The place of the note: one line high, also while it loads. */
export function PageNote() {
  const Line = useContext(Note)
  if (Line === undefined) return null
  return (
    <div className="min-h-11">
      <Suspense fallback={null}>
        <Line />
      </Suspense>
    </div>
  )
}
