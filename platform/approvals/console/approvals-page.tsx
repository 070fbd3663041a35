import { Age, EmptyState, Segmented } from '@bolsillo/ui'
import { QueueEnd, QueueRow, ReviewPanes } from '@bolsillo/ui/console'
import { usePages } from '@bolsillo/web-kit'
import Handshake from 'lucide-react/icons/handshake'
import { useState } from 'react'
import { listApprovals } from '../contract/operator.ts'
import { ApprovalCase } from './approval-case.tsx'
import { Countdown } from './countdown.tsx'
import { QueueCount } from './live-queue.tsx'
import { titleWord, useOwnWords } from './words.ts'

/** What waits for whoever is here, all that waits for a second person, and the outcome of every other proposal. */
export default function ApprovalsPage() {
  const t = useOwnWords()
  const [state, setState] = useState<'mine' | 'open' | 'closed'>('mine')
  const pages = usePages(listApprovals, { state })
  const [chosen, setChosen] = useState<string>()
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  const selected = rows.find(({ approvalId }) => approvalId === chosen)
  return (
    <ReviewPanes
      title={t('console.title')}
      aside={
        <QueueCount
          path="/approvals"
          list={pages}
          rows={state === 'mine' && !pages.hasNextPage ? rows.length : undefined}
        />
      }
      tools={
        <Segmented
          label={t('console.filter')}
          choices={[
            { value: 'mine', label: t('console.mine') },
            { value: 'open', label: t('console.open') },
            { value: 'closed', label: t('console.closed') },
          ]}
          value={state}
          onChange={setState}
        />
      }
      rows={rows}
      keyOf={({ approvalId }) => approvalId}
      selected={selected?.approvalId}
      onSelect={setChosen}
      renderRow={(row) => (
        <QueueRow
          title={titleWord(row.titleKey)}
          age={<Age at={row.createdAt} />}
          note={`${row.makerName} · ${row.customerNumber ?? row.subject}`}
          figure={row.state === 'open' ? <Countdown until={row.expiresAt} /> : t(stateWords[row.state])}
        />
      )}
      end={
        <QueueEnd
          pages={pages}
          empty={
            <EmptyState
              icon={Handshake}
              title={t(state === 'closed' ? 'console.emptyClosed' : 'console.empty')}
              {...(state === 'closed' ? {} : { text: t('console.emptyText') })}
            />
          }
        />
      }
    >
      {selected !== undefined && <ApprovalCase key={selected.approvalId} approvalId={selected.approvalId} />}
    </ReviewPanes>
  )
}

const stateWords = {
  open: 'console.openState',
  approved: 'console.approved',
  refused: 'console.refused',
  void: 'console.void',
  expired: 'console.expired',
} as const
