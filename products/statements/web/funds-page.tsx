import {
  Button,
  Card,
  DateField,
  dayOf,
  ErrorState,
  formatDecimal,
  Icon,
  ListRow,
  Note,
  PageFrame,
  Pill,
  Section,
  SkeletonRows,
  useNow,
  useUi,
} from '@bolsillo/ui'
import { href, useCall, useGo, useQueryValue } from '@bolsillo/web-kit'
import type { LucideIcon } from 'lucide-react'
import Bitcoin from 'lucide-react/icons/bitcoin'
import Info from 'lucide-react/icons/info'
import ReceiptText from 'lucide-react/icons/receipt-text'
import TrendingUp from 'lucide-react/icons/trending-up'
import { useState } from 'react'
import { listStatements } from '../contract/index.ts'
import { paths } from './paths.ts'
import { StatementCard } from './statement-card.tsx'
import { useStatementWords } from './words.ts'

const rarelyMs = 60_000

/** The purses, and statements: by month, or of any days. `?from=&to=` shows one. */
export default function FundsPage() {
  const { t } = useStatementWords()
  const [from, to] = [useQueryValue('from'), useQueryValue('to')]
  const places = [
    { path: paths.stock, icon: TrendingUp, title: t('stock.title'), note: t('index.stockNote') },
    { path: paths.crypto, icon: Bitcoin, title: t('crypto.title'), note: t('index.cryptoNote') },
    { path: paths.record, icon: ReceiptText, title: t('record.title'), note: t('index.recordNote') },
  ]
  return (
    <PageFrame title={t('index.title')}>
      {from === undefined || to === undefined ? (
        <>
          <Card pad="list">
            {places.map(({ path, icon, title, note }) => (
              <ListRow key={path} href={path} lead={<Mark of={icon} />} title={title} note={note} />
            ))}
          </Card>
          <AnyDays />
          <Months />
        </>
      ) : (
        <StatementCard from={from} to={to} />
      )}
    </PageFrame>
  )
}

function Mark({ of }: { readonly of: LucideIcon }) {
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-[11px] bg-wash text-brand">
      <Icon of={of} size={18} />
    </span>
  )
}

function AnyDays() {
  const { t } = useStatementWords()
  const { zone } = useUi()
  const go = useGo()
  const today = dayOf(useNow(rarelyMs), zone)
  const [from, setFrom] = useState(`${today.slice(0, 7)}-01`)
  const [to, setTo] = useState(today)
  const isBackwards = from > to
  return (
    <Section title={t('index.anyDays')} pad="normal">
      <div className="flex flex-col gap-3">
        <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] gap-2 tiny:grid-cols-1">
          <DateField
            label={t('filter.from')}
            value={from}
            onChange={setFrom}
            max={today}
            error={isBackwards ? t('filter.backwards') : undefined}
          />
          <DateField label={t('filter.to')} value={to} onChange={setTo} max={today} />
        </div>
        <Button wide disabled={from === '' || to === '' || isBackwards} onClick={() => go(paths.index, { from, to })}>
          {t('index.make')}
        </Button>
      </div>
    </Section>
  )
}

function Months() {
  const { t } = useStatementWords()
  const { zone, language, style } = useUi()
  const count = (rows: number): string => formatDecimal(String(rows), style)
  const reply = useCall(listStatements, { zone })
  const named = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <Section title={t('index.months')}>
      {reply.data === undefined ? (
        reply.error === null ? (
          <SkeletonRows rows={3} />
        ) : (
          <ErrorState title={t('index.failed')} text={reply.error.message} onRetry={() => void reply.refetch()} />
        )
      ) : (
        <>
          {reply.data.months.map(({ month, from, to, isComplete }) => (
            <ListRow
              key={month}
              quiet
              href={href(paths.index, { from, to })}
              title={
                <span className="inline-block first-letter:uppercase">
                  {named.format(new Date(`${month}-15T00:00:00Z`))}
                </span>
              }
              {...(isComplete ? {} : { aside: <Pill tone="quiet">{t('index.running')}</Pill> })}
              chevron
            />
          ))}
          <Note icon={Info} className="border-hair border-t py-3">
            {t('index.limits', { pdf: count(reply.data.rowsMaxPdf), csv: count(reply.data.rowsMaxCsv) })}
          </Note>
        </>
      )}
    </Section>
  )
}
