import type { ReplyOf } from '@bolsillo/contract'
import { decimalsOf, formatAmount, useUi } from '@bolsillo/ui'
import { useMay } from '@bolsillo/web-kit'
import { proposeConfirm, type readDepositCase } from '../contract/operator.ts'

export type Case = ReplyOf<typeof readDepositCase>

/** Whether this operator may decide, or only look. The calls refuse the others anyway. */
export const useMayDecide = (): boolean => useMay(proposeConfirm)

/** An amount with the decimals its asset has. */
export function useMoney(): (amount: string | undefined, asset: string) => string {
  const { style } = useUi()
  return (amount, asset) =>
    amount === undefined ? '—' : formatAmount(amount, asset, style, { decimals: decimalsOf(asset) })
}
