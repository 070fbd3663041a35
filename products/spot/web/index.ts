import { definePage, type Page } from '@bolsillo/contract'
import type { ComponentType } from 'react'

/** What this room shows on the tabs and under the chart's address; the app puts the families side by side. */
export const family = {
  key: 'coin',
  markets: () => import('./markets-page.tsx'),
  trade: () => import('./trade-page.tsx'),
  position: () => import('./position-page.tsx'),
  chart: () => import('./chart-page.tsx'),
} as const

export { useLoadCoinCandles } from './use-load-candles.ts'

/** The pages of coins. */
export const pages: readonly Page<ComponentType>[] = [
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
]
