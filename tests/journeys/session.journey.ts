import { messages as exchangeEs } from '@bolsillo/exchange/messages/es-ES'
import { listSessions, login, revokeSession } from '@bolsillo/identity/contract'
import { messages as proof } from '@bolsillo/proof/messages/es-ES'
import { expect, test } from 'vitest'
import { arriveAt, button, layer, signIn, textbox } from './people/customer.ts'
import { ask } from './stage/api.ts'
import type { Phone } from './stage/phone.ts'
import { openStage } from './stage/stage.ts'
import { startingWith, wordsOf } from './stage/words.ts'

// What happens when something ends or fails: the session, the connection, a part of the app.

const stage = openStage('session', 'all')

const { about, core: t, ledger, parts, stocks } = wordsOf('es-ES')
const loginPath = '/pages/common/login'
const chart = '/pages/stock/stockKline?symbol=WALMEX.MX'

function demo(): { readonly account: string; readonly password: string } {
  const [, customer] = stage.server.block.customers
  if (customer === undefined) throw new Error('no demo customer')
  return customer
}

const enter = (on: Phone): Promise<void> => signIn(on, { phone: demo().account, password: demo().password })

async function signedIn(): Promise<Phone> {
  const on = await stage.openPhone('es-ES')
  await on.page.goto('/pages/account/login')
  await enter(on)
  await arriveAt(on, '/pages/tabbar/home')
  return on
}

const stored = ({ page }: Phone) =>
  page.evaluate(() => [localStorage.getItem('userToken'), localStorage.getItem('userInfo')])

test('a session ended elsewhere leads to the login page at the next call, forgets the account, and comes back', async () => {
  const on = await signedIn()
  const { page } = on
  await page.goto('/pages/stock/income')
  await page.getByText(stocks.income.cost).waitFor()
  const { url } = stage.server.block
  const { account, password } = demo()
  const elsewhere = await ask(url, login, { account, password })
  const options = { token: elsewhere.token }
  const { sessions } = await ask(url, listSessions, {}, options)
  expect(sessions.length).toBeGreaterThanOrEqual(2)
  await ask(url, revokeSession, {}, options)
  const answered = page.waitForResponse((response) => response.status() === 401)
  await page.reload()
  expect(await (await answered).json()).toMatchObject({ code: -1000 })
  await arriveAt(on, loginPath)
  await page.getByText(t.sessionEnded).waitFor()
  expect(await stored(on)).toEqual([null, null])
  await enter(on)
  await arriveAt(on, '/pages/stock/income')
  await page.getByText(stocks.income.cost).waitFor()
  expect((await stored(on)).every((value) => value !== null)).toBe(true)
  expect(on.troubles).toEqual([])
})

test('a session without use for 15 minutes is over', async () => {
  const on = await signedIn()
  await stage.server.advanceClockMs(16 * 60_000)
  await on.page.goto('/pages/tabbar/position')
  await arriveAt(on, loginPath)
  expect(await stored(on)).toEqual([null, null])
  await enter(on)
  await arriveAt(on, '/pages/tabbar/position')
  expect(on.troubles).toEqual([])
})

