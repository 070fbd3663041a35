import { drawerEntries } from '@bolsillo/app-web/drawer-entries'
import { expect, test } from 'vitest'
import { alone, arriveAt, button, signIn } from './people/customer.ts'
import { languages, type Phone } from './stage/phone.ts'
import { openStage } from './stage/stage.ts'
import { wordsOf } from './stage/words.ts'

// The left drawer: ways in and out, what it shows to whom, and the way out of the account.

const stage = openStage('drawer', 'all')

const home = '/pages/tabbar/home'
const login = '/pages/common/login'
// From the specification: 300 wide, at most 85 % of the screen; shown after 50 ms, gone after 300.
const width = 300

/** Where a drawer's panel stands now, and how long its slide takes. */
async function panelOf({ page, language }: Phone) {
  const panel = page.getByRole('dialog', { name: wordsOf(language).core.drawer.label }).locator('> div')
  await panel.waitFor()
  return panel
}

async function openDrawer(on: Phone): Promise<void> {
  await button(on, wordsOf(on.language).core.drawer.open).click()
  const panel = await panelOf(on)
  await expect.poll(async () => (await panel.boundingBox())?.x).toBe(0)
}

/** Milliseconds from what `act` does until no dialog is open, measured in the page; a busy machine makes them more. */
async function closesAfter({ page }: Phone, act: () => Promise<void>): Promise<number> {
  await page.evaluate(() => {
    const started = { at: 0 }
    for (const kind of ['pointerup', 'keydown'] as const) {
      addEventListener(kind, () => (started.at ||= performance.now()), { capture: true, once: true })
    }
    const look = (): void => {
      if (document.querySelector('dialog[open]') !== null) requestAnimationFrame(look)
      else document.documentElement.dataset.closedAfter = String(performance.now() - started.at)
    }
    delete document.documentElement.dataset.closedAfter
    requestAnimationFrame(look)
  })
  await act()
  const after = () => page.evaluate(() => document.documentElement.dataset.closedAfter)
  await expect.poll(after).toBeDefined()
  return Number(await after())
}

test.each(languages)('opens by its button and closes by mask and Escape, for a visitor, in %s', async (language) => {
  const on = await stage.openPhone(language)
  const { page } = on
  const { core: t } = wordsOf(language)
  await page.goto(home)
  for (const leave of [() => page.mouse.click(370, 500), () => page.keyboard.press('Escape')]) {
    await openDrawer(on)
    const panel = await panelOf(on)
    expect((await panel.boundingBox())?.width).toBe(width)
    const ms = await closesAfter(on, leave)
    // Not before it has slid away; how long after is the machine's business.
    expect(ms).toBeGreaterThan(250)
    await alone(on)
  }
  // Focus is back where it was.
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(t.drawer.open)

  // Exactly the entries whose page exists; the rest of the specification's are not there yet.
  await openDrawer(on)
  const rows = await page.getByRole('navigation', { name: t.drawer.label }).getByRole('link').allTextContents()
  const { banks, security, deposits, withdrawals, movements, assets, exchange, statements, proof, journal } = t.drawer
  const own = [banks, security, deposits, withdrawals, movements, assets, exchange, statements, proof, journal]
  const { income, made, inbox, firm, news, offerings, votes, places } = t.drawer
  const { install, help, language: inLanguage, about } = t.drawer
  expect(rows).toEqual([
    ...own,
    income,
    made,
    inbox,
    firm,
    news,
    offerings,
    votes,
    places,
    install,
    inLanguage,
    help,
    about,
  ])
  expect(drawerEntries.length).toBeGreaterThan(rows.length)
  for (const word of [t.drawer.deposit, t.drawer.withdraw])
    await page.getByText(word, { exact: true }).first().waitFor()
  expect(await page.getByText(t.drawer.signOut, { exact: true }).count()).toBe(0)
  expect(on.troubles).toEqual([])
})

test('leads a visitor to public pages, and to others through the login page and back', async () => {
  const on = await stage.openPhone('es-ES')
  const { page } = on
  const { core: t } = wordsOf('es-ES')
  await page.goto(home)
  await openDrawer(on)
  await page.getByRole('link', { name: t.drawer.language, exact: true }).click()
  await arriveAt(on, '/pages/common/lang')
  await page.goto(home)
  await openDrawer(on)
  await page.getByRole('link', { name: t.drawer.income, exact: true }).click()
  await arriveAt(on, login)
  await alone(on)
  const [, demo] = stage.server.block.customers
  if (demo === undefined) throw new Error('no demo customer')
  await signIn(on, { phone: demo.account, password: demo.password })
  await arriveAt(on, '/pages/stock/income')
  expect(on.troubles).toEqual([])
})

test('shows the account, copies its number, and signs out only when asked twice', async () => {
  const on = await stage.openPhone('es-ES')
  const { page, context } = on
  const { core: t, parts } = wordsOf('es-ES')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(login)
  const [, demo] = stage.server.block.customers
  if (demo === undefined) throw new Error('no demo customer')
  await signIn(on, { phone: demo.account, password: demo.password })
  await arriveAt(on, home)
  await openDrawer(on)
  await page.getByText(t.drawer.status.none).waitFor()
  const id = await page.evaluate(() => JSON.parse(localStorage.getItem('userInfo') ?? '{}').id as unknown)
  expect(id).toBeTruthy()
  await button(on, t.drawer.copyId).click()
  await page.getByText(t.drawer.copied, { exact: true }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id)

  const question = page.getByRole('alertdialog', { name: t.signOut.title })
  await button(on, t.drawer.signOut).click()
  await button(question, parts.cancel).click()
  await question.waitFor({ state: 'hidden' })
  expect(await page.evaluate(() => localStorage.getItem('userToken'))).toBeTruthy()
  await button(on, t.drawer.signOut).click()
  await button(question, t.signOut.confirm).click()
  await arriveAt(on, login)
  expect(await page.evaluate(() => [localStorage.getItem('userToken'), localStorage.getItem('userInfo')])).toEqual([
    null,
    null,
  ])
  expect(on.troubles).toEqual([])
})
