import { Card, ListRow, PageFrame } from '@bolsillo/ui'
import { useWords } from '@bolsillo/web-kit'
import type { Messages } from '../messages/es-ES.ts'
import { CompareCard } from './journal/compare-card.tsx'
import { JournalHeadCard } from './journal/journal-head-card.tsx'
import { WitnessesCard } from './journal/witnesses-card.tsx'

/** The public books: what this phone saw of the journal, who cosigns it, and another phone to compare with. */
export default function JournalPage() {
  const t = useWords<Messages>('ledger')
  return (
    <PageFrame title={t('journal.title')}>
      <JournalHeadCard />
      <WitnessesCard />
      <Card pad="list">
        <ListRow href="/pages/common/books" title={t('books.link')} note={t('books.linkNote')} first />
      </Card>
      <CompareCard />
    </PageFrame>
  )
}
