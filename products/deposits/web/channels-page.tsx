import { Card, Chips, EmptyState, PageFrame } from '@bolsillo/ui'
import { href, useGo, useQueryValue, useWords } from '@bolsillo/web-kit'
import Landmark from 'lucide-react/icons/landmark'
import type { DepositChannel } from '../contract/index.ts'
import { type DepositKind, depositKinds } from '../domain/deposit.ts'
import type { Messages } from '../messages/es-ES.ts'
import { bankPath, channelsPath, coinPath, offlinePath } from './addresses.ts'
import { ChannelRow } from './channel-facts.tsx'
import { Gated } from './gate.tsx'

/** Where a channel is used. */
export function channelHref({ channelId, kind, asset, network }: DepositChannel): string {
  if (kind === 'crypto') return href(coinPath, { asset, network })
  return href(kind === 'offline' ? offlinePath : bankPath, { channelId })
}

/** Every way to pay in, with its hours and bounds; `?kind=` shows some. */
export default function ChannelsPage() {
  const t = useWords<Messages>('deposits')
  const go = useGo()
  const asked = useQueryValue('kind')
  const kind: DepositKind | undefined = depositKinds.find((known) => known === asked)
  return (
    <PageFrame title={t('titles.channels')}>
      <Gated>
        {(status) => {
          const shown = status.channels.filter((channel) => kind === undefined || channel.kind === kind)
          return (
            <>
              <Chips
                label={t('titles.channels')}
                value={kind ?? 'all'}
                onPick={(value) => go(channelsPath, { kind: value === 'all' ? undefined : value }, { replace: true })}
                choices={[
                  { value: 'all', label: t('channels.all') },
                  ...depositKinds.map((value) => ({ value, label: t(`records.${value}`) })),
                ]}
              />
              {shown.length === 0 ? (
                <EmptyState icon={Landmark} title={t('channels.none')} text={t('channels.noneText')} />
              ) : (
                <Card pad="list">
                  {shown.map((channel) => (
                    <ChannelRow key={channel.channelId} channel={channel} href={channelHref(channel)} />
                  ))}
                </Card>
              )}
            </>
          )
        }}
      </Gated>
    </PageFrame>
  )
}
