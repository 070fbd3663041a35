import { messages as depositsEs } from '@bolsillo/deposits/messages/es-ES'
import { messages as filesEs } from '@bolsillo/files/messages/es-ES'
import { messages as kycEs } from '@bolsillo/kyc/messages/es-ES'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { button, signIn, textbox } from './customer.ts'
import { type Desk, openDesk } from './desk.ts'
import { openBrowser, openPhone, type Phone } from './phone.ts'
import { type RunningServer, startServer } from './server-process.ts'

// Money in and out, by a customer on a phone and two of the staff at their desks, side by side, in Spanish.

const lucia = {
  name: 'Lucía Torres Mora',
  birthDate: '1990-05-12',
  curp: 'TOML900512MDFRRC04',
  number: 'IDMEX1790051234',
  expiry: '2031-06-30',
}

let server: RunningServer
let browser: Browser
let phone: Phone
let desk: Desk
/** A picture as a camera gives it. */
let photo: Buffer

beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser()
  const [, customer] = server.block.customers
  const [operator] = server.block.operators
  if (customer === undefined || operator === undefined) throw new Error('no demo')
  phone = await openPhone(browser, server.block.url, 'es-ES')
  await phone.page.goto('/pages/common/login')
  photo = await phone.page.screenshot({ type: 'jpeg', clip: { x: 0, y: 0, width: 390, height: 244 } })
  await signIn(phone, { phone: customer.account, password: customer.password })
  await phone.page.waitForURL('**/pages/tabbar/home')
  desk = await openDesk(browser, server, operator)
})
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  await phone?.shot('failed-money')
  await desk?.shot('failed-money')
})
afterAll(async () => {
  await browser?.close()
  expect(await server?.verifyLedger()).toContain('every balance and hold follows')
  await server?.destroy()
})

/** Gives a photo to the field of a name, and waits until it is kept. */
async function givePhoto(label: string): Promise<void> {
  const field = phone.page.getByRole('group', { name: label })
  await field
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: photo })
  await field.getByText(filesEs.field.ready, { exact: true }).waitFor()
}

/** Opens the first case of the queue of a section. */
async function firstCase(on: Desk, section: string, title: string): Promise<void> {
  await on.open(section)
  await on.page.getByRole('region', { name: title }).locator('ul button').first().click()
}

test('papers are refused in part, corrected, and verified', async () => {
  const { page } = phone
  const { page: t, fields, reasons } = kycEs
  await page.goto('/pages/user/kyc')
  await phone.shot('kyc-before')
  await button(phone, t.begin).click()
  await textbox(phone, fields.number).fill(lucia.number)
  await page.getByLabel(new RegExp(`^${fields.expiry}`)).fill(lucia.expiry)
  await textbox(phone, fields.name).fill(lucia.name)
  await page.getByLabel(fields.birthDate).fill(lucia.birthDate)
  await textbox(phone, fields.curp).fill(lucia.curp)
  await givePhoto(fields.front)
  await givePhoto(fields.back)
  await phone.shot('kyc-filled')
  await button(phone, t.send).click()
  await page.getByText(t.pendingTitle).waitFor()
  await phone.shot('kyc-pending')

  const { console: c } = kycEs
  await firstCase(desk, 'identity', c.title)
  await desk.page.getByRole('button', { name: new RegExp(c.showPhotos) }).click()
  await desk.page.locator('img').first().waitFor()
  await desk.shot('identity-case')
  await desk.page.keyboard.press('r')
  await desk.page.getByLabel(fields.back, { exact: true }).selectOption({ label: reasons.blurred })
  await desk.shot('identity-refusing')
  await desk.page.getByRole('button', { name: c.refuseConfirm, exact: true }).click()
  await desk.page.getByText(c.empty).waitFor()

  await page.reload()
  await page.getByText(t.failTitle).waitFor()
  await phone.shot('kyc-refused')
  await givePhoto(fields.back)
  await button(phone, t.sendAgain).click()
  await page.getByText(t.pendingTitle).waitFor()
  await firstCase(desk, 'identity', c.title)
  await desk.page.getByRole('button', { name: new RegExp(`^${c.verify}`) }).click()
  await desk.page.getByText(c.empty).waitFor()
  await page.reload()
  await page.getByText(t.succTitle).waitFor()
  await phone.shot('kyc-verified')
  expect([...phone.troubles, ...desk.troubles]).toEqual([])
})

const { practice } = depositsEs

/** Makes the simulated bank or chain deliver an amount on a page of paying in. */
async function payIn(path: string, amount: string): Promise<void> {
  await phone.page.goto(path)
  await textbox(phone, depositsEs.common.amount).last().fill(amount)
  await button(phone, practice.action).click()
  await phone.page.getByText(practice.sent).waitFor()
}

test('money comes in by SPEI, PIX and a chain, and is credited once it has arrived', async () => {
  const { page } = phone
  for (const [path, amount, name] of [
    ['/pages/recharge/bankRecharge?channelId=spei-mxn', '5000.00', 'deposit-spei'],
    ['/pages/recharge/bankRecharge?channelId=pix-brl', '300.00', 'deposit-pix'],
    ['/pages/recharge/coinRecharge?asset=BTC&network=bitcoin', '0.01', 'deposit-btc'],
  ] as const) {
    await payIn(path, amount)
    await phone.shot(name)
  }
  await page.goto('/pages/recharge/rechargeRecord')
  await expect
    .poll(
      async () => {
        await server.advanceClockMs(5_000)
        await page.waitForTimeout(700)
        return await page.getByText(depositsEs.states.complete, { exact: true }).count()
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThanOrEqual(3)
  await phone.shot('deposits')
  expect(phone.troubles).toEqual([])
})
