import { messages as approvalsEs } from '@bolsillo/approvals/messages/es-ES'
import { messages as identityEs } from '@bolsillo/identity/messages/es-ES'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { patienceMs, troublesOf } from '../stage/phone.ts'
import type { RunningServer } from '../stage/server-process.ts'
import { approveOnly } from './approving.ts'
import type { Desk } from './desk.ts'

// How somebody joins the staff: invited by one, approved by another, by a link to their own address, with a passkey of
// their own, a number told to the approver, and a wait.

const { staff: s } = approvalsEs
const { operator: t } = identityEs

/** Whom to invite: a verified customer, signed in on a page of their own, where their messages arrive. */
export interface Invitee {
  readonly account: string
  readonly name: string
  /** The number told to support. */
  readonly customer: string
  readonly roles: readonly (keyof typeof approvalsEs.powersPage.roles)[]
  readonly messages: Page
}

/** A device that checks its owner, as phones and laptops have one. */
export async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

/** Somebody new at a desk of their own, whose powers may wait still. */
export interface NewColleague {
  readonly page: Page
  readonly context: BrowserContext
  readonly troubles: readonly string[]
  /** What their screen showed for the approver. */
  readonly number: string
}

/** The person's page of the section, opened from its list. */
async function openPerson(on: Desk, name: string): Promise<void> {
  await on.open('staff')
  const list = on.page.getByRole('region', { name: s.title, exact: true })
  await list.locator('ul button').filter({ hasText: name }).first().click()
}

/** One proposes, another approves, the person accepts on a device of their own. */
export async function inviteColleague(
  browser: Browser,
  server: RunningServer,
  desks: { readonly proposer: Desk; readonly approver: Desk },
  invitee: Invitee,
): Promise<NewColleague> {
  const { proposer, approver } = desks
  await proposer.open('staff')
  const form = proposer.page.locator('main')
  await form.getByLabel(s.name, { exact: true }).fill(invitee.name)
  await form.getByLabel(s.account, { exact: true }).fill(invitee.account)
  await form.getByLabel(s.customer).fill(invitee.customer)
  const roles = proposer.page.getByRole('group', { name: s.roles }).last()
  for (const role of invitee.roles) await roles.getByLabel(approvalsEs.powersPage.roles[role]).check()
  await proposer.page.getByRole('button', { name: s.proposeInvitation }).click()
  await proposer.page.getByText(s.proposed).waitFor()

  await approveOnly(approver, 'staff-approving')

  await invitee.messages.goto('/pages/practice/inbox')
  const letter = invitee.messages.getByText(/invitation\?token=/).first()
  const [, token = ''] = /token=([\w-]+)/.exec((await letter.textContent()) ?? '') ?? []
  const context = await browser.newContext({
    baseURL: server.block.console,
    viewport: { width: 1280, height: 800 },
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  const troubles = troublesOf(page)
  await addAuthenticator(page)
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await page.goto(`/invitation?token=${token}`)
  await page.getByLabel(t.choosePassword).fill(newPassword)
  await page.getByLabel(identityEs.register.passwordAgain).fill(newPassword)
  await page.getByRole('button', { name: t.makePasskey }).click()
  const number = ((await page.getByTestId('staff-number').textContent()) ?? '').trim()
  return { page, context, troubles, number }
}

const newPassword = 'Siete-jacarandas azules'

/** After the number was seen: the codes, and in by the passkey. */
export async function enterAsColleague({ page }: NewColleague): Promise<void> {
  await page.getByRole('button', { name: t.numberDone }).click()
  await page.getByRole('button', { name: identityEs.factors.recoveryDone }).click()
  await page.getByRole('button', { name: identityEs.login.byPasskey }).click()
  await page.getByRole('navigation').first().waitFor()
}

/** The approver types in what the person told them. */
export async function typeNumber(approver: Desk, name: string, number: string): Promise<void> {
  await openPerson(approver, name)
  await approver.page.getByLabel(s.number).fill(number)
  await approver.page.getByRole('button', { name: s.typeNumber, exact: true }).click()
}
