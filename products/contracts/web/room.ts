import { definePage } from '@bolsillo/contract'
import type { WebRoom } from '@bolsillo/web-kit'
import { chartOf, orderAt, tickerOf } from './addresses.ts'

/** The pages of contracts. */
export const room: WebRoom = {
  pages: [
    definePage({
      path: '/pages/coin/contractOrder',
      titleKey: 'contracts.titles.orders',
      guard: 'customer',
      frame: 'page',
      load: () => import('./order-page.tsx'),
    }),
    definePage({
      path: '/pages/coin/funding',
      titleKey: 'contracts.titles.funding',
      guard: 'public',
      frame: 'page',
      load: () => import('./funding/funding-page.tsx'),
    }),
    definePage({
      path: '/pages/coin/fundingLooks',
      titleKey: 'contracts.titles.fundingLooks',
      guard: 'public',
      frame: 'page',
      load: () => import('./funding/funding-looks-page.tsx'),
    }),
    definePage({
      path: '/pages/coin/contractPosition',
      titleKey: 'contracts.titles.positionBookings',
      guard: 'customer',
      frame: 'page',
      load: () => import('./position/position-bookings-page.tsx'),
    }),
    definePage({
      path: '/pages/coin/liquidation',
      titleKey: 'contracts.titles.liquidations',
      guard: 'customer',
      frame: 'page',
      load: () => import('./liquidation/liquidation-page.tsx'),
    }),
    definePage({
      path: '/pages/coin/insurance',
      titleKey: 'contracts.titles.insurance',
      guard: 'public',
      frame: 'page',
      load: () => import('./funding/insurance-page.tsx'),
    }),
    definePage({
      path: '/pages/coin/outcomes',
      titleKey: 'contracts.titles.outcomes',
      guard: 'public',
      frame: 'page',
      load: () => import('./outcomes-page.tsx'),
    }),
  ],
  family: {
    key: 'contract',
    place: 20,
    titleKey: 'core.families.contract',
    markets: () => import('./markets-page.tsx'),
    trade: () => import('./trade-page.tsx'),
    position: () => import('./position/position-page.tsx'),
    chartOf,
    kinds: ['perpetual'],
    tickerOf,
    orders: { product: 'contract', orderAt },
    results: () => import('./position/own-results.tsx'),
    held: () => import('./position/held-positions.tsx'),
  },
}
