import { classes, Icon } from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import CircleCheck from 'lucide-react/icons/circle-check'
import ImageIcon from 'lucide-react/icons/image'
import { useId } from 'react'
import { viewOwnFile } from '../contract/index.ts'
import type { FilePurpose } from '../domain/file-rules.ts'
import type { Messages } from '../messages/es-ES.ts'
import { Choose } from './choose.tsx'
import { useSendPicture } from './use-send-picture.ts'

export interface PictureFieldProps {
  readonly label: string
  readonly purpose: FilePurpose
  /** The id of the upload; undefined while there is none. */
  readonly value: string | undefined
  readonly onChange: (fileId: string | undefined) => void
  readonly error?: string | undefined
  readonly hint?: string
}

/** The picture of a field: a newer one takes the place of the one before. */
function usePicture(purpose: FilePurpose, onChange: PictureFieldProps['onChange']) {
  const { take, ...sending } = useSendPicture(purpose)
  const change = async ([file]: readonly File[]): Promise<void> => {
    if (file === undefined) return
    onChange(undefined)
    const fileId = await take(file)
    if (fileId !== undefined) onChange(fileId)
  }
  return { ...sending, take: change }
}

/** A photo: taken now or chosen, shown at once, sent while it is shown. */
export function PictureField({ label, purpose, value, onChange, error, hint }: PictureFieldProps) {
  const t = useWords<Messages>('files')
  const id = useId()
  const { shown, tooLarge, preparing, share, refusal, take } = usePicture(purpose, onChange)
  const own = refusal === undefined ? undefined : refusal.outcome === 'unknown' ? t('field.failed') : refusal.message
  const problem = tooLarge ? t('field.tooLarge') : (own ?? error)
  const percent = String(Math.round((share ?? 0) * 100))
  const says = preparing
    ? t('field.preparing')
    : share !== undefined
      ? t('field.uploading', { percent })
      : value !== undefined
        ? t('field.ready')
        : undefined
  const has = shown !== undefined || value !== undefined
  return (
    <fieldset aria-describedby={`${id}-help`} className="min-w-0">
      <legend className="mb-1.5 px-1 text-12 text-second">{label}</legend>
      <div
        className={classes(
          'relative overflow-hidden rounded-field border-[1.5px] bg-card',
          problem === undefined ? 'border-line' : 'border-danger',
          !has && 'border-dashed',
        )}
      >
        {/* The shape of a card, whether it is there or not: nothing moves when it comes. */}
        <Picture shown={shown} fileId={value} label={t('field.preview', { label })} />
        {share !== undefined && (
          <progress value={share} max={1} aria-label={t('field.uploading', { percent })} className="sr-only" />
        )}
        <div
          aria-hidden="true"
          className="h-0.5 origin-left bg-brand transition-transform duration-150"
          style={{ transform: `scaleX(${share ?? 0})` }}
        />
        <div className="flex min-h-12 items-center justify-between gap-2 px-3 py-1">
          <p role="status" className="flex min-w-0 items-center gap-1.5 truncate text-13 text-second">
            {value !== undefined && <Icon of={CircleCheck} size={16} className="shrink-0 text-ok" />}
            {says}
          </p>
          <div className="flex shrink-0 gap-1">
            <Choose id={`${id}-take`} label={t(has ? 'field.again' : 'field.take')} icon capture onChange={take} />
            <Choose id={`${id}-choose`} label={t(has ? 'field.change' : 'field.choose')} onChange={take} />
          </div>
        </div>
      </div>
      <Help id={`${id}-help`} problem={problem} hint={hint} />
    </fieldset>
  )
}

/** One of the customer's own pictures, as it is kept. */
export function OwnPicture(props: { readonly fileId: string; readonly label: string; readonly className?: string }) {
  const { fileId, label, className } = props
  const picture = useCall(viewOwnFile, { fileId }, { freshMs: Number.POSITIVE_INFINITY })
  if (picture.data === undefined) return <span className={classes('block bg-hair', className)} />
  return <img src={`data:image/jpeg;base64,${picture.data.jpeg}`} alt={label} className={className} />
}

/** The picture that was taken, the one that is kept, or its place. */
function Picture(props: {
  readonly shown: string | undefined
  readonly fileId: string | undefined
  readonly label: string
}) {
  const { shown, fileId, label } = props
  return (
    <div className="relative grid aspect-[8/5] place-items-center bg-hair/60">
      {shown !== undefined ? (
        <img src={shown} alt={label} className="absolute inset-0 size-full object-contain" />
      ) : fileId !== undefined ? (
        <OwnPicture fileId={fileId} label={label} className="absolute inset-0 size-full object-contain" />
      ) : (
        <Icon of={ImageIcon} size={32} className="text-faint" />
      )}
    </div>
  )
}

function Help(props: { readonly id: string; readonly problem: string | undefined; readonly hint: string | undefined }) {
  const { id, problem, hint } = props
  return (
    <p
      id={id}
      role={problem === undefined ? undefined : 'alert'}
      className={classes('mt-1 px-1 text-12', problem === undefined ? 'text-second' : 'text-danger')}
    >
      {problem ?? hint}
    </p>
  )
}
