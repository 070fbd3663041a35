import { Sheet, showToast } from '@bolsillo/ui'
import { type DetourProps, useWords } from '@bolsillo/web-kit'
import { transferCoins } from '../contract/index.ts'
import type { PurseName } from '../domain/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { purseName } from './said.ts'
import { TransferForm } from './transfer-form.tsx'

/** Brings money to the purse a form is short in, over the form. */
export default function TransferSheet({ onClose, onDone, asset = 'USDT', purse }: DetourProps) {
  const t = useWords<Messages>('exchange')
  const to: PurseName = purse === 'contract' || purse === 'stock' ? purse : 'coin'
  const onMoved = (): void => {
    showToast(t('move.arrived', { purse: purseName(t, to) }))
    onDone()
  }
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={t('move.bring', { purse: purseName(t, to) })}>
      <TransferForm
        call={transferCoins}
        from={to === 'coin' ? 'stock' : 'coin'}
        to={to}
        assets={[asset]}
        short={{ asset, onMoved }}
      />
    </Sheet>
  )
}
