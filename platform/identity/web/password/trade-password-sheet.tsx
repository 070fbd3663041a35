import { Sheet, showToast } from '@bolsillo/ui'
import { type DetourProps, useWords } from '@bolsillo/web-kit'
import type { Messages } from '../../messages/es-ES.ts'
import { PinForm } from './pin-form.tsx'

/** Creates the trade password over the form that needs it, which goes on with it. */
export default function TradePasswordSheet({ onClose, onDone }: DetourProps) {
  const t = useWords<Messages>('identity')
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={t('tradePassword.create')}>
      <p className="text-14 text-second">{t('tradePassword.why')}</p>
      <PinForm
        kind="trade"
        proof="first"
        onSaved={(chosen) => {
          showToast(t('tradePassword.saved'))
          onDone(chosen)
        }}
      />
    </Sheet>
  )
}
