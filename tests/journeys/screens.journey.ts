import { AxeBuilder } from '@axe-core/playwright'
import { login, loginInfo } from '@bolsillo/identity/contract'
import { orders } from '@bolsillo/stocks/contract'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './api.ts'
import { button, layer, type Person, register, textbox } from './customer.ts'
import { money, moneyFirst } from './money-screens.ts'
import { type Language, languages, openBrowser, openPhone, type Phone, type Theme } from './phone.ts'
import { type RunningServer, startServer } from './server-process.ts'
import { wordsOf } from './words.ts'

// Every page, in every language and both themes, as a picture for a person to look at; and what a machine can see of it.

const symbol = 'WALMEX.MX'
/** What comes after the page itself: a line, a logo, the last frame of a fade. */
const drawnMs = 80
const person: Person = { phone: '5598761234', password: 'Cometa-4 amarillo', tradePassword: '640193' }

let server: RunningServer
let browser: Browser
/** A customer with a history, and one with nothing yet. */
let owner: Visitor
let novice: Visitor

beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser()
  const [demo] = server.block.customers
  if (demo === undefined) throw new Error('no demo customer')
  owner = await visitor(demo.account, demo.password, demo.tradePassword)
  const phone = await openPhone(browser, server.block.url, 'es-ES')
  await register(phone, person, true)
  await phone.context.close()
  novice = await visitor(`+52${person.phone}`, person.password, person.tradePassword)
})
afterAll(async () => {
  await browser?.close()
  expect(await server?.verifyLedger()).toContain('every balance and hold follows')
  await server?.destroy()
})

/** Somebody signed in: what the app keeps of them, and the newest of their orders. */
interface Visitor {
  readonly token: string
  readonly user: string
  readonly tradePassword: string
  readonly orderId: string
}

async function visitor(account: string, password: string, tradePassword: string): Promise<Visitor> {
  const { url } = server.block
  const { token } = await ask(url, login, { account, password })
  const { user } = await ask(url, loginInfo, {}, { token })
  const { rows } = await ask(url, orders, { filter: 'closed' }, { token })
  return { token, user: JSON.stringify(user), tradePassword, orderId: rows[0]?.orderId ?? '' }
}

interface Screen {
  readonly name: string
  readonly path: string
  /** The page shows on purpose how waiting looks. */
  readonly showsWaiting?: boolean
  /** Dark in one language only: what differs by language is the text, and that is seen by day. */
  readonly darkOnce?: boolean
  /** What is done on the page before the picture. */
  readonly steps?: (on: Phone & Worded) => Promise<void>
}

const chart = `/pages/stock/stockKline?symbol=${symbol}`

const signedOut: readonly Screen[] = [
  { name: 'start', path: '/pages/common/start' },
  { name: 'language', path: '/pages/common/lang' },
  { name: 'login', path: '/pages/account/login' },
  {
    name: 'login-errors',
    path: '/pages/common/login',
    steps: (on) => button(on, on.words.identity.login.submit).click(),
  },
  { name: 'register', path: '/pages/account/reg' },
  {
    name: 'register-errors',
    path: '/pages/account/reg?again',
    steps: (on) => button(on, on.words.identity.register.submit).click(),
  },
  {
    name: 'register-notice',
    path: '/pages/account/reg?notice',
    steps: ({ page }) => page.locator('button[aria-haspopup=dialog]').first().click(),
  },
  { name: 'reset', path: '/pages/account/reset' },
  { name: 'visitor-inbox', path: '/pages/practice/inbox' },
  { name: 'visitor-home', path: '/pages/tabbar/home' },
  {
    name: 'visitor-drawer',
    path: '/pages/tabbar/home?drawer',
    steps: (on) => button(on, on.words.core.drawer.open).click(),
  },
  { name: 'visitor-trade', path: '/pages/tabbar/trade' },
  { name: 'visitor-mine', path: '/pages/tabbar/mine' },
  { name: 'visitor-chart', path: chart, steps: seeChart },
  {
    name: 'visitor-ticket',
    path: `${chart}&ticket`,
    steps: async (on) => {
      await button(on, on.words.trading.sides.buy).click()
      await layer(on).getByText(on.words.trading.ticket.signIn).waitFor()
    },
  },
  { name: 'not-found', path: '/pages/nowhere' },
]

