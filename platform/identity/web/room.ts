import { definePage } from '@bolsillo/contract'
import type { WebRoom } from '@bolsillo/web-kit'

const signIn = () => import('./sign-in/sign-in-page.tsx')

/** The pages of identity. Both sign-in routes are the specification's: one is listed, the other is where sessions end. */
export const room: WebRoom = {
  pages: [
    definePage({
      path: '/pages/account/login',
      titleKey: 'identity.login.title',
      guard: 'public',
      frame: 'bare',
      load: signIn,
    }),
    definePage({
      path: '/pages/common/login',
      titleKey: 'identity.login.title',
      guard: 'public',
      frame: 'bare',
      load: signIn,
    }),
    definePage({
      path: '/pages/account/reg',
      titleKey: 'identity.register.title',
      guard: 'public',
      frame: 'page',
      load: () => import('./sign-in/register-page.tsx'),
    }),
    definePage({
      path: '/pages/account/reset',
      titleKey: 'identity.reset.title',
      guard: 'public',
      frame: 'page',
      load: () => import('./sign-in/reset-page.tsx'),
    }),
    definePage({
      path: '/pages/practice/inbox',
      titleKey: 'identity.inbox.title',
      guard: 'public',
      frame: 'page',
      load: () => import('./code/practice-inbox-page.tsx'),
    }),
    definePage({
      path: '/pages/user/security',
      titleKey: 'identity.security.title',
      guard: 'customer',
      frame: 'page',
      load: () => import('./account/security-page.tsx'),
    }),
    definePage({
      path: '/pages/user/factors',
      titleKey: 'identity.factors.title',
      guard: 'customer',
      frame: 'page',
      load: () => import('./factors/factors-page.tsx'),
    }),
    definePage({
      path: '/pages/user/email',
      titleKey: 'identity.address.email',
      guard: 'customer',
      frame: 'page',
      load: () => import('./account/address-page.tsx'),
    }),
    definePage({
      path: '/pages/user/nickname',
      titleKey: 'identity.nickname.title',
      guard: 'customer',
      frame: 'page',
      load: () => import('./account/nickname-page.tsx'),
    }),
    definePage({
      path: '/pages/account/freeze',
      titleKey: 'identity.freeze.title',
      guard: 'public',
      frame: 'bare',
      load: () => import('./account/freeze-page.tsx'),
    }),
    definePage({
      path: '/pages/user/tradePassword',
      titleKey: 'identity.tradePassword.title',
      guard: 'customer',
      frame: 'page',
      load: () => import('./password/trade-password-page.tsx'),
    }),
    definePage({
      path: '/pages/user/loginPassword',
      titleKey: 'identity.security.resetLogin',
      guard: 'customer',
      frame: 'page',
      load: () => import('./password/login-password-page.tsx'),
    }),
  ],
  detours: { 'trade-password': () => import('./password/trade-password-sheet.tsx') },
}
