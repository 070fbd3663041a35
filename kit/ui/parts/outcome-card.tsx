import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icon.tsx'
import { Card } from './card.tsx'

export interface OutcomeCardProps {
  readonly icon: LucideIcon
  /** Colors of the mark: `bg-up text-on-fill`. */
  readonly look: string
  readonly children: ReactNode
}

/** An outcome at the top of its page: an icon, and below it the figure and its state. */
export function OutcomeCard({ icon, look, children }: OutcomeCardProps) {
  return (
    <Card className="flex flex-col items-center gap-1 text-center">
      <span className={classes('mt-1 mb-2 grid size-12 place-items-center rounded-pill', look)}>
        <Icon of={icon} size={26} />
      </span>
      {children}
    </Card>
  )
}
