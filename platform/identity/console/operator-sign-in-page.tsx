import type { ReplyOf } from '@bolsillo/contract'
import { Button, Note, PasswordField, TextField } from '@bolsillo/ui'
import { useAction, useKit, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { type FormEvent, type ReactNode, useState } from 'react'
import { identityRejections } from '../contract/index.ts'
import {
  operatorAskPasskeySignIn,
  operatorLogin,
  operatorLoginChallenge,
  operatorPasskeySignIn,
} from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'
import { FactorAnswer, type FactorProofGiven } from '../web/factors/factor-answer.tsx'
import { RefusalNote } from '../web/refusal-note.tsx'
import { refusalElsewhere } from '../web/refusal-text.ts'
import { deviceKey } from '../web/sign-in/device-key.ts'
import { PasskeyButton } from '../web/sign-in/passkey-button.tsx'
import { usePasskeyEntry } from '../web/sign-in/use-passkey-entry.ts'

/** What was typed, and the two ways in: a password and then a second factor, or a passkey. */
function useOperatorEntry() {
  const { session } = useKit()
  const [account, setAccount] = useState('')
  const [password, setPassword] = useState('')
  const ask = useAction(operatorLoginChallenge)
  const signIn = useAction(operatorLogin)
  const askPasskey = useAction(operatorAskPasskeySignIn)
  const byPasskey = useAction(operatorPasskeySignIn)
  const opened = ({ sessionId, operator }: ReplyOf<typeof operatorLogin>): void => {
    session.signIn(sessionId)
    session.remember({ id: operator.id, account: operator.name, status: 1, idStatus: '', roles: operator.roles })
  }
  const passkey = usePasskeyEntry({
    ask: () => askPasskey.mutateAsync({}),
    enter: (assertion) =>
      byPasskey.mutate({ assertion, deviceKey: deviceKey() }, { onSuccess: opened, onError: passkey.offerAgain }),
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    signIn.reset()
    byPasskey.reset()
    ask.mutate({ account, password })
  }
  const enter = (proof: FactorProofGiven): void => {
    signIn.mutate(
      { account, password, deviceKey: deviceKey(), ...proof },
      {
        onSuccess: opened,
        onError: ({ rejection }) => {
          if (rejection === identityRejections.factorChallengeVoid.name) ask.mutate({ account, password })
        },
      },
    )
  }
  const edited = (set: (value: string) => void) => {
    return (value: string): void => {
      ask.reset()
      byPasskey.reset()
      set(value)
    }
  }
  return { account, setAccount, password, setPassword, ask, signIn, byPasskey, passkey, submit, enter, edited }
}

/** The way in for staff: a passkey, or a password and then a second factor. */
export default function OperatorSignInPage({ note }: { readonly note?: ReactNode }) {
  const t = useWords<Messages>('identity')
  const { account, setAccount, password, setPassword, ask, signIn, byPasskey, passkey, submit, enter, edited } =
    useOperatorEntry()
  const said =
    refusalElsewhere(ask.error, [], t('code.unknown')) ??
    refusalElsewhere(byPasskey.error, [], t('code.unknown')) ??
    (passkey.gaveUp ? t('login.passkeyGaveUp') : undefined)
  return (
    <main className="grid min-h-dvh place-items-center bg-rail p-6">
      <section className="flex w-full max-w-[360px] flex-col gap-3.5 rounded-sheet bg-card p-6">
        <header className="mb-1">
          <h1 className="text-20">{t('operator.signIn')}</h1>
          <p className="mt-1 text-13 text-second">
            {t(ask.data === undefined ? 'operator.signInHint' : 'operator.factorHint')}
          </p>
        </header>
        {note}
        {!isSecureContext && (
          <Note icon={CircleAlert} tone="bad">
            {t('operator.insecure')}
          </Note>
        )}
        {ask.data === undefined ? (
          <PasswordForm
            account={account}
            onAccount={edited(setAccount)}
            password={password}
            onPassword={edited(setPassword)}
            said={said}
            pending={ask.isPending}
            passkeyPending={byPasskey.isPending}
            onSubmit={submit}
            onPasskey={() => void passkey.sign()}
          />
        ) : (
          <>
            <FactorAnswer
              key={ask.data.challengeId}
              challenge={ask.data}
              onProof={enter}
              error={signIn.error}
              pending={signIn.isPending}
            />
            <Button kind="plain" size="medium" onClick={() => ask.reset()}>
              {t('operator.back')}
            </Button>
          </>
        )}
      </section>
    </main>
  )
}

/** The name and password of a member of staff, or their passkey. */
function PasswordForm(props: {
  readonly account: string
  readonly onAccount: (account: string) => void
  readonly password: string
  readonly onPassword: (password: string) => void
  readonly said: string | undefined
  readonly pending: boolean
  readonly passkeyPending: boolean
  readonly onSubmit: (event: FormEvent) => void
  readonly onPasskey: () => void
}) {
  const { account, password, said } = props
  const t = useWords<Messages>('identity')
  return (
    <form onSubmit={props.onSubmit} className="flex flex-col gap-3.5">
      <TextField
        label={t('operator.account')}
        value={account}
        onChange={props.onAccount}
        name="account"
        autoComplete="username webauthn"
        autoFocus
        maxLength={80}
      />
      <PasswordField
        label={t('operator.password')}
        value={password}
        onChange={props.onPassword}
        autoComplete="current-password"
        name="password"
        maxLength={200}
      />
      <RefusalNote icon={CircleAlert} text={said} />
      <Button type="submit" wide loading={props.pending} disabled={account === '' || password === ''}>
        {t('operator.next')}
      </Button>
      <PasskeyButton loading={props.passkeyPending} onPress={props.onPasskey} />
    </form>
  )
}
