import { Button, EmptyState, Note, PageFrame, PasswordField } from '@bolsillo/ui'
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
import { refusalElsewhere, refusalOf } from '../refusal-text.ts'
import { AccountField, accountFields, useAccountDraft } from './account-field.tsx'
import { usePasswordHint } from './use-password-hint.ts'

/** A new login password, with a code, for somebody who forgot theirs. */
export default function ResetPage() {
  const t = useWords<Messages>('identity')
  const passwordHint = usePasswordHint()
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
  if (reset.isSuccess) {
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
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-3.5">
        <AccountField label={t('reset.by')} draft={draft} onChange={edited(setDraft)} error={accountError} />
        <CodeField
          purpose="reset-password"
          draft={draft}
          captcha={captcha}
          value={code}
          onChange={edited(setCode)}
          error={all && code.length !== 6 ? t('code.missing') : refusalOf(reset.error, 'code')}
          isReady={() => {
            setTried(tried === 'all' ? 'all' : 'code')
            return isAddress(reading)
          }}
          onRefused={setSendRefusal}
        />
        <PasswordField
          label={t('reset.password')}
          value={password}
          onChange={edited(setPassword)}
          autoComplete="new-password"
          name="new-password"
          maxLength={200}
          hint={passwordHint}
          error={all && weak !== undefined ? t(`rejections.${weak}`, bounds) : refusalOf(reset.error, 'password')}
        />
        <CaptchaLine captcha={captcha} />
        {elsewhere !== undefined && (
          <div role="alert">
            <Note icon={CircleAlert} tone="bad" className="px-1">
              {elsewhere}
            </Note>
          </div>
        )}
        <Button type="submit" wide loading={reset.isPending}>
          {t('reset.submit')}
        </Button>
      </form>
    </PageFrame>
  )
}
