import { assetName } from '@bolsillo/ledger/web'
import { Chips, PageFrame } from '@bolsillo/ui'
import { useGo, useQueryValue } from '@bolsillo/web-kit'
import { MovementList } from './movement-list.tsx'
import { paths } from './paths.ts'
import { useStatementWords } from './words.ts'

const coins = ['BTC', 'ETH', 'USDT'] as const

/** What moved of each coin. `?asset=BTC`. */
export default function CoinsRecordPage() {
  const { t, ledger } = useStatementWords()
  const go = useGo()
  const asked = useQueryValue('asset')
  const asset = coins.find((code) => code === asked)
  return (
    <PageFrame title={t('coins.title')}>
      <Chips
        label={t('filter.asset')}
        value={asset ?? 'all'}
        onPick={(value) => go(paths.coins, { asset: value === 'all' ? undefined : value }, { replace: true })}
        choices={[
          { value: 'all', label: t('filter.all') },
          ...coins.map((value) => ({ value, label: assetName(ledger, value) })),
        ]}
      />
      <MovementList
        filter={asset === undefined ? { purse: 'coin' } : { asset }}
        title={t('record.list')}
        isFiltered={asset !== undefined}
      />
    </PageFrame>
  )
}
