import { Age, Button, EmptyState } from '@bolsillo/ui'
import { QueueEnd, QueueRow, ReviewPanes } from '@bolsillo/ui/console'
import { useMay, usePages, useWords } from '@bolsillo/web-kit'
import MapPin from 'lucide-react/icons/map-pin'
import { useState } from 'react'
import { listWrittenPlaces, writePlace } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'
import { PlaceForm } from './place-form.tsx'
import { PlacePane, stateOf } from './place-pane.tsx'

/** Places as they were written, the last first; at the right the place, or the form of another. */
export default function LocationsPage() {
  const t = useWords<Messages>('locations')
  const pages = usePages(listWrittenPlaces, {})
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  const [chosen, setChosen] = useState<string>()
  const [form, setForm] = useState<'new' | 'edit'>()
  const may = useMay(writePlace)
  const selected = rows.find(({ placeId }) => placeId === chosen) ?? rows[0]
  const show = (placeId: string): void => {
    setForm(undefined)
    setChosen(placeId)
  }
  return (
    <ReviewPanes
      title={t('console.title')}
      tools={
        may ? (
          <Button size="medium" onClick={() => setForm('new')}>
            {t('console.new')}
          </Button>
        ) : undefined
      }
      rows={rows}
      keyOf={({ placeId }) => placeId}
      selected={form === 'new' ? undefined : selected?.placeId}
      onSelect={show}
      renderRow={(row) => (
        <QueueRow
          title={row.details.name}
          age={<Age at={row.writtenAt} />}
          note={`${row.details.city} · ${t('console.version', { number: row.number })}`}
          figure={t(`console.${stateOf(row)}`)}
        />
      )}
      end={
        <QueueEnd
          pages={pages}
          empty={<EmptyState icon={MapPin} title={t('console.empty')} text={t('console.emptyText')} />}
        />
      }
    >
      {form === 'new' ? (
        <PlaceForm key="new" onSaved={show} />
      ) : selected === undefined ? null : form === 'edit' ? (
        <PlaceForm key={`edit ${selected.placeId}`} from={selected} onSaved={show} />
      ) : (
        <PlacePane
          key={`${selected.placeId} ${selected.number}`}
          place={selected}
          {...(may ? { onEdit: () => setForm('edit') } : {})}
        />
      )}
    </ReviewPanes>
  )
}
