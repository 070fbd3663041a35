import { formatPercent, type Said, useSaid, useUi } from '@bolsillo/ui'

/** Figures of contracts as text, for sentences. */
interface ContractSaid extends Said {
  /** `USDT 1,234.50` */
  readonly usdt: (value: string) => string
  /** `+0.0100 %` of a rate in parts of one. */
  readonly rate: (rate: string) => string
}

/** Shifts the point two places to the right: parts of one as percent. */
export function percentOf(rate: string): string {
  const negative = rate.startsWith('-')
  const [whole = '0', fraction = ''] = rate.replace('-', '').split('.')
  const padded = fraction.padEnd(2, '0')
  const shifted = `${whole}${padded.slice(0, 2)}`.replace(/^0+(?=\d)/, '')
  const rest = padded.slice(2)
  return `${negative ? '-' : ''}${shifted}${rest === '' ? '' : `.${rest}`}`
}

/** How figures of contracts are said in the customer's language and zone. */
export function useContractSaid(): ContractSaid {
  const said = useSaid()
  const { style } = useUi()
  return {
    ...said,
    usdt: (value) => said.amount(value, 'USDT'),
    rate: (rate) => formatPercent(percentOf(rate), style, { decimals: 4, sign: 'always' }),
  }
}
