import type { ReplyOf } from '@bolsillo/contract'
import { BareFrame, Button, ButtonLink, PasswordField, TextField } from '@bolsillo/ui'
import {
  backTarget,
  href,
  Link,
  type Refusal,
  useAction,
  useKit,
  useLocation,
  useNavigate,
  useSession,
  useWords,
} from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { askPasskeySignIn, identityRejections, login, passkeySignIn } from '../../contract/index.ts'
import { isAddress } from '../../domain/address.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { RefusalNote } from '../refusal-note.tsx'
import { refusalElsewhere, refusalOf } from '../refusal-text.ts'
import { AccountField, accountFields, readDraft, useAccountDraft } from './account-field.tsx'
import { BrandHead } from './brand-head.tsx'
import { deviceKey } from './device-key.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { usePasskeyEntry } from './use-passkey-entry.ts'

/** Either way in: the password, or a passkey. */
function useSignIn() {
  const { session } = useKit()
  const [draft, setDraft] = useAccountDraft('any')
  const [password, setPassword] = useState('')
  const [recoveryCode, setRecoveryCode] = useState<string>()
  const [tried, setTried] = useState(false)
  const signIn = useAction(login)
  const opened = ({ token: own, user }: ReplyOf<typeof login>): void => {
    session.signIn(own)
    session.remember(user)
  }
  const { byPasskey, passkey, enterByPasskey } = usePasskeySignIn(() => signIn.reset(), opened)
  const reading = readDraft(draft)
  const enter = (restricted: boolean): void => {
    setTried(true)
    if (!isAddress(reading) || password === '') return
    byPasskey.reset()
    const lost = recoveryCode === undefined || recoveryCode === '' ? {} : { recoveryCode }
    const request = { ...accountFields(draft), password, ...lost, deviceKey: deviceKey() }
    signIn.mutate(restricted ? { ...request, restricted: 'true' } : request, { onSuccess: opened })
  }
  const change = <Value,>(set: (value: Value) => void) => {
    return (value: Value): void => {
      signIn.reset()
      byPasskey.reset()
      set(value)
    }
  }
  return {
    draft,
    setDraft,
    password,
    setPassword,
    recoveryCode,
    setRecoveryCode,
    tried,
    signIn,
    byPasskey,
    passkey,
    reading,
    enter,
    enterByPasskey,
    change,
  }
}

function usePasskeySignIn(onBegin: () => void, opened: (reply: ReplyOf<typeof login>) => void) {
  const askPasskey = useAction(askPasskeySignIn)
  const byPasskey = useAction(passkeySignIn)
  const wantsRestricted = useRef(false)
  const passkey = usePasskeyEntry({
    ask: () => askPasskey.mutateAsync({ deviceKey: deviceKey() }),
    enter: (assertion) => {
      onBegin()
      const request = { assertion, deviceKey: deviceKey() }
      byPasskey.mutate(wantsRestricted.current ? { ...request, restricted: 'true' } : request, {
        onSuccess: opened,
        onError: passkey.offerAgain,
      })
    },
  })
  const enterByPasskey = (restricted: boolean): void => {
    wantsRestricted.current = restricted
    onBegin()
    byPasskey.reset()
    void passkey.sign()
  }
  return { byPasskey, passkey, enterByPasskey }
}

/** Where a signed-in customer goes on to: whoever is signed in goes there at once. */
function useBack(): string {
  const { token } = useSession()
  const navigate = useNavigate()
  const { search } = useLocation()
  const back = backTarget(search)
  useEffect(() => {
    if (token !== '') navigate(back, { replace: true })
  }, [token, back, navigate])
  return back
}

