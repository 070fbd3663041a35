import { ErrorState, Icon, ListRow, Sheet, SkeletonRows, Switch, showToast } from '@bolsillo/ui'
import { useAction, useCall, useWords } from '@bolsillo/web-kit'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { changeWatchlist, firstList, listWatchlists, readWatchlist } from '../../contract/index.ts'
import type { Messages } from '../../messages/watchlists/es-ES.ts'
import { NameSheet } from './name-sheet.tsx'

/** Which of the customer's lists an instrument is in: each is switched by itself. */
export function ChooseListsSheet(props: {
  readonly symbol: string
  readonly ticker: string
  /** Adds to the first list or takes out of it, by the product's own call. */
  readonly onFirst: (listed: boolean) => void
  readonly onClose: () => void
}) {
  const { symbol, ticker, onFirst, onClose } = props
  const t = useWords<Messages>('watchlists')
  const [isNaming, setNaming] = useState(false)
  const found = useCall(listWatchlists, { symbol })
  const changing = useAction(changeWatchlist, { refreshes: [listWatchlists, readWatchlist] })
  // What was switched here shows at once; a list that refuses goes back.
  const [switched, setSwitched] = useState<Readonly<Record<string, boolean>>>({})
  const change = (listId: string, listed: boolean): void => {
    setSwitched((before) => ({ ...before, [listId]: listed }))
    if (listId === firstList) {
      onFirst(listed)
      return
    }
    changing.mutate(
      { listId, symbol, listed },
      {
        onError: ({ message }) => {
          setSwitched((before) => ({ ...before, [listId]: !listed }))
          showToast(message === '' ? t('failed') : message, { kind: 'error' })
        },
      },
    )
  }
  if (isNaming) {
    return <NameSheet onClose={() => setNaming(false)} onSaved={({ listId }) => change(listId, true)} />
  }
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={t('choose', { ticker })}>
      {found.data === undefined ? (
        found.error === null ? (
          <SkeletonRows rows={3} />
        ) : (
          <ErrorState title={t('failed')} text={found.error.message} onRetry={() => void found.refetch()} />
        )
      ) : (
        <div>
          {found.data.rows.map(({ listId, name = t('first'), entries, has }) => (
            <ListRow
              key={listId}
              title={name}
              note={t('entries', { count: entries })}
              aside={
                <Switch checked={switched[listId] ?? has} onChange={(listed) => change(listId, listed)} label={name} />
              }
            />
          ))}
          <ListRow quiet lead={<Icon of={Plus} size={20} />} title={t('add')} onClick={() => setNaming(true)} />
        </div>
      )}
    </Sheet>
  )
}
