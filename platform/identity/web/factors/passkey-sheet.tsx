import { Button, Sheet, showToast, TextField } from '@bolsillo/ui'
import { useAction, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import type { Messages } from '../../messages/es-ES.ts'
import { useFactorOwner } from './factor-owner.ts'

interface Passkey {
  readonly id: string
  readonly name: string
}

/** One passkey: its name, and the way to remove it. */
export function PasskeySheet(props: {
  readonly passkey: Passkey | undefined
  readonly onClose: () => void
  readonly onRemove: (passkeyId: string, name: string) => void
}) {
  const { passkey, onClose, onRemove } = props
  return (
    <Sheet open={passkey !== undefined} onOpenChange={() => onClose()} title={passkey?.name ?? ''}>
      {passkey !== undefined && (
        <Rename
          key={passkey.id}
          passkey={passkey}
          onClose={onClose}
          onRemove={() => onRemove(passkey.id, passkey.name)}
        />
      )}
    </Sheet>
  )
}

function Rename(props: { readonly passkey: Passkey; readonly onClose: () => void; readonly onRemove: () => void }) {
  const t = useWords<Messages>('identity')
  const { id, name } = props.passkey
  const [typed, setTyped] = useState(name)
  const { calls, refreshes } = useFactorOwner()
  const rename = useAction(calls.rename, { refreshes })
  const save = (): void =>
    rename.mutate(
      { passkeyId: id, name: typed },
      {
        onSuccess: () => {
          showToast(t('factors.renamed'))
          props.onClose()
        },
      },
    )
  return (
    <>
      <TextField
        label={t('factors.passkeyName')}
        value={typed}
        onChange={setTyped}
        maxLength={40}
        autoComplete="off"
        error={rename.error?.message}
      />
      <Button wide disabled={typed.trim() === '' || typed === name} loading={rename.isPending} onClick={save}>
        {t('factors.rename')}
      </Button>
      <Button kind="plain" size="medium" className="text-danger" onClick={props.onRemove}>
        {t('factors.remove')}
      </Button>
    </>
  )
}
