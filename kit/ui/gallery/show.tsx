import { createContext, type ReactNode } from 'react'

/** Which of the two panels a part is in, so that ids and names are unique. */
const Panel = createContext<'light' | 'dark'>('light')

/** One part with its states: a heading and what is under it. */
export function Show({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-2" data-part={name} data-dense>
      <h3 className="text-12 text-second">{name}</h3>
      {children}
    </section>
  )
}

/** The same parts twice: in the light theme and in the dark. */
export function BothThemes({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section>
      <h2 className="px-4 pt-5 pb-2 text-18">{title}</h2>
      {(['light', 'dark'] as const).map((panel) => (
        <Panel key={panel} value={panel}>
          <div className="grid grid-cols-1 gap-4 bg-page p-4 text-ink" style={{ colorScheme: panel }}>
            {children}
          </div>
        </Panel>
      ))}
    </section>
  )
}
