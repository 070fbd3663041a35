import { definePage, type Page } from '@bolsillo/contract'
import type { ComponentType } from 'react'

/** The pages of stocks. */
export const pages: readonly Page<ComponentType>[] = [
  definePage({
    path: '/pages/tabbar/markets',
    titleKey: 'stocks.titles.markets',
    guard: 'public',
    frame: 'tab',
    load: () => import('./markets-page.tsx'),
  }),
  definePage({
    path: '/pages/tabbar/trade',
    titleKey: 'stocks.titles.trade',
    guard: 'public',
    frame: 'tab',
    load: () => import('./trade-page.tsx'),
  }),
  definePage({
    path: '/pages/tabbar/position',
    titleKey: 'stocks.titles.positions',
    guard: 'customer',
    frame: 'tab',
    load: () => import('./position-page.tsx'),
  }),
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
    path: '/pages/stock/search',
    titleKey: 'stocks.titles.search',
    guard: 'public',
    frame: 'page',
    load: () => import('./search-page.tsx'),
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
]