test('offline is said, prices are marked as old, and all is live again by itself', async () => {
  const on = await signedIn()
  const { page, context } = on
  await page.goto(chart)
  const price = page
    .locator('main')
    .getByText(/^\d+\.\d{2,4}$/)
    .first()
  await price.waitFor()
  const banner = page.getByText(t.offline)
  const old = page.locator('main').getByText(parts.staleSince.replace('{age}', '').trim())
  // The first prices may be a moment old before the stream brings newer ones.
  await old.first().waitFor({ state: 'detached' })
  await banner.waitFor({ state: 'detached' })
  await context.setOffline(true)
  await banner.waitFor()
  await old.first().waitFor()
  await on.shot('offline')
  const before = await price.textContent()
  await context.setOffline(false)
  await banner.waitFor({ state: 'detached' })
  await old.first().waitFor({ state: 'detached' })
  await expect.poll(() => price.textContent(), { timeout: 180_000 }).not.toBe(before)
  expect(on.troubles.filter((trouble) => !trouble.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})

test('a page whose chunk does not come says so, and retry brings it', async () => {
  const on = await signedIn()
  const { page } = on
  const chunks = /\/assets\/income-page[^/]*\.js/
  await page.route(chunks, (route) => route.abort())
  await page.goto('/pages/tabbar/mine')
  await page.getByRole('link', { name: about.mine.income }).click()
  await page.getByRole('alert').getByText(t.pageFailed).waitFor()
  await on.shot('page-failed')
  await page.unroute(chunks)
  await button(on, parts.retry).click()
  await page.getByText(stocks.income.cost).waitFor()
})

test('loading is shown only after 200 ms', async () => {
  const on = await stage.openPhone('es-ES')
  const { page } = on
  // What an observer in the page saw first: the indicator, and how long after the tap.
  await page.addInitScript(() => {
    const note = (name: string): void => {
      document.documentElement.dataset[name] ??= String(performance.now())
    }
    addEventListener('click', () => note('tappedAt'), { capture: true })
    const look = (): void => {
      if (document.querySelector('main[aria-busy=true]') !== null) note('indicatedAt')
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  const waited = () =>
    page.evaluate(() => {
      const { tappedAt, indicatedAt } = document.documentElement.dataset
      return indicatedAt === undefined ? undefined : Number(indicatedAt) - Number(tappedAt)
    })
  for (const chunkMs of [0, 900]) {
    await page.route(/\/assets\/list-page[^/]*\.js/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, chunkMs))
      await route.continue()
    })
    await page.goto('/pages/tabbar/markets?family=stock')
    await page.evaluate(() => {
      delete document.documentElement.dataset.indicatedAt
    })
    await page.getByRole('link', { name: stocks.markets.all }).first().click()
    await page.getByRole('heading', { name: stocks.countries.IN, exact: true }).waitFor()
    const indicatedMs = await waited()
    if (chunkMs > 0) expect(indicatedMs).toBeDefined()
    if (indicatedMs !== undefined) expect(indicatedMs).toBeGreaterThanOrEqual(200)
    await page.unrouteAll()
  }
  expect(on.troubles).toEqual([])
})

const hourMs = 3_600_000

test.each([
  ['ahead', hourMs],
  ['behind', -hourMs],
])('an offer lives its seconds on a phone whose clock is an hour %s', async (_, wrongMs) => {
  const on = await stage.openPhone('es-ES')
  const { page, context } = on
  const { convert, offer } = exchangeEs
  await context.clock.setSystemTime((await stage.server.now()) + wrongMs)
  await page.goto('/pages/account/login')
  const [verified] = stage.server.block.customers
  if (verified === undefined) throw new Error('no demo customer')
  await signIn(on, { phone: verified.account, password: verified.password })
  await arriveAt(on, '/pages/tabbar/home')
  await page.goto('/pages/exchange/exchange')
  await textbox(on, convert.give).fill('100.00')
  await button(on, convert.ask).click()
  const validity = layer(on).getByRole('status')
  await validity.waitFor()
  // Ahead, it would be over before it began; behind, it would never end.
  await expect
    .poll(async () => {
      const said = (await validity.textContent()) ?? ''
      // A busy machine may need all ten seconds to draw it: then another is asked for.
      if (said === offer.over) await button(layer(on), offer.again).click()
      return said
    })
    .toMatch(startingWith(offer.left))
  await validity.filter({ hasText: offer.over }).waitFor()
  expect(on.troubles).toEqual([])
})

test('a journal that does not continue the one seen before is told loudly; who saved both heads may follow the new one', async () => {
  const on = await signedIn()
  const { page } = on
  const { journal } = wordsOf('es-ES').ledger
  await page.goto('/pages/user/proof')
  await page.getByText(journal.heads.first).waitFor()
  await page.evaluate(() => {
    const head: unknown = JSON.parse(localStorage.getItem('journalHead') ?? '{}')
    localStorage.setItem('journalHead', JSON.stringify({ ...Object(head), root: 'ab'.repeat(32) }))
  })
  await page.reload()
  const told = page.getByRole('alert').filter({ hasText: journal.fork })
  await told.waitFor()
  expect(await told.getByRole('button').allTextContents()).toEqual([journal.forkTake])
  const [file] = await Promise.all([page.waitForEvent('download'), button(told, journal.forkTake).click()])
  expect(file.suggestedFilename()).toMatch(/\.json$/)
  await on.shot('journal-fork')
  await button(told, journal.forkFollow).click()
  await page.getByText(startingWith(journal.forkFollowed)).waitFor()
  await page.reload()
  await page.getByText(journal.heads.extends).waitFor()
  expect(on.troubles).toEqual([])
})

test('a journal that is not the one this phone saw is told over any page, until its owner follows the new one', async () => {
  const on = await signedIn()
  const { page } = on
  const seen = () => page.evaluate(() => localStorage.getItem('journalHead') ?? '')
  // The check after signing in keeps the head it was shown.
  await expect.poll(seen, { timeout: 45_000 }).toContain('root')
  const before = await page.evaluate(() => {
    const text = localStorage.getItem('journalHead') ?? '{}'
    localStorage.setItem('journalHead', JSON.stringify({ ...Object(JSON.parse(text)), root: 'ab'.repeat(32) }))
    return text
  })
  await page.goto('/pages/user/assets')
  await layer(on).getByText(ledger.journal.fork, { exact: true }).waitFor()
  await on.shot('fork-told')
  // The true journal is shown again: the fork is reported all the same, on this start and the next.
  await page.evaluate((text) => localStorage.setItem('journalHead', text), before)
  await page.goto('/pages/user/assets')
  await layer(on).getByText(ledger.journal.fork, { exact: true }).waitFor()
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('journalForks') ?? '[]').length)).toBe(1)
  await button(layer(on), ledger.journal.forkTake).click()
  await button(layer(on), ledger.journal.forkFollow).click()
  await layer(on).getByRole('status').waitFor()
  expect(await seen()).not.toContain('ab'.repeat(32))
  expect(on.troubles).toEqual([])
})

