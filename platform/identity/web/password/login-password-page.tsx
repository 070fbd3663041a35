import { Button, Note, PageFrame, PasswordField, showToast } from '@bolsillo/ui'
import { useAction, useGoBack, useWords } from '@bolsillo/web-kit'
import { type FormEvent, useState } from 'react'
import { listSessions, updatePassword } from '../../contract/index.ts'
import { passwordProblem } from '../../domain/password-rules.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { useFactorGate } from '../factors/use-factor-gate.tsx'
import { RefusalNote } from '../refusal-note.tsx'
import { refusalElsewhere, refusalOf } from '../refusal-text.ts'
import { usePasswordHint, usePasswordLength } from '../sign-in/use-password-hint.ts'

/** The password of now and the next one, typed twice, and the change. */
function useLoginPassword() {
  const t = useWords<Messages>('identity')
  const goBack = useGoBack()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [tried, setTried] = useState(false)
  const change = useAction(updatePassword, { refreshes: [listSessions] })
  const gate = useFactorGate()
  const passwordLength = usePasswordLength()
  const weak = passwordProblem(password, undefined, passwordLength)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (weak !== undefined || password !== again || current === '') return
    const done = {
      onError: gate.onRefused,
      onSuccess: () => {
        gate.close()
        showToast(t('loginPassword.saved'))
        goBack()
      },
    }
    gate.begin((factor) => change.mutate({ kind: 'login', currentPassword: current, password, ...factor }, done))
  }
  const edited = (set: (value: string) => void) => {
    return (value: string): void => {
      change.reset()
      set(value)
    }
  }
  return {
    current,
    setCurrent,
    password,
    setPassword,
    again,
    setAgain,
    tried,
    passwordLength,
    weak,
    change,
    gate,
    submit,
    edited,
  }
}

/** Changes the login password. Every other session ends. */
export default function LoginPasswordPage() {
  const t = useWords<Messages>('identity')
  const passwordHint = usePasswordHint()
  const form = useLoginPassword()
  const { current, password, again, tried, weak, change, gate, edited } = form
  const bounds = { ...form.passwordLength }
  const elsewhere = refusalElsewhere(
    change.error,
    ['password', 'currentPassword', 'challengeId', 'factorCode', 'assertion'],
    t('code.unknown'),
  )
  return (
    <PageFrame title={t('security.resetLogin')}>
      <form onSubmit={form.submit} noValidate className="flex flex-col gap-3.5">
        <PasswordField
          label={t('loginPassword.current')}
          value={current}
          onChange={edited(form.setCurrent)}
          autoComplete="current-password"
          maxLength={200}
          error={tried && current === '' ? t('login.passwordMissing') : refusalOf(change.error, 'currentPassword')}
        />
        <PasswordField
          label={t('reset.password')}
          value={password}
          onChange={edited(form.setPassword)}
          autoComplete="new-password"
          maxLength={200}
          hint={passwordHint}
          error={tried && weak !== undefined ? t(`rejections.${weak}`, bounds) : refusalOf(change.error, 'password')}
        />
        <PasswordField
          label={t('register.passwordAgain')}
          value={again}
          onChange={edited(form.setAgain)}
          autoComplete="new-password"
          maxLength={200}
          error={tried && password !== again ? t('register.passwordsDiffer') : undefined}
        />
        <Note className="px-1">{t('loginPassword.ends')}</Note>
        <RefusalNote text={elsewhere} />
        <Button type="submit" wide loading={change.isPending}>
          {t('reset.submit')}
        </Button>
      </form>
      {gate.sheet({
        title: t('security.resetLogin'),
        action: 'change-password',
        bound: { kind: 'login' },
        error: change.error,
        pending: change.isPending,
      })}
    </PageFrame>
  )
}
