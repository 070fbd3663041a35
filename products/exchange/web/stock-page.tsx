import { PageFrame } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import { transfer } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { TransferForm } from './transfer-form.tsx'

/** Cash between the stock purse and the others. */
export default function StockTransferPage() {
  const t = useWords<Messages>('exchange')
  return (
    <PageFrame title={t('move.title')}>
      <TransferForm call={transfer} from="stock" to="coin" assets={['MXN', 'USD', 'BRL']} />
    </PageFrame>
  )
}
