import type { PinKind } from '@bolsillo/factors/domain'
import { Sheet } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { Messages } from '../../messages/es-ES.ts'
import { PinForm } from './pin-form.tsx'

interface PinSheetProps {
  readonly kind: PinKind
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  /** The password is set now; go on with what it was needed for. */
  readonly onSaved: () => void
}

/** Sets the first six digits on the way to what they are for: when a call answers that they are needed. */
export default function PinSheet({ kind, open, onOpenChange, onSaved }: PinSheetProps) {
  const t = useWords<Messages>('identity')
  return (
    <Sheet open={open} onOpenChange={onOpenChange} title={t(`${kind}Password.create`)}>
      <p className="text-14 text-second">{t(`${kind}Password.why`)}</p>
      <PinForm kind={kind} proof="first" onSaved={onSaved} />
    </Sheet>
  )
}