test('whoever comes by sees who cosigns the journal, and holds another phone’s code against what this one saw', async () => {
  const on = await stage.openPhone('es-ES')
  const { page } = on
  const { journal } = ledger
  await page.goto('/pages/common/journal')
  await page.getByText(journal.heads.first).waitFor()
  await page.getByText(journal.witnesses.nobody).waitFor()
  await button(on, journal.compare.show).click()
  const code = page.getByText(/^bolsillo-1\./)
  await code.waitFor()
  await on.shot('public-journal')
  const field = textbox(on, journal.compare.paste)
  await field.fill((await code.textContent()) ?? '')
  await button(on, journal.compare.action).click()
  await page.getByText(journal.compare.found.same).waitFor()
  await field.fill('una carta')
  await button(on, journal.compare.action).click()
  await page.getByText(journal.compare.found['not-a-code']).waitFor()
  const note = await (await fetch(`${stage.server.block.url}/journal/checkpoint`)).text()
  expect(note).toMatch(/^bolsillo\/\w+\/[0-9a-f]{16}\n\d+\n[A-Za-z0-9+/]{43}=\n\n— bolsillo\/\S+ \S+\n$/)
  expect(on.troubles).toEqual([])
})

test('the verifier opens in place, runs what stands in it and nothing else, and finds a proof sound', async () => {
  const on = await signedIn()
  const { page } = on
  await page.goto('/pages/user/proof')
  const [saved] = await Promise.all([page.waitForEvent('download'), button(on, proof.take).click()])
  const number = await page.evaluate(() => String(JSON.parse(localStorage.getItem('userInfo') ?? '{}').id))
  const [verifier] = await Promise.all([
    on.context.waitForEvent('page'),
    page.getByRole('link', { name: proof.toolOpen, exact: true }).click(),
  ])
  const blocked: string[] = []
  verifier.on('console', (message) => void (message.type() === 'error' && blocked.push(message.text())))
  await verifier.getByLabel('Tu número').fill(number)
  await verifier.getByLabel('Tu prueba').setInputFiles(await saved.path())
  await verifier.getByText('✓ Tu parte está en el total publicado.').waitFor()
  expect(await verifier.evaluate(() => fetch('/').then(String, String))).toContain('TypeError')
  expect(on.troubles).toEqual([])
})
