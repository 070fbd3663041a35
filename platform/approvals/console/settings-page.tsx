import { DateTime, EmptyState, TextField } from '@bolsillo/ui'
import { ListEnd, QueueRow, ReviewPanes } from '@bolsillo/ui/console'
import { useCall } from '@bolsillo/web-kit'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useState } from 'react'
import { listSettings } from '../contract/operator.ts'
import { SettingCase } from './setting-case.tsx'
import { purposeOf, useOwnWords } from './words.ts'

/** Every setting: its value, bounds, history, and the way to propose another. */
export default function SettingsPage() {
  const t = useOwnWords()
  const settings = useCall(listSettings, {})
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<string>()
  const wanted = typed.trim().toLowerCase()
  const rows = (settings.data?.rows ?? []).filter((row) =>
    `${row.key} ${purposeOf(row)} ${row.publicName ?? ''}`.toLowerCase().includes(wanted),
  )
  const selected = rows.find(({ key }) => key === chosen) ?? rows[0]
  return (
    <ReviewPanes
      title={t('settings.title')}
      aside={String(rows.length)}
      tools={<TextField label={t('settings.filter')} type="search" value={typed} onChange={setTyped} maxLength={60} />}
      rows={rows}
      keyOf={({ key }) => key}
      selected={selected?.key}
      onSelect={setChosen}
      renderRow={({ key, value, next }) => (
        <QueueRow
          title={key}
          age={<span className="inline-block max-w-[120px] truncate align-bottom text-ink">{value}</span>}
          note={next === undefined ? '' : `${t('settings.next')} ${next.value}`}
          figure={next === undefined ? '' : <DateTime at={next.effectiveAt} />}
        />
      )}
      end={
        <ListEnd
          list={settings}
          rows={settings.data && rows}
          empty={<EmptyState icon={SlidersHorizontal} title={t('settings.none')} />}
        />
      }
    >
      {selected !== undefined && <SettingCase key={selected.key} setting={selected} />}
    </ReviewPanes>
  )
}
