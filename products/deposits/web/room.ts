import { definePage, type Page } from '@bolsillo/contract'
import type { WebRoom } from '@bolsillo/web-kit'
import type { ComponentType } from 'react'

const page = (
  name: string,
  title: string,
  load: () => Promise<{ readonly default: ComponentType }>,
): Page<ComponentType> =>
  definePage({
    path: `/pages/recharge/${name}`,
    titleKey: `deposits.titles.${title}`,
    guard: 'customer',
    frame: 'page',
    load,
  })

/** The pages of this room. */
export const room: WebRoom = {
  pages: [
    page('recharge', 'recharge', () => import('./hub-page.tsx')),
    page('rechargeChannel', 'channels', () => import('./channels-page.tsx')),
    page('bankRecharge', 'bank', () => import('./bank-page.tsx')),
    page('offlineRecharge', 'offline', () => import('./offline-page.tsx')),
    page('cryptoRecharge', 'crypto', () => import('./coins/crypto-page.tsx')),
    page('coinRechargeList', 'coins', () => import('./coins/coins-page.tsx')),
    page('coinRecharge', 'coin', () => import('./coins/coin-page.tsx')),
    page('rechargeRecord', 'records', () => import('./records-page.tsx')),
    page('bankRecord', 'bankRecords', () => import('./bank-records-page.tsx')),
    page('cryptoRecord', 'cryptoRecords', () => import('./coins/crypto-records-page.tsx')),
  ],
}
