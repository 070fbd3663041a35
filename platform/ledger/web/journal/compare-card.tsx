import { Button, Card, Note, Qr, TextField } from '@bolsillo/ui'
import { useKit, useWords } from '@bolsillo/web-kit'
import { useRef, useState } from 'react'
import type { Messages } from '../../messages/es-ES.ts'
import { type Comparison, compareHeads } from './compare-heads.ts'
import { loadDeviceHash } from './device-hash.ts'
import { writeHeadCode } from './head-code.ts'
import { storedHead } from './remembered-head.ts'

/** What of the browser's own reader of codes is used; not every browser has one. */
interface CodeReader {
  readonly detect: (picture: ImageBitmap) => Promise<readonly { readonly rawValue: string }[]>
}
type CodeReaders = new (options: { readonly formats: readonly string[] }) => CodeReader

const codeReaders = (): CodeReaders | undefined =>
  (globalThis as { readonly BarcodeDetector?: CodeReaders }).BarcodeDetector

/** Two phones side by side: each shows the newest head it saw, and holds the other's against its own. */
export function CompareCard() {
  const t = useWords<Messages>('ledger')
  const { client } = useKit()
  const [code, setCode] = useState<string>()
  const [text, setText] = useState('')
  const [found, setFound] = useState<Comparison['kind'] | 'no-code'>()
  const show = (): void => {
    const seen = storedHead.read()
    const written = seen === undefined ? undefined : writeHeadCode(seen)
    setCode(written)
    setFound(written === undefined ? 'nothing' : undefined)
  }
  const compare = (other: string): void => {
    loadDeviceHash()
      .then((device) => compareHeads({ ask: client.call, memory: storedHead, device }, other))
      .catch((): Comparison => ({ kind: 'unknown' }))
      .then(({ kind }) => setFound(kind))
  }
  const read = async (picture: File): Promise<void> => {
    const Reader = codeReaders()
    if (Reader === undefined) return
    const [seen] = await new Reader({ formats: ['qr_code'] }).detect(await createImageBitmap(picture))
    if (seen === undefined) setFound('no-code')
    else compare(seen.rawValue)
  }
  return (
    <Card>
      <p className="font-strong text-15">{t('journal.compare.title')}</p>
      <p className="mt-1 text-13 text-second">{t('journal.compare.text')}</p>
      <div className="mt-3 grid gap-2">
        <OwnCode code={code} onShow={show} />
        {codeReaders() !== undefined && (
          <CodePicture onPicture={(picture) => void read(picture).catch(() => setFound('no-code'))} />
        )}
        <TextField label={t('journal.compare.paste')} value={text} onChange={setText} maxLength={400} />
        <Button wide disabled={text.trim() === ''} onClick={() => compare(text)}>
          {t('journal.compare.action')}
        </Button>
        {found !== undefined && (
          <div role={found === 'contradicts' ? 'alert' : 'status'}>
            <Note tone={found === 'same' ? 'good' : found === 'contradicts' ? 'bad' : 'quiet'}>
              {t(`journal.compare.found.${found}`)}
            </Note>
          </div>
        )}
      </div>
    </Card>
  )
}

/** The newest head this device saw, as a code for the other one, once it is asked for. */
function OwnCode({ code, onShow }: { readonly code: string | undefined; readonly onShow: () => void }) {
  const t = useWords<Messages>('ledger')
  return code === undefined ? (
    <Button kind="ghost" wide onClick={onShow}>
      {t('journal.compare.show')}
    </Button>
  ) : (
    <div className="grid justify-items-center gap-2">
      <Qr text={code} label={t('journal.compare.code')} size={272} />
      <p className="break-all text-11 text-second leading-snug">{code}</p>
    </div>
  )
}

/** Takes a picture of the other device's code. */
function CodePicture({ onPicture }: { readonly onPicture: (picture: File) => void }) {
  const t = useWords<Messages>('ledger')
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button kind="ghost" wide onClick={() => picker.current?.click()}>
        {t('journal.compare.read')}
      </Button>
      <input
        ref={picker}
        type="file"
        accept="image/*"
        capture="environment"
        aria-label={t('journal.compare.read')}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file !== undefined) onPicture(file)
        }}
      />
    </>
  )
}