const empty: readonly Screen[] = [
  { name: 'empty-home', path: '/pages/tabbar/home' },
  { name: 'empty-positions', path: '/pages/tabbar/position' },
  { name: 'empty-assets', path: '/pages/user/assets' },
  { name: 'empty-income', path: '/pages/stock/income' },
  { name: 'empty-orders', path: '/pages/stock/order' },
  { name: 'empty-fills', path: '/pages/stock/order?filter=fills' },
  { name: 'trade-password-first', path: '/pages/user/tradePassword' },
  {
    name: 'ticket-without-password',
    path: chart,
    steps: async (on) => {
      await button(on, on.words.trading.sides.buy).click()
      await textbox(layer(on), on.words.trading.ticket.quantity).fill('10')
    },
  },
  { name: 'order-unknown', path: '/pages/stock/order?orderId=ord_01JD0000000000000000000000' },
]

const signedIn: readonly Screen[] = [
  { name: 'home', path: '/pages/tabbar/home' },
  { name: 'drawer', path: '/pages/tabbar/home?drawer', steps: (on) => button(on, on.words.core.drawer.open).click() },
  {
    name: 'sign-out',
    path: '/pages/tabbar/home?leave',
    steps: async (on) => {
      await button(on, on.words.core.drawer.open).click()
      await button(on, on.words.core.drawer.signOut).click()
    },
  },
  { name: 'markets', path: '/pages/tabbar/markets' },
  { name: 'list', path: '/pages/stock/list?stockCountry=IN&sort=gainers' },
  { name: 'market', path: '/pages/stock/index?stockCountry=US' },
  { name: 'search', path: '/pages/stock/search' },
  { name: 'search-results', path: '/pages/stock/search', steps: (on) => search(on, 'ban') },
  { name: 'search-nothing', path: '/pages/stock/search', steps: (on) => search(on, 'zzzz') },
  { name: 'trade', path: '/pages/tabbar/trade' },
  { name: 'positions', path: '/pages/tabbar/position' },
  {
    name: 'position',
    path: '/pages/tabbar/position?again',
    steps: ({ page }) => page.locator('main button').first().click(),
  },
  { name: 'assets', path: '/pages/user/assets' },
  { name: 'assets-explained', path: '/pages/user/assets?asset=MXN' },
  { name: 'income', path: '/pages/stock/income' },
  { name: 'orders-open', path: '/pages/stock/order' },
  { name: 'orders-closed', path: '/pages/stock/order?filter=closed' },
  { name: 'orders-fills', path: '/pages/stock/order?filter=fills' },
  { name: 'mine', path: '/pages/tabbar/mine' },
  { name: 'security', path: '/pages/user/security' },
  { name: 'trade-password', path: '/pages/user/tradePassword' },
  { name: 'login-password', path: '/pages/user/loginPassword' },
  { name: 'inbox', path: '/pages/practice/inbox' },
  { name: 'gallery', path: '/pages/practice/gallery', showsWaiting: true },
  { name: 'chart', path: chart, steps: seeChart },
  { name: 'chart-index', path: '/pages/stock/stockKline?symbol=IPC.MX', steps: seeChart },
  ...(['tape', 'orders', 'company'] as const).map((panel) => ({
    name: `chart-${panel}`,
    path: `${chart}&panel=${panel}`,
    steps: async (on: Phone & Worded) => {
      await on.page.getByRole('tab', { name: new RegExp(`^${on.words.stocks.kline.panels[panel]}`) }).click()
      await on.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    },
  })),
  ...(['indicators', 'draw'] as const).map((sheet) => ({
    name: `chart-${sheet}`,
    path: `${chart}&sheet=${sheet}`,
    steps: (on: Phone & Worded) => button(on, on.words.market.kline[sheet]).click(),
  })),
  {
    name: 'chart-table',
    path: `${chart}&table`,
    steps: async (on) => {
      await button(on, on.words.market.kline.indicators).click()
      await button(layer(on), on.words.market.kline.table).click()
    },
  },
  {
    name: 'ticket',
    path: `${chart}&ticket`,
    steps: async (on) => {
      await button(on, on.words.trading.sides.buy).click()
      await textbox(layer(on), on.words.trading.ticket.quantity).fill('10')
    },
  },
  {
    name: 'ticket-problem',
    path: `${chart}&problem`,
    steps: async (on) => {
      await button(on, on.words.trading.sides.buy).click()
      await textbox(layer(on), on.words.trading.ticket.quantity).fill('9000000')
      await button(layer(on), on.words.trading.ticket.review.buy).click()
    },
  },
  {
    name: 'ticket-sell-oco',
    path: `${chart}&oco`,
    steps: async (on) => {
      await button(on, on.words.trading.sides.sell).click()
      await layer(on).getByRole('radio', { name: on.words.trading.types.more, exact: true }).click()
      await button(layer(on), on.words.trading.types.oco).click()
    },
  },
  { name: 'ticket-review', path: `${chart}&review`, steps: (on) => review(on) },
  {
    name: 'ticket-result',
    path: `${chart}&result`,
    steps: async (on) => {
      await review(on)
      const pin = layer(on).getByLabel(on.words.trading.ticket.password, { exact: true })
      if (await pin.isVisible()) await pin.fill(owner.tradePassword)
      await button(layer(on), on.words.trading.ticket.confirm.buy).click()
      await button(layer(on), on.words.trading.ticket.result.done).waitFor()
    },
  },
]

