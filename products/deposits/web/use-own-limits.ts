import type { ReplyOf } from '@bolsillo/contract'
import { decimalUnits, writeDecimal } from '@bolsillo/kernel'
import { readOwnLimits } from '@bolsillo/kyc/contract'
import { useUi } from '@bolsillo/ui'
import { useCall } from '@bolsillo/web-kit'

type OwnLimits = ReplyOf<typeof readOwnLimits>

const pesosScale = 2

/** The customer's own limits; undefined until they are read. */
export function useOwnLimits(): OwnLimits | undefined {
  const { zone } = useUi()
  return useCall(readOwnLimits, { zone }).data
}

/** A deposit limit of the customer's own, with what it still has room for, pesos. */
interface OwnPayInLimit {
  readonly period: OwnLimits['limits'][number]['period']
  readonly limit: string
  /** Absent while something that came in has no price. */
  readonly left: string | undefined
}

/** The deposit limits that are set. */
export function payInLimits(own: Pick<OwnLimits, 'limits'> | undefined): readonly OwnPayInLimit[] {
  return (own?.limits ?? []).flatMap(({ subject, period, amount, used }) =>
    subject !== 'pay-in' || amount === undefined ? [] : [{ period, limit: amount, left: leftOf(amount, used) }],
  )
}

function leftOf(amount: string, used: string | undefined): string | undefined {
  if (used === undefined) return undefined
  const left = decimalUnits(amount, pesosScale) - decimalUnits(used, pesosScale)
  return writeDecimal(left > 0n ? left : 0n, pesosScale)
}

/** What of a deposit is set aside by a limit now; undefined where nothing is. */
export function heldOf(own: Pick<OwnLimits, 'held'> | undefined, depositId: string): string | undefined {
  const rows = (own?.held ?? []).filter((row) => row.depositId === depositId)
  const [first] = rows
  if (first === undefined) return undefined
  const units = rows.reduce((sum, { amount }) => sum + decimalUnits(amount, first.scale), 0n)
  return writeDecimal(units, first.scale)
}
