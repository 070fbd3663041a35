import type { ReplyOf } from '@bolsillo/contract'
import {
  Button,
  Chips,
  Dialog,
  EmptyState,
  Icon,
  IconButton,
  Loaded,
  PageFrame,
  SkeletonRows,
  showToast,
} from '@bolsillo/ui'
import { type Refusal, useAction, useCall, useChangeQuery, useQueryValue, useWords } from '@bolsillo/web-kit'
import Check from 'lucide-react/icons/check'
import ListOrdered from 'lucide-react/icons/list-ordered'
import Plus from 'lucide-react/icons/plus'
import Star from 'lucide-react/icons/star'
import { useRef, useState } from 'react'
import {
  changeWatchlist,
  firstList,
  listWatchlists,
  moveInWatchlist,
  readWatchlist,
  removeWatchlist,
} from '../../contract/index.ts'
import { afterChange, type ListChange, withChanges } from '../../domain/list-changes.ts'
import type { Messages } from '../../messages/watchlists/es-ES.ts'
import { listName, QuoteRow } from '../quote-row.tsx'
import { ListSpan } from './list-span.tsx'
import { NameSheet } from './name-sheet.tsx'
import { SortableRows } from './sortable-rows.tsx'

const everyMs = 60_000

type Row = ReplyOf<typeof readWatchlist>['rows'][number]

export interface WatchlistPageProps {
  /** Where an instrument of a product is shown, and how a list over all products calls it. */
  readonly placeOf: (row: Row) => { readonly href: string; readonly ticker: string }
  readonly searchPath: string
}

/** The customer's watchlists, over all products: one at a time, in its owner's order. `?list=` says which. */
export function WatchlistPage(props: WatchlistPageProps) {
  const t = useWords<Messages>('watchlists')
  const changeQuery = useChangeQuery()
  const asked = useQueryValue('list')
  const [isSorting, setSorting] = useState(false)
  const [isNaming, setNaming] = useState(false)
  const lists = useCall(listWatchlists, {})
  const listId = lists.data?.rows.find((one) => one.listId === asked)?.listId ?? firstList
  const show = (chosen: string): void => {
    setSorting(false)
    changeQuery({ list: chosen === firstList ? undefined : chosen }, { replace: true })
  }
  const nameOf = (list: { readonly name?: string | undefined }): string => list.name ?? t('first')
  const list = lists.data?.rows.find((one) => one.listId === listId)
  return (
    <PageFrame
      title={t('title')}
      actions={
        <IconButton
          label={t(isSorting ? 'done' : 'edit')}
          icon={<Icon of={isSorting ? Check : ListOrdered} />}
          pressed={isSorting}
          onClick={() => setSorting(!isSorting)}
        />
      }
    >
      <Chips
        label={t('lists')}
        value={listId}
        onPick={show}
        choices={(lists.data?.rows ?? [{ listId: firstList, name: undefined }]).map((one) => ({
          value: one.listId,
          label: nameOf(one),
        }))}
        aside={
          <Button kind="plain" size="medium" icon={<Icon of={Plus} size={18} />} onClick={() => setNaming(true)}>
            {t('addShort')}
          </Button>
        }
      />
      <Rows key={listId} {...props} listId={listId} isSorting={isSorting} />
      {isSorting && list !== undefined && (
        <ListActs listId={listId} name={nameOf(list)} onRemoved={() => show(firstList)} />
      )}
      {isNaming && <NameSheet onClose={() => setNaming(false)} onSaved={(saved) => show(saved.listId)} />}
    </PageFrame>
  )
}

