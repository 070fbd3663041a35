import { Button, Note, PageFrame, PasswordField, TextField } from '@bolsillo/ui'
import { backTarget, Link, type Refusal, useAction, useKit, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { type FormEvent, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { login, register } from '../../contract/index.ts'
import { passwordLength } from '../../domain/password-rules.ts'
import { registrationProblems } from '../../domain/register-problems.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { CaptchaLine } from '../code/captcha-line.tsx'
import { CodeField } from '../code/code-field.tsx'
import { useCaptcha } from '../code/use-captcha.ts'
import { refusalElsewhere, refusalOf } from '../refusal-text.ts'
import { AccountField, accountFields, useAccountDraft } from './account-field.tsx'
import { ConsentFields } from './consent-fields.tsx'
import { deviceKey } from './device-key.ts'
import { usePasswordHint } from './use-password-hint.ts'

const shownFields = ['account', 'areaCode', 'code', 'password', 'inviteCode', 'agreeDisclaimer', 'agreePrivacy']

/** Opening an account: address, code, password, consents. The new customer is signed in at its end. */
export default function RegisterPage() {
  const t = useWords<Messages>('identity')
  const passwordHint = usePasswordHint()
  const { session } = useKit()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const captcha = useCaptcha()
  const [draft, setDraft] = useAccountDraft()
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const [invite, setInvite] = useState(query.get('inviteCode') ?? '')
  const [agreed, setAgreed] = useState({ disclaimer: false, privacy: false })
  const [tried, setTried] = useState<'nothing' | 'code' | 'all'>('nothing')
  const [sendRefusal, setSendRefusal] = useState<Refusal | null>(null)
  const create = useAction(register)
  const signIn = useAction(login)

  const typed = { account: draft.account, areaCode: draft.areaCode, password }
  const problems = registrationProblems({ ...typed, agreeDisclaimer: agreed.disclaimer, agreePrivacy: agreed.privacy })
  const problemOf = (...fields: readonly string[]) => problems.find(({ field }) => fields.includes(field))?.name
  const addressProblem = problemOf('account', 'areaCode')
  const passwordIssue = problemOf('password')
  const isSound = problems.length === 0 && password === again && code.length === 6
  const textOf = (name: NonNullable<ReturnType<typeof problemOf>>): string => {
    if (name === 'consents-needed') return t('register.consentMissing')
    return t(`rejections.${name}`, { min: passwordLength.min, max: passwordLength.max })
  }

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried('all')
    if (!isSound) return
    const solved = await captcha.take()
    const request = {
      ...accountFields(draft),
      code,
      password,
      inviteCode: invite,
      agreeDisclaimer: 'true',
      agreePrivacy: 'true',
      captcha: solved ?? '-',
      deviceKey: deviceKey(),
    } as const
    create.mutate(request, {
      onSuccess: () =>
        signIn.mutate(
          { ...accountFields(draft), password, deviceKey: deviceKey() },
          {
            onSuccess: ({ token, user }) => {
              session.signIn(token)
              session.remember(user)
              navigate(backTarget(query.toString()), { replace: true })
            },
            onError: () => navigate('/pages/account/login', { replace: true }),
          },
        ),
    })
  }
  const edited = <Value,>(set: (value: Value) => void) => {
    return (value: Value): void => {
      create.reset()
      setSendRefusal(null)
      set(value)
    }
  }
  const all = tried === 'all'
  const accountError =
    tried !== 'nothing' && addressProblem !== undefined
      ? draft.account === ''
        ? t('rejections.account-missing')
        : textOf(addressProblem)
      : (refusalOf(sendRefusal, 'account', 'areaCode') ?? refusalOf(create.error, 'account', 'areaCode'))
  const elsewhere = refusalElsewhere(create.error, shownFields, t('code.unknown'))
  return (
    <PageFrame title={t('register.title')}>
      <p className="px-1 text-14 text-second">{t('register.tagline')}</p>
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-3.5">
        <AccountField label={t('register.by')} draft={draft} onChange={edited(setDraft)} error={accountError} />
        <CodeField
          purpose="register"
          draft={draft}
          captcha={captcha}
          value={code}
          onChange={edited(setCode)}
          error={all && code.length !== 6 ? t('code.missing') : refusalOf(create.error, 'code')}
          isReady={() => {
            setTried(tried === 'all' ? 'all' : 'code')
            return addressProblem === undefined
          }}
          onRefused={setSendRefusal}
        />
        <PasswordField
          label={t('register.password')}
          value={password}
          onChange={edited(setPassword)}
          autoComplete="new-password"
          name="new-password"
          maxLength={200}
          hint={passwordHint}
          error={all && passwordIssue !== undefined ? textOf(passwordIssue) : refusalOf(create.error, 'password')}
        />
        <PasswordField
          label={t('register.passwordAgain')}
          value={again}
          onChange={edited(setAgain)}
          autoComplete="new-password"
          name="new-password-again"
          maxLength={200}
          error={all && password !== again ? t('register.passwordsDiffer') : undefined}
        />
        <TextField
          label={t('register.inviteCode')}
          value={invite}
          onChange={edited(setInvite)}
          name="inviteCode"
          maxLength={16}
          error={refusalOf(create.error, 'inviteCode')}
        />
        <ConsentFields
          agreed={agreed}
          onChange={(notice, on) => setAgreed({ ...agreed, [notice]: on })}
          errors={{
            disclaimer: all && !agreed.disclaimer ? t('register.consentMissing') : undefined,
            privacy: all && !agreed.privacy ? t('register.consentMissing') : undefined,
          }}
        />
        <CaptchaLine captcha={captcha} />
        {elsewhere !== undefined && (
          <div role="alert">
            <Note icon={CircleAlert} tone="bad" className="px-1">
              {elsewhere}
            </Note>
          </div>
        )}
        <Button type="submit" wide loading={create.isPending || signIn.isPending}>
          {t('register.submit')}
        </Button>
      </form>
      <p className="text-center text-14 text-second">
        {t('register.haveAccount')}{' '}
        <Link href="/pages/account/login" className="-my-2 inline-block py-3 font-medium text-brand">
          {t('register.signIn')}
        </Link>
      </p>
    </PageFrame>
  )
}
