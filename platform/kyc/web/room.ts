import { definePage } from '@bolsillo/contract'
import type { WebRoom } from '@bolsillo/web-kit'

/** The pages of this room. */
export const room: WebRoom = {
  pages: [
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
  ],
}
