import type { ReplyOf } from '@bolsillo/contract'
import { ErrorState, Section, Skeleton, SkeletonCard, SkeletonRows, TabFrame } from '@bolsillo/ui'
import { PageNote, useCall, useGo, useLiveEffect, useQueryValue, useRefresh, useWords } from '@bolsillo/web-kit'
import { balancesChannel, listRecords, readAssets } from '../contract.ts'
import type { Messages } from '../messages/es-ES.ts'
import { BalanceRow } from './balance-row.tsx'
import { ExplainSheet } from './explain-sheet.tsx'
import { GrantCard } from './grant-card.tsx'
import { RecentRecords } from './recent-records.tsx'
import { TotalCard } from './total-card.tsx'

type Assets = ReplyOf<typeof readAssets>

/** Prices move the total; balances come over the stream. */
const everyMs = 15_000
const assetsPath = '/pages/user/assets'

/** What the customer has, and where it comes from. `?asset=MXN` opens the explanation of one balance. */
export default function AssetsPage() {
  const t = useWords<Messages>('ledger')
  const assets = useCall(readAssets, {}, { everyMs })
  const refresh = useRefresh()
  useLiveEffect(balancesChannel, 'me', ({ delta }) => {
    if (delta !== undefined) refresh(readAssets, listRecords)
  })
  const { data, error } = assets
  return (
    <TabFrame title={t('assets.title')}>
      {data !== undefined ? (
        <Ready assets={data} />
      ) : error === null ? (
        <Loading />
      ) : (
        <ErrorState
          title={t('assets.failed')}
          text={error.message === '' ? t('assets.failedText') : error.message}
          onRetry={() => void assets.refetch()}
        />
      )}
    </TabFrame>
  )
}

function Ready({ assets }: { readonly assets: Assets }) {
  const t = useWords<Messages>('ledger')
  const go = useGo()
  const asset = useQueryValue('asset')
  const chosen = assets.balances.find((balance) => balance.purse === 'stock' && balance.asset === asset)
  const show = (code: string | undefined): void => go(assetsPath, { asset: code }, { replace: code === undefined })
  const { practiceGrant: grant } = assets
  const [main] = assets.balances
  return (
    <>
      {grant !== undefined && !grant.taken && <GrantCard amounts={grant.amounts} />}
      <TotalCard assets={assets} />
      <Section title={t('assets.currencies')}>
        {assets.balances.map((balance) => (
          <BalanceRow key={`${balance.purse}:${balance.asset}`} balance={balance} onOpen={() => show(balance.asset)} />
        ))}
      </Section>
      {main !== undefined && <RecentRecords purse={main.purse} asset={main.asset} />}
      <PageNote />
      <ExplainSheet balance={chosen} onClose={() => show(undefined)} />
    </>
  )
}

function Loading() {
  return (
    <>
      <div className="space-y-2 rounded-card bg-card p-4 shadow-card">
        <Skeleton className="h-4 w-12" />
        <Skeleton className="h-10 w-56" />
        <Skeleton className="h-4 w-40" />
      </div>
      <div className="rounded-card bg-card px-4 py-3 shadow-card">
        <SkeletonRows rows={2} />
      </div>
      <SkeletonCard lines={5} />
    </>
  )
}
