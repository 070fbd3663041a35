import { messages as approvalsEs } from '@bolsillo/approvals/messages/es-ES'
import { freezeAccount, login, profile } from '@bolsillo/identity/contract'
import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { arriveAt, signIn } from './people/customer.ts'
import { openDesk } from './people/desk.ts'
import { addAuthenticator, enterAsColleague, inviteColleague, typeNumber } from './people/new-staff.ts'
import { answer, ask } from './stage/api.ts'
import type { Phone } from './stage/phone.ts'
import { openStage } from './stage/stage.ts'
import { wordsOf } from './stage/words.ts'

// What protects an account: an authenticator app, a passkey (Chromium's virtual authenticator), the freeze; and the door
// of the console.

const stage = openStage('keys', 'all')

const { identity: t } = wordsOf('es-ES')

function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('it is there')
  return value
}

const demo = () => present(stage.server.block.customers[1])

/** The code of the next step, by the server's clock: each step's code is good once. */
async function nextCode(secret: string): Promise<string> {
  await stage.server.advanceClockMs(30_000)
  return generateSync({ secret, epoch: Math.floor((await stage.server.now()) / 1000) })
}

async function secretOn(page: Page): Promise<string> {
  const shown = await page.getByTestId('totp-secret').textContent()
  return (shown ?? '').replaceAll(' ', '')
}

/** Back at the door, as after signing out. */
async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('userToken'))
  await page.goto('/pages/account/login')
}

/** Adds an authenticator app; answers its secret. */
async function addApp(on: Phone): Promise<string> {
  const { page } = on
  await page.goto('/pages/user/factors')
  await page.getByText(t.factors.appNote).click()
  await page.getByLabel(t.tradePassword.loginPassword).fill(demo().password)
  await page.getByRole('button', { name: t.factors.continue }).click()
  const secret = await secretOn(page)
  // A phone cannot scan its own screen: the same key opens in the app of this phone.
  const inApp = page.getByRole('link', { name: t.factors.openApp })
  await inApp.waitFor()
  expect(await inApp.getAttribute('href')).toMatch(new RegExp(`^otpauth://totp/.*secret=${secret}`))
  await on.shot('factors-secret')
  await page.getByLabel(t.factors.firstCode).fill(await nextCode(secret))
  await page.getByRole('button', { name: t.factors.confirm }).click()
  await page.getByText(t.factors.recoveryTitle).waitFor()
  expect(await page.getByRole('listitem').count()).toBe(10)
  await on.shot('factors-recovery')
  await page.getByRole('button', { name: t.factors.recoveryDone }).click()
  return secret
}

/** Adds a passkey beside the app, confirmed with a code of it. */
async function addPasskey(on: Phone, secret: string): Promise<void> {
  const { page } = on
  await page.getByRole('button', { name: t.factors.addPasskey }).click()
  await page.getByLabel(t.tradePassword.loginPassword).fill(demo().password)
  await on.shot('factors-passkey')
  await page.getByRole('button', { name: t.factors.makePasskey }).click()
  await page.getByLabel(t.factors.codeLabel).waitFor()
  await on.shot('factors-confirm')
  await page.getByLabel(t.factors.codeLabel).fill(await nextCode(secret))
  await page.getByText(t.factors.lastUsed).or(page.getByText(t.factors.since).nth(1)).first().waitFor()
  await on.shot('factors-both')
}

/** The next time the passkey alone is the way in: no name, no password. */
async function enterByPasskey(on: Phone): Promise<void> {
  const { page } = on
  // The browser offers it beside the name, and this device's owner takes whatever is offered.
  await signOut(page)
  await arriveAt(on, '/pages/tabbar/home')
  // A browser that offers nothing has a button.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await signOut(page)
  await on.shot('sign-in-passkey')
  await page.getByRole('button', { name: t.login.byPasskey }).click()
  await arriveAt(on, '/pages/tabbar/home')
  await page.goto('/pages/user/security')
  await page.getByText(t.security.current, { exact: true }).waitFor()
}

