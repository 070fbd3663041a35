import Check from 'lucide-react/icons/check'
import Hourglass from 'lucide-react/icons/hourglass'
import ShieldCheck from 'lucide-react/icons/shield-check'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { Card } from './card.tsx'

export interface ChecksCardProps {
  readonly title: string
  /** Each thing that was checked, in order. */
  readonly checks: readonly {
    readonly label: string
    readonly failed: boolean
    /** Not decidable yet. */
    readonly open?: boolean
  }[]
  /** How it was checked. */
  readonly children: ReactNode
}

/** What this device found when it checked a receipt itself. */
export function ChecksCard({ title, checks, children }: ChecksCardProps) {
  const fine = checks.every(({ failed }) => !failed)
  return (
    <Card className="rise">
      <p role="status" className="flex items-center gap-2 font-strong text-15">
        <Icon of={fine ? ShieldCheck : X} size={20} className={fine ? 'text-ok' : 'text-danger'} />
        {title}
      </p>
      <ul className="mt-2 grid gap-1.5 text-13">
        {checks.map(({ label, failed, open = false }) => (
          <li key={label} className="flex items-center gap-2">
            <Icon
              of={failed ? X : open ? Hourglass : Check}
              size={16}
              className={failed ? 'text-danger' : open ? 'text-second' : 'text-ok'}
            />
            {label}
          </li>
        ))}
      </ul>
      <div className="mt-2 grid gap-1 text-12 text-second">{children}</div>
    </Card>
  )
}
