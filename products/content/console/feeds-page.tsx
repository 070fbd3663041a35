import { Age, Button, EmptyState, Note } from '@bolsillo/ui'
import { ListEnd, QueueRow, ReviewPanes } from '@bolsillo/ui/console'
import { useCall, useMay, useWords } from '@bolsillo/web-kit'
import Info from 'lucide-react/icons/info'
import Rss from 'lucide-react/icons/rss'
import { useState } from 'react'
import { listFeeds, proposeFeed } from '../contract/feeds.ts'
import type { Messages } from '../messages/es-ES.ts'
import { FeedForm } from './feed-form.tsx'
import { FeedPane, stateOf } from './feed-pane.tsx'

/** The feeds two people decided on; at the right one with its state, or the form of another. */
export default function FeedsPage() {
  const t = useWords<Messages>('content')
  const list = useCall(listFeeds, {}, { freshMs: 0 })
  const [chosen, setChosen] = useState<string>()
  const [isNew, setNew] = useState(false)
  const may = useMay(proposeFeed)
  const rows = list.data?.rows
  const isPractice = list.data?.isPractice === true
  const selected = rows?.find(({ feedId }) => feedId === chosen) ?? rows?.[0]
  const practice = isPractice && <Note icon={Info}>{t('feeds.practice')}</Note>
  return (
    <ReviewPanes
      title={t('feeds.title')}
      tools={
        may && list.data !== undefined && !isPractice ? (
          <Button size="medium" onClick={() => setNew(true)}>
            {t('feeds.new')}
          </Button>
        ) : undefined
      }
      rows={rows ?? []}
      keyOf={({ feedId }) => feedId}
      selected={isNew ? undefined : selected?.feedId}
      onSelect={(feedId) => {
        setNew(false)
        setChosen(feedId)
      }}
      renderRow={(row) => (
        <QueueRow
          title={row.name}
          age={row.state?.fetchedAt === undefined ? t('feeds.never') : <Age at={row.state.fetchedAt} />}
          note={new URL(row.address).host}
          figure={t(`feeds.states.${stateOf(row)}`)}
        />
      )}
      end={
        <ListEnd
          list={list}
          rows={rows}
          empty={<EmptyState icon={Rss} title={t('feeds.empty')} text={t('feeds.emptyText')} />}
        />
      }
    >
      {isNew ? (
        <FeedForm key="new" onProposed={() => setNew(false)} />
      ) : selected === undefined ? (
        practice
      ) : (
        <>
          {practice}
          <FeedPane key={`${selected.feedId} ${selected.number}`} feed={selected} />
        </>
      )}
    </ReviewPanes>
  )
}
