import { shortHash } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { Messages } from '../../messages/es-ES.ts'
import type { NamedEntry } from './check-inclusion.ts'
import { JournalChecks } from './journal-checks.tsx'

/** The check of entries that no room does further sums with: a conversion, a transfer, the fills of a contract. */
export function EntryChecks({
  entries,
  fileName,
}: {
  readonly entries: readonly (NamedEntry & { readonly seq: string })[]
  readonly fileName: string
}) {
  const t = useWords<Messages>('ledger')
  const named = entries.map(({ seq, hash }) =>
    hash === undefined ? seq : t('journal.entry', { seq, hash: shortHash(hash) }),
  )
  return (
    <JournalChecks
      checks={[]}
      fileName={fileName}
      words={{
        action: t('journal.action'),
        good: t('journal.good'),
        bad: t('journal.bad'),
        explained: t('journal.explained'),
      }}
      check={async () => ({ failed: [], against: t('journal.entries', { entries: named.join(' · ') }), entries })}
    />
  )
}
