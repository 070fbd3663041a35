import { PageFrame } from '@bolsillo/ui'
import { useQueryValue, useWords } from '@bolsillo/web-kit'
import type { Messages } from '../../messages/es-ES.ts'
import { Gated } from '../gate.tsx'
import { NoChannel } from '../no-channel.tsx'
import { CoinPanel } from './coin-panel.tsx'

/** The address of one coin on one network: `?asset=BTC&network=bitcoin`. */
export default function CoinPage() {
  const t = useWords<Messages>('deposits')
  const asset = useQueryValue('asset')
  const network = useQueryValue('network')
  return (
    <PageFrame title={asset === undefined ? t('titles.coin') : `${t('titles.coin')} · ${asset}`}>
      <Gated>
        {({ channels }) => {
          const coins = channels.filter(({ kind }) => kind === 'crypto')
          const ofCoin = coins.filter((channel) => asset === undefined || channel.asset === asset)
          const channel = ofCoin.find((one) => one.network === network) ?? ofCoin[0]
          return channel === undefined ? <NoChannel /> : <CoinPanel key={channel.channelId} channel={channel} />
        }}
      </Gated>
    </PageFrame>
  )
}
