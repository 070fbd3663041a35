import { decimalsOf, formatAmount, useUi } from '@bolsillo/ui'
import { useMay } from '@bolsillo/web-kit'
import { proposeConfirm } from '../contract/operator.ts'

/** Whether this operator may decide, or only look. The calls refuse the others anyway. */
export const useMayDecide = (): boolean => useMay(proposeConfirm)

/** An amount with the decimals its asset has. */
export function useMoney(): (amount: string | undefined, asset: string) => string {
  const { style } = useUi()
  return (amount, asset) =>
    amount === undefined ? '—' : formatAmount(amount, asset, style, { decimals: decimalsOf(asset) })
}
