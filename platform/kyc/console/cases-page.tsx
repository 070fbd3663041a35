import { QueueCount } from '@bolsillo/approvals/console'
import { NoCaseOpen } from '@bolsillo/cases/console'
import type { ReplyOf } from '@bolsillo/contract'
import { Age, Due, EmptyState, Pill, Segmented, soonOfDayMs } from '@bolsillo/ui'
import { QueueEnd, QueueRow, ReviewPanes } from '@bolsillo/ui/console'
import { useLanguage, usePages, useWords } from '@bolsillo/web-kit'
import IdCard from 'lucide-react/icons/id-card'
import { useState } from 'react'
import { listCases } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'
import { CasePane } from './case-pane.tsx'

export type QueueCase = ReplyOf<typeof listCases>['rows'][number]

/** The queue of papers: oldest first, one at the right. Nothing opens by itself, because each look is written down. */
export default function CasesPage() {
  const t = useWords<Messages>('kyc')
  const [filter, setFilter] = useState<'pending' | 'decided'>('pending')
  const pages = usePages(listCases, { filter })
  const [chosen, setChosen] = useState<string>()
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  const waiting = filter === 'pending' && !pages.hasNextPage ? rows.length : undefined
  const place = rows.findIndex(({ caseId }) => caseId === chosen)
  const selected = rows[place]
  return (
    <ReviewPanes
      title={t('console.title')}
      aside={<QueueCount path="/identity" list={pages} rows={waiting} />}
      tools={
        <Segmented
          label={t('console.title')}
          choices={[
            { value: 'pending', label: t('console.pending') },
            { value: 'decided', label: t('console.decided') },
          ]}
          value={filter}
          onChange={setFilter}
        />
      }
      rows={rows}
      keyOf={({ caseId }) => caseId}
      selected={selected?.caseId}
      onSelect={setChosen}
      renderRow={(row) => <CaseRow row={row} />}
      end={
        <QueueEnd
          pages={pages}
          empty={
            <EmptyState icon={IdCard} title={t(filter === 'pending' ? 'console.empty' : 'console.emptyDecided')} />
          }
        />
      }
    >
      {selected === undefined ? (
        rows.length > 0 && (
          <NoCaseOpen
            icon={IdCard}
            title={t('console.choose')}
            text={t('console.logged')}
            keys={{ next: t('console.next'), previous: t('console.previous') }}
          />
        )
      ) : (
        <CasePane
          key={selected.caseId}
          caseId={selected.caseId}
          onDecided={() => setChosen((rows[place + 1] ?? rows[place - 1])?.caseId)}
        />
      )}
    </ReviewPanes>
  )
}

function CaseRow({ row }: { readonly row: QueueCase }) {
  const t = useWords<Messages>('kyc')
  const { country, certificate, attempt, state, duplicate, decidedAt, submittedAt } = row
  const names = new Intl.DisplayNames(useLanguage(), { type: 'region' })
  return (
    <QueueRow
      title={`${t('console.customer')} ${row.customer}`}
      age={<Age at={decidedAt ?? submittedAt} />}
      note={[names.of(country), t(`certificates.${certificate}`), t('console.attempt', { attempt })].join(' · ')}
      figure={
        state === 'pending' ? (
          <span className="inline-flex items-center gap-1.5">
            {duplicate && <Pill tone="warning">{t('console.duplicate')}</Pill>}
            <Due at={row.dueAt} soonMs={soonOfDayMs} />
          </span>
        ) : (
          <Pill tone={state === 'succ' ? 'good' : 'bad'}>{t(`states.${state}`)}</Pill>
        )
      }
    />
  )
}
