import { ButtonLink, Due, EmptyState, ErrorState, Note, SkeletonCard } from '@bolsillo/ui'
import { MoveHint } from '@bolsillo/ui/console'
import type { LucideIcon } from 'lucide-react'
import Users from 'lucide-react/icons/users'
import type { ReactNode } from 'react'

/** A case that is read: the skeleton, the error with a way to read it again, or the case. */
export function CaseBody<One>(props: {
  readonly of: {
    readonly data: One | undefined
    readonly error: { readonly message: string } | null
    readonly refetch: () => unknown
  }
  /** Lines of the skeleton. */
  readonly lines?: number
  readonly children: (one: One) => ReactNode
}) {
  const { data, error, refetch } = props.of
  if (error !== null) return <ErrorState title={error.message} onRetry={() => void refetch()} />
  return data === undefined ? <SkeletonCard lines={props.lines ?? 8} /> : props.children(data)
}

/** What a case is, at the left; its state, and until when it should be decided, at the right. */
export function CaseHeader(props: {
  readonly title: ReactNode
  readonly note: ReactNode
  readonly state: ReactNode
  /** Undefined where nothing is due. */
  readonly due: { readonly at: number; readonly soonMs: number } | undefined
}) {
  const { title, note, state, due } = props
  return (
    <header className="flex items-start justify-between gap-4">
      <div>
        <h2 className="text-20">{title}</h2>
        <p className="text-second">{note}</p>
      </div>
      <div className="text-right">
        {state}
        {due !== undefined && (
          <p className="mt-1 text-12 text-second">
            <Due at={due.at} soonMs={due.soonMs} />
          </p>
        )}
      </div>
    </header>
  )
}

/** The names of the keys of a queue. */
interface KeyNames {
  readonly next: string
  readonly previous: string
}

/** The foot of a case that this operator only reads. */
export function ReadOnlyFoot({ note, keys }: { readonly note: string; readonly keys: KeyNames }) {
  return (
    <>
      <Note>{note}</Note>
      <MoveHint {...keys} />
    </>
  )
}

/** The foot of a case about which an act is proposed: another person decides it among the approvals. */
export function ProposalFoot({ text, action }: { readonly text: string; readonly action: string }) {
  return (
    <div className="mt-auto flex items-center gap-3 rounded-card bg-wash p-4">
      <Users size={20} aria-hidden="true" className="text-brand" />
      <span className="flex-1">{text}</span>
      <ButtonLink size="medium" kind="ghost" href="/approvals">
        {action}
      </ButtonLink>
    </div>
  )
}

/** Beside a queue of which nothing is open: nothing opens by itself, because each look is in the customer's log. */
export function NoCaseOpen(props: {
  readonly icon: LucideIcon
  readonly title: string
  readonly text: string
  readonly keys: KeyNames
}) {
  return (
    <>
      <EmptyState icon={props.icon} title={props.title} text={props.text} className="my-auto" />
      <MoveHint {...props.keys} />
    </>
  )
}
