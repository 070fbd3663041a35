import type { Call } from '@bolsillo/contract'
import type { FactorCalls } from '@bolsillo/factors/contract'
import { createContext, useContext } from 'react'
import { listFactors, loginInfo, ownFactorCalls, profile } from '../../contract/index.ts'

/** Whose factors the parts below show: a customer's in the app, somebody of the staff's in the console. */
export interface FactorOwner {
  readonly calls: FactorCalls
  /** What else changes when a factor does. */
  readonly refreshes: readonly Call[]
  /** Staff always have a factor, and no money of theirs waits. */
  readonly isStaff: boolean
}

const customer: FactorOwner = {
  calls: ownFactorCalls,
  refreshes: [listFactors, loginInfo, profile],
  isStaff: false,
}

const FactorOwnerContext = createContext<FactorOwner>(customer)
export const FactorOwnerProvider = FactorOwnerContext.Provider

export function useFactorOwner(): FactorOwner {
  return useContext(FactorOwnerContext)
}
