import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { present } from '@bolsillo/kernel'
import { messages as outbox } from '@bolsillo/rail-outbox/messages/es-ES'
import { type FakeProvider, fakeAccount, signedCall, startFakeProvider } from '@bolsillo/rail-phone-messages/testing'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { button, textbox } from '../people/customer.ts'
import { openDesk } from '../people/desk.ts'
import { openBrowser, openPhone, type Phone } from '../stage/phone.ts'
import { type RunningServer, startServer } from '../stage/server-process.ts'
import { wordsOf } from '../stage/words.ts'

// A mail server that is down, and a provider of SMS that works, as staff see it: what waits is shown and kept, and nobody reads it.

const address = 'rogelio.paz@correo-de-rogelio.mx'
const number = '5512341907'
const { console: t } = outbox
const { identity } = wordsOf('es-ES')

let server: RunningServer
let browser: Browser
let fake: FakeProvider
const folder = mkdtempSync(join(tmpdir(), 'bolsillo-outbox-'))
beforeAll(async () => {
  fake = await startFakeProvider()
  const { provider, url, from, user, password, signatureSecret } = fakeAccount('vonage', fake.url)
  const files = { SMS_PASSWORD_FILE: password, SMS_SIGNATURE_FILE: signatureSecret }
  for (const [name, secret] of Object.entries(files)) writeFileSync(join(folder, name), secret)
  server = await startServer({
    // Nothing listens there.
    ...{ MAIL_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Bolsillo <avisos@bolsillo.mx>' },
    ...{ SMS_PROVIDER: provider, SMS_URL: url, SMS_FROM: from, SMS_USER: user },
    ...Object.fromEntries(Object.keys(files).map((name) => [name, join(folder, name)])),
  })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.destroy()
  await fake?.close()
  rmSync(folder, { recursive: true })
})

async function askForCode(phone: Phone, by: 'email' | 'phone' = 'email'): Promise<void> {
  const { page } = phone
  await page.goto('/pages/account/reg')
  await page.getByRole('radio', { name: identity.login[by] }).click()
  await textbox(phone, identity.login[by]).fill(by === 'email' ? address : number)
  await button(phone, identity.code.send).click()
  await page.getByText(identity.captcha.done).waitFor()
}

test('a code to a phone leaves over the provider with its mark, and its signed receipt is what staff see', async () => {
  const phone = await openPhone(browser, server.block.url, 'es-ES')
  await askForCode(phone, 'phone')
  await expect.poll(() => fake.taken.length).toBe(1)
  const { fields } = present(fake.taken[0], 'a message')
  expect(fields).toMatchObject({ to: `52${number}`, channel: 'sms' })
  expect(fields.text).toMatch(/^\[Práctica: dinero no real\] \d{6} es tu código/)
  const receiptUrl = String(fields.webhook_url)
  const messageId = String(fields.client_ref)
  const say = async (signatureSecret: string) => {
    const about = { messageId, url: receiptUrl, status: 'delivered', at: await server.now() }
    const { headers, body } = signedCall({ ...fakeAccount('vonage', fake.url), signatureSecret }, about)
    const path = new URL(receiptUrl).pathname
    return (await fetch(server.block.url + path, { method: 'POST', headers, body })).status
  }
  expect(await say('guessed')).toBe(401)
  expect(await say(fakeAccount('vonage', fake.url).signatureSecret)).toBe(200)
  const desk = await openDesk(browser, server, present(server.block.operators[0], 'somebody of the staff'))
  await desk.open('outbox')
  const sms = desk.page.getByRole('table', { name: t.channels }).getByRole('row', { name: t.channelNames.sms })
  await sms.waitFor()
  const cells = await sms.getByRole('cell').allTextContents()
  const titles = await desk.page.getByRole('table', { name: t.channels }).getByRole('columnheader').allTextContents()
  const cellOf = (title: string) => cells[titles.indexOf(title)]
  expect([t.sentLately, t.deliveredLately, t.undeliveredLately].map(cellOf)).toEqual(['1', '1', '0'])
  await desk.shot('outbox-receipts')
  expect(desk.troubles).toEqual([])
  await desk.context.close()
  await phone.context.close()
})

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
