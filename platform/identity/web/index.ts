import { definePage, type Page } from '@bolsillo/contract'
import type { ComponentType } from 'react'

const signIn = () => import('./sign-in-page.tsx')

/** The pages of identity. Both sign-in routes are the specification's: one is listed, the other is where sessions end. */
export const pages: readonly Page<ComponentType>[] = [
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
    load: () => import('./register-page.tsx'),
  }),
  definePage({
    path: '/pages/account/reset',
    titleKey: 'identity.reset.title',
    guard: 'public',
    frame: 'page',
    load: () => import('./reset-page.tsx'),
  }),
  definePage({
    path: '/pages/practice/inbox',
    titleKey: 'identity.inbox.title',
    guard: 'public',
    frame: 'page',
    load: () => import('./practice-inbox-page.tsx'),
  }),
  definePage({
    path: '/pages/user/security',
    titleKey: 'identity.security.title',
    guard: 'customer',
    frame: 'page',
    load: () => import('./security-page.tsx'),
  }),
  definePage({
    path: '/pages/user/factors',
    titleKey: 'identity.factors.title',
    guard: 'customer',
    frame: 'page',
    load: () => import('./factors-page.tsx'),
  }),
  definePage({
    path: '/pages/user/email',
    titleKey: 'identity.address.email',
    guard: 'customer',
    frame: 'page',
    load: () => import('./address-page.tsx'),
  }),
  definePage({
    path: '/pages/account/freeze',
    titleKey: 'identity.freeze.title',
    guard: 'public',
    frame: 'bare',
    load: () => import('./freeze-page.tsx'),
  }),
  definePage({
    path: '/pages/user/tradePassword',
    titleKey: 'identity.tradePassword.title',
    guard: 'customer',
    frame: 'page',
    load: () => import('./trade-password-page.tsx'),
  }),
  definePage({
    path: '/pages/user/loginPassword',
    titleKey: 'identity.security.resetLogin',
    guard: 'customer',
    frame: 'page',
    load: () => import('./login-password-page.tsx'),
  }),
]

export type { FactorProofGiven } from './factor-answer.tsx'
export type { SecondFactorSheetProps } from './second-factor-sheet.tsx'
export type { TradePasswordSheetProps } from './trade-password-sheet.tsx'
export type { WithdrawalPasswordFieldProps } from './withdrawal-password-field.tsx'
export type { WithdrawalPasswordSheetProps } from './withdrawal-password-sheet.tsx'

/** The sheet that shows what is being approved and takes the second factor; gives back the fields of the proof. */
export const loadSecondFactorSheet = () => import('./second-factor-sheet.tsx')

/** The field for the six digits of withdrawals, with the tries left and the lock. */
export const loadWithdrawalPasswordField = () => import('./withdrawal-password-field.tsx')
