import type { Messages } from './es-ES.ts'

export const messages: Messages = {
  ribbon: 'Practice market — simulated prices',
  ribbonReplay: 'Practice market — recorded prices',
  offline: 'You are offline. What you see may be out of date.',
  loading: 'Loading',
  pageFailed: 'We could not open this page.',
  pageFailedWhy: 'Nothing in your account was changed. Check your connection and try again.',
  retry: 'Try again',
  notFound: 'This page does not exist.',
  goHome: 'Go to Home',
  sessionEnded: 'Your session has ended. Sign in again to go on.',
}
