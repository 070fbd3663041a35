import { Button, Note, PasswordField, PinField } from '@bolsillo/ui'
import { useAction, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useState } from 'react'
import type { Messages } from '../messages/es-ES.ts'
import { useFactorOwner } from './factor-owner.ts'
import { refusalElsewhere, refusalOf } from './refusal-text.ts'
import { SecretCard } from './secret-card.tsx'
import { useFactorGate } from './use-factor-gate.tsx'

/** Sets an authenticator app up: the login password, the secret, a code of it. */
export function AddAppFlow({ onDone }: { readonly onDone: (codes: readonly string[]) => void }) {
  const t = useWords<Messages>('identity')
  const gate = useFactorGate()
  const { calls, refreshes } = useFactorOwner()
  const start = useAction(calls.startApp)
  const finish = useAction(calls.finishApp, { refreshes })
  const [loginPassword, setLoginPassword] = useState('')
  const [code, setCode] = useState('')
  if (start.data !== undefined) {
    return (
      <form
        className="flex flex-col gap-3.5"
        onSubmit={(event) => {
          event.preventDefault()
          finish.mutate({ code }, { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) })
        }}
      >
        <SecretCard {...start.data} />
        <PinField
          kind="code"
          label={t('factors.firstCode')}
          value={code}
          onChange={(typed) => {
            finish.reset()
            setCode(typed)
          }}
          error={refusalOf(finish.error, 'code') ?? refusalElsewhere(finish.error, ['code'], t('code.unknown'))}
        />
        <Button type="submit" wide disabled={code.length < 6} loading={finish.isPending}>
          {t('factors.confirm')}
        </Button>
      </form>
    )
  }
  const begin = (): void =>
    gate.begin((proof) => start.mutate({ loginPassword, ...proof }, { onSuccess: gate.close, onError: gate.onRefused }))
  const elsewhere = refusalElsewhere(
    start.error,
    ['loginPassword', 'challengeId', 'factorCode', 'assertion'],
    t('code.unknown'),
  )
  return (
    <form
      className="flex flex-col gap-3.5"
      onSubmit={(event) => {
        event.preventDefault()
        begin()
      }}
    >
      <p className="px-1 text-14 text-second">{t('factors.appIntro')}</p>
      <PasswordField
        label={t('tradePassword.loginPassword')}
        value={loginPassword}
        onChange={(typed) => {
          start.reset()
          setLoginPassword(typed)
        }}
        autoComplete="current-password"
        maxLength={200}
        error={refusalOf(start.error, 'loginPassword')}
      />
      {elsewhere !== undefined && (
        <Note icon={CircleAlert} tone="bad">
          {elsewhere}
        </Note>
      )}
      <Button type="submit" wide disabled={loginPassword === ''} loading={start.isPending}>
        {t('factors.continue')}
      </Button>
      {gate.sheet({
        title: t('factors.addTitle'),
        action: 'add-factor',
        bound: {},
        error: start.error,
        pending: start.isPending,
        recovery: true,
      })}
    </form>
  )
}