/** A change of a password is confirmed with the passkey this time. */
async function changePassword(on: Phone): Promise<void> {
  const { page } = on
  await page.goto('/pages/user/tradePassword?kind=withdrawal')
  await page.getByLabel(t.withdrawalPassword.current).fill(demo().withdrawalPassword)
  await page.getByLabel(t.tradePassword.choose).fill('284615')
  await page.getByLabel(t.tradePassword.repeat).fill('284615')
  await page.getByRole('button', { name: t.tradePassword.save }).click()
  await page.getByRole('button', { name: t.factors.usePasskey }).click()
  await page.getByText(t.withdrawalPassword.saved).waitFor()
  await page.goto('/pages/user/security')
  await page.getByText(t.waits.title).waitFor()
  await page.getByText(t.waits.reasons['withdrawal-password-changed']).waitFor()
  await on.shot('security-waits')
}

/** Freezes the account by the link of a notice, which is good once. */
async function freezeByNotice(on: Phone): Promise<void> {
  const { page } = on
  const { url } = stage.server.block
  await page.goto('/pages/practice/inbox')
  const notice = await page
    .getByText(/freeze\?token=/)
    .first()
    .textContent()
  const token = /token=([\w-]+)/.exec(notice ?? '')?.[1] ?? ''
  await page.goto(`/pages/account/freeze?token=${token}`)
  await on.shot('freeze')
  await page.getByRole('button', { name: t.freeze.button }).click()
  await page.getByText(t.freeze.done).waitFor()
  await on.shot('freeze-done')
  expect(await answer(url, freezeAccount, { token })).toMatchObject({
    kind: 'refused',
    rejection: 'freeze-link-unknown',
  })
  const again = await ask(url, login, { account: demo().account, password: demo().password })
  const own = await ask(url, profile, {}, { token: again.token })
  expect(own.coolDowns[0]).toMatchObject({ reason: 'frozen-by-owner' })
}

test('a customer adds an app and a passkey, confirms with each, and freezes the account from a notice', async () => {
  const on = await stage.openPhone('es-ES')
  const { page } = on
  await addAuthenticator(page)
  await page.goto('/pages/account/login')
  await signIn(on, { phone: demo().account, password: demo().password })
  await arriveAt(on, '/pages/tabbar/home')
  await page.goto('/pages/user/security')
  await page.getByText(t.security.missing).waitFor()
  await on.shot('security-new')
  const secret = await addApp(on)
  await addPasskey(on, secret)
  await enterByPasskey(on)
  await changePassword(on)
  await freezeByNotice(on)
  expect(on.troubles).toEqual([])
})

