import { Button } from '@bolsillo/ui'
import { saveFile, useWords } from '@bolsillo/web-kit'
import type { Messages } from '../../messages/es-ES.ts'
import { evidenceOf, type HeadStanding } from './follow-head.ts'

/** Two signed heads that cannot be of one journal: said loudly, with what to do about it. */
export function ForkAdvice({ fork }: { readonly fork: Extract<HeadStanding, { kind: 'contradicts' }> }) {
  const t = useWords<Messages>('ledger')
  const { seen, head } = fork
  return (
    <div role="alert" className="grid gap-2 rounded-card border border-danger p-3 text-13 text-ink">
      <p className="font-strong text-15 text-danger">{t('journal.fork')}</p>
      <p>{t('journal.forkText', { seen: String(seen.seq), shown: String(head.seq) })}</p>
      <ol className="grid list-decimal gap-1 pl-5">
        <li>{t('journal.forkKeep')}</li>
        <li>{t('journal.forkCompare')}</li>
        <li>{t('journal.forkAsk')}</li>
      </ol>
      <Button
        kind="ghost"
        size="medium"
        wide
        onClick={() => saveFile('bolsillo-dos-cabezas.json', 'application/json', evidenceOf(fork))}
      >
        {t('journal.forkTake')}
      </Button>
    </div>
  )
}
