import { Button, PasswordField, SelectField, showToast } from '@bolsillo/ui'
import { ActCard } from '@bolsillo/ui/console'
import { useAction, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import { setChannelPassword } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'
import { useProblem } from './act-cards.tsx'

const channels = ['spei-mxn', 'pix-brl', 'transfer-mxn', 'transfer-usd'] as const
const lengthMin = 6

/** The password of a way in, or none. It lets customers in and moves nothing. */
export function PasswordForm({ onClose }: { readonly onClose: () => void }) {
  const t = useWords<Messages>('deposits')
  const problem = useProblem()
  const [channelId, setChannelId] = useState<(typeof channels)[number]>('transfer-mxn')
  const [password, setPassword] = useState('')
  const setting = useAction(setChannelPassword)
  const save = (next: string | undefined): void =>
    setting.mutate(next === undefined ? { channelId } : { channelId, password: next }, {
      onSuccess: () => {
        onClose()
        showToast(t('console.done'))
      },
    })
  return (
    <ActCard
      title={t('console.passwords')}
      note={t('console.passwordsText')}
      submit={t('console.passwordSave')}
      ready={password.length >= lengthMin}
      pending={setting.isPending}
      problem={problem(setting.error)}
      onCancel={onClose}
      onSubmit={() => save(password)}
    >
      <SelectField
        label={t('console.channel')}
        value={channelId}
        onChange={setChannelId}
        choices={channels.map((value) => ({ value, label: t(`channels.${value}`) }))}
      />
      <PasswordField
        label={t('console.password')}
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        maxLength={64}
      />
      <div>
        <Button kind="plain" size="medium" disabled={setting.isPending} onClick={() => save(undefined)}>
          {t('console.passwordRemove')}
        </Button>
      </div>
    </ActCard>
  )
}
