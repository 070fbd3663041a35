import { Button } from '@bolsillo/ui'
import { saveFile, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import type { Messages } from '../../messages/es-ES.ts'
import { type Fork, followFork } from './fork-found.ts'
import { storedHead } from './remembered-head.ts'

/**
 * Two signed heads that cannot be of one journal: said loudly, with what to do about it. Whoever has saved both may go on
 * with the new one: a practice market that was begun anew is a fork like any other, and the device cannot tell.
 */
export function ForkAdvice({ fork }: { readonly fork: Fork }) {
  const t = useWords<Messages>('ledger')
  const { seen, head, source } = fork
  const [step, setStep] = useState<'told' | 'saved' | 'follows'>('told')
  const save = (): void => {
    saveFile('bolsillo-dos-cabezas.json', 'application/json', fork.evidence)
    setStep('saved')
  }
  const follow = (): void => {
    // What another phone was shown is theirs: this one goes on from what it saw itself.
    if (source !== 'other') storedHead.write(head)
    followFork(fork)
    setStep('follows')
  }
  if (step === 'follows')
    return (
      <p role="status" className="text-13">
        {source === 'other' ? t('journal.forkKept') : t('journal.forkFollowed', { shown: String(head.seq) })}
      </p>
    )
  return (
    <div role="alert" className="grid gap-2 rounded-card border border-danger p-3 text-13 text-ink">
      <p className="font-strong text-15 text-danger">{t('journal.fork')}</p>
      <p>{t(`journal.forkBy.${source}`, { seen: String(seen.size), shown: String(head.seq) })}</p>
      <ol className="grid list-decimal gap-1 pl-5">
        <li>{t('journal.forkKeep')}</li>
        <li>{t('journal.forkCompare')}</li>
        <li>{t('journal.forkAsk')}</li>
        <li>{t('journal.forkNew')}</li>
      </ol>
      <Button kind="ghost" size="medium" wide onClick={save}>
        {t('journal.forkTake')}
      </Button>
      {step === 'saved' && (
        <Button kind="ghost" size="medium" wide onClick={follow}>
          {t(source === 'other' ? 'journal.forkDone' : 'journal.forkFollow')}
        </Button>
      )}
    </div>
  )
}
