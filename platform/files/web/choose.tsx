import { Icon } from '@bolsillo/ui'
import Camera from 'lucide-react/icons/camera'
import type { ChangeEvent } from 'react'

// A phone that keeps HEIC hands over a JPEG when only these are asked for.
const accepted = 'image/jpeg,image/png,image/webp'

/** A file input behind its label: the phone's own camera or gallery opens. */
export function Choose(props: {
  readonly id: string
  readonly label: string
  readonly icon?: boolean
  readonly capture?: boolean
  /** Several at once. */
  readonly multiple?: boolean
  readonly onChange: (files: readonly File[]) => unknown
}) {
  const { id, label, icon = false, capture = false, multiple = false, onChange } = props
  const take = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const files = [...(target.files ?? [])]
    // The same file may be chosen again.
    target.value = ''
    onChange(files)
  }
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
        multiple={multiple}
        onChange={take}
        className="sr-only"
      />
    </label>
  )
}
