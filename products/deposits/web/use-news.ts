import { useLiveEffect, useRefresh } from '@bolsillo/web-kit'
import { depositsChannel, listCoinDeposits, listDeposits, readDeposit, readDepositStatus } from '../contract/index.ts'

/** Asks again what this page shows whenever one of the customer's deposits moves. */
export function useDepositNews(): void {
  const refresh = useRefresh()
  useLiveEffect(depositsChannel, 'me', ({ delta }) => {
    if (delta !== undefined) refresh(listDeposits, listCoinDeposits, readDeposit, readDepositStatus)
  })
}
