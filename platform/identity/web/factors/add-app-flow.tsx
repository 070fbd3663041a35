import { Button, ButtonLink, Note, PasswordField, PinField, Qr, showToast } from '@bolsillo/ui'
import { useAction, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useState } from 'react'
import type { Messages } from '../../messages/es-ES.ts'
import { refusalElsewhere, refusalOf } from '../refusal-text.ts'
import { useFactorOwner } from './factor-owner.ts'
import { useFactorGate } from './use-factor-gate.tsx'

/** Sets an authenticator app up: the login password, the secret, a code of it. */
export function AddAppFlow({ onDone }: { readonly onDone: (codes: readonly string[]) => void }) {
  const t = useWords<Messages>('identity')
  const gate = useFactorGate()
  const { calls } = useFactorOwner()
  const start = useAction(calls.startApp)
  const [loginPassword, setLoginPassword] = useState('')
  if (start.data !== undefined) return <ConfirmApp {...start.data} onDone={onDone} />
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

interface Secret {
  readonly secret: string
  readonly uri: string
}

/** A code of the app shows that it has the secret. */
function ConfirmApp({ secret, uri, onDone }: Secret & { readonly onDone: (codes: readonly string[]) => void }) {
  const t = useWords<Messages>('identity')
  const { calls, refreshes } = useFactorOwner()
  const finish = useAction(calls.finishApp, { refreshes })
  const [code, setCode] = useState('')
  return (
    <form
      className="flex flex-col gap-3.5"
      onSubmit={(event) => {
        event.preventDefault()
        finish.mutate({ code }, { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) })
      }}
    >
      <SecretCard secret={secret} uri={uri} />
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

/** The secret of an authenticator app: opened in the one of this phone, as a code to scan, and in groups of four to type. */
function SecretCard({ secret, uri }: Secret) {
  const t = useWords<Messages>('identity')
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(secret)
    showToast(t('factors.copied'))
  }
  return (
    <div className="flex flex-col items-center gap-3 rounded-card bg-card p-4 shadow-card">
      {/* A phone cannot scan its own screen. Where there is a mouse, hardly any app answers to such a link. */}
      <div className="hidden w-full pointer-coarse:block">
        <ButtonLink href={uri} size="medium" wide>
          {t('factors.openApp')}
        </ButtonLink>
        <p className="mt-1.5 text-center text-12 text-second">{t('factors.openAppHint')}</p>
      </div>
      <Qr text={uri} label={t('factors.qr')} size={192} />
      <p className="text-center text-13 text-second">{t('factors.scan')}</p>
      <p className="max-w-[17em] text-center font-strong text-15 tracking-wide" data-testid="totp-secret">
        {secret.replaceAll(/(.{4})/g, '$1 ').trim()}
      </p>
      <Button kind="plain" size="medium" onClick={() => void copy()}>
        {t('factors.copySecret')}
      </Button>
    </div>
  )
}
