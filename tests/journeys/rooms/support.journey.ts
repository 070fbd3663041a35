import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { messages as files } from '@bolsillo/files/messages/es-ES'
import { present } from '@bolsillo/kernel'
import { messages as support } from '@bolsillo/support/messages/es-ES'
import { help } from '@bolsillo/support/messages/help/help-es'
import { words as ui } from '@bolsillo/ui/words/es-ES'
import { expect, test } from 'vitest'
import { choosePictures } from '../people/choose-pictures.ts'
import { signInAs } from '../people/customer.ts'
import { type Desk, openDesk } from '../people/desk.ts'
import type { Phone } from '../stage/phone.ts'
import { openStage } from '../stage/stage.ts'
import { filled, saying } from '../stage/words.ts'

// A customer asks about an order with a picture of it, staff look at it, answer and close, the customer reopens and keeps a copy.

const stage = openStage('support', 'all')
const t = support.console
const pictureName = /^\w{6}-1-1\.jpg/
const secret = 'Mi contraseña es Jacaranda-7'

/** A picture and a PDF are chosen together: the PDF says why it is not taken, and is removed. */
async function attach(on: Phone): Promise<void> {
  const { page, shot } = on
  const field = await choosePictures(on)
  expect(await page.getByRole('button', { name: support.send, exact: true }).isDisabled()).toBe(true)
  await shot('attach-refused')
  await field.getByRole('button', { name: filled(files.many.remove, { number: 2 }), exact: true }).click()
  await shot('attached')
}

/** The picture of one's own message, as it is kept, is compared and saved. */
async function openOwnPicture({ page, shot }: Phone): Promise<void> {
  await page.getByRole('button', { name: pictureName }).click()
  await page.getByText(support.picture.same, { exact: true }).waitFor()
  await shot('own-picture')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: support.picture.save, exact: true }).click(),
  ])
  const hash = createHash('sha256')
    .update(readFileSync(await file.path()))
    .digest('hex')
  await page.getByText(hash, { exact: true }).waitFor()
  await page.keyboard.press('Escape')
}

/** From an order to the form about it: a secret in the message is covered before it leaves. */
async function askAboutAnOrder(on: Phone): Promise<void> {
  const { page, shot } = on
  await page.goto('/pages/stock/order?filter=closed')
  await page.locator('main a[href*=orderId]').first().click()
  await page.getByRole('link', { name: ui.ask, exact: true }).click()
  await page.getByText(support.never, { exact: true }).first().waitFor()
  await page.getByLabel(support.message, { exact: true }).fill(`¿Por qué se ejecutó en partes?\n${secret}`)
  await attach(on)
  await page.getByRole('button', { name: support.send, exact: true }).click()
  await page.getByRole('heading', { name: support.warnTitle, exact: true }).waitFor()
  await shot('warned')
  await page.getByRole('button', { name: support.sendMasked, exact: true }).click()
  await page.getByText('Mi contraseña es ••••').waitFor()
  await page.getByText(support.states.waiting, { exact: true }).waitFor()
  await shot('asked')
  await openOwnPicture(on)
}

/** Staff take it. An answer that asks for money cannot be sent; another one is. */
async function answer({ page, open, shot }: Desk): Promise<void> {
  await open('support')
  await page.getByText(support.topics.order).first().click()
  await page.getByText('¿Por qué se ejecutó en partes?').waitFor()
  expect(await page.getByText('Jacaranda').count()).toBe(0)
  expect(await page.locator('img[src^="data:image"]').count()).toBe(0)
  await page.getByRole('button', { name: saying(files.look.show) }).click()
  await page.locator('img[src^="data:image"]').waitFor()
  await shot('support-picture')
  await page.getByRole('button', { name: t.take, exact: true }).click()
  await page.getByLabel(t.answer).fill('Debes depositar una garantía primero.')
  await page.getByText(t.asks['pay-in']).waitFor()
  expect(await page.getByRole('button', { name: t.send, exact: true }).isDisabled()).toBe(true)
  await shot('support-stopped')
  await page.getByLabel(t.answer).fill('Había dos ofertas a tu precio: cada parte es una operación de su recibo.')
  await page.getByRole('button', { name: t.send, exact: true }).click()
  await page.getByText(support.staff).first().waitFor()
  await page.getByRole('button', { name: t.close, exact: true }).click()
  await page.getByLabel(support.reasons.explained, { exact: true }).check()
  await page.getByRole('button', { name: t.close, exact: true }).click()
  await shot('support-closed')
}

/** The copy the customer keeps has the hash that the page shows. */
async function keepCopy({ page, shot }: Phone): Promise<void> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: support.keep, exact: true }).click(),
  ])
  const bytes = readFileSync(await file.path())
  await page.getByText(createHash('sha256').update(bytes).digest('hex'), { exact: true }).waitFor()
  expect(bytes.toString('utf8')).toContain('    Gracias, ¿y la comisión?')
  expect(bytes.toString('utf8')).toMatch(/ {2}Foto: \w{6}-1-1\.jpg · \d+ B · SHA-256 [0-9a-f]{64}\n/)
  await shot('kept')
}

test('a customer asks about an order, staff answer without asking for anything, and the customer keeps the copy', async () => {
  const on = await stage.openPhone('es-ES')
  const { page } = on
  const { server, browser } = stage
  const { operators, customers } = server.block
  await signInAs(on, customers[0])
  await page.goto('/pages/user/service')
  await page.getByLabel(support.search, { exact: true }).fill('comsion')
  await page.getByRole('button', { name: help.fees.question, exact: true }).click()
  await page.getByText(help.fees.answer, { exact: true }).waitFor()
  await on.shot('help')
  await askAboutAnOrder(on)

  const desk = await openDesk(browser, server, present(operators[0], 'somebody of the staff'))
  await answer(desk)
  // By the stream, without a reload.
  await page.getByText(saying(support.events.closed)).waitFor({ timeout: 30_000 })
  await page.getByText('Había dos ofertas a tu precio', { exact: false }).waitFor()
  await page.getByLabel(support.message, { exact: true }).fill('Gracias, ¿y la comisión?')
  await page.getByRole('button', { name: support.send, exact: true }).click()
  await page.getByText(saying(support.events.reopened)).waitFor()
  await keepCopy(on)

  await page.goto('/pages/user/activity')
  await page.getByText(support.acts.answer, { exact: true }).first().waitFor()
  // The latest look at a picture is of this one: those at papers were for another case.
  await page.getByText(files.acts.view, { exact: true }).first().click()
  await page.getByText(/^cnv_[0-9A-Z]{26}$/).waitFor()
  await on.shot('log')
  expect([...on.troubles, ...desk.troubles]).toEqual([])
})
