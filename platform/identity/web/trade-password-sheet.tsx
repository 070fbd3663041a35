import { Sheet } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { Messages } from '../messages/es-ES.ts'
import { TradePasswordForm } from './trade-password-form.tsx'

export interface TradePasswordSheetProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** The password is set now; go on with what it was needed for. */
  readonly onSaved: () => void
}

/** Sets the first trade password on the way to the first order: when a call answers `trade-password-needed`. */
export default function TradePasswordSheet({ open, onOpenChange, onSaved }: TradePasswordSheetProps) {
  const t = useWords<Messages>('identity')
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t('tradePassword.create')}>
      <p className="text-14 text-second">{t('tradePassword.why')}</p>
      <TradePasswordForm proof="first" onSaved={onSaved} />
    </Sheet>
  )
}
