import { QueueCount } from '@bolsillo/approvals/console'
import { NoCaseOpen } from '@bolsillo/cases/console'
import { Age, Due, EmptyState, Pill, Segmented, soonOfDayMs } from '@bolsillo/ui'
import { QueueEnd, QueueRow, ReviewPanes } from '@bolsillo/ui/console'
import { usePages, useWords } from '@bolsillo/web-kit'
import MessagesSquare from 'lucide-react/icons/messages-square'
import { useState } from 'react'
import { listSupport, type StaffConversation } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'
import { ConversationPane } from './conversation-pane.tsx'

const everyMs = 15_000

/** The queue of conversations: due first. Nothing opens by itself, because each look is written down. */
export default function SupportPage() {
  const t = useWords<Messages>('support')
  const [filter, setFilter] = useState<'open' | 'closed'>('open')
  const pages = usePages(listSupport, { filter }, { everyMs })
  const [chosen, setChosen] = useState<string>()
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  const waiting =
    filter === 'open' && !pages.hasNextPage ? rows.filter(({ state }) => state === 'waiting').length : undefined
  return (
    <ReviewPanes
      title={t('console.title')}
      aside={<QueueCount path="/support" list={pages} rows={waiting} />}
      tools={
        <Segmented
          label={t('console.title')}
          choices={[
            { value: 'open', label: t('console.open') },
            { value: 'closed', label: t('console.closed') },
          ]}
          value={filter}
          onChange={(next) => {
            setChosen(undefined)
            setFilter(next)
          }}
        />
      }
      rows={rows}
      keyOf={({ id }) => id}
      selected={chosen}
      onSelect={setChosen}
      renderRow={(row) => <Row row={row} />}
      end={
        <QueueEnd
          pages={pages}
          empty={
            <EmptyState icon={MessagesSquare} title={t(filter === 'open' ? 'console.empty' : 'console.emptyClosed')} />
          }
        />
      }
    >
      {chosen === undefined ? (
        rows.length > 0 && (
          <NoCaseOpen
            icon={MessagesSquare}
            title={t('console.choose')}
            text={t('console.logged')}
            keys={{ next: t('console.next'), previous: t('console.previous') }}
          />
        )
      ) : (
        <ConversationPane key={chosen} id={chosen} />
      )}
    </ReviewPanes>
  )
}

function Row({ row }: { readonly row: StaffConversation }) {
  const t = useWords<Messages>('support')
  const { customer, topic, state, owner, lastAt, dueAt } = row
  const whose = owner === undefined ? 'nobody' : owner === 'me' ? 'mine' : 'others'
  return (
    <QueueRow
      title={`${t('console.customer')} ${customer}`}
      age={<Age at={lastAt} />}
      note={`${t(`topics.${topic}`)} · ${t(`console.${whose}`)}`}
      figure={
        dueAt === undefined ? (
          <Pill tone={state === 'closed' ? 'quiet' : 'good'}>{t(`console.states.${state}`)}</Pill>
        ) : (
          <Due at={dueAt} soonMs={soonOfDayMs} />
        )
      }
    />
  )
}
