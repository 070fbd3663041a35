import { messages as withdrawalsEs } from '@bolsillo/withdrawals/messages/es-ES'
import { button, layer, textbox } from '../people/customer.ts'
import { customerScreens } from '../screens/customer-screens.ts'
import type { Screen } from '../screens/screen.ts'
import type { Owner } from './owner.ts'

const slowMs = 700

const of = (name: string, path: string, steps?: Screen['steps']): Screen => ({
  ...{ name, path, who: 'owner' },
  ...(steps === undefined ? {} : { steps }),
})

/** Sheets over screens that the other walks do not open, or open without what this customer owns. */
const ownOf = ({ positionId }: Owner): readonly Screen[] => [
  of('contract-bookings', `/pages/coin/contractPosition?positionId=${positionId}`),
  of('origin', '/pages/withdraw/returnOrigin?one', async (on) => {
    await on.page.getByRole('textbox').first().fill('20000')
  }),
  of('withdraw-typed', '/pages/withdraw/bankWithdraw?typed', async (on) => {
    await textbox(on, withdrawalsEs.form.amount).first().fill('20000')
  }),
  of('movement', '/pages/user/record?one', async ({ page }) => {
    await page
      .locator('main button')
      .filter({ hasText: /\d\.\d\d/ })
      .first()
      .click()
  }),
  of('sale-one', '/pages/stock/order?filter=fills&sale', async ({ page, words }) => {
    // Of what was sold something was filled; and selling a contract is no sale of something owned. A pattern, because a text
    // would be found in other words, too.
    const sold = new RegExp(`\\b${words.trading.sides.sold}\\b`)
    await page.locator('main a[href*=orderId]').filter({ hasText: sold }).first().click()
    await page.getByText(words.trading.sale.title).waitFor()
  }),
  of('contracts-held', '/pages/tabbar/position?family=contract'),
  of('coins-held', '/pages/tabbar/position?family=coin'),
  of('contract-position', '/pages/tabbar/position?family=contract&one', async ({ page }) => {
    await page.getByRole('button').filter({ hasText: 'BTC-PERP' }).first().click()
  }),
  of('coin-position', '/pages/tabbar/position?family=coin&one', async ({ page }) => {
    await page.locator('main section button').filter({ hasText: 'BTC' }).first().click()
  }),
  ...(['1w', '1M', '1y'] as const).map((range) =>
    of(`home-${range}`, `/pages/tabbar/home?${range}`, async ({ page, words }) => {
      // On a slow line what shows meanwhile is seen, too.
      await page.route('**/stock/hold/value*', async (route) => {
        await new Promise((done) => setTimeout(done, slowMs))
        await route.continue()
      })
      await page.getByRole('radio', { name: words.core.home.ranges[range], exact: true }).first().click()
    }),
  ),
  of('coin-ticket-short', '/pages/coin/coinKline?symbol=BTC-USDT&short', async (on) => {
    await button(on, on.words.trading.sides.buy).click()
    await layer(on).getByRole('radio', { name: on.words.trading.types.market, exact: true }).click()
    await textbox(layer(on), on.words.trading.ticket.quantity).fill('5')
  }),
  of('ticket-short', '/pages/stock/stockKline?symbol=WALMEX.MX&short', async (on) => {
    await button(on, on.words.trading.sides.buy).click()
    await layer(on).getByRole('radio', { name: on.words.trading.types.market, exact: true }).click()
    await textbox(layer(on), on.words.trading.ticket.quantity).fill('90000')
  }),
]

/** What shows no figure of the customer's or of the market's (articles are text of people), or shows made-up ones on purpose. */
const left =
  /^(?:sign-out|user-|.*-errors|ticket-result|language|gallery|.*password.*|search-nothing|sale$|notice-|news-|support-|home-ad)/

/** Every screen of the customer who owns something, as it opens and with its sheets. */
export const figureScreensOf = (owner: Owner): readonly Screen[] => [
  ...customerScreens.filter(
    ({ who, name, changes, isRefused, showsWaiting }) =>
      who === 'owner' && changes === undefined && !isRefused && !showsWaiting && !left.test(name),
  ),
  ...ownOf(owner),
]

/** What the short walk leaves to the long one: pages without a figure, and sheets over a page that is walked without them. */
const leftForShort =
  /^(?:email|mine|nickname|security|inbox|watchlist-|wallet-|chart-(?:draw|indicators|lists)|home-1[wy]|ticket-problem|recharge-cryptoRecord|withdraw-(?:cryptoRecord|recordIndex|withdrawRecord))/

/** The screens of the walk that is a part of `npm test`. */
export const shortScreensOf = (owner: Owner): readonly Screen[] =>
  figureScreensOf(owner).filter(({ name }) => !leftForShort.test(name))
