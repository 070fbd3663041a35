import type { ReplyOf } from '@bolsillo/contract'
import { viewOwnFile } from '@bolsillo/files/contract'
import { Button, CopyRow, Icon, Loaded, Note, Sheet, Skeleton } from '@bolsillo/ui'
import { saveFile, sha256, useCall, useWords } from '@bolsillo/web-kit'
import CircleCheck from 'lucide-react/icons/circle-check'
import ImageIcon from 'lucide-react/icons/image'
import { useEffect, useState } from 'react'
import type { readConversation } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'

type Line = ReplyOf<typeof readConversation>['lines'][number]
type Picture = NonNullable<Line['pictures']>[number]

const kilobytesOf = (bytes: number): string => String(Math.max(1, Math.round(bytes / 1000)))

/** A picture of one's own message: opened by a press, compared with the hash of its act, and saved. */
export function AttachedPicture({ picture }: { readonly picture: Picture }) {
  const t = useWords<Messages>('support')
  const [isOpen, setOpen] = useState(false)
  const { name, bytes } = picture
  const label = t('picture.weight', { name, kilobytes: kilobytesOf(bytes) })
  return (
    <>
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="mt-1 flex min-h-11 items-center gap-2 text-left text-13 text-brand active:opacity-70"
      >
        <Icon of={ImageIcon} size={18} className="shrink-0" />
        <span className="[overflow-wrap:anywhere]">{label}</span>
      </button>
      <Sheet open={isOpen} onOpenChange={setOpen} title={t('picture.one')}>
        {isOpen && <Opened picture={picture} />}
      </Sheet>
    </>
  )
}

/** The picture as it is kept, and whether it is the one that was attached. */
function Opened({ picture: { fileId, name, hash } }: { readonly picture: Picture }) {
  const t = useWords<Messages>('support')
  const asked = useCall(viewOwnFile, { fileId }, { freshMs: Number.POSITIVE_INFINITY })
  return (
    <Loaded of={asked} skeleton={<Skeleton className="aspect-[8/5] w-full" />}>
      {({ jpeg }) => (
        <div className="flex flex-col gap-3">
          <img
            src={`data:image/jpeg;base64,${jpeg}`}
            alt={name}
            className="max-h-[50vh] w-full rounded-field border border-line object-contain"
          />
          <Compared jpeg={jpeg} hash={hash} />
          <CopyRow label={t('picture.hash')} value={hash} note={name} />
          <Note>{t('picture.own')}</Note>
          <Button wide kind="ghost" onClick={() => saveFile(name, 'image/jpeg', bytesOf(jpeg))}>
            {t('picture.save')}
          </Button>
        </div>
      )}
    </Loaded>
  )
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))

/** Hashes on this device what came: the word of the server is not asked for. */
function Compared({ jpeg, hash }: { readonly jpeg: string; readonly hash: string }) {
  const t = useWords<Messages>('support')
  const [own, setOwn] = useState<string>()
  useEffect(() => {
    let isWanted = true
    void sha256(bytesOf(jpeg)).then((found) => {
      if (isWanted) setOwn(found)
    })
    return () => {
      isWanted = false
    }
  }, [jpeg])
  if (own === undefined) return <p className="min-h-5" />
  if (own === hash) {
    return (
      <p className="flex items-center gap-1.5 text-13 text-second">
        <Icon of={CircleCheck} size={16} className="shrink-0 text-ok" />
        {t('picture.same')}
      </p>
    )
  }
  return (
    <div role="alert">
      <Note tone="bad">{t('picture.other')}</Note>
    </div>
  )
}
