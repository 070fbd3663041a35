import { PictureField } from '@bolsillo/files/web'
import { Button, Card, DecimalField, Icon, ListRow, Note, PageFrame, Segmented, showToast } from '@bolsillo/ui'
import { useAction, useGo, useQueryValue, useWords } from '@bolsillo/web-kit'
import Landmark from 'lucide-react/icons/landmark'
import Users from 'lucide-react/icons/users'
import { useState } from 'react'
import { addDeposit, type DepositChannel, listDeposits, readDepositStatus } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { hubPath, offlinePath, recordsPath } from './addresses.ts'
import { ChannelFacts } from './channel-facts.tsx'
import { Gated, type Status } from './gate.tsx'
import { LimitCard } from './limit-card.tsx'
import { NoChannel } from './no-channel.tsx'
import { PayInCard } from './pay-in-card.tsx'
import { PracticeCard } from './practice-card.tsx'
import { useRefusalText } from './refusal-text.ts'
import { useSaid } from './said.ts'

/** A transfer to the firm's account with a proof that two people check. Where the drawer's "Depositar" leads. */
export default function OfflinePage() {
  const t = useWords<Messages>('deposits')
  return (
    <PageFrame title={t('titles.offline')}>
      <Card pad="list">
        <ListRow
          href={hubPath}
          lead={<Icon of={Landmark} size={20} className="text-brand" />}
          title={t('common.other')}
          note={t('hub.bankNote')}
        />
      </Card>
      <Gated>{(status) => <Ready status={status} />}</Gated>
    </PageFrame>
  )
}

function Ready({ status }: { readonly status: Status }) {
  const t = useWords<Messages>('deposits')
  const go = useGo()
  const asked = useQueryValue('channelId')
  const channels = status.channels.filter(({ kind }) => kind === 'offline')
  const channel = channels.find(({ channelId }) => channelId === asked) ?? channels[0]
  if (channel === undefined) return <NoChannel />
  return (
    <>
      <Note icon={Users}>{t('offline.intro')}</Note>
      {channels.length > 1 && (
        <Segmented
          label={t('offline.currency')}
          value={channel.channelId}
          onChange={(channelId) => go(offlinePath, { channelId }, { replace: true })}
          choices={channels.map(({ channelId, asset }) => ({ value: channelId, label: asset }))}
        />
      )}
      <PayInCard key={channel.channelId} channel={channel}>
        {(_, password) => <OfflineForm channel={channel} password={password} proofHours={status.proofHours} />}
      </PayInCard>
      <Card>
        <ChannelFacts channel={channel} />
      </Card>
      <PracticeCard key={`practice ${channel.channelId}`} channel={channel} />
      <LimitCard status={status} assets={[channel.asset]} />
    </>
  )
}

interface OfflineFormProps {
  readonly channel: DepositChannel
  readonly password: string | undefined
  readonly proofHours: number
}

/** Announces a deposit, with a proof or without one yet. */
function useAnnouncing({ channel, password, proofHours }: OfflineFormProps, amount: string) {
  const t = useWords<Messages>('deposits')
  const go = useGo()
  const adding = useAction(addDeposit, { refreshes: [listDeposits, readDepositStatus] })
  const send = (proofFileId: string | undefined): void =>
    adding.mutate(
      {
        channelId: channel.channelId,
        amount,
        ...(proofFileId === undefined ? {} : { proofFileId }),
        ...(password === undefined ? {} : { channelPassword: password }),
      },
      {
        onSuccess: ({ deposit }) => {
          showToast(proofFileId === undefined ? t('bank.announced') : t('offline.sent', { hours: proofHours }))
          go(recordsPath, { depositId: deposit.depositId })
        },
      },
    )
  return { adding, send }
}

function OfflineForm(props: OfflineFormProps) {
  const { channel } = props
  const t = useWords<Messages>('deposits')
  const said = useSaid()
  const refusal = useRefusalText()
  const [amount, setAmount] = useState('')
  const [fileId, setFileId] = useState<string>()
  const { adding, send } = useAnnouncing(props, amount)
  const { error } = adding
  const aboutProof = error?.field === 'proofFileId'
  return (
    <Card className="grid gap-3">
      <DecimalField
        label={t('common.amount')}
        value={amount}
        onChange={(value) => {
          adding.reset()
          setAmount(value)
        }}
        scale={2}
        suffix={channel.asset}
        hint={t('bank.amountHint', {
          min: said.amount(channel.amountMin, channel.asset),
          max: said.amount(channel.amountMax, channel.asset),
        })}
        error={aboutProof ? undefined : refusal(error)}
      />
      <PictureField
        label={t('offline.proof')}
        purpose="deposit-proof"
        value={fileId}
        onChange={(next) => {
          adding.reset()
          setFileId(next)
        }}
        hint={t('offline.proofHint')}
        error={aboutProof ? refusal(error) : undefined}
      />
      <Button
        wide
        disabled={amount === '' || fileId === undefined}
        loading={adding.isPending}
        onClick={() => send(fileId)}
      >
        {t('offline.submit')}
      </Button>
      {fileId === undefined && (
        <Button kind="plain" size="medium" disabled={amount === '' || adding.isPending} onClick={() => send(undefined)}>
          {t('offline.withoutProof')}
        </Button>
      )}
    </Card>
  )
}
