import Copy from 'lucide-react/icons/copy'
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { showToast } from '../layers/toasts.ts'
import { useUi } from '../ui-context.tsx'

export interface CopyRowProps {
  readonly label: ReactNode
  /** What is shown and, unless `copies` says otherwise, what is copied. */
  readonly value: string
  /** The text to copy where it is shown in groups. */
  readonly copies?: string
  readonly note?: ReactNode
}

/** A value to copy rather than retype: an account, an address, a reference. */
export function CopyRow({ label, value, copies = value, note }: CopyRowProps) {
  const { words } = useUi()
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(copies)
    showToast(words.copied)
  }
  return (
    <div className="flex items-center gap-3 border-hair border-t py-2.5 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="text-12 text-second">{label}</p>
        <p data-verbatim className="font-strong text-15 leading-snug [overflow-wrap:anywhere]">
          {value}
        </p>
        {note !== undefined && <p className="mt-0.5 text-12 text-second">{note}</p>}
      </div>
      <button
        type="button"
        onClick={() => void copy()}
        className="tap -mr-2 grid shrink-0 place-items-center rounded-pill text-brand active:opacity-70"
        aria-label={`${words.copy}: ${typeof label === 'string' ? label : value}`}
      >
        <Icon of={Copy} size={20} />
      </button>
    </div>
  )
}
