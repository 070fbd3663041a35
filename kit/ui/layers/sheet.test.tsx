import { expect, it } from 'vitest'
import { htmlOf } from '../testing/html-of.tsx'
import { DockContext } from './dock.ts'
import { Sheet, type SheetProps } from './sheet.tsx'

const Dock = ({ title, children }: SheetProps) => (
  <section>
    {title}: {children}
  </section>
)

const shown = (docks: boolean, hasDock: boolean): string =>
  htmlOf(
    <DockContext value={hasDock ? Dock : undefined}>
      <Sheet open onOpenChange={() => undefined} title="Buy" docks={docks}>
        form
      </Sheet>
    </DockContext>,
  )

it('is drawn in the dock of a page that has one, if it docks', () => {
  expect(shown(true, true)).toContain('<section>Buy: form</section>')
  expect(shown(true, true)).not.toContain('<dialog')
})

it('covers the page everywhere else: what opens over a ticket, and every sheet of a phone', () => {
  expect(shown(false, true)).toContain('<dialog')
  expect(shown(true, false)).toContain('<dialog')
})
