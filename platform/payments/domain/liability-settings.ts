import { present } from '@bolsillo/kernel'
import { defineSetting } from '@bolsillo/settings/domain'
import { payableAssets } from './rail-events.ts'

const bounds: Readonly<Record<string, readonly [standard: string, ceiling: string]>> = {
  MXN: ['1000', '100000'],
  USD: ['50', '5000'],
  BRL: ['250', '25000'],
  BTC: ['0.001', '0.1'],
  ETH: ['0.02', '2'],
  USDT: ['50', '5000'],
}

/** By asset: how much liabilities may exceed what we hold before its credits are halted. Other assets have none. */
export const liabilityTolerances = Object.fromEntries(
  Object.entries(bounds).map(([code, [standard, max]]) => [
    code,
    defineSetting({
      key: `payments.liability-tolerance.${code.toLowerCase()}`,
      type: 'decimal',
      standard,
      min: '0',
      max,
      scale: present(payableAssets[code], code).scale,
      purpose: `How much liabilities may exceed what we hold before credits are halted, in ${code}.`,
      words: { key: 'payments.liability-tolerance', values: { asset: code } },
    }),
  ]),
)
