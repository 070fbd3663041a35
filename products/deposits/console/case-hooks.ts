import { formatAmount, useUi } from '@bolsillo/ui'
import { useSession } from '@bolsillo/web-kit'
import { decimalsOf } from '../web/said.ts'

/** Whether this operator may decide, or only look. The calls refuse the others anyway. */
export function useMayDecide(): boolean {
  const roles = useSession().user?.idStatus.split(' ') ?? []
  return roles.includes('treasury') || roles.includes('compliance')
}

/** An amount with the decimals its asset has. */
export function useMoney(): (amount: string | undefined, asset: string) => string {
  const { style } = useUi()
  return (amount, asset) =>
    amount === undefined ? '—' : formatAmount(amount, asset, style, { decimals: decimalsOf(asset) })
}
