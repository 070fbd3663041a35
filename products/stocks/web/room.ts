import { definePage } from '@bolsillo/contract'
import type { WebRoom } from '@bolsillo/web-kit'
import { chartOf, orderAt } from './addresses.ts'

/** The pages of stocks. */
export const room: WebRoom = {
  pages: [
    definePage({
      path: '/pages/stock/list',
      titleKey: 'stocks.titles.list',
      guard: 'public',
      frame: 'page',
      load: () => import('./list-page.tsx'),
    }),
    definePage({
      path: '/pages/stock/index',
      titleKey: 'stocks.titles.market',
      guard: 'public',
      frame: 'page',
      load: () => import('./market-page.tsx'),
    }),
    definePage({
      path: '/pages/stock/stockKline',
      titleKey: 'stocks.titles.market',
      guard: 'public',
      frame: 'page',
      load: () => import('./kline/kline-page.tsx'),
    }),
    definePage({
      path: '/pages/stock/order',
      titleKey: 'stocks.titles.orders',
      guard: 'customer',
      frame: 'page',
      load: () => import('./order-page.tsx'),
    }),
    definePage({
      path: '/pages/stock/income',
      titleKey: 'stocks.titles.income',
      guard: 'customer',
      frame: 'page',
      load: () => import('./income-page.tsx'),
    }),
  ],
  family: {
    key: 'stock',
    place: 30,
    titleKey: 'core.families.stock',
    markets: () => import('./markets-page.tsx'),
    trade: () => import('./trade-page.tsx'),
    position: () => import('./position-page.tsx'),
    chartOf,
    kinds: ['stock', 'index', 'fx'],
    orders: { product: 'stock', orderAt },
  },
}
