import { legalRejections, readDocument } from '@bolsillo/legal/contract'
import { appSettings } from '@bolsillo/settings/domain'
import { useSetting } from '@bolsillo/settings/web'
import { Button, PageFrame, PasswordField, TextField } from '@bolsillo/ui'
import {
  backTarget,
  Link,
  type Teller,
  useAction,
  useCall,
  useKit,
  useNavigate,
  useRefresh,
  useSearchParams,
  useWords,
} from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { type FormEvent, useState } from 'react'
import { login, register } from '../../contract/index.ts'
import type { PasswordLength } from '../../domain/password-rules.ts'
import { registrationProblems } from '../../domain/register-problems.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { CaptchaLine } from '../code/captcha-line.tsx'
import { RefusalNote } from '../refusal-note.tsx'
import { refusalElsewhere, refusalOf } from '../refusal-text.ts'
import { accountFields } from './account-field.tsx'
import { AccountAndCode, NewPasswordField, useCodeForm } from './code-form.tsx'
import { ConsentFields } from './consent-fields.tsx'
import { deviceKey } from './device-key.ts'
import { dropInviteCode, keptInviteCode } from './invite-code.ts'
import { usePasswordLength } from './use-password-hint.ts'

const shownFields = ['account', 'areaCode', 'code', 'password', 'inviteCode', 'agreeDisclaimer', 'agreePrivacy']

/** What was typed, what is wrong with it, and the account it makes. */
function useRegistration() {
  const [query] = useSearchParams()
  const create = useAction(register)
  const form = useCodeForm(create, 'new')
  const [again, setAgain] = useState('')
  const [invite, setInvite] = useState(() => query.get('inviteCode') ?? keptInviteCode())
  const [agreed, setAgreed] = useState({ disclaimer: false, privacy: false })
  // Read with the form: what the boxes accept is what was offered beside them, opened or not.
  const disclaimer = useCall(readDocument, { document: 'disclaimer' })
  const privacy = useCall(readDocument, { document: 'privacy' })
  const { draft, code, password } = form
  const passwordLength = usePasswordLength()
  const areaCodes = useSetting(appSettings.areaCodes)
  const consents = { agreeDisclaimer: agreed.disclaimer, agreePrivacy: agreed.privacy }
  const problems = registrationProblems({ ...draft, ...consents, password }, { areaCodes, passwordLength })
  const isSound = problems.length === 0 && password === again && code.length === 6
  return {
    ...form,
    again,
    setAgain,
    invite,
    setInvite,
    agreed,
    setAgreed,
    offered: { disclaimerVersion: disclaimer.data?.version, privacyVersion: privacy.data?.version },
    create,
    passwordLength,
    problems,
    isSound,
  }
}

type Registration = ReturnType<typeof useRegistration>

/** Makes the account, and signs its owner in. */
function useOpening({ captcha, draft, offered, code, password, invite, setTried, create, isSound }: Registration) {
  const { session } = useKit()
  const navigate = useNavigate()
  const refresh = useRefresh()
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
      ...offered,
      captcha: solved ?? '-',
      deviceKey: deviceKey(),
    } as const
    create.mutate(request, {
      onError: ({ rejection }) => {
        if (rejection === legalRejections.documentChanged.name) refresh(readDocument)
      },
      onSuccess: () => {
        dropInviteCode()
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
        )
      },
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
  const { draft, invite, agreed, again, tried, create, problems, edited } = form
  const addressProblem = problems.find(({ field }) => field === 'account' || field === 'areaCode')?.name
  const passwordIssue = problems.find(({ field }) => field === 'password')?.name
  const all = tried === 'all'
  const ofAddress =
    addressProblem === undefined
      ? undefined
      : draft.account === ''
        ? t('rejections.account-missing')
        : problemText(t, addressProblem, form.passwordLength)
  return (
    <>
      <AccountAndCode form={form} purpose="register" label={t('register.by')} problem={ofAddress} />
      <NewPasswordField
        form={form}
        label={t('register.password')}
        problem={passwordIssue === undefined ? undefined : problemText(t, passwordIssue, form.passwordLength)}
      />
      <PasswordField
        label={t('register.passwordAgain')}
        value={again}
        onChange={edited(form.setAgain)}
        autoComplete="new-password"
        name="new-password-again"
        maxLength={200}
        error={all && form.password !== again ? t('register.passwordsDiffer') : undefined}
      />
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
          disclaimer:
            all && !agreed.disclaimer ? t('register.consentMissing') : refusalOf(create.error, 'agreeDisclaimer'),
          privacy: all && !agreed.privacy ? t('register.consentMissing') : undefined,
        }}
      />
    </>
  )
}

function problemText(
  t: Teller<Messages>,
  name: ReturnType<typeof registrationProblems>[number]['name'],
  bounds: PasswordLength,
): string {
  if (name === 'consents-needed') return t('register.consentMissing')
  return t(`rejections.${name}`, { ...bounds })
}
