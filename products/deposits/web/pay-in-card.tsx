import type { ReplyOf } from '@bolsillo/contract'
import { Button, Card, ErrorState, Note, PasswordField, Section, SkeletonCard } from '@bolsillo/ui'
import { useAction, useWords } from '@bolsillo/web-kit'
import BadgeCheck from 'lucide-react/icons/badge-check'
import Clock from 'lucide-react/icons/clock'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { type DepositChannel, readPayIn } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { PayInDetails } from './pay-in-details.tsx'
import { useRefusalText } from './refusal-text.ts'
import { useSaid } from './said.ts'

type PayInReply = ReplyOf<typeof readPayIn>

/** Where to pay by a channel: asked at once, or after the channel's password where it has one. */
export function PayInCard(props: {
  readonly channel: DepositChannel
  readonly children?: (reply: PayInReply, password: string | undefined) => ReactNode
}) {
  const { channel, children } = props
  const t = useWords<Messages>('deposits')
  const said = useSaid()
  const refusal = useRefusalText()
  const [password, setPassword] = useState('')
  const { mutate, data, error, isPending, reset } = useAction(readPayIn)
  const { channelId, needsPassword, open } = channel
  useEffect(() => {
    if (open && !needsPassword) mutate({ channelId })
  }, [mutate, channelId, needsPassword, open])
  if (!open) {
    return (
      <Note icon={Clock} tone="warning">
        {t('common.closed')} · {said.hours(channel)}
      </Note>
    )
  }
  if (data !== undefined) {
    return (
      <>
        <Section title={said.channel(channelId)}>
          <PayInDetails payIn={data.payIn} />
        </Section>
        <Payer reply={data} />
        {children?.(data, needsPassword ? password : undefined)}
      </>
    )
  }
  if (needsPassword) {
    return (
      <ChannelPassword
        password={password}
        onPassword={(value) => {
          reset()
          setPassword(value)
        }}
        error={refusal(error)}
        pending={isPending}
        onSubmit={() => mutate({ channelId, channelPassword: password })}
      />
    )
  }
  if (error !== null) {
    return (
      <ErrorState
        title={t('common.failed')}
        text={refusal(error) ?? t('common.failedText')}
        onRetry={() => mutate({ channelId })}
      />
    )
  }
  return <SkeletonCard lines={5} />
}

/** In whose name the money must come: theirs, as their papers have it. */
function Payer({ reply: { payIn, payerName } }: { readonly reply: PayInReply }) {
  const t = useWords<Messages>('deposits')
  return (
    <Card className="grid gap-2">
      {payerName !== undefined && (
        <div>
          <p className="text-12 text-second">{t('bank.payer')}</p>
          <p className="font-strong text-15">{payerName}</p>
          <p className="mt-0.5 text-12 text-second">{t('bank.payerNote')}</p>
        </div>
      )}
      {payIn.kind !== 'account' && (
        <Note icon={BadgeCheck} tone="good">
          {t(payIn.kind === 'pix' ? 'bank.yoursPix' : 'bank.yours')}
        </Note>
      )}
    </Card>
  )
}

/** The password some channels are opened with. */
function ChannelPassword(props: {
  readonly password: string
  readonly onPassword: (password: string) => void
  readonly error: string | undefined
  readonly pending: boolean
  readonly onSubmit: () => void
}) {
  const { password, onPassword, error, pending, onSubmit } = props
  const t = useWords<Messages>('deposits')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Card>
      <form onSubmit={submit} className="grid gap-3">
        <p className="text-13 text-second">{t('channels.passwordText')}</p>
        <PasswordField
          label={t('channels.password')}
          value={password}
          onChange={onPassword}
          autoComplete="current-password"
          name="channelPassword"
          maxLength={64}
          error={error}
        />
        <Button type="submit" wide disabled={password === ''} loading={pending}>
          {t('channels.continue')}
        </Button>
      </form>
    </Card>
  )
}
