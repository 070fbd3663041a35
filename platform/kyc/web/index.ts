import { definePage, type Page } from '@bolsillo/contract'
import type { ComponentType } from 'react'

/** The pages of this room. */
export const pages: readonly Page<ComponentType>[] = [
  definePage({
    path: '/pages/user/kyc',
    titleKey: 'kyc.page.title',
    guard: 'customer',
    frame: 'page',
    load: () => import('./kyc-page.tsx'),
  }),
  definePage({
    path: '/pages/user/userInfo',
    titleKey: 'kyc.info.title',
    guard: 'customer',
    frame: 'page',
    load: () => import('./user-info-page.tsx'),
  }),
  definePage({
    path: '/pages/user/limits',
    titleKey: 'kyc.ownLimits.title',
    guard: 'customer',
    frame: 'page',
    load: () => import('./limits-page.tsx'),
  }),
]
