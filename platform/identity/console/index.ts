/** The console's pages of identity, lazy: the shell of apps/console gives them their place. */
export const loadInboxPage = () => import('./inbox-page.tsx')
export const loadOperatorSignInPage = () => import('./operator-sign-in-page.tsx')
export { operatorInfo, operatorLogout, operatorRoles } from '../operator-contract.ts'
