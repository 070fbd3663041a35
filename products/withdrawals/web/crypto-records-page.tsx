import { PageFrame } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { Messages } from '../messages/es-ES.ts'
import { RecordList } from './record-list.tsx'

/** The customer's coin withdrawals. */
export default function CryptoRecordsPage() {
  const t = useWords<Messages>('withdrawals')
  return (
    <PageFrame title={t('titles.records')}>
      <RecordList kind="coin" />
    </PageFrame>
  )
}
