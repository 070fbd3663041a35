import { messages as approvalsEs } from '@bolsillo/approvals/messages/es-ES'
import { messages as filesEs } from '@bolsillo/files/messages/es-ES'
import type { Desk } from './desk.ts'

// What any of the staff does at a queue of the console: opens its first case, and approves what another proposed.

/** Opens the first case of the queue of a section, whose list has a title; with a text, the first that shows it. */
export async function openFirstCase(on: Desk, section: string, title: string, text = ''): Promise<void> {
  await on.open(section)
  const cases = on.page.getByRole('region', { name: title }).locator('ul button')
  await cases.filter({ hasText: text }).first().click()
}

/** Looks at the case beside a proposal, with every picture: before that nobody approves. */
async function lookAtCase({ page }: Desk): Promise<void> {
  const approve = page.getByRole('button', { name: new RegExp(`^${approvalsEs.console.approve}`) })
  await approve.waitFor()
  await page.getByText(approvalsEs.console.caseFirst, { exact: true }).waitFor({ state: 'detached' })
  const shut = page.locator('main').getByRole('button', { name: new RegExp(`^${filesEs.look.show}`) })
  for (let count = await shut.count(); count > 0; count -= 1) await shut.first().click()
}

/** Approves the only proposal there is, which another of the staff made, with a code of their own. */
export async function approveOnly(on: Desk, picture?: string): Promise<void> {
  const { console: t } = approvalsEs
  const { page } = on
  await openFirstCase(on, 'approvals', t.title)
  await lookAtCase(on)
  await page.getByRole('button', { name: new RegExp(`^${t.approve}`) }).click()
  await on.giveCode()
  if (picture !== undefined) await on.shot(picture)
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('dialog'))
    .last()
    .getByRole('button', { name: t.approve, exact: true })
    .click()
  await page.getByText(t.empty, { exact: true }).waitFor()
}
