import { PageFrame } from '@bolsillo/ui'
import { useQueryValue, useWords } from '@bolsillo/web-kit'
import type { Messages } from '../messages/es-ES.ts'
import { DepositList } from './deposit-list.tsx'
import { OneDeposit } from './one-deposit.tsx'

/** Deposits by bank. */
export default function BankRecordsPage() {
  const t = useWords<Messages>('deposits')
  const depositId = useQueryValue('depositId')
  if (depositId !== undefined) return <OneDeposit depositId={depositId} />
  return (
    <PageFrame title={t('titles.bankRecords')}>
      <DepositList kind="bank" />
    </PageFrame>
  )
}
