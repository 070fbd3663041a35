import { divide, maxOf, type Rejection, reject } from '@bolsillo/kernel'
import { contractsRejections as r } from '../../contract/rejections.ts'
import { fineToMinor } from '../position.ts'
import { writeLeverage } from './leverage-ceilings.ts'
import { type MarginAccount, type MarginPosition, marginReport } from './margin.ts'

// The leverage chosen when a position was opened says little about its risk: margin can be taken out, free money behind
// cross positions can leave, and losses reduce both. Every act that adds risk is judged by the account after it.

/** What a customer may have: 1× until the questions are passed, then what the market mode allows. */
interface LeverageBound {
  readonly passed: boolean
  /** Hundredths; undefined: only the margin table bounds. */
  readonly ceiling: bigint | undefined
}

/** The highest leverage without the questions, hundredths. */
export const unaskedLeverage = 100n

/**
 * The leverage of an account as it is: notional at the mark over margin with all that is unrealized. Hundredths, rounded
 * up, so that anything above 1× is above 100. Undefined: there is notional and nothing behind it.
 */
export function effectiveLeverage(account: MarginAccount): bigint | undefined {
  const { equity, positions } = marginReport(account)
  const notional = positions.reduce((sum, one) => sum + one.notional, 0n)
  if (notional === 0n) return 0n
  return equity <= 0n ? undefined : divide(notional * 100n, equity, 'up')
}

/** Why an account may not be left like this; undefined: it may. The questions come first: they are what can be done. */
export function leverageRefusal(account: MarginAccount, bound: LeverageBound, field: string): Rejection | undefined {
  const leverage = effectiveLeverage(account)
  const isWithin = (highest: bigint): boolean => leverage !== undefined && leverage <= highest
  if (!bound.passed && !isWithin(unaskedLeverage)) return reject(r.suitabilityMissing, { field })
  const { ceiling } = bound
  if (ceiling === undefined || isWithin(ceiling)) return undefined
  return reject(r.leverageAboveMax, { field, values: { max: writeLeverage(ceiling) } })
}

/** An account with an amount (minor units) put in, or taken out when below zero. Never below nothing. */
export function withCash(account: MarginAccount, minor: bigint): MarginAccount {
  return { ...account, cash: maxOf(0n, account.cash + minor * fineToMinor) }
}

/** An account with what an order opens added, valued at the order's own price: the spread it pays is no leverage. */
export function withOpened(account: MarginAccount, opened: MarginPosition): MarginAccount {
  return { ...account, positions: [...account.positions, opened] }
}
