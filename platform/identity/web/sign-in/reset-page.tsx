import { Button, EmptyState, PageFrame } from '@bolsillo/ui'
import { useAction, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { FormEvent } from 'react'
import { resetPassword } from '../../contract/index.ts'
import { isAddress } from '../../domain/address.ts'
import { passwordProblem } from '../../domain/password-rules.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { CaptchaLine } from '../code/captcha-line.tsx'
import { RefusalNote } from '../refusal-note.tsx'
import { refusalElsewhere } from '../refusal-text.ts'
import { accountFields, readDraft } from './account-field.tsx'
import { AccountAndCode, NewPasswordField, useCodeForm } from './code-form.tsx'
import { usePasswordLength } from './use-password-hint.ts'

/** Who forgot their password, the code that shows it, the next password, and the change. */
function useReset() {
  const reset = useAction(resetPassword)
  const form = useCodeForm(reset, 'any')
  const { captcha, draft, code, password } = form
  const reading = readDraft(draft)
  const passwordLength = usePasswordLength()
  const weak = passwordProblem(password, isAddress(reading) ? reading : undefined, passwordLength)
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    form.setTried('all')
    if (!isAddress(reading) || weak !== undefined || code.length !== 6) return
    const solved = await captcha.take()
    reset.mutate({ ...accountFields(draft), code, password, captcha: solved ?? '-' })
  }
  return { form, reset, reading, passwordLength, weak, submit }
}

/** A new login password, with a code, for somebody who forgot theirs. */
export default function ResetPage() {
  const t = useWords<Messages>('identity')
  const { form, reset, reading, passwordLength, weak, submit } = useReset()
  if (reset.isSuccess) return <ResetDone />
  const ofAddress = isAddress(reading)
    ? undefined
    : t(`rejections.${form.draft.account === '' ? 'account-missing' : reading}`)
  const bounds = { ...passwordLength }
  const elsewhere = refusalElsewhere(reset.error, ['account', 'areaCode', 'code', 'password'], t('code.unknown'))
  return (
    <PageFrame title={t('reset.title')}>
      <p className="px-1 text-14 text-second">{t('reset.tagline')}</p>
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-3.5">
        <AccountAndCode form={form} purpose="reset-password" label={t('reset.by')} problem={ofAddress} />
        <NewPasswordField
          form={form}
          label={t('reset.password')}
          problem={weak === undefined ? undefined : t(`rejections.${weak}`, bounds)}
        />
        <CaptchaLine captcha={form.captcha} />
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
