import { KeyHint, keyCap, keysNow, useKeys } from '@bolsillo/ui/console'
import { useWords } from '@bolsillo/web-kit'
import { useEffect, useRef, useState } from 'react'
import type { Messages } from './words/es-ES.ts'

/** `?` shows what the keys do here. */
export function KeysDialog() {
  const t = useWords<Messages>('core')
  const box = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  useKeys([{ key: '?', label: t('keys.show'), run: () => setOpen(true) }])
  useEffect(() => {
    if (open) box.current?.showModal()
    else box.current?.close()
  }, [open])
  return (
    <dialog
      ref={box}
      aria-labelledby="keys-title"
      onClose={() => setOpen(false)}
      className="m-auto max-h-[90dvh] w-[min(100%-2rem,420px)] rounded-sheet bg-card p-5 text-ink outline-none backdrop:bg-mask"
    >
      {open && (
        <>
          <h2 id="keys-title" className="text-16">
            {t('keys.title')}
          </h2>
          <dl className="mt-3 grid grid-cols-[64px_minmax(0,1fr)] gap-y-2">
            {keysNow().map(({ key, label, blocked }) => (
              <div key={key} className="contents">
                <dt>
                  <KeyHint>{keyCap(key)}</KeyHint>
                </dt>
                <dd>
                  {label}
                  {blocked !== undefined && <span className="block text-12 text-second">{blocked}</span>}
                </dd>
              </div>
            ))}
          </dl>
          <form method="dialog" className="mt-4 text-right">
            <button type="submit" className="rounded-small px-2 py-1 font-medium text-brand">
              {t('keys.close')}
            </button>
          </form>
        </>
      )}
    </dialog>
  )
}
