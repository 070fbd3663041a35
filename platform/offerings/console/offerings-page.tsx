import { Age, Button, EmptyState } from '@bolsillo/ui'
import { QueueEnd, QueueRow, ReviewPanes } from '@bolsillo/ui/console'
import { useLanguage, useMay, usePages, useWords } from '@bolsillo/web-kit'
import CalendarDays from 'lucide-react/icons/calendar-days'
import { useState } from 'react'
import { listOfferings, proposeOffering } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'
import { OfferingForm } from './offering-form.tsx'
import { OfferingPane, useStageWord } from './offering-pane.tsx'

/** The offerings that were proposed, the last first; at the right one of them, or the form of another. */
export default function OfferingsPage() {
  const t = useWords<Messages>('offerings')
  const language = useLanguage()
  const stageWord = useStageWord()
  const pages = usePages(listOfferings, {})
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  const [chosen, setChosen] = useState<string>()
  const [isNew, setNew] = useState(false)
  const may = useMay(proposeOffering)
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
          title={row.words[language].title}
          age={<Age at={row.writtenAt} />}
          note={row.symbol}
          figure={stageWord(row)}
        />
      )}
      end={<QueueEnd pages={pages} empty={<EmptyState icon={CalendarDays} title={t('console.empty')} />} />}
    >
      {isNew ? (
        <OfferingForm onSaved={show} />
      ) : selected === undefined ? null : (
        <OfferingPane key={selected.id} offering={selected} />
      )}
    </ReviewPanes>
  )
}
