import { DateTime, Note, useUi } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { WireOutcome } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { outcomesPath } from '../addresses.ts'

/** How many accounts lose with contracts, of how many, over which time: before any order, at any leverage. */
export function LosingNote({ of, linked = true }: { readonly of: WireOutcome; readonly linked?: boolean }) {
  const t = useWords<Messages>('contracts')
  const { Link } = useUi()
  const { losingPercent: percent, losing, accounts, span } = of
  return (
    <Note tone={percent === undefined ? 'quiet' : 'warning'}>
      {percent === undefined
        ? t('outcomes.tooFew', { losing, accounts })
        : t('outcomes.losing', { percent, losing, accounts })}{' '}
      {span !== undefined && (
        <>
          {t(span.isYear ? 'outcomes.year' : 'outcomes.since')} <DateTime at={span.from} shows="date" /> –{' '}
          <DateTime at={span.to} shows="date" />.{' '}
        </>
      )}
      {linked && (
        <Link href={outcomesPath} className="whitespace-nowrap font-strong text-brand">
          {t('outcomes.more')}
        </Link>
      )}
    </Note>
  )
}
