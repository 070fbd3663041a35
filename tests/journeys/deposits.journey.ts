import { messages as depositsEs } from '@bolsillo/deposits/messages/es-ES'
import { messages as filesEs } from '@bolsillo/files/messages/es-ES'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { approveOnly, openFirstCase } from './people/approving.ts'
import { asTimeGoesOn } from './people/as-time-goes-on.ts'
import { chooseLine, importPracticeStatement, payByPracticeBank } from './people/bank-statement.ts'
import { button, signIn, textbox } from './people/customer.ts'
import { type Desk, openDesk } from './people/desk.ts'
import { openBrowser, openPhone, type Phone } from './stage/phone.ts'
import { type RunningServer, startServer } from './stage/server-process.ts'
import { expectSoundBooks } from './stage/stage.ts'

// Paying in what takes people: a transfer with a proof, and money another name sent. A customer whose papers are
// verified on a phone, two of the staff at their desks.

const { offline, practice, stages, steps, failed, console: c, check } = depositsEs

let server: RunningServer
let browser: Browser
let phone: Phone
let desk: Desk
let secondDesk: Desk

beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser()
  phone = await openPhone(browser, server.block.url, 'es-ES')
  const [customer] = server.block.customers
  const [operator, second] = server.block.operators
  if (customer === undefined || operator === undefined || second === undefined) throw new Error('no demo')
  await phone.context.clock.setSystemTime(await server.now())
  await phone.page.goto('/pages/common/login')
  await signIn(phone, { phone: customer.account.replace('+52', ''), password: customer.password })
  await phone.page.waitForURL('**/pages/tabbar/home')
  desk = await openDesk(browser, server, operator)
  secondDesk = await openDesk(browser, server, second)
})
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  await phone?.shot('failed-deposits')
  await desk?.shot('failed-deposits')
  await secondDesk?.shot('failed-deposits-second')
})
afterAll(async () => {
  await browser?.close()
  await expectSoundBooks(server)
  await server?.destroy()
})

/** Opens the first case of a kind in the deposits' queue. */
const openCase = (kind: 'proof' | 'held'): Promise<void> => openFirstCase(desk, 'deposits', c.title, c.kind[kind])

/** Waits until a page of the phone shows a text, while the server's clock goes on. */
function untilShown(text: string): Promise<void> {
  const look = (): Promise<number> => phone.page.getByText(text, { exact: true }).count()
  return asTimeGoesOn(server, look, (count) => count > 0)
}

test('a transfer with a proof is found by two people, credited, and checked on the phone', async () => {
  const { page } = phone
  await page.goto('/pages/recharge/offlineRecharge')
  // The field above that of the practice bank, which has the same name once it is there.
  await button(phone, offline.submit).waitFor()
  await textbox(phone, depositsEs.common.amount).first().fill('700')
  const picture = await page.screenshot({ type: 'jpeg', clip: { x: 0, y: 0, width: 390, height: 244 } })
  const field = page.getByRole('group', { name: offline.proof })
  await field
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'comprobante.jpg', mimeType: 'image/jpeg', buffer: picture })
  await field.getByText(filesEs.field.ready, { exact: true }).waitFor()
  await phone.shot('deposit-offline')
  await payByPracticeBank(phone, '700')
  await button(phone, offline.submit).click()
  await page.getByText(steps['proof-check']).waitFor()

  await importPracticeStatement(browser, server, 'MXN')
  await openCase('proof')
  await chooseLine(desk, '700')
  await desk.shot('deposit-proof')
  await desk.page.getByRole('button', { name: c.propose, exact: true }).click()
  await desk.page.getByText(c.proposalMine).waitFor()
  await approveOnly(secondDesk)
  await untilShown(steps.credited)
  await button(phone, check.action).click()
  await page.getByText(check.good).waitFor()
  await phone.shot('deposit-offline-credited')
  expect([...phone.troubles, ...desk.troubles, ...secondDesk.troubles]).toEqual([])
})

test('what another name sent is held, and goes back in full when two people say so', async () => {
  const { page } = phone
  await page.goto('/pages/recharge/bankRecharge?channelId=spei-mxn')
  await textbox(phone, depositsEs.common.amount).last().fill('80')
  await page.getByRole('switch', { name: practice.other }).click()
  await button(phone, practice.action).click()
  await page.getByText(practice.sent).waitFor()
  await page.goto('/pages/recharge/rechargeRecord')
  await untilShown(stages.held)
  await page.getByText(stages.held, { exact: true }).first().click()
  await page.getByText(depositsEs.held['other-name'], { exact: false }).waitFor()
  await phone.shot('deposit-held')

  await openCase('held')
  await desk.page.getByText(c.fitsNot).waitFor()
  await desk.page.keyboard.press('r')
  await desk.page.getByRole('radio', { name: depositsEs.reasons['third-party'], exact: true }).check()
  await desk.shot('deposit-return')
  await desk.page.getByRole('button', { name: c.propose, exact: true }).click()
  await desk.page.getByText(c.proposalMine).waitFor()
  await approveOnly(secondDesk)
  await untilShown(failed.returned)
  await phone.shot('deposit-returned')
  expect([...phone.troubles, ...desk.troubles, ...secondDesk.troubles]).toEqual([])
})
