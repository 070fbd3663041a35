import { definePage } from '@bolsillo/contract'
import type { WebRoom } from '@bolsillo/web-kit'
import { chartOf, orderAt, tickerOf } from './addresses.ts'

/** The pages of coins. */
export const room: WebRoom = {
  pages: [
    definePage({
      path: '/pages/coin/index',
      titleKey: 'spot.titles.coins',
      guard: 'public',
      frame: 'page',
      load: () => import('./list-page.tsx'),
    }),
    definePage({
      path: '/pages/coin/order',
      titleKey: 'spot.titles.orders',
      guard: 'customer',
      frame: 'page',
      load: () => import('./order-page.tsx'),
    }),
    definePage({
      path: '/pages/coin/fees',
      titleKey: 'spot.titles.fees',
      guard: 'public',
      frame: 'page',
      load: () => import('./fees-page.tsx'),
    }),
    definePage({
      path: '/pages/coin/volume',
      titleKey: 'spot.titles.volume',
      guard: 'customer',
      frame: 'page',
      load: () => import('./volume-page.tsx'),
    }),
  ],
  family: {
    key: 'coin',
    place: 10,
    titleKey: 'core.families.coin',
    markets: () => import('./markets-page.tsx'),
    trade: () => import('./trade-page.tsx'),
    position: () => import('./position-page.tsx'),
    chartOf,
    kinds: ['coin'],
    tickerOf,
    orders: { product: 'spot', orderAt },
  },
}
