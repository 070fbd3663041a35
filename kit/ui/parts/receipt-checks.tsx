import ShieldCheck from 'lucide-react/icons/shield-check'
import { type ReactNode, useState } from 'react'
import { Icon } from '../icon.tsx'
import { useUi } from '../ui-context.tsx'
import { Button } from './button.tsx'
import { ChecksCard } from './checks-card.tsx'
import { Note } from './marks.tsx'

/** What this device found: the names of the failed checks, and a line that says what the receipt was compared with. */
export interface ReceiptFinding<Check extends string> {
  readonly failed: readonly Check[]
  /** Of the others, those that cannot be decided yet. */
  readonly open?: readonly Check[]
  /** `Cabeza del diario: asiento 812, huella 3fa9…` */
  readonly against: string
  /** What else there is to say of it. */
  readonly more?: ReactNode
}

export interface ReceiptChecksProps<Check extends string> {
  /** Every check, in order, in words. */
  readonly checks: ReadonlyArray<readonly [check: Check, label: string]>
  readonly words: {
    readonly action: string
    readonly good: string
    readonly bad: string
    /** How it was checked. */
    readonly explained: string
  }
  /** Fetches the receipt and recomputes its sums here; undefined when it could not be fetched. */
  readonly check: () => Promise<ReceiptFinding<Check> | undefined>
}

/** How much of a hash is shown beside its sentence. */
export const shortHash = (hash: string): string => `${hash.slice(0, 12)}…`

type State<Check extends string> =
  | { readonly kind: 'idle' | 'checking' | 'unavailable' }
  | { readonly kind: 'checked'; readonly found: ReceiptFinding<Check> }

/** "Check on this phone": a button that recomputes every sum of a receipt on this device, and the result. */
export function ReceiptChecks<Check extends string>({ checks, words, check }: ReceiptChecksProps<Check>) {
  const { words: own } = useUi()
  const [state, setState] = useState<State<Check>>({ kind: 'idle' })
  const run = async (): Promise<void> => {
    setState({ kind: 'checking' })
    const found = await check()
    setState(found === undefined ? { kind: 'unavailable' } : { kind: 'checked', found })
  }
  if (state.kind === 'checked') {
    const { failed, open = [], against, more } = state.found
    return (
      <>
        <ChecksCard
          title={failed.length === 0 ? words.good : words.bad}
          checks={checks.map(([one, label]) => ({ label, failed: failed.includes(one), open: open.includes(one) }))}
        >
          <p>{words.explained}</p>
          <p className="break-all">{against}</p>
          {more}
        </ChecksCard>
        {open.length > 0 && (
          <Button kind="ghost" wide icon={<Icon of={ShieldCheck} size={20} />} onClick={() => void run()}>
            {words.action}
          </Button>
        )}
      </>
    )
  }
  return (
    <>
      <Button
        kind="ghost"
        wide
        icon={<Icon of={ShieldCheck} size={20} />}
        loading={state.kind === 'checking'}
        onClick={() => void run()}
      >
        {words.action}
      </Button>
      {state.kind === 'unavailable' && <Note tone="bad">{own.failed}</Note>}
    </>
  )
}
