import { Age, EmptyState, ErrorState, formatDecimal, Note, Section, SkeletonRows, useUi } from '@bolsillo/ui'
import { href, useCall, useWords } from '@bolsillo/web-kit'
import ReceiptText from 'lucide-react/icons/receipt-text'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { listRecords, readBooks } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { RecordLine } from './record-line.tsx'

/** How many lines are on the page itself; all of them are in the sheet. */
const shown = 4
const checkEveryMs = 60_000
const recordPath = '/pages/user/record'

/** The latest lines behind the main balance, and how far the chain of entries was checked. */
export function RecentRecords({
  purse,
  asset,
}: {
  readonly purse: 'stock' | 'coin' | 'contract'
  readonly asset: string
}) {
  const t = useWords<Messages>('ledger')
  const records = useCall(listRecords, { purse, asset, limit: shown, moved: true })
  const { data, error } = records
  const { hasPage = () => true } = useUi()
  const all = hasPage(recordPath) ? recordPath : href('/pages/user/assets', { asset })
  const more = { href: all, label: t('assets.seeAll') }
  return (
    <Section title={t('assets.explain')} {...(data !== undefined && data.rows.length > 0 ? { more } : {})}>
      {data === undefined ? (
        error === null ? (
          <SkeletonRows rows={shown} />
        ) : (
          <ErrorState title={t('assets.failed')} onRetry={() => void records.refetch()} />
        )
      ) : data.rows.length === 0 ? (
        <EmptyState icon={ReceiptText} title={t('assets.empty')} className="py-5" />
      ) : (
        data.rows.map((row) => <RecordLine key={`${row.seq}.${row.line}`} row={row} asset={asset} />)
      )}
      <ChainNote />
    </Section>
  )
}

function ChainNote() {
  const t = useWords<Messages>('ledger')
  const { style } = useUi()
  const { data } = useCall(readBooks, {}, { everyMs: checkEveryMs })
  if (data === undefined || data.verified.at === undefined) return null
  const { ok, entries, at, problem } = data.verified
  return (
    <Note icon={ok ? ShieldCheck : ShieldAlert} tone={ok ? 'good' : 'bad'} className="border-hair border-t py-3">
      {ok
        ? t('assets.chainOk', { entries: formatDecimal(entries, style, { decimals: 0 }) })
        : t('assets.chainBroken', { problem: problem ?? '' })}{' '}
      <Age at={at} />
    </Note>
  )
}
