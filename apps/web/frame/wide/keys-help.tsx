import type { Messages } from '@bolsillo/trading/messages/es-ES'
import { Sheet } from '@bolsillo/ui'
import { KeyHint, keyCap, keysNow } from '@bolsillo/ui/keys'
import { useWords } from '@bolsillo/web-kit'
import { useState } from 'react'

/** The keys that do something here. */
export default function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  const t = useWords<Messages>('trading')
  const [keys] = useState(keysNow)
  return (
    <Sheet open onOpenChange={(open) => !open && onClose()} title={t('workspace.keys.title')}>
      <dl className="grid">
        {keys.map(({ key, label }) => (
          <div
            key={key}
            className="flex min-h-11 items-center justify-between gap-4 border-hair border-b last:border-b-0"
          >
            <dt>{label}</dt>
            <dd>
              <KeyHint>{keyCap(key)}</KeyHint>
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-12 text-second">{t('workspace.keys.note')}</p>
    </Sheet>
  )
}
