import { Button, Note, PasswordField, TextField } from '@bolsillo/ui'
import { useAction, useKit, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { type FormEvent, useState } from 'react'
import type { Messages } from '../messages/es-ES.ts'
import { operatorLogin } from '../operator-contract.ts'

/** The way in for staff. */
export default function OperatorSignInPage() {
  const t = useWords<Messages>('identity')
  const { session } = useKit()
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const signIn = useAction(operatorLogin)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    signIn.mutate(
      { account, password },
      {
        onSuccess: ({ token, operator }) => {
          session.signIn(token)
          session.remember({ id: operator.id, account: operator.name, status: 1, idStatus: operator.roles.join(' ') })
        },
      },
    )
  }
  const edited = (set: (value: string) => void) => {
    return (value: string): void => {
      signIn.reset()
      set(value)
    }
  }
  return (
    <main className="grid min-h-dvh place-items-center bg-rail p-6">
      <form onSubmit={submit} className="flex w-full max-w-[360px] flex-col gap-3.5 rounded-sheet bg-card p-6">
        <header className="mb-1">
          <h1 className="text-20">{t('operator.signIn')}</h1>
          <p className="mt-1 text-13 text-second">{t('operator.signInHint')}</p>
        </header>
        <TextField
          label={t('operator.account')}
          value={account}
          onChange={edited(setAccount)}
          name="account"
          autoComplete="username"
          autoFocus
          maxLength={80}
        />
        <PasswordField
          label={t('operator.password')}
          value={password}
          onChange={edited(setPassword)}
          autoComplete="current-password"
          name="password"
          maxLength={200}
        />
        {signIn.error !== null && (
          <div role="alert">
            <Note icon={CircleAlert} tone="bad">
              {signIn.error.message === '' ? t('code.unknown') : signIn.error.message}
            </Note>
          </div>
        )}
        <Button type="submit" wide loading={signIn.isPending} disabled={account === '' || password === ''}>
          {t('operator.submit')}
        </Button>
      </form>
    </main>
  )
}
