import { type PinKind, pinTries } from '@bolsillo/factors/domain'
import { Button, formatDateTime, Note, PasswordField, PinField, useUi } from '@bolsillo/ui'
import { useAction, useCall, useWords } from '@bolsillo/web-kit'
import LockKeyhole from 'lucide-react/icons/lock-keyhole'
import { useState } from 'react'
import { loginInfo, profile, updatePassword } from '../../contract/index.ts'
import { pinProblem } from '../../domain/pin-rules.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { CodeField } from '../code/code-field.tsx'
import { useFactorGate } from '../factors/use-factor-gate.tsx'
import { RefusalNote } from '../refusal-note.tsx'
import { refusalElsewhere, refusalOf } from '../refusal-text.ts'

/** How the old one is shown to be the customer's: nothing to show yet, itself, or the login password and a code. */
type PinProof = 'first' | 'current' | 'forgotten'

interface PinFormProps {
  readonly kind: PinKind
  readonly proof: PinProof
  /** Given the six digits, for a form that goes on with them. */
  readonly onSaved: (chosen: string) => void
  readonly onForgot?: () => void
}

/** What was typed, whether it is sound, and saving it. */
function usePin(kind: PinKind, proof: PinProof, onSaved: PinFormProps['onSaved']) {
  const [current, setCurrent] = useState('')
  const [loginPassword, setLoginPassword] = useState('')
  const [code, setCode] = useState('')
  const [chosen, setChosen] = useState('')
  const [repeated, setRepeated] = useState('')
  const save = useAction(updatePassword, { refreshes: [loginInfo, profile] })
  const gate = useFactorGate()
  const problem = chosen.length === 6 ? pinProblem(chosen) : undefined
  const proofGiven =
    proof === 'first' || (proof === 'current' ? current.length === 6 : loginPassword !== '' && code.length === 6)
  const isSound = chosen.length === 6 && problem === undefined && chosen === repeated && proofGiven
  const submit = (password: string): void => {
    const given = proof === 'first' ? {} : proof === 'current' ? { currentPassword: current } : { loginPassword, code }
    const done = {
      onError: gate.onRefused,
      onSuccess: () => {
        gate.close()
        onSaved(password)
      },
    }
    gate.begin((factor) => save.mutate({ kind, password, ...given, ...factor }, done))
  }
  const edited = <Value,>(set: (value: Value) => void) => {
    return (value: Value): void => {
      save.reset()
      set(value)
    }
  }
  return {
    current,
    setCurrent,
    loginPassword,
    setLoginPassword,
    code,
    setCode,
    chosen,
    setChosen,
    repeated,
    setRepeated,
    save,
    gate,
    problem,
    isSound,
    submit,
    edited,
  }
}

/** Six digits for orders or for withdrawals, typed twice. */
export function PinForm({ kind, proof, onSaved, onForgot }: PinFormProps) {
  const t = useWords<Messages>('identity')
  const form = usePin(kind, proof, onSaved)
  const { chosen, repeated, save, gate, problem, isSound, edited } = form
  const differ = repeated.length === 6 && chosen !== repeated ? t('tradePassword.differ') : undefined
  const fields = ['password', 'currentPassword', 'loginPassword', 'code', 'challengeId', 'factorCode', 'assertion']
  const elsewhere = refusalElsewhere(save.error, fields, t('code.unknown'))
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isSound) form.submit(chosen)
      }}
      className="flex flex-col gap-4"
    >
      <ProofFields kind={kind} proof={proof} form={form} />
      <PinField
        label={t('tradePassword.choose')}
        value={chosen}
        onChange={edited(form.setChosen)}
        autoFocus={proof === 'first'}
        error={problem === undefined ? refusalOf(save.error, 'password') : t(`rejections.${kind}-password-${problem}`)}
      />
      <PinField
        label={t('tradePassword.repeat')}
        value={repeated}
        onChange={edited(form.setRepeated)}
        disabled={chosen.length < 6 || problem !== undefined}
        error={differ}
      />
      <RefusalNote text={elsewhere} />
      <Button type="submit" wide disabled={!isSound} loading={save.isPending}>
        {t('tradePassword.save')}
      </Button>
      {proof === 'current' && onForgot !== undefined && (
        <Button kind="plain" size="medium" onClick={onForgot}>
          {t('tradePassword.forgot')}
        </Button>
      )}
      {gate.sheet({
        title: t(`${kind}Password.title`),
        action: 'change-password',
        bound: { kind },
        error: save.error,
        pending: save.isPending,
      })}
    </form>
  )
}

/** The counter the customer can see: tries left, or until when it is locked. */
function TriesLeft({ kind }: { readonly kind: PinKind }) {
  const t = useWords<Messages>('identity')
  const { zone } = useUi()
  const own = useCall(profile, {})
  const state = own.data?.[`${kind}Password`]
  if (state === undefined || (state.triesLeft === pinTries && state.lockedUntil === undefined)) return null
  if (state.lockedUntil !== undefined) {
    return (
      <Note icon={LockKeyhole} tone="bad">
        {t('tradePassword.locked', { until: formatDateTime(state.lockedUntil, zone, { shows: 'minute' }) })}
      </Note>
    )
  }
  return <>{t('tradePassword.triesLeft', { triesLeft: state.triesLeft })}</>
}

/** What shows that the old one is the customer's. */
function ProofFields(props: {
  readonly kind: PinKind
  readonly proof: PinProof
  readonly form: ReturnType<typeof usePin>
}) {
  const { kind, proof, form } = props
  const t = useWords<Messages>('identity')
  const { save, edited } = form
  return (
    <>
      {proof === 'current' && (
        <PinField
          label={t(`${kind}Password.current`)}
          value={form.current}
          onChange={edited(form.setCurrent)}
          error={refusalOf(save.error, 'currentPassword')}
          hint={<TriesLeft kind={kind} />}
        />
      )}
      {proof === 'forgotten' && (
        <>
          <p className="text-14 text-second">{t('tradePassword.forgotText')}</p>
          <PasswordField
            label={t('tradePassword.loginPassword')}
            value={form.loginPassword}
            onChange={edited(form.setLoginPassword)}
            autoComplete="current-password"
            maxLength={200}
            error={refusalOf(save.error, 'loginPassword')}
          />
          <CodeField
            purpose={`${kind}-password`}
            value={form.code}
            onChange={edited(form.setCode)}
            error={refusalOf(save.error, 'code')}
          />
        </>
      )}
    </>
  )
}
