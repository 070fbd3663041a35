import { button, textbox, ticketForm } from '../people/customer.ts'
import type { Screen } from './screen.ts'

// The pages of coins and of contracts on them.

type Seen = Omit<Screen, 'who'>

const coinChart = '/pages/coin/coinKline?symbol=BTC-USDT'
const contractChart = '/pages/coin/coinKline?symbol=BTC-USDT-PERP'

export const visitorCoins: readonly Seen[] = [
  { name: 'visitor-coins', path: '/pages/tabbar/markets?family=coin' },
  { name: 'visitor-contracts', path: '/pages/tabbar/markets?family=contract' },
  { name: 'coin-list', path: '/pages/coin/index' },
  { name: 'coin-list-nothing', path: '/pages/coin/index?keyword=zzzz' },
  { name: 'coin-fees', path: '/pages/coin/fees' },
  { name: 'insurance-fund', path: '/pages/coin/insurance' },
  { name: 'contract-funding', path: '/pages/coin/funding?symbol=BTC-USDT-PERP' },
  { name: 'funding-looks', path: '/pages/coin/fundingLooks?symbol=BTC-USDT-PERP' },
]

export const noviceCoins: readonly Seen[] = [
  { name: 'empty-coins', path: '/pages/tabbar/position?family=coin' },
  { name: 'empty-contracts', path: '/pages/tabbar/position?family=contract' },
  { name: 'empty-coin-orders', path: '/pages/coin/order' },
  { name: 'empty-contract-orders', path: '/pages/coin/contractOrder' },
  { name: 'empty-liquidations', path: '/pages/coin/liquidation' },
  { name: 'empty-funding', path: '/pages/coin/funding' },
  { name: 'empty-coin-volume', path: '/pages/coin/volume' },
]

export const ownerCoins: readonly Seen[] = [
  { name: 'coin-volume', path: '/pages/coin/volume' },
  { name: 'coin-tier', path: '/pages/coin/fees' },
  { name: 'coin-trade', path: '/pages/tabbar/trade?family=coin' },
  { name: 'contract-trade', path: '/pages/tabbar/trade?family=contract' },
  { name: 'coin-chart', path: coinChart },
  { name: 'contract-chart', path: contractChart },
  {
    name: 'contract-rules',
    path: `${contractChart}&rules`,
    steps: async (on) => {
      await on.page.getByRole('tab', { name: on.words.contracts.market.rules }).click()
      await on.page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    },
  },
  {
    name: 'coin-ticket',
    path: `${coinChart}&ticket`,
    steps: async (on) => {
      await button(on, on.words.trading.sides.buy).click()
      await textbox(ticketForm(on), on.words.trading.ticket.quantity).fill('1')
    },
  },
  {
    name: 'contract-ticket',
    path: `${contractChart}&ticket`,
    steps: async (on) => {
      await button(on, on.words.contracts.sides.long).click()
      await textbox(ticketForm(on), on.words.trading.ticket.quantity).fill('1')
      await button(ticketForm(on), on.words.contracts.ticket.more).click()
    },
  },
]
