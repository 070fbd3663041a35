import { entryGroups } from '@bolsillo/ledger/domain'
import { Button, Chips, Icon, IconButton, PageFrame } from '@bolsillo/ui'
import { useGo, useQueryValue } from '@bolsillo/web-kit'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useState } from 'react'
import { FilterSheet } from './filter-sheet.tsx'
import { type MovementFilter, MovementList } from './movement-list.tsx'
import { paths } from './paths.ts'
import { useStatementWords } from './words.ts'

const purses = ['stock', 'coin', 'contract'] as const

/** What the address narrows the list to. */
function useFilter(): MovementFilter {
  const query = {
    group: useQueryValue('group'),
    purse: useQueryValue('purse'),
    asset: useQueryValue('asset'),
    from: useQueryValue('from'),
    to: useQueryValue('to'),
  }
  return {
    group: entryGroups.find((name) => name === query.group),
    purse: purses.find((name) => name === query.purse),
    asset: query.asset,
    from: query.from,
    to: query.to,
  }
}

/** Every movement: `?group=&purse=&asset=&from=&to=` narrow it, so that a filtered list can be linked and reloaded. */
export default function RecordPage() {
  const { t } = useStatementWords()
  const go = useGo()
  const [isFiltering, setFiltering] = useState(false)
  const filter = useFilter()
  const show = ({ group, purse, asset, from, to }: MovementFilter): void =>
    go(paths.record, { group, purse, asset, from: dayText(from), to: dayText(to) }, { replace: true })
  const narrowed = [filter.purse, filter.asset, filter.from, filter.to].filter((value) => value !== undefined).length
  return (
    <PageFrame
      title={t('record.title')}
      actions={
        <IconButton
          label={narrowed === 0 ? t('filter.title') : t('filter.count', { count: narrowed })}
          icon={<Icon of={SlidersHorizontal} className={narrowed === 0 ? '' : 'text-brand'} />}
          onClick={() => setFiltering(true)}
        />
      }
    >
      <Chips
        label={t('record.groups')}
        value={filter.group ?? 'all'}
        onPick={(value) => show({ ...filter, group: entryGroups.find((name) => name === value) })}
        choices={[
          { value: 'all', label: t('groups.all') },
          ...entryGroups.map((value) => ({ value, label: t(`groups.${value}`) })),
        ]}
      />
      {narrowed > 0 && (
        <div className="flex items-center justify-between gap-2">
          <p className="px-1 text-13 text-second">{t('filter.count', { count: narrowed })}</p>
          <Button kind="plain" size="medium" onClick={() => show({})}>
            {t('filter.clear')}
          </Button>
        </div>
      )}
      <MovementList filter={filter} title={t('record.list')} isFiltered={narrowed > 0 || filter.group !== undefined} />
      <FilterSheet
        open={isFiltering}
        filter={filter}
        onClose={() => setFiltering(false)}
        onApply={(next) => {
          setFiltering(false)
          show(next)
        }}
      />
    </PageFrame>
  )
}

function dayText(day: unknown): string | undefined {
  return typeof day === 'string' ? day : undefined
}
