import { DateTime, Section } from '@bolsillo/ui'
import { useCall, useWords } from '@bolsillo/web-kit'
import { withdrawalTerms } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { type Terms, useTermWords } from './term-words.ts'

/** What gets worse and from when on, where somebody withdraws; nothing while nothing does. */
export function TermsCard() {
  const t = useWords<Messages>('withdrawals')
  const changes = useCall(withdrawalTerms, {}).data?.changes ?? []
  if (changes.length === 0) return null
  return (
    <Section title={t('terms.changes')} pad="normal">
      <ChangesList changes={changes} />
      <p className="mt-2 text-12 text-second">{t('terms.until')}</p>
    </Section>
  )
}

/** Changes for the worse, each with what it was, what it will be, and when. */
export function ChangesList({ changes }: { readonly changes: Terms['changes'] }) {
  const t = useWords<Messages>('withdrawals')
  const words = useTermWords()
  return (
    <ul className="grid gap-2">
      {changes.map((change) => (
        <li key={`${change.topic} ${JSON.stringify(change.of)} ${change.effectiveAt}`}>
          <p className="font-medium">{words.what(change)}</p>
          <p className="text-13 text-second">
            {t('terms.change', { before: words.value(change.before), after: words.value(change.after) })}{' '}
            <DateTime at={change.effectiveAt} />
          </p>
        </li>
      ))}
    </ul>
  )
}
