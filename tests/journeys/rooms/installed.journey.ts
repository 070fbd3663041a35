import { login } from '@bolsillo/identity/contract'
import { countHappenings } from '@bolsillo/statements/contract'
import { afterEach, expect, test } from 'vitest'
import { arriveAt, button, layer, signIn } from '../people/customer.ts'
import { ask } from '../stage/api.ts'
import { type Front, openFront } from '../stage/front.ts'
import { languages, openPhone, type Phone } from '../stage/phone.ts'
import { openStage } from '../stage/stage.ts'
import { startingWith, wordsOf } from '../stage/words.ts'

// The app as an installed one: what it shows without a network, and how one build follows another.

const stage = openStage('installed', 'all')
const home = '/pages/tabbar/home'
const download = '/pages/common/download'

let phone: Phone | undefined
let front: Front | undefined
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await phone?.shot('failed-installed')
  await phone?.context.close()
  await front?.close()
  phone = undefined
  front = undefined
})

/** A phone whose browser may run our worker. */
async function phoneAt(
  url: string,
  language: Phone['language'] = 'es-ES',
  workers: 'allow' | 'block' = 'allow',
): Promise<Phone> {
  phone = await openPhone(stage.browser, url, language, 'light', 2, workers)
  return phone
}

const buildOf = ({ page }: Phone) =>
  page.evaluate(() => document.querySelector<HTMLMetaElement>('meta[name=build]')?.content)

/** The paths a phone keeps, by build. */
const keptOn = ({ page }: Phone) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const lists = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    )
    return Object.fromEntries(names.map((name, index) => [name, lists[index] ?? []]))
  })

/** Waits until the worker runs and has everything of this build. */
async function settled(on: Phone): Promise<void> {
  const last = async (): Promise<number> => (Object.values(await keptOn(on))[0] ?? []).length
  await on.page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  // What comes one after the other is whole when nothing more comes.
  let before = -1
  await expect
    .poll(
      async () => {
        const now = await last()
        const isWhole = now > 50 && now === before
        before = now
        return isWhole
      },
      { interval: 1500 },
    )
    .toBe(true)
}

const offlineNoise = /ERR_INTERNET_DISCONNECTED|ERR_CONNECTION|ERR_EMPTY_RESPONSE|Failed to fetch|WebSocket/
const troubles = (on: Phone) => on.troubles.filter((trouble) => !offlineNoise.test(trouble))

test.each(languages)(
  'opened without a network it shows the last positions and the statement, with their age, in %s',
  async (language) => {
    const on = await phoneAt(stage.server.block.url, language)
    const { page, context } = on
    const { about: t, core, trading } = wordsOf(language)
    const [customer] = stage.server.block.customers
    if (customer === undefined) throw new Error('no demo customer')
    await page.goto('/pages/account/login')
    await signIn(on, { phone: customer.account, password: customer.password })
    await arriveAt(on, home)
    await settled(on)
    const copy = () => page.evaluate(() => JSON.parse(localStorage.getItem('offlineCopy') ?? 'null') as unknown)
    await expect.poll(copy).toMatchObject({ statement: { accounts: expect.any(Array) } })
    const kept = (await copy()) as { readonly holdings: readonly { readonly name: string }[] }
    expect(kept.holdings.length).toBeGreaterThan(2)
    // Nothing that opens an account or names its owner: no token, no phone number.
    const text = JSON.stringify(kept)
    expect(text).not.toContain(customer.account)
    expect(text).not.toContain((await page.evaluate(() => localStorage.getItem('userToken'))) ?? 'no token')
    for (const url of Object.values(await keptOn(on)).flat())
      expect(new URL(url).pathname).toMatch(/^\/(?:assets\/.+)?$/)

    await context.setOffline(true)
    await page.reload()
    await page.getByRole('heading', { name: t.offline.title }).waitFor()
    await page.getByText(startingWith(t.offline.from)).waitFor()
    for (const { name } of kept.holdings.slice(0, 3)) await page.getByText(name).first().waitFor()
    await page.getByText(t.offline.statement).waitFor()
    await on.shot('offline-copy')
    // No page of an order is behind any tab.
    await page.getByRole('link', { name: core.tabs.trade }).click()
    await arriveAt(on, '/pages/tabbar/trade')
    await page.getByRole('heading', { name: t.offline.title }).waitFor()
    for (const side of [trading.sides.buy, trading.sides.sell]) expect(await button(on, side).count()).toBe(0)

    await context.setOffline(false)
    await page.getByRole('heading', { name: t.offline.title }).waitFor({ state: 'detached' })
    // Signing out takes the copy along.
    await page.goto(home)
    await button(on, core.drawer.open).click()
    await button(on, core.drawer.signOut).click()
    await button(layer(on), core.signOut.confirm).click()
    await arriveAt(on, '/pages/common/login')
    expect(await page.evaluate(() => localStorage.getItem('offlineCopy'))).toBeNull()
    await context.setOffline(true)
    await page.goto(home)
    await page.getByText(t.offline.noneText).waitFor()
    await on.shot('offline-nothing')
    expect(troubles(on)).toEqual([])
  },
)

