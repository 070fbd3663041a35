import { Button, ErrorState, Note, PasswordField, PinField, Segmented, SkeletonRows } from '@bolsillo/ui'
import { type Refusal, useAction, useCall, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { passwordProblem, staffPasswordLength } from '../domain/password-rules.ts'
import type { Messages } from '../messages/es-ES.ts'
import { acceptInvitation, invitationAuthenticator, invitationPasskey, readInvitation } from '../operator-contract.ts'
import { canUsePasskeys, makePasskey } from '../web/passkeys.ts'
import { RecoveryCodesCard } from '../web/recovery-codes-card.tsx'
import { refusalOf } from '../web/refusal-text.ts'
import { SecretCard } from '../web/secret-card.tsx'

/** The first page somebody invited sees: a password and a second factor, before anything else. */
export default function InvitationPage() {
  const t = useWords<Messages>('identity')
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const invitation = useCall(readInvitation, { token })
  const accept = useAction(acceptInvitation)
  const navigate = useNavigate()
  return (
    <main className="grid min-h-dvh place-items-center bg-rail p-6">
      <section className="flex w-full max-w-[440px] flex-col gap-3.5 rounded-sheet bg-card p-6">
        {invitation.isPending && <SkeletonRows rows={3} />}
        {invitation.isError && <ErrorState title={invitation.error.message} />}
        {accept.data !== undefined ? (
          <RecoveryCodesCard codes={accept.data.recoveryCodes} onDone={() => navigate('/', { replace: true })} />
        ) : (
          invitation.data !== undefined && (
            <>
              <header>
                <h1 className="text-20">{t('operator.welcome', { name: invitation.data.name })}</h1>
                <p className="mt-1 text-13 text-second">
                  {t('operator.invitedAs', {
                    account: invitation.data.account,
                    roles: invitation.data.roles.map((role) => t(`operator.roles.${role}`)).join(', '),
                  })}
                </p>
              </header>
              <Enrol
                token={token}
                error={accept.error}
                pending={accept.isPending}
                onAccept={(given) => accept.mutate({ token, ...given })}
              />
            </>
          )
        )}
      </section>
    </main>
  )
}

interface Given {
  readonly password: string
  readonly code?: string
  readonly challengeId?: string
  readonly attestation?: string
}

interface EnrolProps {
  readonly token: string
  readonly error: Refusal | null
  readonly pending: boolean
  readonly onAccept: (given: Given) => void
}

function Enrol({ token, error, pending, onAccept }: EnrolProps) {
  const t = useWords<Messages>('identity')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [way, setWay] = useState<'passkey' | 'app'>(canUsePasskeys() ? 'passkey' : 'app')
  const problem = password === '' ? undefined : passwordProblem(password, undefined, staffPasswordLength)
  const differ = again !== '' && again !== password ? t('register.passwordsDiffer') : undefined
  const isSound = password !== '' && problem === undefined && again === password
  const { min, max } = staffPasswordLength
  const elsewhere = error !== null && refusalOf(error, 'password', 'code') === undefined
  return (
    <>
      <PasswordField
        label={t('operator.choosePassword')}
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        maxLength={128}
        hint={t('operator.passwordHint', { min })}
        error={problem === undefined ? refusalOf(error, 'password') : t(`rejections.${problem}`, { min, max })}
      />
      <PasswordField
        label={t('register.passwordAgain')}
        value={again}
        onChange={setAgain}
        autoComplete="new-password"
        maxLength={128}
        error={differ}
      />
      <Segmented
        label={t('operator.chooseFactor')}
        value={way}
        onChange={setWay}
        choices={[
          { value: 'passkey', label: t('operator.passkey') },
          { value: 'app', label: t('operator.app') },
        ]}
      />
      {way === 'passkey' ? (
        <ByPasskey token={token} ready={isSound} pending={pending} onMade={(made) => onAccept({ password, ...made })} />
      ) : (
        <ByApp
          token={token}
          ready={isSound}
          pending={pending}
          error={refusalOf(error, 'code')}
          onCode={(code) => onAccept({ password, code })}
        />
      )}
      {elsewhere && (
        <div role="alert">
          <Note icon={CircleAlert} tone="bad">
            {error.message === '' ? t('code.unknown') : error.message}
          </Note>
        </div>
      )}
    </>
  )
}

function ByPasskey(props: {
  readonly token: string
  readonly ready: boolean
  readonly pending: boolean
  readonly onMade: (made: { readonly challengeId: string; readonly attestation: string }) => void
}) {
  const t = useWords<Messages>('identity')
  const ask = useAction(invitationPasskey)
  const [gaveUp, setGaveUp] = useState(false)
  const start = (): void => {
    setGaveUp(false)
    ask.mutate(
      { token: props.token },
      {
        onSuccess: async ({ challengeId, order }) => {
          const attestation = await makePasskey(order)
          if (attestation === undefined) setGaveUp(true)
          else props.onMade({ challengeId, attestation })
        },
      },
    )
  }
  return (
    <>
      <p className="text-13 text-second">{t('factors.passkeyText')}</p>
      {(gaveUp || ask.error !== null) && (
        <Note icon={CircleAlert} tone="bad">
          {ask.error === null ? t('factors.gaveUp') : ask.error.message}
        </Note>
      )}
      <Button wide disabled={!props.ready} loading={props.pending || ask.isPending} onClick={start}>
        <span className="inline-flex items-center gap-2">
          <Fingerprint size={20} aria-hidden="true" />
          {t('operator.makePasskey')}
        </span>
      </Button>
    </>
  )
}

function ByApp(props: {
  readonly token: string
  readonly ready: boolean
  readonly pending: boolean
  readonly error: string | undefined
  readonly onCode: (code: string) => void
}) {
  const t = useWords<Messages>('identity')
  const ask = useAction(invitationAuthenticator)
  const [code, setCode] = useState('')
  if (ask.data === undefined) {
    return (
      <Button wide kind="ghost" loading={ask.isPending} onClick={() => ask.mutate({ token: props.token })}>
        {t('operator.showSecret')}
      </Button>
    )
  }
  return (
    <>
      <SecretCard {...ask.data} />
      <PinField kind="code" label={t('factors.firstCode')} value={code} onChange={setCode} error={props.error} />
      <Button
        wide
        disabled={!props.ready || code.length < 6}
        loading={props.pending}
        onClick={() => props.onCode(code)}
      >
        {t('operator.enter')}
      </Button>
    </>
  )
}
