import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { present } from '@bolsillo/kernel'
import { messages as support } from '@bolsillo/support/messages/es-ES'
import { help } from '@bolsillo/support/messages/help/help-es'
import { words as ui } from '@bolsillo/ui/words/es-ES'
import { expect, test } from 'vitest'
import { signInAs } from '../people/customer.ts'
import { type Desk, openDesk } from '../people/desk.ts'
import type { Phone } from '../stage/phone.ts'
import { openStage } from '../stage/stage.ts'
import { saying } from '../stage/words.ts'

// A customer asks about an order, staff answer and close, the customer reopens and keeps a copy.

const stage = openStage('support', 'all')
const t = support.console
const secret = 'Mi contraseña es Jacaranda-7'

/** From an order to the form about it: a secret in the message is covered before it leaves. */
async function askAboutAnOrder({ page, shot }: Phone): Promise<void> {
  await page.goto('/pages/stock/order?filter=closed')
  await page.locator('main a[href*=orderId]').first().click()
  await page.getByRole('link', { name: ui.ask, exact: true }).click()
  await page.getByText(support.never, { exact: true }).first().waitFor()
  await page.getByLabel(support.message, { exact: true }).fill(`¿Por qué se ejecutó en partes?\n${secret}`)
  await page.getByRole('button', { name: support.send, exact: true }).click()
  await page.getByRole('heading', { name: support.warnTitle, exact: true }).waitFor()
  await shot('warned')
  await page.getByRole('button', { name: support.sendMasked, exact: true }).click()
  await page.getByText('Mi contraseña es ••••').waitFor()
  await page.getByText(support.states.waiting, { exact: true }).waitFor()
  await shot('asked')
}

/** Staff take it. An answer that asks for money cannot be sent; another one is. */
async function answer({ page, open, shot }: Desk): Promise<void> {
  await open('support')
  await page.getByText(support.topics.order).first().click()
  await page.getByText('¿Por qué se ejecutó en partes?').waitFor()
  expect(await page.getByText('Jacaranda').count()).toBe(0)
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
  await on.shot('log')
  expect([...on.troubles, ...desk.troubles]).toEqual([])
})
