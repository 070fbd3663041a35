import { definePage, type Page } from '@bolsillo/contract'
import type { ComponentType } from 'react'
import HomePage from './home/home-page.tsx'

/** The shell's own pages, which compose rooms. */
export const pages: readonly Page<ComponentType>[] = [
  definePage({
    path: '/pages/tabbar/home',
    titleKey: 'core.home.title',
    guard: 'public',
    frame: 'tab',
    // The first page of nearly every visit, so it comes with the app instead of a round trip after it.
    load: () => Promise.resolve({ default: HomePage }),
  }),
  definePage({
    path: '/pages/tabbar/markets',
    titleKey: 'core.tabs.markets',
    guard: 'public',
    frame: 'tab',
    load: () => import('./families/markets-page.tsx'),
  }),
  definePage({
    path: '/pages/tabbar/trade',
    titleKey: 'core.tabs.trade',
    guard: 'public',
    frame: 'tab',
    load: () => import('./families/trade-page.tsx'),
  }),
  definePage({
    path: '/pages/tabbar/position',
    titleKey: 'core.tabs.positions',
    guard: 'customer',
    frame: 'tab',
    load: () => import('./families/position-page.tsx'),
  }),
  definePage({
    path: '/pages/stock/search',
    titleKey: 'stocks.titles.search',
    guard: 'public',
    frame: 'page',
    load: () => import('./families/search-page.tsx'),
  }),
  definePage({
    path: '/pages/user/watchlist',
    titleKey: 'watchlists.title',
    guard: 'customer',
    frame: 'page',
    load: () => import('./families/watchlist-page.tsx'),
  }),
  definePage({
    path: '/pages/market/list',
    titleKey: 'watchlists.everything',
    guard: 'public',
    frame: 'page',
    load: () => import('./families/instruments-page.tsx'),
  }),
  definePage({
    path: '/pages/market/company',
    titleKey: 'company.title',
    guard: 'public',
    frame: 'page',
    load: () => import('./families/company-page.tsx'),
  }),
  definePage({
    path: '/pages/user/results',
    titleKey: 'portfolio.results.title',
    guard: 'customer',
    frame: 'page',
    load: () => import('./families/results-page.tsx'),
  }),
  definePage({
    path: '/pages/user/orders',
    titleKey: 'core.mine.orders',
    guard: 'customer',
    frame: 'page',
    load: () => import('./families/orders-page.tsx'),
  }),
  definePage({
    path: '/pages/coin/coinKline',
    titleKey: 'core.families.coin',
    guard: 'public',
    frame: 'page',
    load: () => import('./families/coin-kline-page.tsx'),
  }),
  definePage({
    path: '/pages/tabbar/mine',
    titleKey: 'core.mine.title',
    guard: 'public',
    frame: 'tab',
    load: () => import('./mine-page.tsx'),
  }),
  definePage({
    path: '/pages/common/start',
    titleKey: 'core.start.title',
    guard: 'public',
    frame: 'bare',
    load: () => import('./start-page.tsx'),
  }),
  definePage({
    path: '/pages/common/lang',
    titleKey: 'core.language.title',
    guard: 'public',
    frame: 'page',
    load: () => import('./language-page.tsx'),
  }),
  definePage({
    path: '/pages/common/staffPowers',
    titleKey: 'about.powers.title',
    guard: 'public',
    frame: 'page',
    load: () => import('./staff-powers-page.tsx'),
  }),
  definePage({
    path: '/pages/common/status',
    titleKey: 'core.status.title',
    guard: 'public',
    frame: 'page',
    load: () => import('./status-page.tsx'),
  }),
  definePage({
    path: '/pages/practice/market',
    titleKey: 'about.made.title',
    guard: 'public',
    frame: 'page',
    load: () => import('./market-made-page.tsx'),
  }),
  definePage({
    path: '/pages/practice/gallery',
    titleKey: 'core.gallery',
    guard: 'public',
    frame: 'page',
    load: () => import('./gallery-page.tsx'),
  }),
]
