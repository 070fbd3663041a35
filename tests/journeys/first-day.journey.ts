import { messages as kycEs } from '@bolsillo/kyc/messages/es-ES'
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { arriveAt, button, layer, type Person, textbox } from './people/customer.ts'
import { type Finger, fingerOn } from './people/taps.ts'
import type { Phone } from './stage/phone.ts'
import { openStage } from './stage/stage.ts'
import { filled, saying, wordsOf } from './stage/words.ts'

// The first day of somebody who was never here, on a new installation and without any of the staff: from the start screen to
// a first purchase, to what they own, to a receipt that their phone checked, counted in taps; then the papers.

const tapsMax = 25
/** Of a person who does not think. A busy machine takes longer than a phone: this only finds what hangs. */
const secondsMax = 90 * 2

const person: Person = { phone: '5543219870', password: 'Bugambilia 5 roja', tradePassword: '482715' }
const stage = openStage('first-day', 'all')

/** The account: code from the practice inbox, password, both boxes. */
async function register(on: Phone, { tap, type }: Finger): Promise<void> {
  const { page } = on
  const { core, identity: t } = wordsOf(on.language)
  await tap(page.getByRole('link', { name: core.start.register, exact: true }))
  await type(textbox(on, t.login.phone), person.phone)
  await tap(button(on, t.code.send))
  await tap(page.getByRole('button', { name: saying(t.code.openInbox) }))
  await tap(button(layer(on), t.inbox.use).first())
  await layer(on).waitFor({ state: 'detached' })
  await type(page.getByLabel(t.register.password, { exact: true }), person.password)
  await type(page.getByLabel(t.register.passwordAgain, { exact: true }), person.password)
  await tap(page.getByLabel(t.register.agreeDisclaimer))
  await tap(page.getByLabel(t.register.agreePrivacy))
  await tap(button(on, t.register.submit))
  await arriveAt(on, '/pages/tabbar/home')
}

/** One share at the market's price. The trade password is created over the ticket, which goes on with it. */
async function buyOne(on: Phone, { tap, type }: Finger): Promise<void> {
  const { identity: t, trading } = wordsOf(on.language)
  const size = textbox(layer(on), trading.ticket.quantity)
  await tap(button(on, trading.sides.buy))
  await size.waitFor()
  await on.shot('first-day-ticket')
  await type(size, '1')
  await tap(button(layer(on), trading.ticket.review.buy))
  await type(on.page.getByLabel(t.tradePassword.choose, { exact: true }), person.tradePassword)
  await type(on.page.getByLabel(t.tradePassword.repeat, { exact: true }), person.tradePassword)
  await tap(button(layer(on), t.tradePassword.save))
  await tap(button(layer(on), trading.ticket.confirm.buy))
  await layer(on).getByText(saying(trading.ticket.result.filledBuy)).first().waitFor()
  await button(layer(on), trading.ticket.result.done).waitFor()
}

/** The receipt of the order that was just filled, recomputed on this phone. */
async function checkReceipt(on: Phone, { tap }: Finger): Promise<void> {
  const { trading } = wordsOf(on.language)
  await tap(layer(on).getByRole('link', { name: trading.ticket.result.see }))
  await arriveAt(on, '/pages/stock/order')
  await tap(button(on, trading.order.check))
  await on.page.getByText(trading.order.checkTitle, { exact: true }).waitFor()
  await on.shot('first-day-receipt')
}

/** Back to where the tabs are, and to what is owned. */
async function seeOwned(on: Phone, { tap }: Finger, ticker: string): Promise<void> {
  const { core, parts } = wordsOf(on.language)
  const tab = on.page.getByRole('link', { name: core.tabs.positions, exact: true })
  for (let steps = 0; steps < 3 && !(await tab.isVisible()); steps += 1) {
    const before = on.page.url()
    await tap(on.page.getByRole('button', { name: parts.back, exact: true }))
    await on.page.waitForURL((url) => url.href !== before)
    await on.page.locator('h1').first().waitFor()
  }
  await tap(tab)
  await on.page.locator('main').getByText(ticker, { exact: true }).first().waitFor()
  await on.shot('first-day-owned')
}

/** The rows of the list of first steps, as they are ticked. */
async function stepsOn(on: Phone): Promise<Locator> {
  const { core } = wordsOf(on.language)
  await on.page.goto('/pages/tabbar/home')
  await on.page.getByRole('heading', { name: core.home.steps.title }).waitFor()
  return on.page.locator('section', { hasText: core.home.steps.title }).getByRole('listitem')
}

test('a first purchase, what is owned and a checked receipt take few taps, without any staff', async () => {
  const on = await stage.openPhone('es-ES')
  const finger = fingerOn(on)
  const { about, core } = wordsOf('es-ES')
  await on.page.goto('/')
  await on.page.getByText(about.start.practice).waitFor()
  await on.shot('first-day-start')
  await register(on, finger)
  await on.page.getByRole('heading', { name: core.home.steps.title }).waitFor()
  await on.page.getByText(filled(core.home.steps.count, { done: 1, all: 4 })).waitFor()
  await on.shot('first-day-home')
  await finger.tap(button(on, core.home.grantAction))
  await arriveAt(on, '/pages/stock/stockKline')
  const [ticker = ''] = (new URL(on.page.url()).searchParams.get('symbol') ?? '').split('.')
  await buyOne(on, finger)
  await checkReceipt(on, finger)
  await seeOwned(on, finger, ticker)
  console.log(`a first day: ${finger.taps()} taps, ${finger.seconds().toFixed(1)} s`)
  expect(finger.taps()).toBeLessThanOrEqual(tapsMax)
  expect(finger.seconds()).toBeLessThan(secondsMax)

  // The list has ticked itself, and leads on to the papers.
  const { page: t, practice } = kycEs
  const steps = await stepsOn(on)
  await on.page.getByText(filled(core.home.steps.count, { done: 3, all: 4 })).waitFor()
  await on.shot('first-day-three')
  await steps.filter({ hasText: core.home.steps.identity }).getByRole('link').click()
  await button(on, practice.action).waitFor()
  await on.shot('first-day-papers')
  await button(on, practice.action).click()
  await on.page.getByText(practice.filled).waitFor()
  await on.shot('first-day-papers-filled')
  await button(on, t.send).click()
  await on.page.getByText(t.pendingTitle).waitFor()
  await on.shot('first-day-papers-sent')
  await on.page.getByText(t.succTitle).waitFor()
  await on.shot('first-day-verified')
  await on.page.getByRole('link', { name: practice.next }).click()
  await on.page.getByText(filled(core.home.steps.count, { done: 4, all: 4 })).waitFor()
  await on.shot('first-day-done')
  await on.page.goto('/pages/user/activity')
  for (const act of [kycEs.acts['practice-papers'], kycEs.acts['practice-verify']])
    await on.page.getByText(act).first().waitFor()
  // Done is done: the list is gone, here and after a reload.
  await on.page.goto('/pages/tabbar/home')
  await on.page.getByRole('heading', { name: core.home.hot }).waitFor()
  expect(await on.page.getByRole('heading', { name: core.home.steps.title }).count()).toBe(0)
  expect(on.troubles).toEqual([])
})
