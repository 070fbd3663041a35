import type { ReplyOf } from '@bolsillo/contract'
import { Button, Note, Sheet, TextField, useUi } from '@bolsillo/ui'
import { useAction, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import { listWatchlists, readWatchlist, saveWatchlist, watchlistNameMax } from '../../contract/index.ts'
import type { Messages } from '../../messages/watchlists/es-ES.ts'

/** Makes a list, or gives one another name. */
export function NameSheet(props: {
  /** Left out: a new one. */
  readonly list?: { readonly listId: string; readonly name: string }
  readonly onClose: () => void
  readonly onSaved?: (saved: ReplyOf<typeof saveWatchlist>) => void
}) {
  const { list, onClose, onSaved } = props
  const t = useWords<Messages>('watchlists')
  const { words } = useUi()
  const [name, setName] = useState(list?.name ?? '')
  const saving = useAction(saveWatchlist, { refreshes: [listWatchlists, readWatchlist] })
  const { error } = saving
  const save = (): void => {
    const listId = list === undefined ? {} : { listId: list.listId }
    saving.mutate(
      { name, ...listId },
      {
        onSuccess: (saved) => {
          onSaved?.(saved)
          onClose()
        },
      },
    )
  }
  const message = error === null ? undefined : error.message === '' ? words.failed : error.message
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={t(list === undefined ? 'add' : 'rename')}>
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <TextField
          label={t('name')}
          value={name}
          onChange={setName}
          maxLength={watchlistNameMax}
          hint={t('nameHint', { max: watchlistNameMax })}
          error={error?.field === 'name' ? message : undefined}
          autoFocus
        />
        {error !== null && error.field !== 'name' && <Note tone="bad">{message}</Note>}
        <Button wide type="submit" loading={saving.isPending} disabled={name.trim() === ''}>
          {t(list === undefined ? 'create' : 'save')}
        </Button>
      </form>
    </Sheet>
  )
}
