import { purseName } from '@bolsillo/ledger/web'
import { PageFrame, Segmented } from '@bolsillo/ui'
import { useGo, useQueryValue } from '@bolsillo/web-kit'
import { MovementList } from './movement-list.tsx'
import { paths } from './paths.ts'
import { PurseCard } from './purse-card.tsx'
import { useStatementWords } from './words.ts'

const purses = ['coin', 'contract'] as const

/** The purses of coins and contracts: what they have, and everything that moved in them. `?purse=contract`. */
export default function CryptoFundsPage() {
  const { t, ledger } = useStatementWords()
  const go = useGo()
  const asked = useQueryValue('purse')
  const purse = purses.find((name) => name === asked) ?? 'coin'
  return (
    <PageFrame title={t('crypto.title')}>
      <Segmented
        label={t('filter.purse')}
        value={purse}
        onChange={(next) => go(paths.crypto, { purse: next }, { replace: true })}
        choices={purses.map((value) => ({ value, label: purseName(ledger, value) }))}
      />
      <PurseCard purse={purse} />
      <MovementList filter={{ purse }} title={t('record.list')} isFiltered={false} />
    </PageFrame>
  )
}
