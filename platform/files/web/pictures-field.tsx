import { Icon, IconButton } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import CircleCheck from 'lucide-react/icons/circle-check'
import ImageIcon from 'lucide-react/icons/image'
import X from 'lucide-react/icons/x'
import { useEffect, useId, useRef, useState } from 'react'
import type { FilePurpose } from '../domain/file-rules.ts'
import type { Messages } from '../messages/es-ES.ts'
import { Choose } from './choose.tsx'
import type { ChosenPicture, ChosenPictures } from './use-pictures.ts'
import { useSendPicture } from './use-send-picture.ts'

export interface PicturesFieldProps {
  readonly label: string
  readonly purpose: FilePurpose
  /** How many it takes. */
  readonly most: number
  readonly of: ChosenPictures
  readonly hint?: string
}

/** Several photos, taken now or chosen: each is sent while it is shown, says what is wrong with it, and can be removed. */
export function PicturesField({ label, purpose, most, of, hint }: PicturesFieldProps) {
  const t = useWords<Messages>('files')
  const id = useId()
  const [isOver, setOver] = useState(false)
  const add = (files: readonly File[]): void => {
    const fitting = files.slice(0, Math.max(0, most - of.all.length))
    setOver(fitting.length < files.length)
    of.add(fitting)
  }
  return (
    <fieldset aria-describedby={`${id}-help`} className="min-w-0">
      <legend className="mb-1.5 px-1 text-12 text-second">{label}</legend>
      <ul className="flex flex-col gap-2">
        {of.all.map((one, index) => (
          <PictureItem key={one.key} one={one} number={index + 1} purpose={purpose} of={of} />
        ))}
      </ul>
      {of.all.length < most && (
        <div className="-mx-1 flex flex-wrap gap-1">
          <Choose id={`${id}-take`} label={t('field.take')} icon capture onChange={add} />
          <Choose id={`${id}-choose`} label={t('many.choose')} multiple onChange={add} />
        </div>
      )}
      {isOver && (
        <p role="alert" className="px-1 text-12 text-danger">
          {t('many.over', { maximum: String(most) })}
        </p>
      )}
      <p id={`${id}-help`} className="px-1 text-12 text-second">
        {hint}
      </p>
    </fieldset>
  )
}

/** One of them, on its way since it is here. */
function PictureItem(props: {
  readonly one: ChosenPicture
  readonly number: number
  readonly purpose: FilePurpose
  readonly of: ChosenPictures
}) {
  const { one, number, purpose, of } = props
  const { key, file, fileId } = one
  const t = useWords<Messages>('files')
  const { shown, tooLarge, preparing, share, refusal, take } = useSendPicture(purpose)
  const latest = useRef({ take, keep: of.keep })
  latest.current = { take, keep: of.keep }
  useEffect(() => {
    void latest.current.take(file).then((sent) => {
      if (sent !== undefined) latest.current.keep(key, sent)
    })
  }, [file, key])
  const refused = refusal?.outcome === 'unknown' ? t('many.failed') : refusal?.message
  const problem = tooLarge ? t('field.tooLarge') : refused
  const name = t('many.one', { number: String(number) })
  return (
    <li className="flex items-center gap-3 overflow-hidden rounded-field border border-line bg-card p-2">
      <span className="relative grid size-14 shrink-0 place-items-center overflow-hidden rounded-small bg-hair/60">
        {shown === undefined ? (
          <Icon of={ImageIcon} size={22} className="text-faint" />
        ) : (
          <img
            src={shown}
            alt={t('field.preview', { label: name })}
            className="absolute inset-0 size-full object-cover"
          />
        )}
      </span>
      <div className="min-w-0 grow">
        <p className="text-13">{name}</p>
        <Course preparing={preparing} share={share} problem={problem} isReady={fileId !== undefined} />
      </div>
      <IconButton
        label={t('many.remove', { number: String(number) })}
        icon={<Icon of={X} size={18} />}
        onClick={() => of.remove(key)}
      />
    </li>
  )
}

/** How far it is, or what is wrong with it. */
function Course(props: {
  readonly preparing: boolean
  readonly share: number | undefined
  readonly problem: string | undefined
  readonly isReady: boolean
}) {
  const { preparing, share, problem, isReady } = props
  const t = useWords<Messages>('files')
  const uploading = t('field.uploading', { percent: String(Math.round((share ?? 0) * 100)) })
  if (problem !== undefined) {
    return (
      <p role="alert" className="text-12 text-danger">
        {problem}
      </p>
    )
  }
  return (
    <>
      <p role="status" className="flex items-center gap-1.5 text-12 text-second">
        {isReady && <Icon of={CircleCheck} size={16} className="shrink-0 text-ok" />}
        {preparing ? t('field.preparing') : share !== undefined ? uploading : isReady && t('field.ready')}
      </p>
      {share !== undefined && (
        <progress value={share} max={1} aria-label={uploading} className="mt-1 block h-1 w-full accent-brand" />
      )}
    </>
  )
}
