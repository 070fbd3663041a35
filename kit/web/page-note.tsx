import { type ComponentType, createContext, type ReactNode, Suspense, useContext } from 'react'

const Note = createContext<ComponentType | undefined>(undefined)

/** Provides the pages below with a note from another room: rooms do not import each other, the shell connects them. */
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
