import { definePage, type Page } from '@bolsillo/contract'
import type { ComponentType } from 'react'

/** What this room shows on the tabs and under the chart's address; the app puts the families side by side. */
export const family = {
  key: 'contract',
  markets: () => import('./markets-page.tsx'),
  trade: () => import('./trade-page.tsx'),
  position: () => import('./position/position-page.tsx'),
  chart: () => import('./chart-page.tsx'),
} as const

/** The pages of contracts. */
export const pages: readonly Page<ComponentType>[] = [
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
]
