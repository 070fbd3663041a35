import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { UiProvider } from '../ui-context.tsx'
import { words } from '../words/en-US.ts'
import { DockContext } from './dock.ts'
import { Sheet, type SheetProps } from './sheet.tsx'

const settings = {
  language: 'en-US',
  zone: 'America/Mexico_City',
  words,
  Link: () => null,
  goBack: () => undefined,
} as const

const Dock = ({ title, children }: SheetProps) => (
  <section>
    {title}: {children}
  </section>
)

const shown = (docks: boolean, hasDock: boolean): string =>
  renderToStaticMarkup(
    <UiProvider settings={settings}>
      <DockContext value={hasDock ? Dock : undefined}>
        <Sheet open onOpenChange={() => undefined} title="Buy" docks={docks}>
          form
        </Sheet>
      </DockContext>
    </UiProvider>,
  )

it('is drawn in the dock of a page that has one, if it docks', () => {
  expect(shown(true, true)).toContain('<section>Buy: form</section>')
  expect(shown(true, true)).not.toContain('<dialog')
})

it('covers the page everywhere else: what opens over a ticket, and every sheet of a phone', () => {
  expect(shown(false, true)).toContain('<dialog')
  expect(shown(true, false)).toContain('<dialog')
})