/** Phone or e-mail and the password, or a passkey. Both routes of the specification show it. */
export default function SignInPage() {
  const t = useWords<Messages>('identity')
  const back = useBack()
  const form = useSignIn()
  const { recoveryCode, signIn, byPasskey, passkey, enter, enterByPasskey } = form
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    enter(false)
  }
  const isDisabledAfter = (error: Refusal | null) => error?.rejection === identityRejections.accountDisabled.name
  const isDisabled = isDisabledAfter(signIn.error) || isDisabledAfter(byPasskey.error)
  const elsewhere = isDisabled
    ? undefined
    : (refusalElsewhere(signIn.error, ['account', 'areaCode', 'password'], t('login.unknown')) ??
      refusalElsewhere(byPasskey.error, [], t('login.unknown')) ??
      (passkey.gaveUp ? t('login.passkeyGaveUp') : undefined))
  return (
    <BareFrame>
      <BrandHead title={t('login.title')} text={t('login.tagline')} />
      <form onSubmit={submit} noValidate className="flex flex-col gap-3.5">
        <Fields form={form} />
        <RefusalNote icon={CircleAlert} className="px-1" text={elsewhere} />
        {isDisabled && (
          <Restricted
            loading={signIn.isPending || byPasskey.isPending}
            onEnter={() => (isDisabledAfter(byPasskey.error) ? enterByPasskey(true) : enter(true))}
          />
        )}
        <Button type="submit" wide loading={signIn.isPending}>
          {t('login.submit')}
        </Button>
        <PasskeyButton loading={byPasskey.isPending} onPress={() => enterByPasskey(false)} />
        {signIn.error !== null && recoveryCode === undefined && (
          <Button kind="plain" size="medium" onClick={() => form.setRecoveryCode('')}>
            {t('login.lostKey')}
          </Button>
        )}
      </form>
      <Ways back={back} />
    </BareFrame>
  )
}

function Fields({ form }: { readonly form: ReturnType<typeof useSignIn> }) {
  const t = useWords<Messages>('identity')
  const { draft, password, recoveryCode, tried, signIn, reading, change } = form
  const unread =
    tried && !isAddress(reading) ? t(`rejections.${draft.account === '' ? 'account-missing' : reading}`) : undefined
  return (
    <>
      <AccountField
        label={t('login.by')}
        codes="any"
        draft={draft}
        onChange={change(form.setDraft)}
        passkeys
        error={unread ?? refusalOf(signIn.error, 'account', 'areaCode')}
      />
      <PasswordField
        label={t('login.password')}
        value={password}
        onChange={change(form.setPassword)}
        autoComplete="current-password"
        name="password"
        maxLength={200}
        error={tried && password === '' ? t('login.passwordMissing') : refusalOf(signIn.error, 'password')}
      />
      {recoveryCode !== undefined && (
        <TextField
          label={t('login.recoveryCode')}
          value={recoveryCode}
          onChange={change(form.setRecoveryCode)}
          autoComplete="off"
          maxLength={20}
        />
      )}
    </>
  )
}

/** Where to go who cannot or will not sign in. */
function Ways({ back }: { readonly back: string }) {
  const t = useWords<Messages>('identity')
  return (
    <>
      <nav className="-my-2 flex justify-between gap-4 font-medium text-brand">
        <Link href="/pages/account/reset" className="py-3">
          {t('login.forgot')}
        </Link>
        <Link href={href('/pages/account/reg', { back })} className="py-3">
          {t('login.create')}
        </Link>
      </nav>
      <div className="mt-auto pt-4 text-center">
        <ButtonLink kind="plain" size="medium" href="/pages/tabbar/home">
          {t('login.look')}
        </ButtonLink>
      </div>
    </>
  )
}

/** What a disabled customer can still do, and the way in. */
function Restricted({ loading, onEnter }: { readonly loading: boolean; readonly onEnter: () => void }) {
  const t = useWords<Messages>('identity')
  return (
    <section role="alert" className="flex flex-col gap-2 rounded-card bg-card p-4 shadow-card">
      <h2 className="text-15">{t('login.disabledTitle')}</h2>
      <p className="text-13 text-second">{t('login.disabledText')}</p>
      <Button kind="ghost" size="medium" loading={loading} onClick={onEnter}>
        {t('login.enterRestricted')}
      </Button>
    </section>
  )
}
