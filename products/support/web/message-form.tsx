import type { RequestInput } from '@bolsillo/contract'
import { fileBytesMax } from '@bolsillo/files/domain'
import { type ChosenPictures, PicturesField, usePictures } from '@bolsillo/files/web'
import { useSetting } from '@bolsillo/settings/web'
import { Button, FieldFrame, Note, Sheet } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import ShieldAlert from 'lucide-react/icons/shield-alert'
import { useId, useState } from 'react'
import type { writeMessage } from '../contract/index.ts'
import type { PictureField } from '../domain/attachment.ts'
import { supportLimits } from '../domain/conversation.ts'
import { findSensitive, maskSensitive, type SensitiveKind } from '../domain/sensitive.ts'
import { supportSettings } from '../domain/support-settings.ts'
import type { Messages } from '../messages/es-ES.ts'

/** A message as its form has it. */
export type Written = Pick<RequestInput<typeof writeMessage>, 'text' | PictureField>

interface MessageFormProps {
  readonly label: string
  readonly hint?: string
  readonly sending: boolean
  /** Why it was not sent. */
  readonly error: string | undefined
  readonly onSend: (message: Written, sent: () => void) => void
}

/** A message. One that looks as if it had a secret in it is sent covered, or not at all: the server takes no other. */
export function MessageForm({ label, hint, sending, error, onSend }: MessageFormProps) {
  const t = useWords<Messages>('support')
  const id = useId()
  const [text, setText] = useState('')
  const pictures = usePictures()
  const [warned, setWarned] = useState<readonly SensitiveKind[]>([])
  const clear = (): void => {
    setWarned([])
    setText('')
    pictures.clear()
  }
  const send = (words: string): void => {
    const [picture1, picture2, picture3] = pictures.fileIds
    onSend({ text: words, picture1, picture2, picture3 }, clear)
  }
  const submit = (): void => {
    const kinds = [...new Set(findSensitive(text).map(({ kind }) => kind))]
    if (kinds.length > 0) setWarned(kinds)
    else send(text)
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <FieldFrame id={id} label={label} hint={hint}>
        <textarea
          id={id}
          value={text}
          rows={4}
          maxLength={supportLimits.letters}
          aria-describedby={hint === undefined ? undefined : `${id}-help`}
          onChange={(event) => setText(event.target.value)}
          className="w-full resize-y bg-transparent text-16 text-ink outline-none"
        />
      </FieldFrame>
      <AttachPart of={pictures} />
      {error !== undefined && (
        <div role="alert">
          <Note tone="bad">{error}</Note>
        </div>
      )}
      <Button wide type="submit" loading={sending} disabled={text.trim() === '' || !pictures.isReady}>
        {t('send')}
      </Button>
      <WarnSheet
        kinds={warned}
        text={maskSensitive(text)}
        sending={sending}
        onClose={() => setWarned([])}
        onSend={() => send(maskSensitive(text))}
      />
    </form>
  )
}

/** The pictures of a message, where the firm takes some. */
function AttachPart({ of }: { readonly of: ChosenPictures }) {
  const t = useWords<Messages>('support')
  const most = useSetting(supportSettings.picturesPerMessage)
  if (most === 0) return null
  const hint = t('attach.hint', { most: String(most), mebibytes: String(fileBytesMax / 1024 ** 2) })
  return (
    <>
      <PicturesField label={t('attach.label')} purpose="support" most={most} of={of} hint={hint} />
      {!of.isReady && <p className="px-1 text-12 text-second">{t('attach.wait')}</p>}
    </>
  )
}

function WarnSheet(props: {
  readonly kinds: readonly SensitiveKind[]
  readonly text: string
  readonly sending: boolean
  readonly onClose: () => void
  readonly onSend: () => void
}) {
  const t = useWords<Messages>('support')
  const { kinds, text, sending, onClose, onSend } = props
  const what = kinds.map((kind) => t(`warn.${kind}`)).join(', ')
  return (
    <Sheet
      open={kinds.length > 0}
      onOpenChange={(open) => !open && onClose()}
      title={t('warnTitle')}
      locked={sending}
      footer={
        <div className="flex flex-col gap-2">
          <Button wide loading={sending} onClick={onSend}>
            {t('sendMasked')}
          </Button>
          <Button wide kind="plain" onClick={onClose}>
            {t('edit')}
          </Button>
        </div>
      }
    >
      <Note tone="warning" icon={ShieldAlert}>
        {t('warnText', { what })}
      </Note>
      <p className="text-13 text-second">{t('masked')}</p>
      <p className="whitespace-pre-wrap rounded-card bg-wash p-3 text-15 [overflow-wrap:anywhere]">{text}</p>
    </Sheet>
  )
}
