import { Button, Note, PasswordField, TextField } from '@bolsillo/ui'
import { useAction, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { useState } from 'react'
import { deviceName, unknownProgram } from '../../domain/device-name.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { refusalElsewhere, refusalOf } from '../refusal-text.ts'
import { useFactorOwner } from './factor-owner.ts'
import { makePasskey } from './passkeys.ts'
import { useFactorGate } from './use-factor-gate.tsx'

/** The name a passkey begins with: the device's, or none where it is not known. */
function startingName(userAgent: string): string {
  const name = deviceName(userAgent)
  return unknownProgram(name) === undefined ? name.slice(0, 40) : ''
}

/** Asks for the second factor, then the device for a passkey, and adds it. */
function useNewPasskey(onDone: (codes: readonly string[]) => void) {
  const gate = useFactorGate()
  const { calls, refreshes } = useFactorOwner()
  const start = useAction(calls.startPasskey)
  const finish = useAction(calls.finishPasskey, { refreshes })
  const [gaveUp, setGaveUp] = useState(false)
  const begin = (name: string, loginPassword: string): void => {
    setGaveUp(false)
    gate.begin((proof) =>
      start.mutate(
        { loginPassword, ...proof },
        {
          onError: gate.onRefused,
          onSuccess: async ({ challengeId, order }) => {
            gate.close()
            const attestation = await makePasskey(order)
            if (attestation === undefined) return setGaveUp(true)
            finish.mutate(
              { challengeId, attestation, name },
              { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) },
            )
          },
        },
      ),
    )
  }
  return { gate, start, finish, gaveUp, begin }
}

/** Makes a passkey on this device: a name, the login password, and what the device asks of its owner. */
export function AddPasskeyFlow({ onDone }: { readonly onDone: (codes: readonly string[]) => void }) {
  const t = useWords<Messages>('identity')
  const [name, setName] = useState(() => startingName(navigator.userAgent))
  const [loginPassword, setLoginPassword] = useState('')
  const { gate, start, finish, gaveUp, begin } = useNewPasskey(onDone)
  const elsewhere = gaveUp
    ? t('factors.gaveUp')
    : (refusalElsewhere(start.error, ['loginPassword', 'challengeId', 'factorCode', 'assertion'], t('code.unknown')) ??
      refusalElsewhere(finish.error, ['name'], t('code.unknown')))
  return (
    <form
      className="flex flex-col gap-3.5"
      onSubmit={(event) => {
        event.preventDefault()
        begin(name, loginPassword)
      }}
    >
      <p className="px-1 text-14 text-second">{t('factors.passkeyText')}</p>
      <TextField label={t('factors.passkeyName')} value={name} onChange={setName} maxLength={40} autoComplete="off" />
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
      <Button
        type="submit"
        wide
        disabled={loginPassword === '' || name.trim() === ''}
        loading={start.isPending || finish.isPending}
      >
        {t('factors.makePasskey')}
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
