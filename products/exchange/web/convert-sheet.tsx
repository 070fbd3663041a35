import { Sheet, showToast } from '@bolsillo/ui'
import { type DetourProps, useWords } from '@bolsillo/web-kit'
import type { Messages } from '../messages/es-ES.ts'
import { ConvertForm } from './convert-form.tsx'
import { paths } from './paths.ts'

/** Converts money of another currency into the one a form is short of, over the form. */
export default function ConvertSheet({ onClose, onDone, asset = 'MXN' }: DetourProps) {
  const t = useWords<Messages>('exchange')
  const onConverted = (): void => {
    showToast(t('convert.arrived', { asset }))
    onDone()
  }
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={t('convert.title')}>
      <ConvertForm purse="coin" page={paths.cryptoConvert} short={{ asset, onConverted }} />
    </Sheet>
  )
}