/** The proof is there once it was checked. */
const proof: Screen = {
  name: 'user-proof',
  path: '/pages/user/proof',
  darkOnce: true,
  steps: async ({ page }) => await page.getByText(/^[0-9a-f]{64}$/).waitFor(),
}

async function seeChart({ page }: Phone): Promise<void> {
  await page.locator('#kline-chart canvas').first().waitFor()
}

async function search({ page, words }: Phone & Worded, keyword: string): Promise<void> {
  await page.getByLabel(words.stocks.search.hint).fill(keyword)
  await page.waitForURL((url) => url.searchParams.get('keyword') === keyword)
}

async function review(on: Phone & Worded): Promise<void> {
  const { trading } = on.words
  await button(on, trading.sides.buy).click()
  await layer(on).getByRole('radio', { name: trading.types.market, exact: true }).click()
  await textbox(layer(on), trading.ticket.quantity).fill('1')
  await button(layer(on), trading.ticket.review.buy).click()
  await button(layer(on), trading.ticket.confirm.buy).waitFor()
}

// Keys are dotted paths that begin with a group of a room's words; an unfilled placeholder keeps its braces.
const groups = Object.values(wordsOf('es-ES')).flatMap((room) => Object.keys(room).filter((key) => key.length > 3))
const rawKey = new RegExp(`(?<![\\w@.-])(?:${[...new Set(groups)].join('|')})\\.[a-z][\\w-]*|\\{\\w+\\}`)

/** What a machine can see wrong with a screen. Empty when it is sound. */
async function faultsOf(on: Phone & Worded, name: string, rules: AxeRules | undefined): Promise<readonly string[]> {
  const { page, words } = on
  const { width, text, ribbon } = await page.evaluate((practice) => {
    const box = document.querySelector(`section[aria-label="${practice}"]`)?.getBoundingClientRect()
    return {
      width: document.scrollingElement?.scrollWidth ?? 0,
      // Only what is shown: scripts and hidden drafts have no rendered text.
      // biome-ignore lint/performance/useDomNodeTextContent: textContent has what nobody can see
      text: document.body.innerText,
      ribbon: box !== undefined && box.height > 0 && box.top >= 0 && box.bottom < innerHeight,
    }
  }, words.parts.practice)
  const faults: string[] = []
  if (width > 390) faults.push(`${name}: ${width} px wide`)
  if (!ribbon) faults.push(`${name}: no practice ribbon`)
  const raw = rawKey.exec(text)
  if (raw !== null) faults.push(`${name}: “${raw[0]}” is no text`)
  for (const trouble of on.troubles) faults.push(`${name}: ${trouble}`)
  if (rules !== undefined) faults.push(...(await axeFaults(page, name, rules)))
  return faults
}

