import { DateTime, DefinitionList, ListRow, Monogram, Pill } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { DepositChannel } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { useSaid } from './said.ts'

/** What a channel asks and how long it takes, before anything is sent. */
export function ChannelFacts({ channel }: { readonly channel: DepositChannel }) {
  const t = useWords<Messages>('deposits')
  const said = useSaid()
  return (
    <DefinitionList
      facts={[
        { label: t('common.minimum'), value: said.amount(channel.amountMin, channel.asset) },
        { label: t('common.maximum'), value: said.amount(channel.amountMax, channel.asset) },
        ...(channel.confirmations > 1
          ? [{ label: t('common.confirmations'), value: String(channel.confirmations) }]
          : []),
        {
          label: t('common.arrival'),
          value: <span className="ml-auto block max-w-[26ch]">{said.arrival(channel)}</span>,
        },
        { label: t('common.fee'), value: t('common.free') },
      ]}
    />
  )
}

/** A channel in a list: open or not, from when, and what is the least. */
export function ChannelRow({ channel, href }: { readonly channel: DepositChannel; readonly href: string }) {
  const t = useWords<Messages>('deposits')
  const said = useSaid()
  return (
    <ListRow
      href={href}
      lead={
        <Monogram
          of={channel.asset}
          letters={channel.asset}
          className={channel.asset.length > 3 ? 'text-[10px]' : ''}
        />
      }
      title={said.channel(channel.channelId)}
      note={`${t('common.minimum')} ${said.amount(channel.amountMin, channel.asset)}`}
      aside={<Pill tone={channel.open ? 'good' : 'quiet'}>{t(channel.open ? 'common.open' : 'common.closed')}</Pill>}
      asideNote={
        channel.open ? (
          channel.needsPassword ? (
            t('common.needsPassword')
          ) : undefined
        ) : channel.opensAt === undefined ? undefined : (
          <>
            {t('common.opensAt')} <DateTime at={channel.opensAt} shows="time" />
          </>
        )
      }
    />
  )
}
