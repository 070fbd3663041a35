import { button, layer, textbox, ticketForm } from '../people/customer.ts'
import { filled } from '../stage/words.ts'
import { alertScreens } from './alert-screens.ts'
import { noviceCoins, ownerCoins, visitorCoins } from './coin-screens.ts'
import { contentScreens } from './content-screens.ts'
import { locationScreens } from './location-screens.ts'
import { moneyScreens } from './money-screens.ts'
import { offeringScreens } from './offering-screens.ts'
import type { Screen, Viewer } from './screen.ts'
import { supportScreens } from './support-screens.ts'
import { voteScreens } from './vote-screens.ts'

const symbol = 'WALMEX.MX'
const chart = `/pages/stock/stockKline?symbol=${symbol}`
const home = '/pages/tabbar/home'
/** Texts do not change with these: they are looked at in one language. */
const once = { languages: ['es-ES'] } as const
/** Nothing answers. */
export const onceCutOff = { ...once, isCutOff: true } as const

const nobody: readonly Omit<Screen, 'who'>[] = [
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
  { name: 'freeze', path: '/pages/account/freeze?token=none' },
  { name: 'visitor-inbox', path: '/pages/practice/inbox' },
  { name: 'visitor-home', path: home },
  {
    name: 'visitor-drawer',
    path: `${home}?drawer`,
    steps: (on) => button(on, on.words.core.drawer.open).click(),
  },
  { name: 'visitor-trade', path: '/pages/tabbar/trade?family=stock' },
  ...visitorCoins,
  { name: 'not-open', path: '/pages/stock/vip' },
  { name: 'visitor-mine', path: '/pages/tabbar/mine' },
  { name: 'status', path: '/pages/common/status' },
  { name: 'staff-powers', path: '/pages/common/staffPowers' },
  { name: 'privacy', path: '/pages/common/privacyPolicy' },
  { name: 'risks', path: '/pages/common/disclaimer' },
  { name: 'about', path: '/pages/user/about' },
  {
    name: 'licenses',
    path: '/pages/common/licenses',
    steps: (on) => on.page.getByRole('button', { name: /^react 1/ }).click(),
  },
  { name: 'firm', path: '/pages/common/companyIntroduction' },
  { name: 'install', path: '/pages/common/download' },
  { name: 'install-android', path: '/pages/common/androidAPP' },
  { name: 'install-ios', path: '/pages/common/iosAPP' },
  {
    name: 'public-journal',
    path: '/pages/common/journal',
    steps: async (on) => {
      await on.page.getByText(on.words.ledger.journal.witnesses.nobody).waitFor()
    },
  },
  { name: 'visitor-chart', path: chart, steps: seeChart },
  {
    name: 'visitor-ticket',
    path: `${chart}&ticket`,
    steps: async (on) => {
      await button(on, on.words.trading.sides.buy).click()
      await ticketForm(on).getByText(on.words.trading.ticket.signIn).waitFor()
    },
  },
  { name: 'not-found', path: '/pages/nowhere' },
]

const novice: readonly Omit<Screen, 'who'>[] = [
  { name: 'empty-home', path: home },
  { name: 'empty-mine', path: '/pages/tabbar/mine' },
  { name: 'empty-portfolio', path: '/pages/tabbar/position' },
  { name: 'empty-positions', path: '/pages/tabbar/position?family=stock' },
  ...noviceCoins,
  { name: 'empty-assets', path: '/pages/user/assets' },
  { name: 'empty-income', path: '/pages/stock/income' },
  { name: 'empty-orders', path: '/pages/stock/order' },
  { name: 'empty-results', path: '/pages/user/results' },
  { name: 'empty-all-orders', path: '/pages/user/orders' },
  { name: 'empty-watchlist', path: '/pages/user/watchlist' },
  { name: 'empty-fills', path: '/pages/stock/order?filter=fills' },
  { name: 'trade-password-first', path: '/pages/user/tradePassword' },
  {
    // Money comes before the trade password: `first-share` shows that over a ticket.
    name: 'ticket-without-money',
    path: chart,
    steps: async (on) => {
      await button(on, on.words.trading.sides.buy).click()
      await textbox(ticketForm(on), on.words.trading.ticket.quantity).fill('10')
      await button(ticketForm(on), on.words.trading.ticket.review.buy).click()
      await button(ticketForm(on), on.words.stocks.ticket.bring).waitFor()
    },
  },
  { name: 'order-unknown', path: '/pages/stock/order?orderId=ord_01JD0000000000000000000000', isRefused: true },
]

