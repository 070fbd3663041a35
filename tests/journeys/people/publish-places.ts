import { present } from '@bolsillo/kernel'
import { messages } from '@bolsillo/locations/messages/es-ES'
import type { Browser } from 'playwright-core'
import type { RunningServer } from '../stage/server-process.ts'
import { approveOnly } from './approving.ts'
import { openDesk } from './desk.ts'

const { console: t, facts } = messages

/** What somebody of the staff types of a place: texts by their labels, and what to tick. */
export interface TypedPlace {
  readonly texts: Readonly<Partial<Record<keyof typeof facts, string>>>
  readonly ticks: ReadonlyArray<keyof typeof facts>
}

/** Publishes places by the console: one of the staff writes and proposes, another decides. */
export async function publishPlaces(
  browser: Browser,
  server: RunningServer,
  places: readonly TypedPlace[],
): Promise<void> {
  const writer = await openDesk(browser, server, present(server.block.operators[0], 'somebody of the staff'))
  const second = await openDesk(browser, server, present(server.block.operators[1], 'a second of the staff'))
  for (const [index, { texts, ticks }] of places.entries()) {
    await writer.open('locations')
    if (index === 0) {
      await writer.page.getByText(t.empty, { exact: true }).waitFor()
      await writer.shot('places-none')
    }
    await writer.page.getByRole('button', { name: t.new, exact: true }).click()
    if (index === 0) await writer.shot('place-form-new')
    for (const [name, text] of Object.entries(texts)) {
      const label = facts[name as keyof typeof texts]
      await writer.page.getByLabel(String(label), { exact: true }).fill(text)
    }
    for (const name of ticks) await writer.page.getByText(String(facts[name]), { exact: true }).click()
    if (index === 0) await writer.shot('place-form')
    await writer.page.getByRole('button', { name: t.save, exact: true }).click()
    await writer.page.getByRole('button', { name: t.propose, exact: true }).click()
    await writer.page.getByText(t.waits, { exact: true }).waitFor()
    if (index === 0) await writer.shot('place-proposed')
    await approveOnly(second, index === 0 ? 'place-approval' : undefined)
  }
  await writer.context.close()
  await second.context.close()
}
