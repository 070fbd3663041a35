import type { RequestInput } from '@bolsillo/contract'
import { balancesChannel } from '@bolsillo/ledger/contract'
import { isMadeUp } from '@bolsillo/ledger/domain'
import { entryTitle, purseName } from '@bolsillo/ledger/web'
import { DateTime, ErrorState, ListRow, LoadMore, Section, SkeletonRows, useUi } from '@bolsillo/ui'
import { DrawnEmptyState } from '@bolsillo/ui/drawn'
import { useLiveEffect, usePages, useRefresh } from '@bolsillo/web-kit'
import { useState } from 'react'
import { listMovements } from '../contract/index.ts'
import { isShare, Moved, MovementSheet } from './movement-sheet.tsx'
import { type Movement, useStatementWords } from './words.ts'

const rowsPerPage = 20

export type MovementFilter = Omit<RequestInput<typeof listMovements>, 'cursor' | 'limit'>

interface MovementListProps {
  readonly filter: MovementFilter
  readonly title: string
  /** Says something else when a filter leaves nothing. */
  readonly isFiltered: boolean
}

/** Movements newest first; each opens its lines, its other side and its fingerprint. New ones come by themselves. */
export function MovementList({ filter, title, isFiltered }: MovementListProps) {
  const { t } = useStatementWords()
  const { zone } = useUi()
  const pages = usePages(listMovements, { ...filter, zone, limit: rowsPerPage })
  const refresh = useRefresh()
  const [open, setOpen] = useState<Movement>()
  useLiveEffect(balancesChannel, 'me', ({ delta }) => {
    if (delta !== undefined) refresh(listMovements)
  })
  const rows = pages.data?.pages.flatMap((page) => page.rows)
  return (
    <Section title={title}>
      {rows === undefined ? (
        pages.error === null ? (
          <SkeletonRows rows={8} />
        ) : (
          <ErrorState title={t('record.failed')} text={pages.error.message} onRetry={() => void pages.refetch()} />
        )
      ) : rows.length === 0 ? (
        <DrawnEmptyState
          drawing="movements"
          title={t(isFiltered ? 'record.nothing' : 'record.empty')}
          text={t(isFiltered ? 'record.nothingText' : 'record.emptyText')}
        />
      ) : (
        <>
          {rows.map((row) => (
            <Row key={row.seq} row={row} filter={filter} onOpen={() => setOpen(row)} />
          ))}
          <LoadMore
            state={pages.isFetchingNextPage ? 'loading' : pages.hasNextPage ? 'more' : 'no-more'}
            onMore={() => void pages.fetchNextPage()}
          />
        </>
      )}
      <MovementSheet movement={open} onClose={() => setOpen(undefined)} />
    </Section>
  )
}

interface RowProps {
  readonly row: Movement
  readonly filter: MovementFilter
  readonly onOpen: () => void
}

/** What happened, when, and what it did: money first, in the purse and asset that are looked at. */
function Row({ row, filter, onOpen }: RowProps) {
  const { ledger } = useStatementWords()
  const { style } = useUi()
  const looked = row.moved.filter(
    ({ purse, asset }) =>
      (filter.purse === undefined || filter.purse === purse) && (filter.asset === undefined || filter.asset === asset),
  )
  const [first, second] = (looked.length > 0 ? looked : row.moved).toSorted(
    (one, other) => Number(isShare(one.asset)) - Number(isShare(other.asset)),
  )
  return (
    <ListRow
      title={entryTitle(ledger, row, style)}
      note={
        <>
          <DateTime at={row.at} />
          {first !== undefined && ` · ${purseName(ledger, first.purse)}`}
          {isMadeUp(row.details) && <span className="block text-warnink">{ledger('madeUp')}</span>}
        </>
      }
      {...(first === undefined ? {} : { aside: <Moved {...first} /> })}
      {...(second === undefined ? {} : { asideNote: <Moved {...second} /> })}
      onClick={onOpen}
    />
  )
}