const owner: readonly Omit<Screen, 'who'>[] = [
  { name: 'home', path: home },
  { name: 'drawer', path: `${home}?drawer`, steps: (on) => button(on, on.words.core.drawer.open).click() },
  {
    name: 'sign-out',
    path: `${home}?leave`,
    steps: async (on) => {
      await button(on, on.words.core.drawer.open).click()
      await button(on, on.words.core.drawer.signOut).click()
    },
  },
  { name: 'markets', path: '/pages/tabbar/markets?family=stock' },
  ...ownerCoins,
  { name: 'list', path: '/pages/stock/list?stockCountry=IN&sort=gainers' },
  { name: 'market', path: '/pages/stock/index?stockCountry=US' },
  { name: 'search', path: '/pages/stock/search' },
  { name: 'search-results', path: '/pages/stock/search', steps: (on) => search(on, 'ban') },
  { name: 'search-coin', path: '/pages/stock/search', steps: (on) => search(on, 'bitcion') },
  { name: 'search-nothing', path: '/pages/stock/search', steps: (on) => search(on, 'zzzz') },
  { name: 'trade', path: '/pages/tabbar/trade?family=stock' },
  { name: 'portfolio', path: '/pages/tabbar/position' },
  { name: 'positions', path: '/pages/tabbar/position?family=stock' },
  {
    name: 'position',
    path: '/pages/tabbar/position?family=stock&again',
    steps: ({ page }) => page.locator('main button:not([role=radio])').first().click(),
  },
  { name: 'assets', path: '/pages/user/assets' },
  { name: 'assets-explained', path: '/pages/user/assets?asset=MXN' },
  { name: 'income', path: '/pages/stock/income' },
  { name: 'orders-open', path: '/pages/stock/order' },
  { name: 'orders-closed', path: '/pages/stock/order?filter=closed' },
  { name: 'orders-fills', path: '/pages/stock/order?filter=fills' },
  {
    name: 'order',
    path: '/pages/stock/order?filter=closed&one',
    steps: async ({ page }) => {
      await page.locator('main a[href*=orderId]').first().click()
      await page.waitForURL('**/order?orderId=*')
    },
  },
  { name: 'all-orders', path: '/pages/user/orders' },
  {
    name: 'sale',
    path: '/pages/user/orders?filter=closed',
    steps: async (on) => {
      const sale = new RegExp(on.words.trading.sides.sold)
      await on.page.locator('main a[href*=orderId]').filter({ hasText: sale }).first().click()
      await on.page.getByText(on.words.trading.sale.title).waitFor()
    },
  },
  { name: 'whole-market', path: '/pages/market/list' },
  {
    name: 'company',
    path: `${chart}&from`,
    steps: async (on) => {
      await on.page.getByRole('tab', { name: on.words.stocks.kline.about }).click()
      await on.page.getByRole('link', { name: on.words.company.open }).click()
      await on.page.waitForURL('**/market/company?symbol=WALMEX.MX')
      await on.page.getByRole('heading', { name: on.words.company.calendar }).waitFor()
    },
  },
  { name: 'company-us', path: '/pages/market/company?symbol=AAPL.US' },
  { name: 'company-index', path: '/pages/market/company?symbol=IPC.MX', ...once },
  { name: 'company-coin', path: '/pages/market/company?symbol=BTC-MXN' },
  { name: 'company-contract', path: '/pages/market/company?symbol=BTC-USDT-PERP', ...once },
  { name: 'company-unknown', path: '/pages/market/company?symbol=NADA.MX', isRefused: true, ...once },
  { name: 'results', path: '/pages/user/results?period=ever' },
  { name: 'watchlist', path: '/pages/user/watchlist' },
  {
    name: 'watchlist-sort',
    path: '/pages/user/watchlist?sort',
    steps: (on) => button(on, on.words.watchlists.edit).click(),
  },
  {
    name: 'watchlist-new',
    path: '/pages/user/watchlist?new',
    steps: (on) => button(on, on.words.watchlists.addShort).click(),
  },
  { name: 'mine', path: '/pages/tabbar/mine' },
  { name: 'security', path: '/pages/user/security' },
  { name: 'device-notices', path: '/pages/user/deviceNotices' },
  {
    name: 'notices',
    path: '/pages/user/notices',
    steps: (on) => on.page.getByRole('switch').last().click(),
  },
  { name: 'trade-password', path: '/pages/user/tradePassword' },
  { name: 'withdrawal-password', path: '/pages/user/tradePassword?kind=withdrawal' },
  { name: 'login-password', path: '/pages/user/loginPassword' },
  { name: 'email', path: '/pages/user/email' },
  { name: 'nickname', path: '/pages/user/nickname' },
  { name: 'inbox', path: '/pages/practice/inbox' },
  { name: 'gallery', path: '/pages/practice/gallery', showsWaiting: true, ...once },
  { name: 'chart', path: chart, steps: seeChart },
  {
    name: 'chart-lists',
    path: `${chart}&lists`,
    steps: async (on) => {
      await button(on, filled(on.words.market.kline.inLists, { ticker: 'WALMEX' })).click()
      await layer(on).getByText(on.words.watchlists.add).waitFor()
    },
  },
  { name: 'chart-index', path: '/pages/stock/stockKline?symbol=IPC.MX', steps: seeChart },
  ...(['tape', 'orders', 'company'] as const).map((panel) => ({
    name: `chart-${panel}`,
    path: `${chart}&panel=${panel}`,
    steps: async (on: Viewer) => {
      const label = panel === 'company' ? on.words.stocks.kline.about : on.words.trading.panels[panel]
      const tab = on.page.getByRole('tab', { name: new RegExp(`^${label}`) })
      // A desk shows the tape beside the chart.
      if (panel !== 'tape' || (await tab.count()) > 0) await tab.click()
      await on.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    },
  })),
  ...(['indicators', 'draw'] as const).map((sheet) => ({
    name: `chart-${sheet}`,
    path: `${chart}&sheet=${sheet}`,
    steps: (on: Viewer) => button(on, on.words.market.kline[sheet]).click(),
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
      await textbox(ticketForm(on), on.words.trading.ticket.quantity).fill('10')
    },
  },
  {
    name: 'ticket-problem',
    path: `${chart}&problem`,
    steps: async (on) => {
      await button(on, on.words.trading.sides.buy).click()
      await textbox(ticketForm(on), on.words.trading.ticket.quantity).fill('9000000')
      await button(ticketForm(on), on.words.trading.ticket.review.buy).click()
    },
  },
  ...(['stop-limit'] as const).map((type) => ({
    name: `ticket-${type}`,
    path: `${chart}&${type}`,
    steps: async (on: Viewer) => {
      await button(on, on.words.trading.sides.buy).click()
      await ticketForm(on).getByRole('radio', { name: on.words.trading.types.more, exact: true }).click()
      await button(ticketForm(on), on.words.trading.types[type]).click()
      await textbox(ticketForm(on), on.words.trading.ticket.quantity).fill('10')
    },
  })),
  {
    name: 'ticket-sell-oco',
    path: `${chart}&oco`,
    steps: async (on) => {
      await button(on, on.words.trading.sides.sell).click()
      await ticketForm(on).getByRole('radio', { name: on.words.trading.types.more, exact: true }).click()
      await button(ticketForm(on), on.words.trading.types.oco).click()
    },
  },
  { name: 'ticket-review', path: `${chart}&review`, steps: (on) => review(on) },
  {
    name: 'ticket-result',
    path: `${chart}&result`,
    steps: async (on) => {
      await review(on)
      const pin = ticketForm(on).getByLabel(on.words.trading.ticket.password, { exact: true })
      if (await pin.isVisible()) await pin.fill(on.tradePassword)
      await button(ticketForm(on), on.words.trading.ticket.confirm.buy).click()
      await button(ticketForm(on), on.words.trading.ticket.result.done).waitFor()
    },
  },
]

/** Every state of every page that is looked at, without those that `harder` makes of them. */
export const customerScreens: readonly Screen[] = [
  ...nobody.map((screen) => ({ ...screen, who: 'nobody' as const })),
  ...novice.map((screen) => ({ ...screen, who: 'novice' as const })),
  ...owner.map((screen) => ({ ...screen, who: 'owner' as const })),
  ...moneyScreens,
  ...contentScreens,
  ...alertScreens,
  ...voteScreens,
  ...offeringScreens,
  ...locationScreens,
  ...supportScreens,
]

/** Pages with figures and names of their own, seen again with the longest and the largest of them. */
const stretchedToo = [
  'home',
  'drawer',
  'mine',
  'assets',
  'assets-explained',
  'portfolio',
  'positions',
  'income',
  'orders-closed',
  'user-userInfo',
  'user-record',
  'withdraw-bankWithdraw',
  'withdraw-withdrawRecord',
  'wallet-bankList',
  'recharge-rechargeRecord',
  'recharge-bankRecharge',
  'fundsDetail-index',
  'fundsDetail-stockFundsDetail',
  'exchange-exchange',
]

/** The same pages when names are long and amounts large, and when nothing answers. */
export const harderScreens: readonly Screen[] = [
  ...customerScreens
    .filter(({ name }) => stretchedToo.includes(name))
    .map((screen) => ({ ...screen, ...once, name: `stretched-${screen.name}`, isStretched: true })),
  ...[...new Map(customerScreens.map((screen) => [screen.path.split('?')[0], screen])).values()]
    // The gallery asks for nothing.
    .filter(({ who, showsWaiting }) => who === 'owner' && showsWaiting !== true)
    .map(({ name, path, who }) => ({ ...onceCutOff, name: `cut-off-${name}`, path, who })),
]

async function seeChart({ page }: Viewer): Promise<void> {
  await page.locator('#kline-chart canvas').first().waitFor()
}

async function search({ page, words }: Viewer, keyword: string): Promise<void> {
  await page.getByLabel(words.stocks.search.hint).fill(keyword)
  await page.waitForURL((url) => url.searchParams.get('keyword') === keyword)
}

async function review(on: Viewer): Promise<void> {
  const { trading: t } = on.words
  await button(on, t.sides.buy).click()
  await ticketForm(on).getByRole('radio', { name: t.types.market, exact: true }).click()
  await textbox(ticketForm(on), t.ticket.quantity).fill('1')
  await button(ticketForm(on), t.ticket.review.buy).click()
  await button(ticketForm(on), t.ticket.confirm.buy).waitFor()
}
