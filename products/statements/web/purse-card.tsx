import { readAssets } from '@bolsillo/ledger/contract'
import { assetDecimals, assetName } from '@bolsillo/ledger/web'
import { Amount, EmptyState, ErrorState, ListRow, Section, SkeletonRows, signOf } from '@bolsillo/ui'
import { href, useCall } from '@bolsillo/web-kit'
import Wallet from 'lucide-react/icons/wallet'
import { useStatementWords } from './words.ts'

/** What one purse has, with what of it is set aside; a row leads to what its balance is made of. */
export function PurseCard({ purse }: { readonly purse: 'stock' | 'coin' | 'contract' }) {
  const { t, ledger } = useStatementWords()
  const reply = useCall(readAssets, {})
  const rows = reply.data?.balances.filter((balance) => balance.purse === purse)
  return (
    <Section title={t('purse.title')}>
      {rows === undefined ? (
        reply.error === null ? (
          <SkeletonRows rows={2} />
        ) : (
          <ErrorState title={t('record.failed')} text={reply.error.message} onRetry={() => void reply.refetch()} />
        )
      ) : rows.length === 0 ? (
        <EmptyState icon={Wallet} title={t('purse.empty')} text={t('purse.emptyText')} className="py-5" />
      ) : (
        rows.map(({ asset, posted, available, held }) => {
          const bare = (value: string) => <Amount value={value} decimals={assetDecimals(asset)} />
          return (
            <ListRow
              key={asset}
              href={href('/pages/user/assets', { asset, purse })}
              title={assetName(ledger, asset)}
              note={
                <>
                  {t('purse.available')} {bare(available)}
                  {signOf(held) > 0 && (
                    <>
                      {' · '}
                      {t('purse.held')} {bare(held)}
                    </>
                  )}
                </>
              }
              aside={<Amount value={posted} currency={asset} decimals={assetDecimals(asset)} />}
            />
          )
        })
      )}
    </Section>
  )
}
