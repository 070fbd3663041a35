import { Button, ErrorState, Icon, Skeleton } from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import Eye from 'lucide-react/icons/eye'
import { useState } from 'react'
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
}

/**
 * A customer's picture. It is fetched only on request, because each access is recorded in the customer's log; once
 * fetched, it stays while the case is open.
 */
export function LoggedPicture({ fileId, caseId, reason, label, open = false }: LoggedPictureProps) {
  const t = useWords<Messages>('files')
  const [pressed, setPressed] = useState(false)
  const [large, setLarge] = useState(false)
  const asked = pressed || open
  const picture = useCall(viewFile, { fileId, caseId, reason }, { enabled: asked, freshMs: Number.POSITIVE_INFINITY })
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
      onClick={() => setLarge(!large)}
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
