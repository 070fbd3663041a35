import { ButtonLink, Card, PageFrame, Segmented } from '@bolsillo/ui'
import { useGo, useQueryValue, useWords } from '@bolsillo/web-kit'
import type { Messages } from '../messages/es-ES.ts'
import { bankPath, hubPath } from './addresses.ts'
import { AnnounceCard } from './announce-card.tsx'
import { ChannelFacts } from './channel-facts.tsx'
import { Gated, type Status } from './gate.tsx'
import { LimitCard } from './limit-card.tsx'
import { NoChannel } from './no-channel.tsx'
import { PayInCard } from './pay-in-card.tsx'
import { PracticeCard } from './practice-card.tsx'

/** By bank: the customer's own CLABE or PIX key; `?channelId=` names which. */
export default function BankPage() {
  const t = useWords<Messages>('deposits')
  return (
    <PageFrame title={t('titles.bank')}>
      <Gated>{(status) => <Ready status={status} />}</Gated>
    </PageFrame>
  )
}

function Ready({ status }: { readonly status: Status }) {
  const t = useWords<Messages>('deposits')
  const go = useGo()
  const asked = useQueryValue('channelId')
  const channels = status.channels.filter(({ kind }) => kind === 'bank')
  const channel = channels.find(({ channelId }) => channelId === asked) ?? channels[0]
  if (channel === undefined) return <NoChannel />
  return (
    <>
      {channels.length > 1 && (
        <Segmented
          label={t('bank.choose')}
          value={channel.channelId}
          onChange={(channelId) => go(bankPath, { channelId }, { replace: true })}
          choices={channels.map(({ channelId, method, asset }) => ({
            value: channelId,
            label: `${t(`methods.${method}`)} · ${asset}`,
          }))}
        />
      )}
      <PayInCard key={channel.channelId} channel={channel}>
        {(_, password) => <AnnounceCard channel={channel} password={password} />}
      </PayInCard>
      <PracticeCard key={`practice ${channel.channelId}`} channel={channel} />
      <Card>
        <ChannelFacts channel={channel} />
      </Card>
      <LimitCard status={status} assets={[channel.asset]} />
      <ButtonLink kind="plain" href={hubPath}>
        {t('common.other')}
      </ButtonLink>
    </>
  )
}
