import { Button, ErrorState, Icon, Skeleton } from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import Eye from 'lucide-react/icons/eye'
import { useEffect, useRef, useState } from 'react'
import { viewFile } from '../contract/operator.ts'
import type { ViewReason } from '../domain/file-rules.ts'
import type { Messages } from '../messages/es-ES.ts'

export interface LoggedPictureProps {
  readonly fileId: string
  readonly caseId: string
  readonly reason: ViewReason
  /** What it is a picture of. */
  readonly label: string
  /** Shown without a press: by a key of the page. It is logged all the same. */
  readonly open?: boolean
  /** As wide as the case, by a key of the page; a press on the picture changes it too. */
  readonly enlarged?: boolean
  /** It is shown now, and the look is recorded. */
  readonly onOpened?: (fileId: string) => void
}

/**
 * A customer's picture. It is fetched only on request, because each access is recorded in the customer's log; once
 * fetched, it stays while the case is open.
 */
export function LoggedPicture(props: LoggedPictureProps) {
  const { fileId, caseId, reason, label, open = false, enlarged = false, onOpened } = props
  const t = useWords<Messages>('files')
  const [pressed, setPressed] = useState(false)
  const [own, setOwn] = useState<boolean>()
  const large = own ?? enlarged
  const asked = pressed || open
  const picture = useCall(viewFile, { fileId, caseId, reason }, { enabled: asked, freshMs: Number.POSITIVE_INFINITY })
  const isShown = picture.data !== undefined
  const latest = useRef(onOpened)
  latest.current = onOpened
  useEffect(() => {
    if (isShown) latest.current?.(fileId)
  }, [isShown, fileId])
  // What the page's key asks for holds for every picture, until one of them is pressed.
  useEffect(() => setOwn(undefined), [enlarged])
  if (!asked) {
    return (
      <div className="grid aspect-[8/5] place-items-center rounded-field border border-line border-dashed bg-hair/50 p-3 text-center">
        <div>
          <Button kind="ghost" size="medium" icon={<Icon of={Eye} size={18} />} onClick={() => setPressed(true)}>
            {`${t('look.show')}: ${label}`}
          </Button>
          <p className="mt-1.5 text-12 text-second">{t('look.logged')}</p>
        </div>
      </div>
    )
  }
  if (picture.isError) return <ErrorState title={picture.error.message} onRetry={() => void picture.refetch()} />
  if (picture.data === undefined) return <Skeleton className="aspect-[8/5] w-full" />
  return (
    <button
      type="button"
      aria-label={`${t('look.enlarge')}: ${label}`}
      aria-pressed={large}
      onClick={() => setOwn(!large)}
      className={large ? 'col-span-full' : ''}
    >
      <img
        src={`data:image/jpeg;base64,${picture.data.jpeg}`}
        alt={label}
        className="w-full rounded-field border border-line object-contain"
      />
    </button>
  )
}
