import { QueueCount } from '@bolsillo/approvals/console'
import { channelCodes } from '@bolsillo/payments/contract'
import { Age, Amount, Due, EmptyState, Segmented, soonOfHoursMs } from '@bolsillo/ui'
import { QueueEnd, QueueRow, ReviewPanes } from '@bolsillo/ui/console'
import { usePages, useWords } from '@bolsillo/web-kit'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import { useState } from 'react'
import { listQueue, type QueueRow as Row } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'
import { CasePane } from './case-pane.tsx'

const shows = ['waiting', 'doing', 'ended'] as const

/** Withdrawals to review, the longest waiting first; those being paid, and those that ended. */
export default function WithdrawalsPage() {
  const t = useWords<Messages>('withdrawals')
  const [show, setShow] = useState<(typeof shows)[number]>('waiting')
  const [chosen, setChosen] = useState<string>()
  const pages = usePages(listQueue, { show })
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  const selected = rows.find(({ withdrawalId }) => withdrawalId === chosen) ?? rows[0]
  return (
    <ReviewPanes
      title={t('console.title')}
      aside={
        <QueueCount
          path="/withdrawals"
          list={pages}
          rows={show === 'waiting' && !pages.hasNextPage ? rows.length : undefined}
        />
      }
      tools={
        <Segmented
          label={t('console.show')}
          value={show}
          onChange={setShow}
          choices={shows.map((value) => ({ value, label: t(`console.${value}`) }))}
        />
      }
      rows={rows}
      keyOf={({ withdrawalId }) => withdrawalId}
      selected={selected?.withdrawalId}
      onSelect={setChosen}
      renderRow={(row) => (
        <QueueRow
          title={<Amount value={row.amount} currency={row.asset} decimals={decimalsOf(row)} />}
          age={<Age at={row.requestedAt} />}
          note={`${row.customer} · ${t(`channels.${channelOf(row)}`)}`}
          figure={<RowMark row={row} />}
        />
      )}
      end={
        <QueueEnd
          pages={pages}
          empty={
            <EmptyState icon={ArrowUpRight} title={t(show === 'waiting' ? 'console.empty' : 'console.emptyOther')} />
          }
        />
      }
    >
      {selected !== undefined && (
        <CasePane
          key={selected.withdrawalId}
          withdrawalId={selected.withdrawalId}
          onDecided={() => {
            const next = rows[rows.indexOf(selected) + 1] ?? rows[rows.indexOf(selected) - 1]
            setChosen(next?.withdrawalId)
          }}
        />
      )}
    </ReviewPanes>
  )
}

const decimalsOf = ({ amount }: Row): number => amount.split('.')[1]?.length ?? 0

const channelOf = ({ channel }: Row) => channelCodes.find((name) => name === channel) ?? 'spei-mxn'

/** What matters most about a row: late, held, or waiting for a second person. */
function RowMark({ row }: { readonly row: Row }) {
  const t = useWords<Messages>('withdrawals')
  if (row.state !== 'under-review') return <>{t(`states.${row.state}`)}</>
  if (row.escalated) return <b className="text-danger">{t('console.escalated')}</b>
  if (row.held) return <>{t('console.held')}</>
  if (row.proposed) return <b className="text-brand">{t('console.proposed')}</b>
  return <Due at={row.dueAt} soonMs={soonOfHoursMs} />
}
