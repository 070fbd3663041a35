import { Button, ErrorState, Note, PasswordField, SkeletonRows } from '@bolsillo/ui'
import { type Refusal, useAction, useCall, useNavigate, useSearchParams, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useState } from 'react'
import { acceptInvitation, invitationPasskey, readInvitation } from '../contract/operator.ts'
import { passwordProblem, staffPasswordLength } from '../domain/password-rules.ts'
import type { Messages } from '../messages/es-ES.ts'
import { canUsePasskeys, makePasskey } from '../web/factors/passkeys.ts'
import { RecoveryCodesCard } from '../web/factors/recovery-codes-card.tsx'
import { refusalOf } from '../web/refusal-text.ts'
import { deviceKey } from '../web/sign-in/device-key.ts'

/** The first page somebody invited sees: a password and a passkey of their own; then the number for their approver. */
export default function InvitationPage() {
  const t = useWords<Messages>('identity')
  const [query] = useSearchParams()
  const token = query.get('token') ?? ''
  const invitation = useCall(readInvitation, { token })
  const accept = useAction(acceptInvitation)
  const [told, setTold] = useState(false)
  const navigate = useNavigate()
  const number = accept.data?.number
  return (
    <main className="grid min-h-dvh place-items-center bg-rail p-6">
      <section className="flex w-full max-w-[440px] flex-col gap-3.5 rounded-sheet bg-card p-6">
        {invitation.isPending && <SkeletonRows rows={3} />}
        {invitation.isError && accept.data === undefined && <ErrorState title={invitation.error.message} />}
        {accept.data !== undefined ? (
          number !== undefined && !told ? (
            <NumberCard number={number} onDone={() => setTold(true)} />
          ) : (
            <RecoveryCodesCard codes={accept.data.recoveryCodes} onDone={() => navigate('/', { replace: true })} />
          )
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
                onAccept={(given) => accept.mutate({ token, deviceKey: deviceKey(), ...given })}
              />
            </>
          )
        )}
      </section>
    </main>
  )
}

/** The number for whoever approved the invitation: given by voice, so that the link alone is not enough. */
function NumberCard({ number, onDone }: { readonly number: string; readonly onDone: () => void }) {
  const t = useWords<Messages>('identity')
  return (
    <>
      <h1 className="text-20">{t('operator.number')}</h1>
      <p data-testid="staff-number" className="font-strong text-32 tracking-[0.14em]">
        {number}
      </p>
      <p className="text-13 text-second">{t('operator.numberText')}</p>
      <Button wide onClick={onDone}>
        {t('operator.numberDone')}
      </Button>
    </>
  )
}

interface Given {
  readonly password: string
  readonly challengeId: string
  readonly attestation: string
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
  const problem = password === '' ? undefined : passwordProblem(password, undefined, staffPasswordLength)
  const differ = again !== '' && again !== password ? t('register.passwordsDiffer') : undefined
  const isSound = password !== '' && problem === undefined && again === password
  const { min, max } = staffPasswordLength
  const elsewhere = error !== null && refusalOf(error, 'password') === undefined
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
      <ByPasskey token={token} ready={isSound} pending={pending} onMade={(made) => onAccept({ password, ...made })} />
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
  const [gaveUp, setGaveUp] = useState(!canUsePasskeys())
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
      <p className="text-13 text-second">{t('operator.onlyPasskey')}</p>
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
