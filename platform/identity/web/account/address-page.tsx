import { Button, Note, PageFrame, PasswordField, showToast } from '@bolsillo/ui'
import { type Refusal, useAction, useCall, useGoBack, useSearchParams, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Clock from 'lucide-react/icons/clock'
import { useState } from 'react'
import { listSessions, loginInfo, profile, updateEmail, updatePhone } from '../../contract/index.ts'
import { isAddress, writeAddress } from '../../domain/address.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { CodeField } from '../code/code-field.tsx'
import { type OptionalProof, useFactorGate } from '../factors/use-factor-gate.tsx'
import { RefusalNote } from '../refusal-note.tsx'
import { refusalElsewhere, refusalOf } from '../refusal-text.ts'
import { AccountField, accountFields, readDraft, useAccountDraft } from '../sign-in/account-field.tsx'

/** Changes the e-mail address; with `kind=phone` the phone. */
export default function AddressPage() {
  const [query] = useSearchParams()
  const by = query.get('kind') === 'phone' ? 'phone' : 'email'
  return <ChangeAddress key={by} by={by} />
}

const shownFields = ['email', 'phone', 'areaCode', 'code', 'loginPassword', 'challengeId', 'factorCode', 'assertion']

/** What was typed, and the change it is for. */
function useAddressForm(by: 'email' | 'phone') {
  const [draft, setDraft] = useAccountDraft('new')
  const shown = draft.by === by ? draft : { ...draft, by, account: '' }
  const [code, setCode] = useState('')
  const [loginPassword, setLoginPassword] = useState('')
  const [sendRefusal, setSendRefusal] = useState<Refusal | null>(null)
  const refreshes = [profile, loginInfo, listSessions]
  const email = useAction(updateEmail, { refreshes })
  const phone = useAction(updatePhone, { refreshes })
  const change = by === 'email' ? email : phone
  const reading = readDraft(shown)
  const isSound = isAddress(reading) && reading.kind === by
  const edited = <Value,>(set: (value: Value) => void) => {
    return (value: Value): void => {
      change.reset()
      setSendRefusal(null)
      set(value)
    }
  }
  return {
    shown,
    setDraft,
    code,
    setCode,
    loginPassword,
    setLoginPassword,
    sendRefusal,
    setSendRefusal,
    email,
    phone,
    change,
    reading,
    isSound,
    edited,
  }
}

function ChangeAddress({ by }: { readonly by: 'email' | 'phone' }) {
  const t = useWords<Messages>('identity')
  const goBack = useGoBack()
  const gate = useFactorGate()
  const own = useCall(profile, {})
  const form = useAddressForm(by)
  const { email, phone, change, code, loginPassword, reading, isSound } = form
  const { account, areaCode } = { areaCode: undefined, ...accountFields(form.shown) }
  const send = (proof: OptionalProof): void => {
    const done = {
      onError: gate.onRefused,
      onSuccess: () => {
        gate.close()
        showToast(t(`address.${by}Saved`))
        goBack()
      },
    }
    if (by === 'email') email.mutate({ email: account, code, loginPassword, ...proof }, done)
    else {
      const area = areaCode === undefined ? {} : { areaCode }
      phone.mutate({ phone: account, ...area, code, loginPassword, ...proof }, done)
    }
  }
  const current = own.data?.[by]
  return (
    <PageFrame title={t(`address.${by}`)}>
      {current !== undefined && <p className="px-1 text-14 text-second">{t('address.current', { current })}</p>}
      <AddressForm
        by={by}
        form={form}
        coolDownHours={own.data?.coolDownHours ?? 24}
        onSubmit={() => gate.begin(send)}
      />
      {gate.sheet({
        title: t(`address.${by}`),
        action: by === 'email' ? 'change-email' : 'change-phone',
        bound: { [by]: account.normalize('NFC').trim() },
        facts: [{ label: t('address.new'), value: isSound && isAddress(reading) ? writeAddress(reading) : account }],
        error: change.error,
        pending: change.isPending,
      })}
    </PageFrame>
  )
}

function AddressForm(props: {
  readonly by: 'email' | 'phone'
  readonly form: ReturnType<typeof useAddressForm>
  readonly coolDownHours: number
  readonly onSubmit: () => void
}) {
  const { by, form, coolDownHours, onSubmit } = props
  const t = useWords<Messages>('identity')
  const { change, shown, setDraft, code, setCode, loginPassword, setLoginPassword, edited } = form
  const elsewhere = refusalElsewhere(change.error, shownFields, t('code.unknown'))
  return (
    <form
      noValidate
      className="flex flex-col gap-3.5"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <AccountField
        label={t(`address.${by}`)}
        only={by}
        codes="new"
        draft={shown}
        onChange={edited(setDraft)}
        error={
          refusalOf(form.sendRefusal, 'account', 'areaCode') ?? refusalOf(change.error, 'email', 'phone', 'areaCode')
        }
      />
      <CodeField
        purpose={by === 'email' ? 'change-email' : 'add-phone'}
        draft={shown}
        value={code}
        onChange={edited(setCode)}
        error={refusalOf(change.error, 'code')}
        isReady={() => form.isSound}
        onRefused={form.setSendRefusal}
      />
      <PasswordField
        label={t('tradePassword.loginPassword')}
        value={loginPassword}
        onChange={edited(setLoginPassword)}
        autoComplete="current-password"
        maxLength={200}
        error={refusalOf(change.error, 'loginPassword')}
      />
      <Note icon={Clock}>{t('address.waits', { hours: coolDownHours })}</Note>
      <RefusalNote icon={CircleAlert} text={elsewhere} />
      <Button
        type="submit"
        wide
        disabled={!form.isSound || code.length < 6 || loginPassword === ''}
        loading={change.isPending}
      >
        {t('address.save')}
      </Button>
    </form>
  )
}
