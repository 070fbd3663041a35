import { classes, Icon } from '@bolsillo/ui'
import { useCall, useUpload, useWords } from '@bolsillo/web-kit'
import Camera from 'lucide-react/icons/camera'
import CircleCheck from 'lucide-react/icons/circle-check'
import ImageIcon from 'lucide-react/icons/image'
import { type ChangeEvent, useEffect, useId, useState } from 'react'
import { uploadFile, viewOwnFile } from '../contract/index.ts'
import { type FilePurpose, fileBytesMax, keptSideMax } from '../domain/file-rules.ts'
import type { Messages } from '../messages/es-ES.ts'

// A phone that keeps HEIC hands over a JPEG when only these are asked for.
const accepted = 'image/jpeg,image/png,image/webp'

export interface PictureFieldProps {
  readonly label: string
  readonly purpose: FilePurpose
  /** The id of the upload; undefined while there is none. */
  readonly value: string | undefined
  readonly onChange: (fileId: string | undefined) => void
  readonly error?: string | undefined
  readonly hint?: string
}

/** A picture on its way: made smaller, shown, sent. */
function usePicture(purpose: FilePurpose, onChange: PictureFieldProps['onChange']) {
  const { share, refusal, send } = useUpload(uploadFile)
  const [shown, setShown] = useState<string>()
  const [tooLarge, setTooLarge] = useState(false)
  const [preparing, setPreparing] = useState(false)
  useEffect(() => () => URL.revokeObjectURL(shown ?? ''), [shown])
  const take = async (event: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (file === undefined) return
    onChange(undefined)
    setPreparing(true)
    const small = await shrinkPicture(file)
    setPreparing(false)
    setTooLarge(small.size > fileBytesMax)
    if (small.size > fileBytesMax) return
    setShown(URL.createObjectURL(small))
    const reply = await send({ purpose }, small)
    if (reply !== undefined) onChange(reply.fileId)
    else setShown(undefined)
  }
  return { shown, tooLarge, preparing, share, refusal, take }
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

/** A file input behind its label: the phone's own camera or gallery opens. */
function Choose(props: {
  readonly id: string
  readonly label: string
  readonly icon?: boolean
  readonly capture?: boolean
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => Promise<void>
}) {
  const { id, label, icon = false, capture = false, onChange } = props
  return (
    <label
      htmlFor={id}
      className="relative inline-flex min-h-11 cursor-pointer items-center gap-1.5 rounded-small px-2 font-medium text-13 text-brand focus-within:outline-2 focus-within:outline-brand active:opacity-70"
    >
      {icon && <Icon of={Camera} size={18} />}
      {label}
      <input
        id={id}
        type="file"
        accept={accepted}
        {...(capture ? { capture: 'environment' as const } : {})}
        onChange={(event) => void onChange(event)}
        className="sr-only"
      />
    </label>
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

const quality = 0.88

/**
 * Shrinks a picture to its stored size, so that a phone uploads it in a second or two. Camera metadata stay on the
 * phone. A file the browser cannot decode is sent unchanged, and the server reports the problem.
 */
async function shrinkPicture(file: Blob): Promise<Blob> {
  if (!/^image\/(?:jpeg|png|webp|heic|heif)$/.test(file.type)) return file
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
  if (bitmap === undefined) return file
  const scale = Math.min(1, keptSideMax / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (context === null) return file
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  return drawn ?? file
}
