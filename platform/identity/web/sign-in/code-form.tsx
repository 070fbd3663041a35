import { PasswordField } from '@bolsillo/ui'
import { type Refusal, useWords } from '@bolsillo/web-kit'
import { type ReactNode, useState } from 'react'
import type { Messages } from '../../messages/es-ES.ts'
import { CodeField } from '../code/code-field.tsx'
import { useCaptcha } from '../code/use-captcha.ts'
import { refusalOf } from '../refusal-text.ts'
import { AccountField, type AreaCodesOf, useAccountDraft } from './account-field.tsx'
import { usePasswordHint } from './use-password-hint.ts'

/** What has been submitted so far: nothing, the address for a code, or the whole form. */
type Tried = 'nothing' | 'code' | 'all'

/** An address, the code sent to it and a password: the part that opening an account and resetting a password share. */
export function useCodeForm(
  action: { readonly error: Refusal | null; readonly reset: () => void },
  codes: AreaCodesOf,
) {
  const captcha = useCaptcha()
  const [draft, setDraft] = useAccountDraft(codes)
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState<Tried>('nothing')
  const [sendRefusal, setSendRefusal] = useState<Refusal | null>(null)
  /** A setter which also takes back what the last attempt was refused for. */
  const edited = <Value,>(set: (value: Value) => void) => {
    return (value: Value): void => {
      action.reset()
      setSendRefusal(null)
      set(value)
    }
  }
  return {
    captcha,
    draft,
    setDraft,
    code,
    setCode,
    password,
    setPassword,
    tried,
    setTried,
    sendRefusal,
    setSendRefusal,
    edited,
    codes,
    error: action.error,
  }
}

type CodeForm = ReturnType<typeof useCodeForm>

/** The address and its code. `problem` is what is wrong with the address as typed. */
export function AccountAndCode(props: {
  readonly form: CodeForm
  readonly purpose: 'register' | 'reset-password'
  readonly label: string
  readonly problem: string | undefined
}) {
  const { form, purpose, label, problem } = props
  const t = useWords<Messages>('identity')
  const { draft, code, tried, error, edited } = form
  const shown = tried === 'nothing' ? undefined : problem
  return (
    <>
      <AccountField
        label={label}
        codes={form.codes}
        draft={draft}
        onChange={edited(form.setDraft)}
        error={shown ?? refusalOf(form.sendRefusal, 'account', 'areaCode') ?? refusalOf(error, 'account', 'areaCode')}
      />
      <CodeField
        purpose={purpose}
        draft={draft}
        captcha={form.captcha}
        value={code}
        onChange={edited(form.setCode)}
        error={tried === 'all' && code.length !== 6 ? t('code.missing') : refusalOf(error, 'code')}
        isReady={() => {
          form.setTried(tried === 'all' ? 'all' : 'code')
          return problem === undefined
        }}
        onRefused={form.setSendRefusal}
      />
    </>
  )
}

/** A password to be set. `problem` is what is wrong with it as typed. */
export function NewPasswordField(props: {
  readonly form: CodeForm
  readonly label: string
  readonly problem: string | undefined
}): ReactNode {
  const { form, label, problem } = props
  const hint = usePasswordHint()
  return (
    <PasswordField
      label={label}
      value={form.password}
      onChange={form.edited(form.setPassword)}
      autoComplete="new-password"
      name="new-password"
      maxLength={200}
      hint={hint}
      error={(form.tried === 'all' ? problem : undefined) ?? refusalOf(form.error, 'password')}
    />
  )
}