test('staff enter with a password and a code, and keep their own factors', async () => {
  const { operators, console: place } = stage.server.block
  const operator = present(operators[0])
  const on = await stage.openPhone('es-ES', 'light', 1)
  const { page } = on
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${place}/`)
  await page.getByLabel(t.operator.account).fill(operator.account)
  await page.getByLabel(t.operator.password, { exact: true }).fill(operator.password)
  await page.getByRole('button', { name: t.operator.next }).click()
  await page.getByLabel(t.factors.codeLabel).waitFor()
  await on.shot('console-factor')
  await page.getByLabel(t.factors.codeLabel).fill(await nextCode(operator.totpSecret))
  await page.getByText(t.operator.inbox).first().waitFor()
  await on.shot('console-entered')
  // The session is in a cookie no script sees, and in nothing that scripts keep.
  const cookies = await page.context().cookies(place)
  const session = present(cookies.find(({ name }) => name === '__Host-bolsillo-console'))
  expect(session).toMatchObject({ path: '/', secure: true, httpOnly: true, sameSite: 'Strict', expires: -1 })
  const seen = await page.evaluate(() => `${document.cookie} ${JSON.stringify({ ...localStorage, ...sessionStorage })}`)
  expect(seen).toContain('operatorSession')
  expect(seen).not.toContain(session.value)

  // Their own access: a passkey is added beside the app, and is the way in the next time.
  await addAuthenticator(page)
  await page.goto(`${place}/access`)
  await page.getByText(t.operator.accessNote).waitFor()
  await page.getByRole('cell', { name: t.security.current }).waitFor()
  await on.shot('console-access')
  await page.getByRole('button', { name: t.factors.addPasskey }).click()
  await page.getByLabel(t.tradePassword.loginPassword).fill(operator.password)
  await on.shot('console-access-passkey')
  await page.getByRole('button', { name: t.factors.makePasskey }).click()
  await page.getByLabel(t.factors.codeLabel).waitFor()
  await on.shot('console-access-confirm')
  await page.getByLabel(t.factors.codeLabel).fill(await nextCode(operator.totpSecret))
  await page.getByText(t.factors.since).nth(1).waitFor()
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  // Whoever has no cookie has no session, whatever else is stored.
  await page.context().clearCookies()
  await page.goto(`${place}/`)
  await page.getByRole('button', { name: t.login.byPasskey }).waitFor()
  await on.shot('console-sign-in')
  await page.getByRole('button', { name: t.login.byPasskey }).click()
  await page.getByText(t.operator.inbox).first().waitFor()
  await page.goto(`${place}/access`)
  await page.getByText(t.factors.lastUsed).waitFor()
  // It is removed again, confirmed with the app that stays.
  await page.getByText(t.factors.lastUsed).click()
  await page.getByRole('button', { name: t.factors.remove }).click()
  await page.getByLabel(t.factors.codeLabel).fill(await nextCode(operator.totpSecret))
  await page.getByText(t.factors.passkeyText).waitFor()
  await on.shot('console-access-removed')
  expect(on.troubles).toEqual([])
})

test('somebody joins the staff: invited at their own address, known by a passkey and a number, after a wait', async () => {
  const { server, browser } = stage
  const [customer] = server.block.customers
  const [first, second] = server.block.operators
  const { account, password } = present(customer)
  // The code of this half minute was used by the journey before.
  await server.advanceClockMs(30_000)
  // The link arrives where the person reads their messages, on a device they signed in on.
  const on = await stage.openPhone('es-ES')
  await on.page.goto('/pages/account/login')
  await signIn(on, { phone: account, password })
  await arriveAt(on, '/pages/tabbar/home')
  const { token } = await ask(server.block.url, login, { account, password })
  const { user } = await ask(server.block.url, profile, {}, { token })
  const proposer = await openDesk(browser, server, present(first))
  const approver = await openDesk(browser, server, present(second))
  const name = 'Wenceslao Boro'
  const invitee = { account: 'wenceslao', name, customer: user.id, roles: ['support'] as const, messages: on.page }
  const colleague = await inviteColleague(browser, server, { proposer, approver }, invitee)
  expect(colleague.number).toMatch(/^[0-9]{6}$/)
  await enterAsColleague(colleague)
  await colleague.page.getByText(t.operator.waitNumber).waitFor()
  // Nobody of the staff reads the link: the console says that a message went out, and no more.
  await proposer.open('inbox')
  await proposer.page.getByText(t.operator.sent.notice).first().waitFor()
  expect(await proposer.page.locator('main').textContent()).not.toContain('invitation?token=')
  await typeNumber(approver, name, colleague.number)
  await approver.page.getByText(approvalsEs.staff.powersFrom).first().waitFor()
  await approver.shot('staff-waiting')
  await colleague.page.reload()
  await colleague.page.getByText(t.operator.waitText).waitFor()
  const powers = await stage.openPhone('es-ES')
  await powers.page.goto('/pages/common/staffPowers')
  await powers.page.getByText(wordsOf('es-ES').about.powers.coming).waitFor()
  await powers.shot('staff-powers-coming')
  // The wait is over: with the next sign-in the sections are there.
  await server.advanceClockMs(5 * 60_000)
  await colleague.context.clearCookies()
  await colleague.page.goto('/')
  await colleague.page.getByRole('button', { name: t.login.byPasskey }).click()
  await colleague.page.getByText(t.operator.inbox).first().waitFor()
  expect([...colleague.troubles, ...proposer.troubles, ...approver.troubles, ...on.troubles]).toEqual([])
  for (const { context } of [colleague, proposer, approver, on]) await context.close()
})
