import type { Locator } from 'playwright-core'
import type { Phone } from '../stage/phone.ts'
import { saying, wordsOf } from '../stage/words.ts'

/** Somebody who opens an account in a journey. */
export interface Person {
  /** As typed: ten digits of a Mexican phone. */
  readonly phone: string
  readonly password: string
  readonly tradePassword: string
}

/** The button of a text, within a part of the page or on all of it. */
export function button(within: Phone | Locator, name: string): Locator {
  const place = 'page' in within && 'shot' in within ? within.page : within
  return place.getByRole('button', { name, exact: true })
}

/** The field with a label. */
export function textbox(within: Phone | Locator, name: string): Locator {
  const place = 'page' in within && 'shot' in within ? within.page : within
  return place.getByRole('textbox', { name, exact: true })
}

/** The sheet or dialog that lies over the page now. */
export function layer({ page }: Phone): Locator {
  return page.locator('dialog[open]').last()
}

/** An order's form: over the page on a phone, beside the chart on a desk, where its own sheets still lie over it. */
export function ticketForm({ page }: Phone): Locator {
  return page.locator('dialog[open], body:not(:has(dialog[open])) [data-dock]').last()
}

const exactly = (label: string): RegExp => new RegExp(`^\\s*${saying(label).source}\\s*$`)

/** The figure beside a label of a list of facts. */
export async function fact(within: Locator, label: string): Promise<string> {
  const terms = within.locator('dt')
  // A word that is explained by a tap is a button, and its sentence follows it.
  const explained = terms.filter({ has: within.page().getByRole('button', { name: label, exact: true }) })
  const dd = terms
    .filter({ hasText: exactly(label) })
    .or(explained)
    .first()
    .locator('xpath=following-sibling::dd[1]')
  return (await dd.textContent()) ?? ''
}

/**
 * The figures beside several labels as they stood at one moment. Figures that move with the market and are read one after the
 * other belong to different prices.
 */
export async function factsTogether(within: Locator, labels: readonly string[]): Promise<readonly string[]> {
  const rows = await within
    .locator('dt')
    .evaluateAll((terms) =>
      terms.map(
        (term) => [(term.querySelector('button') ?? term).textContent, term.nextElementSibling?.textContent] as const,
      ),
    )
  return labels.map((label) => rows.find(([term]) => exactly(label).test(term ?? ''))?.[1] ?? '')
}

/** Waits until the page at a path shows; its query may be anything. */
export async function arriveAt({ page }: Phone, path: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === path)
}

/** Opens an account on the registration page: code from the practice inbox, both boxes, and the check solves itself. */
export async function register(phone: Phone, person: Person, pictures = false): Promise<void> {
  const { page } = phone
  const { identity: t } = wordsOf(phone.language)
  await page.goto('/pages/account/reg')
  await textbox(phone, t.login.phone).fill(person.phone)
  await button(phone, t.code.send).click()
  await page.getByRole('button', { name: saying(t.code.openInbox) }).click()
  const sheet = layer(phone)
  await button(sheet, t.inbox.use).first().waitFor()
  if (pictures) await phone.shot('register-inbox')
  await button(sheet, t.inbox.use).first().click()
  await page.waitForFunction(() =>
    /^\d{6}$/.test(document.querySelector<HTMLInputElement>('input[name=code]')?.value ?? ''),
  )
  await page.getByLabel(t.register.password, { exact: true }).fill(person.password)
  await page.getByLabel(t.register.passwordAgain, { exact: true }).fill(person.password)
  await page.getByLabel(t.register.agreeDisclaimer).check()
  await page.getByLabel(t.register.agreePrivacy).check()
  await page.getByText(t.captcha.done).waitFor()
  if (pictures) await phone.shot('register-filled')
  await button(phone, t.register.submit).click()
  await arriveAt(phone, '/pages/tabbar/home')
}

/** Fills in the login page that shows now. */
export async function signIn(phone: Phone, person: Pick<Person, 'phone' | 'password'>): Promise<void> {
  const { page } = phone
  const { identity: t } = wordsOf(phone.language)
  if (person.phone.includes('@')) await page.getByRole('radio', { name: t.login.email }).click()
  await textbox(phone, person.phone.includes('@') ? t.login.email : t.login.phone).fill(person.phone)
  await page.getByLabel(t.login.password, { exact: true }).fill(person.password)
  await button(phone, t.login.submit).click()
}

/**
 * The login page on a phone whose session has idled out. The session is taken off first, on a page that asks nothing:
 * with one, the login page goes on to home, which finds it ended and comes back with its fields empty.
 */
export async function openLogin({ page }: Phone): Promise<void> {
  await page.goto('/icon.svg')
  await page.evaluate(() => localStorage.removeItem('userToken'))
  await page.goto('/pages/common/login')
}

/** Signs a customer of the demo in; home shows then. */
export async function signInAs(
  phone: Phone,
  customer: { readonly account: string; readonly password: string } | undefined,
): Promise<void> {
  if (customer === undefined) throw new Error('no demo customer')
  await openLogin(phone)
  await signIn(phone, { phone: customer.account.replace('+52', ''), password: customer.password })
  await arriveAt(phone, '/pages/tabbar/home')
}

/** Signs out through the drawer of home, answering its question. */
export async function signOut(phone: Phone): Promise<void> {
  const { core: t } = wordsOf(phone.language)
  await phone.page.goto('/pages/tabbar/home')
  await button(phone, t.drawer.open).click()
  await button(phone, t.drawer.signOut).click()
  await button(phone.page.getByRole('alertdialog', { name: t.signOut.title }), t.signOut.confirm).click()
  await arriveAt(phone, '/pages/common/login')
  await alone(phone)
}

/** Waits until nothing lies over the page any more: while the drawer leaves, the page under it takes no input. */
export async function alone({ page }: Phone): Promise<void> {
  await page.locator('dialog[open]').waitFor({ state: 'detached' })
}

/** Takes the practice money where home offers it. */
export async function takeGrant(phone: Phone): Promise<void> {
  const { core, ledger } = wordsOf(phone.language)
  await phone.page.goto('/pages/tabbar/home')
  const take = button(phone, core.home.grantAction)
  await take.click()
  await take.waitFor({ state: 'detached' })
  await phone.page.goto('/pages/user/assets')
  await phone.page.getByText(ledger.assets.explain).waitFor()
}

/** The token of the session on a phone. */
export async function tokenOn({ page }: Phone): Promise<string> {
  return (await page.evaluate(() => localStorage.getItem('userToken'))) ?? ''
}
