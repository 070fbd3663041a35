import { messages as depositsEs } from '@bolsillo/deposits/messages/es-ES'
import { messages as filesEs } from '@bolsillo/files/messages/es-ES'
import { present } from '@bolsillo/kernel'
import { messages as paymentsEs } from '@bolsillo/payments/messages/es-ES'
import type { Browser } from 'playwright-core'
import type { Phone } from '../stage/phone.ts'
import type { RunningServer } from '../stage/server-process.ts'
import { button, textbox } from './customer.ts'
import { type Desk, openDesk } from './desk.ts'

/** Transfers to the firm's account at the practice bank, by the form below the customer's own on the page at hand. */
export async function payByPracticeBank(phone: Phone, amount: string): Promise<void> {
  const { common, practice } = depositsEs
  await textbox(phone, common.amount).last().fill(amount)
  await button(phone, practice.action).click()
  await phone.page.getByText(practice.sent).waitFor()
}

/** The third of the staff, who decides nothing of it, asks the practice bank for its statement and imports that. */
export async function importPracticeStatement(browser: Browser, server: RunningServer, asset: string): Promise<void> {
  const { statements: t } = paymentsEs
  const third = await openDesk(browser, server, present(server.block.operators[2], 'a third of the staff'))
  await third.open('statements')
  const { page } = third
  const [given] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: t.practice.replace('{asset}', asset), exact: true }).click(),
  ])
  await page.locator('input[type=file]').setInputFiles(await given.path())
  await page.getByText(t.imported, { exact: true }).waitFor()
  await third.shot('statement-imported')
  await third.context.close()
}

/** Opens the proof of the case at hand, types the amount it shows, and names the one line with it. */
export async function chooseLine({ page }: Desk, amount: string): Promise<void> {
  const { console: c } = depositsEs
  const shut = page.locator('main').getByRole('button', { name: new RegExp(`^${filesEs.look.show}`) })
  const confirm = page.getByRole('button', { name: new RegExp(`^${c.confirm}`) })
  // Nobody confirms what they have not seen, and nobody is shown what the customer announced.
  await page.getByText(c.openProofFirst, { exact: true }).waitFor()
  await page.keyboard.press('a')
  await page.getByRole('status').filter({ hasText: c.openProofFirst }).waitFor()
  await shut.click()
  await page.locator('main img').first().waitFor()
  await confirm.click()
  await page.getByLabel(c.amountRead).fill(amount)
  await page.getByLabel(depositsEs.console.line, { exact: true }).selectOption({ index: 1 })
}
