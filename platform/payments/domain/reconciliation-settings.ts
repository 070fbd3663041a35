import { defineSetting } from '@bolsillo/settings/domain'
import { payableAssets } from './rail-events.ts'

const standards: Readonly<Record<string, string>> = {
  MXN: '1000.00',
  USD: '50.00',
  BRL: '250.00',
  BTC: '0.00100000',
  ETH: '0.02000000',
  USDT: '50.000000',
}

const floors: Readonly<Record<string, string>> = {
  MXN: '100.00',
  USD: '5.00',
  BRL: '25.00',
  BTC: '0.00010000',
  ETH: '0.00200000',
  USDT: '5.000000',
}

/** By asset: how much statement and books may differ before payments of that asset wait. */
export const reconciliationLimits = Object.fromEntries(
  Object.entries(standards).map(([code, standard]) => [
    code,
    defineSetting({
      key: `payments.difference-limit.${code.toLowerCase()}`,
      type: 'decimal',
      standard,
      // A difference of a last digit cannot be made to hold payments back.
      min: floors[code] ?? standard,
      max: '1000000000',
      worse: 'lower',
      publicName: `paymentDifferenceLimit.${code}`,
      scale: payableAssets[code]?.scale ?? 2,
      purpose: `How much a rail’s statement and the books may differ before payments of ${code} wait, in ${code}.`,
      words: { key: 'payments.difference-limit', values: { asset: code } },
    }),
  ]),
)
