import { present } from '@bolsillo/kernel'
import { messages as outbox } from '@bolsillo/rail-outbox/messages/es-ES'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { button, textbox } from '../people/customer.ts'
import { openDesk } from '../people/desk.ts'
import { openBrowser, openPhone, type Phone } from '../stage/phone.ts'
import { type RunningServer, startServer } from '../stage/server-process.ts'
import { wordsOf } from '../stage/words.ts'

// A mail server that is down, as staff see it: what waits is shown and kept, and nobody reads it.

const address = 'rogelio.paz@correo-de-rogelio.mx'
const { console: t } = outbox
const { identity } = wordsOf('es-ES')

let server: RunningServer
let browser: Browser
beforeAll(async () => {
  // Nothing listens there.
  server = await startServer({ MAIL_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Bolsillo <avisos@bolsillo.mx>' })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.destroy()
})

async function askForCode(phone: Phone): Promise<void> {
  const { page } = phone
  await page.goto('/pages/account/reg')
  await page.getByRole('radio', { name: identity.login.email }).click()
  await textbox(phone, identity.login.email).fill(address)
  await button(phone, identity.code.send).click()
  await page.getByText(identity.captcha.done).waitFor()
}

test('a code that cannot leave waits in the outbox with its reason, and ends late; staff see no word of it', async () => {
  const phone = await openPhone(browser, server.block.url, 'es-ES')
  await askForCode(phone)
  const operator = present(server.block.operators[0], 'somebody of the staff')
  const desk = await openDesk(browser, server, operator)
  const { page } = desk
  await desk.open('outbox')
  const waiting = page.getByRole('table', { name: t.tabs.waiting })
  await waiting.getByText(t.problems.unreachable).waitFor({ timeout: 60_000 })
  await page.getByRole('table', { name: t.channels }).getByText(t.states.fails).waitFor()
  expect(await waiting.locator('tbody tr').count()).toBe(1)
  const shown = (await page.locator('main').textContent()) ?? ''
  expect(shown).toContain(t.code)
  expect(shown).not.toContain('rogelio.paz@')
  expect(shown).not.toMatch(/\d{6}/)
  // Nothing here is pressed to change anything.
  expect(await page.locator('main button:not([role=tab])').count()).toBe(0)
  await desk.shot('outbox')
  await page.emulateMedia({ colorScheme: 'dark' })
  await desk.shot('outbox-dark')
  await desk.context.close()
  await server.advanceClockMs(10 * 60_000)
  const later = await openDesk(browser, server, operator)
  await later.open('outbox')
  await later.page.getByText(t.empty.waiting).waitFor({ timeout: 60_000 })
  await later.page.getByRole('tab', { name: t.tabs.late }).click()
  await later.page.getByRole('table', { name: t.tabs.late }).getByText(t.problems.unreachable).waitFor()
  await later.shot('outbox-late')
  expect([...desk.troubles, ...later.troubles]).toEqual([])
  await later.context.close()
  await phone.context.close()
})
