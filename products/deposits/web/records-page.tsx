import { Chips, PageFrame } from '@bolsillo/ui'
import { useGo, useQueryValue, useWords } from '@bolsillo/web-kit'
import { type DepositKind, depositKinds } from '../domain/deposit.ts'
import type { Messages } from '../messages/es-ES.ts'
import { recordsPath } from './addresses.ts'
import { DepositList } from './deposit-list.tsx'
import { OneDeposit } from './one-deposit.tsx'

/** Every deposit, or one of them when the address names it. */
export default function RecordsPage() {
  const t = useWords<Messages>('deposits')
  const go = useGo()
  const depositId = useQueryValue('depositId')
  const asked = useQueryValue('kind')
  const kind: DepositKind | undefined = depositKinds.find((known) => known === asked)
  if (depositId !== undefined) return <OneDeposit depositId={depositId} />
  return (
    <PageFrame title={t('titles.records')}>
      <Chips
        label={t('titles.records')}
        value={kind ?? 'all'}
        onPick={(value) => go(recordsPath, { kind: value === 'all' ? undefined : value }, { replace: true })}
        choices={[
          { value: 'all', label: t('records.all') },
          ...depositKinds.map((value) => ({ value, label: t(`records.${value}`) })),
        ]}
      />
      <DepositList kind={kind} />
    </PageFrame>
  )
}
