import type { FeedRow } from '@bolsillo/content/fixtures'
import { messages as t } from '@bolsillo/content/messages/es-ES'
import { present } from '@bolsillo/kernel'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openDesk } from '../people/desk.ts'
import { openStage } from '../stage/stage.ts'
import { filled } from '../stage/words.ts'

// A practice market has no feeds and says so. What staff see of those of a live one is put on the wire.

const stage = openStage('feeds', 'all')
interface Feeds {
  readonly isPractice: boolean
  readonly rows: readonly FeedRow[]
}
const minuteMs = 60_000

/** Feeds in each of their states. */
function feedsAt(now: number): Feeds['rows'] {
  const of = (name: string, host: string) => ({
    ...{
      feedId: `fed_${name}`,
      number: 1,
      name,
      address: `https://${host}/rss/mercados.xml`,
      language: 'es-ES' as const,
    },
    ...{ everyMinutes: 30, decidedAt: now - 9_000 * minuteMs, isProposed: false, items: 0 },
  })
  const state = { triedAt: now - 4 * minuteMs, fetchedAt: now - 4 * minuteMs, nextAt: now + 26 * minuteMs }
  return [
    { ...of('El Diario', 'www.eldiario.example'), items: 412, state: { ...state, failures: 0, leftOut: 2 } },
    {
      ...{ ...of('Gaceta', 'gaceta.example'), items: 57 },
      state: { ...state, fetchedAt: now - 500 * minuteMs, failures: 3, problem: 'status', status: 503, leftOut: 0 },
    },
    {
      ...{ ...of('La Hora', 'lahora.example'), items: 8 },
      pause: { at: now - 90 * minuteMs, by: 'opr_1', reason: 'wrong-content' },
    },
    of('Portada', 'portada.example'),
  ]
}

async function changeFeeds(page: Page, change: (feeds: Feeds) => Feeds): Promise<void> {
  await page.route('**/console-api/feeds/list*', async (route) => {
    const response = await route.fetch()
    const envelope: { readonly data: Feeds } = await response.json()
    await route.fulfill({ response, json: { ...envelope, data: change(envelope.data) } })
  })
}

test('staff see that a practice market has no feeds, and of others their state, their errors and what may be done', async () => {
  const { server, browser } = stage
  const desk = await openDesk(browser, server, present(server.block.operators[0], 'somebody of the staff'))
  const { page } = desk
  await desk.open('feeds')
  await page.getByText(t.feeds.practice, { exact: true }).waitFor()
  await page.getByText(t.feeds.empty, { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: t.feeds.new }).count()).toBe(0)
  await desk.shot('feeds-practice')

  const now = await server.now()
  await changeFeeds(page, () => ({ isPractice: false, rows: feedsAt(now) }))
  await desk.open('feeds')
  const main = page.locator('main')
  const row = (name: string) => page.locator('section ul button').filter({ hasText: name })
  await main.getByText(t.feeds.states.sound, { exact: true }).waitFor()
  await main.getByRole('button', { name: t.feeds.pause }).waitFor()
  await desk.shot('feeds-sound')
  await row('Gaceta').click()
  await main.getByText(filled(t.feeds.problems.status, { status: '503' }), { exact: true }).waitFor()
  await desk.shot('feeds-failing')
  await row('La Hora').click()
  await main.getByText(t.reasons['wrong-content'], { exact: true }).waitFor()
  expect(await main.getByRole('button', { name: t.feeds.pause }).count()).toBe(0)
  await desk.shot('feeds-paused')

  // Whatever the page shows, the server of a practice market refuses, and the form says why.
  await page.getByRole('button', { name: t.feeds.new }).click()
  await main.getByLabel(t.feeds.name, { exact: true }).fill('El Diario')
  await main.getByLabel(t.feeds.address, { exact: true }).fill('https://www.eldiario.com.mx/rss')
  await main.getByRole('button', { name: t.feeds.propose, exact: true }).click()
  await main.getByText(t.rejections['feed-practice'], { exact: true }).waitFor()
  await desk.shot('feeds-refused')
  // The refusal is an answer of 409, which browsers note.
  expect(desk.troubles.filter((one) => !one.includes('409'))).toEqual([])
})
