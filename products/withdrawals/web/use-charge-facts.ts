import type { FactProps } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { Messages } from '../messages/es-ES.ts'
import { kindOfAsset } from './addresses.ts'
import { chargeLines } from './charge-lines.ts'
import { useSaid } from './said.ts'

/** What is taken, every charge, and what arrives, as lines of a list: the same on every page of a withdrawal. */
export function useChargeFacts(): (charges: Parameters<typeof chargeLines>[0], asset: string) => readonly FactProps[] {
  const t = useWords<Messages>('withdrawals')
  const said = useSaid()
  return (charges, asset) => {
    const labels = {
      taken: t('form.taken'),
      fee: t(kindOfAsset(asset) === 'cash' ? 'form.fee' : 'form.networkFee'),
      vat: t('form.vat'),
      receive: t('form.receive'),
    }
    return chargeLines(charges).map(({ kind, amount }) => ({
      label: labels[kind],
      value: said.amount(amount, asset),
      strong: kind === 'receive',
    }))
  }
}
