import { isZero } from './asked-return.ts'

interface Charges {
  readonly amount: string
  readonly fee: string
  readonly vat: string
  readonly net: string
}

/** The lines from what is taken to what arrives, in their order: each charge is one, so that they always add up. */
export function chargeLines({ amount, fee, vat, net }: Charges) {
  return [
    { kind: 'taken', amount } as const,
    ...(isZero(fee) ? [] : [{ kind: 'fee', amount: fee } as const]),
    ...(isZero(vat) ? [] : [{ kind: 'vat', amount: vat } as const]),
    { kind: 'receive', amount: net } as const,
  ]
}
