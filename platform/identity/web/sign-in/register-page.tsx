import { Button, PageFrame, PasswordField, TextField } from '@bolsillo/ui'
import { backTarget, Link, type Refusal, type Teller, useAction, useKit, useWords } from '@bolsillo/web-kit'
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
import { RefusalNote } from '../refusal-note.tsx'
import { refusalElsewhere, refusalOf } from '../refusal-text.ts'
import { AccountField, accountFields, useAccountDraft } from './account-field.tsx'
import { ConsentFields } from './consent-fields.tsx'
import { deviceKey } from './device-key.ts'
import { usePasswordHint } from './use-password-hint.ts'

const shownFields = ['account', 'areaCode', 'code', 'password', 'inviteCode', 'agreeDisclaimer', 'agreePrivacy']

/** What was typed, what is wrong with it, and the account it makes. */
function useRegistration() {
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
  const typed = { account: draft.account, areaCode: draft.areaCode, password }
  const problems = registrationProblems({ ...typed, agreeDisclaimer: agreed.disclaimer, agreePrivacy: agreed.privacy })
  const isSound = problems.length === 0 && password === again && code.length === 6
  const edited = <Value,>(set: (value: Value) => void) => {
    return (value: Value): void => {
      create.reset()
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
    again,
    setAgain,
    invite,
    setInvite,
    agreed,
    setAgreed,
    tried,
    setTried,
    sendRefusal,
    setSendRefusal,
    create,
    problems,
    isSound,
    edited,
  }
}

type Registration = ReturnType<typeof useRegistration>

/** Makes the account, and signs its owner in. */
function useOpening({ captcha, draft, code, password, invite, setTried, create, isSound }: Registration) {
  const { session } = useKit()
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const signIn = useAction(login)
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
  return { signIn, submit }
}

/** Opening an account: address, code, password, consents. The new customer is signed in at its end. */
export default function RegisterPage() {
  const t = useWords<Messages>('identity')
  const form = useRegistration()
  const { captcha, create } = form
  const { signIn, submit } = useOpening(form)
  const elsewhere = refusalElsewhere(create.error, shownFields, t('code.unknown'))
  return (
    <PageFrame title={t('register.title')}>
      <p className="px-1 text-14 text-second">{t('register.tagline')}</p>
      <form onSubmit={(event) => void submit(event)} noValidate className="flex flex-col gap-3.5">
        <Fields form={form} />
        <CaptchaLine captcha={captcha} />
        <RefusalNote icon={CircleAlert} className="px-1" text={elsewhere} />
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

function Fields({ form }: { readonly form: Registration }) {
  const t = useWords<Messages>('identity')
  const { captcha, draft, code, invite, agreed, tried, sendRefusal, create, problems, edited } = form
  const addressProblem = problems.find(({ field }) => field === 'account' || field === 'areaCode')?.name
  const all = tried === 'all'
  const accountError =
    tried !== 'nothing' && addressProblem !== undefined
      ? draft.account === ''
        ? t('rejections.account-missing')
        : problemText(t, addressProblem)
      : (refusalOf(sendRefusal, 'account', 'areaCode') ?? refusalOf(create.error, 'account', 'areaCode'))
  return (
    <>
      <AccountField label={t('register.by')} draft={draft} onChange={edited(form.setDraft)} error={accountError} />
      <CodeField
        purpose="register"
        draft={draft}
        captcha={captcha}
        value={code}
        onChange={edited(form.setCode)}
        error={all && code.length !== 6 ? t('code.missing') : refusalOf(create.error, 'code')}
        isReady={() => {
          form.setTried(tried === 'all' ? 'all' : 'code')
          return addressProblem === undefined
        }}
        onRefused={form.setSendRefusal}
      />
      <Passwords form={form} />
      <TextField
        label={t('register.inviteCode')}
        value={invite}
        onChange={edited(form.setInvite)}
        name="inviteCode"
        maxLength={16}
        error={refusalOf(create.error, 'inviteCode')}
      />
      <ConsentFields
        agreed={agreed}
        onChange={(notice, on) => form.setAgreed({ ...agreed, [notice]: on })}
        errors={{
          disclaimer: all && !agreed.disclaimer ? t('register.consentMissing') : undefined,
          privacy: all && !agreed.privacy ? t('register.consentMissing') : undefined,
        }}
      />
    </>
  )
}

/** The password, typed twice. */
function Passwords({ form }: { readonly form: Registration }) {
  const t = useWords<Messages>('identity')
  const passwordHint = usePasswordHint()
  const { password, again, tried, create, problems, edited } = form
  const passwordIssue = problems.find(({ field }) => field === 'password')?.name
  const all = tried === 'all'
  return (
    <>
      <PasswordField
        label={t('register.password')}
        value={password}
        onChange={edited(form.setPassword)}
        autoComplete="new-password"
        name="new-password"
        maxLength={200}
        hint={passwordHint}
        error={all && passwordIssue !== undefined ? problemText(t, passwordIssue) : refusalOf(create.error, 'password')}
      />
      <PasswordField
        label={t('register.passwordAgain')}
        value={again}
        onChange={edited(form.setAgain)}
        autoComplete="new-password"
        name="new-password-again"
        maxLength={200}
        error={all && password !== again ? t('register.passwordsDiffer') : undefined}
      />
    </>
  )
}

function problemText(t: Teller<Messages>, name: ReturnType<typeof registrationProblems>[number]['name']): string {
  if (name === 'consents-needed') return t('register.consentMissing')
  return t(`rejections.${name}`, { min: passwordLength.min, max: passwordLength.max })
}
