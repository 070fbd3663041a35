import { ButtonLink, Card, PageFrame } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { Messages } from '../../messages/es-ES.ts'
import { cryptoPath } from '../addresses.ts'
import { ChannelRow } from '../channel-facts.tsx'
import { channelHref } from '../channels-page.tsx'
import { Gated } from '../gate.tsx'
import { NoChannel } from '../no-channel.tsx'

/** Every coin and network that can be paid in. */
export default function CoinsPage() {
  const t = useWords<Messages>('deposits')
  return (
    <PageFrame title={t('titles.coins')}>
      <Gated>
        {({ channels }) => {
          const coins = channels.filter(({ kind }) => kind === 'crypto')
          if (coins.length === 0) return <NoChannel />
          return (
            <>
              <p className="px-1 text-13 text-second">{t('crypto.pick')}</p>
              <Card pad="list">
                {coins.map((channel) => (
                  <ChannelRow key={channel.channelId} channel={channel} href={channelHref(channel)} />
                ))}
              </Card>
              <ButtonLink kind="plain" href={cryptoPath}>
                {t('crypto.announce')}
              </ButtonLink>
            </>
          )
        }}
      </Gated>
    </PageFrame>
  )
}