function Rows(props: WatchlistPageProps & { readonly listId: string; readonly isSorting: boolean }) {
  const { listId, isSorting, placeOf, searchPath } = props
  const t = useWords<Messages>('watchlists')
  const found = useCall(readWatchlist, { listId }, { everyMs })
  const sorting = useSorting(listId, found.data?.rows ?? [])
  return (
    <section aria-label={t('title')} className="rounded-card bg-card px-4 py-1 shadow-card">
      <Loaded of={found} skeleton={<SkeletonRows rows={6} spark />}>
        {() =>
          sorting.rows.length === 0 ? (
            <EmptyState
              icon={Star}
              title={t('emptyTitle')}
              text={t('emptyText')}
              action={{ label: t('find'), href: searchPath }}
            />
          ) : isSorting ? (
            <SortableRows
              rows={sorting.rows.map((row) => ({ symbol: row.symbol, name: row.name, ticker: placeOf(row).ticker }))}
              onMove={sorting.move}
              onRemove={sorting.remove}
            />
          ) : (
            <>
              <ListSpan rows={sorting.rows} />
              {sorting.rows.map((row) => {
                const { href, ticker } = placeOf(row)
                return <QuoteRow key={row.symbol} row={{ ...row, ticker }} name={listName(row)} href={href} />
              })}
            </>
          )
        }
      </Loaded>
    </section>
  )
}

/** The rows as their owner just put them, which the server hears of at once; what it refuses goes back. */
function useSorting(listId: string, rows: readonly Row[]) {
  const t = useWords<Messages>('watchlists')
  const [changes, setChanges] = useState<readonly ListChange[]>([])
  const lastKey = useRef(0)
  const refreshes = [readWatchlist, listWatchlists] as const
  const moving = useAction(moveInWatchlist, { refreshes })
  const changing = useAction(changeWatchlist, { refreshes })
  const known = rows.map(({ symbol }) => symbol)
  // Each of several on their way has an end of its own, which comes when the lists have been read again.
  const show = (change: Omit<ListChange, 'key'>, sent: Promise<unknown>): void => {
    lastKey.current += 1
    const key = lastKey.current
    const end = (isDone: boolean): void => setChanges((all) => afterChange(all, key, isDone))
    setChanges((all) => [...all, { ...change, key }])
    sent.then(
      () => end(true),
      ({ message }: Refusal) => {
        end(false)
        showToast(message === '' ? t('failed') : message, { kind: 'error' })
      },
    )
  }
  return {
    rows: withChanges(known, changes).flatMap((symbol) => rows.find((row) => row.symbol === symbol) ?? []),
    move: (symbol: string, before: string | undefined): void =>
      show(
        { symbol, to: before === undefined ? 'end' : { before } },
        moving.mutateAsync({ listId, symbol, ...(before === undefined ? {} : { before }) }),
      ),
    remove: (symbol: string): void =>
      show({ symbol, to: 'out' }, changing.mutateAsync({ listId, symbol, listed: false })),
  }
}

/** What can be done with the list itself: another name; and all but the first can go. */
function ListActs(props: { readonly listId: string; readonly name: string; readonly onRemoved: () => void }) {
  const { listId, name, onRemoved } = props
  const t = useWords<Messages>('watchlists')
  const [asking, setAsking] = useState<'name' | 'remove'>()
  const removing = useAction(removeWatchlist, { refreshes: [listWatchlists] })
  const remove = (): void =>
    removing.mutate(
      { listId },
      {
        onSuccess: () => {
          showToast(t('removed'))
          onRemoved()
        },
        onError: ({ message }) => showToast(message === '' ? t('failed') : message, { kind: 'error' }),
        onSettled: () => setAsking(undefined),
      },
    )
  return (
    <div className="flex flex-col gap-2">
      <Button kind="ghost" wide onClick={() => setAsking('name')}>
        {t('rename')}
      </Button>
      {listId !== firstList && (
        <Button kind="plain" wide className="text-danger" onClick={() => setAsking('remove')}>
          {t('remove')}
        </Button>
      )}
      {asking === 'name' && <NameSheet list={{ listId, name }} onClose={() => setAsking(undefined)} />}
      <Dialog
        open={asking === 'remove'}
        onOpenChange={(open) => !open && setAsking(undefined)}
        title={t('removeAsk', { name })}
        text={t('removeText')}
        confirmLabel={t('remove')}
        kind="danger"
        loading={removing.isPending}
        onConfirm={remove}
      />
    </div>
  )
}
