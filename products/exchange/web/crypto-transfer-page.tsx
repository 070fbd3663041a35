import { PageFrame } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import { transferCoins } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { TransferForm } from './transfer-form.tsx'

/** Coins, and cash, between the purses of coins and contracts. */
export default function CryptoTransferPage() {
  const t = useWords<Messages>('exchange')
  return (
    <PageFrame title={t('move.coinTitle')}>
      <TransferForm
        call={transferCoins}
        from="coin"
        to="contract"
        assets={['USDT', 'BTC', 'ETH', 'USD', 'MXN', 'BRL']}
      />
    </PageFrame>
  )
}
