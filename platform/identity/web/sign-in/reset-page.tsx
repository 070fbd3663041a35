import { Button, EmptyState, PageFrame, PasswordField } from '@bolsillo/ui'
import { type Refusal, useAction, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { type FormEvent, useState } from 'react'
import { resetPassword } from '../../contract/index.ts'
import { isAddress, readAddress } from '../../domain/address.ts'
import { passwordLength, passwordProblem } from '../../domain/password-rules.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { CaptchaLine } from '../code/captcha-line.tsx'
import { CodeField } from '../code/code-field.tsx'
import { useCaptcha } from '../code/use-captcha.ts'
import { RefusalNote } from '../refusal-note.tsx'
import { refusalElsewhere, refusalOf } from '../refusal-text.ts'
import { AccountField, accountFields, useAccountDraft } from './account-field.tsx'
import { usePasswordHint } from './use-password-hint.ts'

/** Who forgot their password, the code that shows it, the next password, and the change. */
function useReset() {
  const captcha = useCaptcha()
  const [draft, setDraft] = useAccountDraft()
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState<'nothing' | 'code' | 'all'>('nothing')
  const [sendRefusal, setSendRefusal] = useState<Refusal | null>(null)
  const reset = useAction(resetPassword)

  const reading = readAddress(draft.account, draft.areaCode)
  const weak = passwordProblem(password, isAddress(reading) ? reading : undefined)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried('all')
    if (!isAddress(reading) || weak !== undefined || code.length !== 6) return
    const solved = await captcha.take()
    reset.mutate({ ...accountFields(draft), code, password, captcha: solved ?? '-' })
  }
  const edited = <Value,>(set: (value: Value) => void) => {
    return (value: Value): void => {
      reset.reset()
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
    reset,
    reading,
    weak,
    submit,
    edited,
  }
}

/** A new login password, with a code, for somebody who forgot theirs. */
export default function ResetPage() {
  const t = useWords<Messages>('identity')
  const passwordHint = usePasswordHint()
  const form = useReset()
  const { captcha, draft, code, password, tried, sendRefusal, reset, reading, weak, edited } = form
  if (reset.isSuccess) return <ResetDone />
  const all = tried === 'all'
  const unread = tried !== 'nothing' && !isAddress(reading)
  const accountError = unread
    ? t(`rejections.${draft.account === '' ? 'account-missing' : reading}`)
    : (refusalOf(sendRefusal, 'account', 'areaCode') ?? refusalOf(reset.error, 'account', 'areaCode'))
  const bounds = { min: passwordLength.min, max: passwordLength.max }
  const elsewhere = refusalElsewhere(reset.error, ['account', 'areaCode', 'code', 'password'], t('code.unknown'))
  return (
    <PageFrame title={t('reset.title')}>
      <p className="px-1 text-14 text-second">{t('reset.tagline')}</p>
      <form onSubmit={(event) => void form.submit(event)} noValidate className="flex flex-col gap-3.5">
        <AccountField label={t('reset.by')} draft={draft} onChange={edited(form.setDraft)} error={accountError} />
        <CodeField
          purpose="reset-password"
          draft={draft}
          captcha={captcha}
          value={code}
          onChange={edited(form.setCode)}
          error={all && code.length !== 6 ? t('code.missing') : refusalOf(reset.error, 'code')}
          isReady={() => {
            form.setTried(tried === 'all' ? 'all' : 'code')
            return isAddress(reading)
          }}
          onRefused={form.setSendRefusal}
        />
        <PasswordField
          label={t('reset.password')}
          value={password}
          onChange={edited(form.setPassword)}
          autoComplete="new-password"
          name="new-password"
          maxLength={200}
          hint={passwordHint}
          error={all && weak !== undefined ? t(`rejections.${weak}`, bounds) : refusalOf(reset.error, 'password')}
        />
        <CaptchaLine captcha={captcha} />
        <RefusalNote icon={CircleAlert} className="px-1" text={elsewhere} />
        <Button type="submit" wide loading={reset.isPending}>
          {t('reset.submit')}
        </Button>
      </form>
    </PageFrame>
  )
}

function ResetDone() {
  const t = useWords<Messages>('identity')
  return (
    <PageFrame title={t('reset.title')}>
      <EmptyState
        icon={ShieldCheck}
        title={t('reset.doneTitle')}
        text={t('reset.done')}
        action={{ label: t('reset.back'), href: '/pages/account/login' }}
      />
    </PageFrame>
  )
}
