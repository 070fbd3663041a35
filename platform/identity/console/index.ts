/** The sign-in of the console, lazy: the shell of apps/console gives it its place. */
export const loadOperatorSignInPage = () => import('./operator-sign-in-page.tsx')
/** The page of an invitation, for somebody who has no account yet: `/invitation?token=…`. */
export const loadInvitationPage = () => import('./invitation-page.tsx')
/** All that somebody sees whose powers have not begun. */
export const loadWaitingPage = () => import('./waiting-page.tsx')
/** Asks for the second factor again when an act needs a fresh one; mounted once in the shell. */
export const loadFreshFactor = () => import('./fresh-factor.tsx')
export { operatorInfo, operatorLogout } from '../contract/operator.ts'
export { type OperatorProof, useOperatorProof } from './operator-proof.tsx'