type AxeRules = 'all' | 'colours'

async function axeFaults(page: Page, name: string, rules: AxeRules): Promise<readonly string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode(true)
  const { violations } = await (rules === 'all' ? axe : axe.withRules('color-contrast')).analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(
      ({ id, nodes }) =>
        `${name}: axe ${id}: ${nodes
          .map(({ html }) => html.slice(0, 160))
          .slice(0, 3)
          .join(' | ')}`,
    )
}

/** Opens a page within the running app, which is how customers get from page to page, and waits until it is complete. */
async function show({ page }: Phone, { path, showsWaiting = false }: Screen): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
  await settle(page, showsWaiting)
}

async function settle(page: Page, showsWaiting = false): Promise<void> {
  await page.waitForFunction((waits) => {
    const isBusy = !waits && document.querySelector('[aria-busy=true], [class*=shimmer]') !== null
    return document.querySelector('main, dialog[open]') !== null && !isBusy
  }, showsWaiting)
  await page.waitForTimeout(drawnMs)
}

/** A fresh start of the app on a small page: nothing of the last screen is left. */
async function startAgain({ page }: Phone): Promise<void> {
  await page.goto('/pages/common/lang')
  await settle(page)
}

interface Worded {
  readonly words: ReturnType<typeof wordsOf>
}

/** Takes the pictures of one visitor's screens. @returns what is wrong with them. */
async function walk(
  screens: readonly Screen[],
  who: Visitor | undefined,
  language: Language,
): Promise<readonly string[]> {
  // One language sharp enough to look at lines and letters; the others are there for their texts.
  const scale = language === 'es-ES' ? 2 : 1
  const phone = await openPhone(browser, server.block.url, language, 'light', scale)
  const on = { ...phone, words: wordsOf(language) }
  const faults: string[] = []
  if (who !== undefined) {
    await on.context.addInitScript(({ token, user }) => {
      localStorage.setItem('userToken', token)
      localStorage.setItem('userInfo', user)
    }, who)
  }
  await startAgain(on)
  for (const screen of screens) {
    const { name, steps } = screen
    try {
      await show(on, screen)
      await steps?.(on)
      if (steps !== undefined) await settle(on.page, screen.showsWaiting)
      faults.push(...(await picture(on, name, 'light')))
      if (language === 'es-ES' || screen.darkOnce !== true) faults.push(...(await picture(on, name, 'dark')))
      if (await on.page.locator('dialog[open]').count()) await startAgain(on)
    } catch (error) {
      await on.shot(`failed-${name}`)
      faults.push(`${name}: ${error instanceof Error ? error.message.split('\n').slice(0, 4).join(' ') : 'unknown'}`)
      await startAgain(on)
    }
  }
  await on.context.close()
  return faults
}

/** Pictures what shows now in a theme. @returns what is wrong with it. */
async function picture(on: Phone & Worded, name: string, theme: Theme): Promise<readonly string[]> {
  await on.page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  if (theme === 'dark') await on.page.waitForTimeout(drawnMs)
  await on.shot(name, theme)
  // The accessibility of a screen does not depend on its language; its colours do on the theme.
  const rules = on.language === 'es-ES' ? (theme === 'light' ? 'all' : 'colours') : undefined
  return await faultsOf(on, `${name} (${theme})`, rules)
}

test.each(languages)(
  'every page is sound and pictured, light and dark, in %s',
  async (language) => {
    const order = { name: 'order', path: `/pages/stock/order?orderId=${owner.orderId}` }
    // Side by side, because much of a walk is waiting for the page.
    const half = Math.ceil(signedIn.length / 2)
    const faults = await Promise.all([
      walk(signedOut, undefined, language),
      walk([...empty, ...moneyFirst], novice, language),
      walk(money.slice(0, money.length / 2), owner, language),
      walk([...money.slice(money.length / 2), proof], owner, language),
      walk([...signedIn.slice(0, half), order], owner, language),
      walk(signedIn.slice(half), owner, language),
    ])
    expect([...new Set(faults.flat())]).toEqual([])
  },
  420_000,
)
