import { PageFrame } from '@bolsillo/ui'
import { MovementList } from './movement-list.tsx'
import { PurseCard } from './purse-card.tsx'
import { useStatementWords } from './words.ts'

/** The stock purse: what it has, and everything that moved in it. */
export default function StockFundsPage() {
  const { t } = useStatementWords()
  return (
    <PageFrame title={t('stock.title')}>
      <PurseCard purse="stock" />
      <MovementList filter={{ purse: 'stock' }} title={t('record.list')} isFiltered={false} />
    </PageFrame>
  )
}
