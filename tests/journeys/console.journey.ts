import { messages as coreEs } from '@bolsillo/app-console/words/es-ES'
import { messages as approvalsEs } from '@bolsillo/approvals/messages/es-ES'
import { messages as depositsEs } from '@bolsillo/deposits/messages/es-ES'
import { messages as identityEs } from '@bolsillo/identity/messages/es-ES'
import { present } from '@bolsillo/kernel'
import { words as partsEs } from '@bolsillo/ui/words/es-ES'
import { expect, test } from 'vitest'
import { arriveAt, button, signIn, textbox } from './people/customer.ts'
import { type Desk, openDesk } from './people/desk.ts'
import type { Phone } from './stage/phone.ts'
import { openStage } from './stage/stage.ts'

// What a day at the console is made of: keys whose effect is seen, counts that follow, a word before the session ends.

const stage = openStage('console', 'all')
const { console: c, practice } = depositsEs

/** What another name sends is held: one more case for the staff. */
async function sendUnderOtherName(phone: Phone, amount: string): Promise<void> {
  const { page } = phone
  await page.goto('/pages/recharge/bankRecharge?channelId=spei-mxn')
  await textbox(phone, depositsEs.common.amount).last().fill(amount)
  await page.getByRole('switch', { name: practice.other }).click()
  await button(phone, practice.action).click()
  await page.getByText(practice.sent).waitFor()
}

async function customerWithPapers(): Promise<Phone> {
  const phone = await stage.openPhone('es-ES')
  const { account, password } = present(stage.server.block.customers[0], 'a customer whose papers are verified')
  await phone.page.goto('/pages/account/login')
  await signIn(phone, { phone: account, password })
  await arriveAt(phone, '/pages/tabbar/home')
  return phone
}

const rowsOf = ({ page }: Desk) => page.getByRole('region', { name: c.title }).locator('ul button')
/** What the last press of a key did. */
const echoed = ({ page }: Desk, text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
const railCount = ({ page }: Desk) =>
  page.getByRole('navigation').first().getByRole('link', { name: c.title }).getByRole('img')

test('counts follow what comes in, as long as the list, and every key shows what it did', async () => {
  const { server, browser } = stage
  const desk = await openDesk(browser, server, present(server.block.operators[0], 'somebody of the staff'))
  const { page } = desk
  await desk.open('deposits')
  await page.getByText(c.empty).waitFor()
  const phone = await customerWithPapers()
  await sendUnderOtherName(phone, '80')
  await sendUnderOtherName(phone, '90')
  let looks = 0
  // Nobody reloads: the rail and the list follow by themselves while somebody is there.
  await expect
    .poll(
      async () => {
        await server.advanceClockMs(10_000)
        await page.mouse.move(700, 500 + (looks % 50))
        looks += 1
        return await rowsOf(desk).count()
      },
      { timeout: 120_000, interval: 1_000 },
    )
    .toBe(2)
  await expect.poll(() => railCount(desk).textContent()).toBe('2')
  await page.keyboard.press('j')
  await echoed(desk, partsEs.nextCase)
  await rowsOf(desk).and(page.locator('[aria-current]')).waitFor()
  await page.keyboard.press('k')
  await echoed(desk, partsEs.firstCase)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await echoed(desk, partsEs.lastCase)
  await desk.shot('key-echo')
  // A key that is none here does and shows nothing.
  await page.getByText(partsEs.lastCase, { exact: true }).waitFor({ state: 'detached' })
  const before = await page.locator('body').textContent()
  await page.keyboard.press('x')
  expect(await page.locator('body').textContent()).toBe(before)
  await page.getByText(c.fitsNot).waitFor()
  await page.keyboard.press('r')
  await page.getByRole('heading', { name: c.return, exact: true }).waitFor()
  await page.locator('h3').first().click()
  await page.keyboard.press('k')
  await echoed(desk, partsEs.finishFirst)
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: c.return, exact: true }).waitFor({ state: 'detached' })
  await page.keyboard.press('?')
  const keys = page.getByRole('dialog', { name: coreEs.keys.title })
  await keys.getByText(partsEs.nextCase).first().waitFor()
  expect(await keys.getByText(c.match, { exact: true }).count()).toBe(1)
  await desk.shot('keys')
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'detached' })
  await page.keyboard.press('/')
  await echoed(desk, partsEs.toTools)
  expect(await page.evaluate(() => document.activeElement?.closest('section') !== null)).toBe(true)
  expect([...desk.troubles, ...phone.troubles]).toEqual([])
  await desk.context.close()
})

test('a minute before an unused session ends it asks; who stays, stays; who does not is told why, and what was unsent', async () => {
  const { server, browser } = stage
  await server.advanceClockMs(60_000)
  const desk = await openDesk(browser, server, present(server.block.operators[1], 'a second of the staff'))
  const { page } = desk
  await page.clock.install()
  await desk.open('restricted')
  await page.getByLabel(approvalsEs.restricted.search, { exact: true }).fill('10000001')
  // What is under way would be given up when the clock jumps.
  await page.waitForLoadState('networkidle')
  await page.clock.fastForward(8 * 60_000 + 1_000)
  const asked = page.getByRole('alertdialog', { name: coreEs.idle.title })
  await asked.getByText(approvalsEs.restricted.search).waitFor()
  await desk.shot('idle-asked')
  // Input is no answer while it asks.
  await page.mouse.move(300, 300)
  expect(await asked.count()).toBe(1)
  const used = page.waitForResponse(/login\/info/)
  await asked.getByRole('button', { name: coreEs.idle.stay }).click()
  await used
  await asked.waitFor({ state: 'detached' })
  await page.clock.fastForward(8 * 60_000 + 1_000)
  await asked.waitFor()
  await page.clock.fastForward(62_000)
  await page.getByRole('textbox', { name: identityEs.operator.account }).waitFor()
  await page.getByText(coreEs.idle.done).waitFor()
  await page.getByText(approvalsEs.restricted.search).waitFor()
  await page.getByRole('region', { name: coreEs.practice }).waitFor()
  await desk.shot('idle-signed-out')
  expect(desk.troubles).toEqual([])
  await desk.context.close()
})
