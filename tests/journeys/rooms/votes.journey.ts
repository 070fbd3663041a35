import { present } from '@bolsillo/kernel'
import { messages as votes } from '@bolsillo/votes/messages/es-ES'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { approveOnly } from '../people/approving.ts'
import { signInAs } from '../people/customer.ts'
import { type Desk, openDesk } from '../people/desk.ts'
import { openStage } from '../stage/stage.ts'
import { saying } from '../stage/words.ts'

// A poll from its proposal to its recount: two of the staff publish it, a customer votes, and counts it again.

const stage = openStage('votes', 'all')
const minuteMs = 60_000
const dayMs = 86_400_000
const t = votes.console
const question = '¿Qué explicamos primero?'
const options = ['Las comisiones', 'Los riesgos']

/** A day and a time of the console's zone. */
function momentOf(at: number): readonly [day: string, time: string] {
  const text = new Intl.DateTimeFormat('sv-SE', {
    ...{ timeZone: 'America/Mexico_City', dateStyle: 'short', timeStyle: 'short' },
  }).format(at)
  const [day = '', time = ''] = text.split(' ')
  return [day, time]
}

/** One of the staff writes a poll and proposes it. */
async function propose({ page, open, shot }: Desk, [recordAt, opensAt, closesAt]: readonly number[]): Promise<void> {
  await open('votes')
  await page.getByText(t.empty, { exact: true }).waitFor()
  await page.getByRole('button', { name: t.new, exact: true }).click()
  for (const language of ['Español', 'English', 'Português']) {
    await page.getByLabel(`${t.question} (${language})`).fill(question)
    await page.getByLabel(`${t.options} (${language})`).fill(options.join('\n'))
  }
  for (const [label, at = 0] of [
    [votes.recordAt, recordAt],
    [votes.opensAt, opensAt],
    [votes.closesAt, closesAt],
  ] as const) {
    const [day, time] = momentOf(at)
    await page.getByLabel(`${label}, ${t.day}`).fill(day)
    await page.getByLabel(`${label}, ${t.time}`).fill(time)
  }
  await shot('votes-form')
  await page.getByRole('button', { name: t.propose, exact: true }).click()
  await page.getByText(t.waits, { exact: true }).waitFor()
}

/** The ballot arrives and its answer is lost: the device has kept what it sent. */
async function sendWithoutAnswer(page: Page): Promise<void> {
  const arrived = new Promise<void>((resolve) => {
    void page.route('**/ipcf-api/vote', async (route) => {
      await route.fetch()
      resolve()
      await route.abort()
    })
  })
  await page.getByRole('button', { name: votes.send, exact: true }).click()
  await arrived
  await page.unroute('**/ipcf-api/vote')
}

test('a poll is published by two people, voted on once, and counted again by its voter', async () => {
  const on = await stage.openPhone('es-ES')
  const { page } = on
  const { server, browser } = stage
  const { operators, customers } = server.block
  const openFor = (place: number): Promise<Desk> =>
    openDesk(browser, server, present(operators[place], 'somebody of the staff'))
  await signInAs(on, customers[0])
  await page.goto('/pages/stock/vote')
  await page.getByText(votes.empty, { exact: true }).waitFor()
  await on.shot('empty')

  const start = Math.ceil((await server.now()) / minuteMs) * minuteMs
  // A day of notice, and a day to vote.
  const recordAt = start + dayMs + 6 * minuteMs
  const [opensAt, closesAt] = [recordAt + 2 * minuteMs, recordAt + dayMs + 5 * minuteMs]
  const [writer, second] = [await openFor(0), await openFor(1)]
  await propose(writer, [recordAt, opensAt, closesAt])
  await approveOnly(second)
  await server.advanceClockMs(opensAt - (await server.now()) + 1000)

  // The day has ended every session.
  await signInAs(on, customers[0])
  await page.goto('/pages/stock/vote')
  await page.getByText(question, { exact: true }).click()
  await page.getByText('Los riesgos', { exact: true }).click()
  await on.shot('open')
  await page.getByRole('button', { name: votes.review, exact: true }).click()
  await page.getByText(votes.confirmText, { exact: true }).waitFor()
  await on.shot('confirm')
  await sendWithoutAnswer(page)
  await page.goto('/pages/stock/vote')
  await page.getByText(question, { exact: true }).click()
  await page.getByText(votes.receipt.checked, { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: votes.review, exact: true }).count()).toBe(0)
  await on.shot('receipt')

  const again = await openFor(0)
  await again.open('votes')
  await again.page.getByText(t.sealed, { exact: true }).waitFor()
  await again.shot('votes-open')
  await server.advanceClockMs(closesAt - (await server.now()) + 1000)
  await signInAs(on, customers[0])
  await page.goto('/pages/stock/vote')
  await page.getByText(question, { exact: true }).click()
  await page.getByRole('heading', { name: votes.result, exact: true }).waitFor({ timeout: 60_000 })
  await page.getByRole('button', { name: votes.recount.run, exact: true }).click()
  await page.getByText(votes.recount.fine, { exact: true }).waitFor()
  await page.getByText(saying(votes.recount.ownOption)).waitFor()
  await on.shot('recount')
  expect([...on.troubles, ...writer.troubles, ...second.troubles, ...again.troubles]).toEqual([])
})