test('a newer build is offered, taken when its reader says so, and leaves pages of the one before their files', async () => {
  front = await openFront(stage.server.block.url)
  const on = await phoneAt(front.url)
  const { page, context } = on
  const { about: t, core } = wordsOf('es-ES')
  await page.goto(download)
  await settled(on)
  const before = await buildOf(on)
  const scripts = async (): Promise<readonly string[]> =>
    Object.values(await keptOn(on))
      .flat()
      .filter((url) => url.endsWith('.js'))
  const old = new Set(await scripts())
  const other = await context.newPage()
  other.setDefaultTimeout(60_000)
  await other.goto('/pages/user/about')
  await other.evaluate(() => Object.assign(window, { isTheSamePage: true }))

  front.deploy()
  // What the app asks for when it is seen again after a while.
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update())
  await page.getByText(t.update.ready).waitFor()
  await on.shot('update-ready')
  expect(await buildOf(on)).toBe(before)

  // The other page never asked for this chunk before, and the server does not have it any more.
  await other.getByRole('link', { name: t.app.status }).click()
  await other.getByRole('heading', { name: core.status.title }).waitFor()
  expect(await other.evaluate(() => 'isTheSamePage' in window)).toBe(true)

  await button(on, t.update.now).click()
  await expect.poll(() => buildOf(on).catch(() => before)).not.toBe(before)
  await page.getByRole('heading', { name: t.install.title }).waitFor()
  expect(Object.keys(await keptOn(on)).length).toBe(2)

  await other.close()
  await page.reload()
  const now = await buildOf(on)
  await expect.poll(async () => Object.keys(await keptOn(on))).toEqual([`build-${now}`])
  expect((await scripts()).length).toBeGreaterThan(5)
  expect((await scripts()).filter((url) => old.has(url))).toEqual([])
  expect(troubles(on)).toEqual([])
})

test('a line lost in the middle of an update leaves the build before it whole, and the next try brings the new one', async () => {
  front = await openFront(stage.server.block.url)
  const on = await phoneAt(front.url)
  const { page } = on
  const { about: t, core } = wordsOf('es-ES')
  await page.goto(home)
  await settled(on)
  const before = await buildOf(on)
  front.deploy()
  front.lost = (path) => path.startsWith('/assets/')
  await page.reload()
  await page.getByText(t.offline.noneText).waitFor()
  expect(await buildOf(on)).toBe(before)
  front.lost = () => false
  await button(on, t.offline.retry).click()
  await button(on, core.drawer.open).waitFor()
  expect(await buildOf(on)).not.toBe(before)
  expect(troubles(on)).toEqual([])
})

test('without a worker, a page whose chunk is of a build before is loaded again, once', async () => {
  front = await openFront(stage.server.block.url)
  const on = await phoneAt(front.url, 'es-ES', 'block')
  const { page } = on
  const { about: t } = wordsOf('es-ES')
  await page.goto('/pages/user/about')
  const before = await buildOf(on)
  front.deploy()
  await page.getByRole('link', { name: t.install.title }).click()
  await page.getByRole('heading', { name: t.install.title }).waitFor()
  expect(await buildOf(on)).not.toBe(before)
})

test('the browser is asked to install when the reader presses the button, and the hash is the published one', async () => {
  const on = await phoneAt(stage.server.block.url, 'es-ES', 'block')
  const { page } = on
  const { about: t } = wordsOf('es-ES')
  await page.goto(download)
  const { hash } = (await (await page.request.get('/build.json')).json()) as { readonly hash: string }
  await page.getByText(hash).waitFor()
  expect(await button(on, t.install.now).count()).toBe(0)
  await page.evaluate(() => {
    const prompt = () => {
      document.documentElement.dataset.asked = 'yes'
      return Promise.resolve({ outcome: 'accepted' })
    }
    window.dispatchEvent(Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }))
  })
  await button(on, t.install.now).click()
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.asked)).toBe('yes')
  await button(on, t.install.now).waitFor({ state: 'detached' })
  const manifest = await page.request.get('/manifest.webmanifest')
  expect(manifest.headers()['content-type']).toContain('application/manifest+json')
  expect(on.troubles).toEqual([])
})

test('an installed app has on its icon how many notices are unseen, and none after signing out', async () => {
  const { url } = stage.server.block
  const on = await phoneAt(url, 'es-ES', 'block')
  const { page } = on
  const { core } = wordsOf('es-ES')
  // A tab is never on a home screen: what the browser would say and show there.
  await page.addInitScript(() => {
    const ask = window.matchMedia.bind(window)
    window.matchMedia = (query) => ask(query === '(display-mode: standalone)' ? 'all' : query)
    const setAppBadge = (count: number): Promise<void> => {
      document.documentElement.dataset.badge = String(count)
      return Promise.resolve()
    }
    Object.defineProperty(navigator, 'setAppBadge', { value: setAppBadge })
  })
  const [, customer] = stage.server.block.customers
  if (customer === undefined) throw new Error('no demo customer')
  const { account, password } = customer
  await page.goto('/pages/account/login')
  await signIn(on, { phone: account, password })
  await arriveAt(on, home)
  // Somebody signs in elsewhere: that is a notice.
  await ask(url, login, { account, password })
  const token = (await page.evaluate(() => localStorage.getItem('userToken'))) ?? ''
  const { unseen } = await ask(url, countHappenings, {}, { token })
  expect(unseen).toBeGreaterThan(0)
  await page.reload()
  const badge = () => page.evaluate(() => document.documentElement.dataset.badge)
  await expect.poll(badge).toBe(String(unseen))
  await button(on, core.drawer.open).click()
  await button(on, core.drawer.signOut).click()
  await button(layer(on), core.signOut.confirm).click()
  await arriveAt(on, '/pages/common/login')
  await expect.poll(badge).toBe('0')
  expect(on.troubles).toEqual([])
})
