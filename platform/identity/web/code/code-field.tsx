import { Icon, Sheet, TextField, useNow } from '@bolsillo/ui'
import { type Refusal, useAction, useCall, useWords } from '@bolsillo/web-kit'
import FlaskConical from 'lucide-react/icons/flask-conical'
import { useState } from 'react'
import { type CodePurpose, readPracticeInbox, sendCode } from '../../contract/index.ts'
import { isAddress, maskAddress } from '../../domain/address.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { type AccountDraft, accountFields, readDraft } from '../sign-in/account-field.tsx'
import { deviceKey } from '../sign-in/device-key.ts'
import { InboxList } from './inbox-list.tsx'
import type { Captcha } from './use-captcha.ts'

interface CodeFieldProps {
  readonly purpose: CodePurpose
  /** Whom the code is for. Left out when it goes to the account's own address. */
  readonly draft?: AccountDraft
  readonly captcha?: Captcha
  readonly value: string
  readonly onChange: (code: string) => void
  readonly error?: string | undefined
  /** Asked before sending: false when something must be filled in first. */
  readonly isReady?: () => boolean
  /** A refusal about the address, for the page to show at its field. */
  readonly onRefused?: (refusal: Refusal) => void
}

/** The one-time code, with the button that sends it and the outcome of sending. */
export function CodeField(props: CodeFieldProps) {
  const { purpose, draft, captcha, value, onChange, error } = props
  const t = useWords<Messages>('identity')
  const send = useAction(sendCode)
  const [sent, setSent] = useState<{ readonly to: string; readonly by: AccountDraft['by']; readonly nextAt: number }>()
  const now = useNow(1000, sent !== undefined)
  const waitSeconds = sent === undefined ? 0 : Math.max(0, Math.ceil((sent.nextAt - now) / 1000))
  const ask = async (): Promise<void> => {
    if (props.isReady?.() === false) return
    const solved = captcha === undefined ? undefined : await captcha.take()
    const request = {
      purpose,
      deviceKey: deviceKey(),
      ...(draft === undefined ? {} : accountFields(draft)),
      ...(solved === undefined ? {} : { captcha: solved }),
    }
    send.mutate(request, {
      onSuccess: ({ nextAt }) => {
        const reading = draft === undefined ? undefined : readDraft(draft)
        const to = reading === undefined || !isAddress(reading) ? '' : maskAddress(reading)
        setSent({ to, by: draft?.by ?? 'email', nextAt })
      },
      onError: (refusal) => props.onRefused?.(refusal),
    })
  }
  const isOwn = send.error !== null && send.error.field !== 'account' && send.error.field !== 'areaCode'
  const sendError = isOwn ? (send.error.message === '' ? t('code.unknown') : send.error.message) : undefined
  const label =
    sent === undefined
      ? t('code.send')
      : waitSeconds > 0
        ? t('code.againIn', { seconds: waitSeconds })
        : t('code.again')
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={t('code.label')}
        value={value}
        onChange={(typed) => onChange(typed.replace(/\D/g, '').slice(0, 6))}
        error={error ?? sendError}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        suffix={
          <button
            type="button"
            disabled={waitSeconds > 0 || send.isPending}
            onClick={() => void ask()}
            className="-my-2 min-h-11 font-medium text-14 text-brand disabled:text-second"
          >
            {send.isPending ? t('code.sending') : label}
          </button>
        }
      />
      {sent !== undefined && <Sent to={sent.to} by={sent.by} onUse={onChange} />}
    </div>
  )
}

/** Where the code went; in the practice market, where to read it, without leaving the form. */
function Sent({
  to,
  by,
  onUse,
}: {
  readonly to: string
  readonly by: AccountDraft['by']
  readonly onUse: (code: string) => void
}) {
  const t = useWords<Messages>('identity')
  const [open, setOpen] = useState(false)
  const inbox = useCall(readPracticeInbox, { deviceKey: deviceKey() })
  const said = to === '' ? t('code.sentOwn') : t(by === 'phone' ? 'code.sentPhone' : 'code.sentEmail', { to })
  return (
    <div role="status" className="flex flex-col gap-2">
      <p className="px-1 text-12 text-second">{said}</p>
      {inbox.isSuccess && (
        <button
          type="button"
          onClick={() => setOpen(true)}
          className="flex min-h-11 items-center gap-2 rounded-field bg-warn px-3 py-2 text-left text-13 text-warnink"
        >
          <Icon of={FlaskConical} size={18} className="shrink-0" />
          <span className="min-w-0 flex-1">{t('code.inboxHint')}</span>
          <span className="shrink-0 font-strong underline">{t('code.openInbox')}</span>
        </button>
      )}
      <Sheet open={open} onOpenChange={setOpen} title={t('inbox.title')}>
        <InboxList
          shown={3}
          onUse={(code) => {
            onUse(code)
            setOpen(false)
          }}
        />
      </Sheet>
    </div>
  )
}
