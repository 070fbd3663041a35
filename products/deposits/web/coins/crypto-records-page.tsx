import { PageFrame } from '@bolsillo/ui'
import { useQueryValue, useWords } from '@bolsillo/web-kit'
import type { Messages } from '../../messages/es-ES.ts'
import { DepositList } from '../deposit-list.tsx'
import { OneDeposit } from '../one-deposit.tsx'

/** Deposits of coins, with their confirmations. */
export default function CryptoRecordsPage() {
  const t = useWords<Messages>('deposits')
  const depositId = useQueryValue('depositId')
  if (depositId !== undefined) return <OneDeposit depositId={depositId} />
  return (
    <PageFrame title={t('titles.cryptoRecords')}>
      <DepositList kind="crypto" />
    </PageFrame>
  )
}
