import { Age, Button, EmptyState } from '@bolsillo/ui'
import { QueueEnd, QueueRow, ReviewPanes } from '@bolsillo/ui/console'
import { useLanguage, useMay, usePages, useWords } from '@bolsillo/web-kit'
import Vote from 'lucide-react/icons/vote'
import { useState } from 'react'
import { listVotes, proposeVote } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'
import { VoteForm } from './vote-form.tsx'
import { useStateWord, VotePane } from './vote-pane.tsx'

/** The votes that were proposed, the last first; at the right one of them, or the form of another. */
export default function VotesPage() {
  const t = useWords<Messages>('votes')
  const language = useLanguage()
  const stateWord = useStateWord()
  const pages = usePages(listVotes, {})
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  const [chosen, setChosen] = useState<string>()
  const [isNew, setNew] = useState(false)
  const may = useMay(proposeVote)
  const selected = rows.find(({ id }) => id === chosen) ?? rows[0]
  const show = (id: string): void => {
    setNew(false)
    setChosen(id)
  }
  return (
    <ReviewPanes
      title={t('console.title')}
      tools={
        may ? (
          <Button size="medium" onClick={() => setNew(true)}>
            {t('console.new')}
          </Button>
        ) : undefined
      }
      rows={rows}
      keyOf={({ id }) => id}
      selected={isNew ? undefined : selected?.id}
      onSelect={show}
      renderRow={(row) => (
        <QueueRow
          title={row.words[language].question}
          age={<Age at={row.writtenAt} />}
          note={row.symbol ?? t('everybody')}
          figure={stateWord(row)}
        />
      )}
      end={<QueueEnd pages={pages} empty={<EmptyState icon={Vote} title={t('console.empty')} />} />}
    >
      {isNew ? (
        <VoteForm onSaved={show} />
      ) : selected === undefined ? null : (
        <VotePane key={selected.id} vote={selected} />
      )}
    </ReviewPanes>
  )
}
