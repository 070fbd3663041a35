import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useState } from 'react'
import { Icon } from '../icon.tsx'

export interface DisclosureProps {
  readonly label: ReactNode
  /** Open at first. */
  readonly open?: boolean
  readonly children: ReactNode
}

/** What few need, behind one line that opens it. */
export function Disclosure({ label, open: startsOpen = false, children }: DisclosureProps) {
  const [open, setOpen] = useState(startsOpen)
  return (
    <div className="grid grid-cols-1 gap-3">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-my-3 flex min-h-11 items-center justify-between text-left text-13 text-second"
      >
        <span>{label}</span>
        <Icon of={ChevronDown} size={18} className={open ? 'shrink-0 rotate-180' : 'shrink-0'} />
      </button>
      {open && children}
    </div>
  )
}
