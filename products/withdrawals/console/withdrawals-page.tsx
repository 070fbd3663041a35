import { channelCodes } from '@bolsillo/payments/contract'
import { Age, Amount, Due, EmptyState, Segmented, soonOfHoursMs, useNow } from '@bolsillo/ui'
import { QueueEnd, QueueRow, ReviewPanes } from '@bolsillo/ui/console'
import { usePages, useRefresh, useWords } from '@bolsillo/web-kit'
import ArrowUpRight from 'lucide-react/icons/arrow-up-right'
import { useEffect, useState } from 'react'
import { listQueue, type QueueRow as Row } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'
import { CasePane } from './case-pane.tsx'

const shows = ['waiting', 'doing', 'ended'] as const
const refreshEveryMs = 15_000

/** Withdrawals to review, the longest waiting first; those being paid, and those that ended. */
export default function WithdrawalsPage() {
  const t = useWords<Messages>('withdrawals')
  const [show, setShow] = useState<(typeof shows)[number]>('waiting')
  const [chosen, setChosen] = useState<string>()
  const pages = usePages(listQueue, { show })
  const refresh = useRefresh()
  const tick = useNow(refreshEveryMs)
  useEffect(() => {
    if (tick > 0) refresh(listQueue)
  }, [tick, refresh])
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  const selected = rows.find(({ withdrawalId }) => withdrawalId === chosen) ?? rows[0]
  const waiting = pages.data?.pages[0]?.waiting
  return (
    <ReviewPanes
      title={t('console.title')}
      aside={waiting === undefined ? '' : t('console.count', { count: waiting })}
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
