import type { LucideIcon } from 'lucide-react'
import { Icon } from '../icon.tsx'
import { useUi } from '../ui-context.tsx'

/** A round icon with a word under it: Depositar, Retirar, Convertir. */
export function ActionTile(props: {
  readonly icon: LucideIcon
  readonly label: string
  readonly href?: string
  readonly onClick?: () => void
}) {
  const { Link } = useUi()
  const inside = (
    <>
      <span className="grid size-[46px] place-items-center rounded-[16px] bg-wash text-brand">
        <Icon of={props.icon} size={22} />
      </span>
      <span className="max-w-full text-12 leading-tight">{props.label}</span>
    </>
  )
  const shape = 'flex min-w-0 flex-col items-center gap-1.5 text-center active:opacity-70'
  return props.href === undefined ? (
    <button type="button" onClick={props.onClick} className={shape}>
      {inside}
    </button>
  ) : (
    <Link href={props.href} className={shape}>
      {inside}
    </Link>
  )
}
