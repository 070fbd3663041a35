import type { ReplyOf } from '@bolsillo/contract'
import { Column, ErrorState, Icon, Section, Skeleton, SkeletonCard, SkeletonRows, TabFrame, useUi } from '@bolsillo/ui'
import { PageNote, useCall, useGo, useLiveEffect, useQueryValue, useRefresh, useWords } from '@bolsillo/web-kit'
import FileText from 'lucide-react/icons/file-text'
import { balancesChannel, listHolds, listRecords, readAssets } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { AssetActions } from './asset-actions.tsx'
import { BalanceRow } from './balance-row.tsx'
import { ExplainSheet } from './explain-sheet.tsx'
import { GrantCard } from './grant-card.tsx'
import { HoldsCard } from './holds-card.tsx'
import { RecentRecords } from './recent-records.tsx'
import { SettlingCard } from './settling-card.tsx'
import { TotalCard } from './total-card.tsx'

type Assets = ReplyOf<typeof readAssets>

/** Prices move the total; balances come over the stream. */
const everyMs = 15_000
const assetsPath = '/pages/user/assets'
const statementsPath = '/pages/fundsDetail/index'
const purses = ['stock', 'coin', 'contract'] as const

/** What the customer has, and where it comes from. `?asset=MXN&purse=coin` opens the explanation of one balance. */
export default function AssetsPage() {
  const t = useWords<Messages>('ledger')
  const assets = useCall(readAssets, {}, { everyMs })
  const refresh = useRefresh()
  useLiveEffect(balancesChannel, 'me', ({ delta }) => {
    if (delta !== undefined) refresh(readAssets, listRecords, listHolds)
  })
  const { data, error } = assets
  return (
    <TabFrame title={t('assets.title')} actions={<Statements />} columns>
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
  const asked = useQueryValue('purse')
  const purse = purses.find((name) => name === asked) ?? 'stock'
  const chosen = assets.balances.find((balance) => balance.purse === purse && balance.asset === asset)
  const close = (): void => go(assetsPath, {}, { replace: true })
  const { practiceGrant: grant } = assets
  const [main] = assets.balances
  return (
    <>
      <Column>
        {grant !== undefined && !grant.taken && <GrantCard amounts={grant.amounts} />}
        <TotalCard assets={assets} />
        <AssetActions />
        {purses.map((name) => {
          const own = assets.balances.filter((balance) => balance.purse === name)
          if (own.length === 0) return null
          return (
            <Section key={name} title={t(`accounts.${name}`)}>
              {own.map((balance) => (
                <BalanceRow
                  key={balance.asset}
                  balance={balance}
                  onOpen={() => go(assetsPath, { asset: balance.asset, purse: name })}
                />
              ))}
            </Section>
          )
        })}
      </Column>
      <Column>
        <HoldsCard />
        <SettlingCard settling={assets.settling} />
        {main !== undefined && <RecentRecords purse={main.purse} asset={main.asset} />}
        <PageNote />
      </Column>
      <ExplainSheet balance={chosen} onClose={close} />
    </>
  )
}

/** At the right of the title: statements of account. */
function Statements() {
  const t = useWords<Messages>('ledger')
  const { Link, hasPage = () => true } = useUi()
  if (!hasPage(statementsPath)) return null
  return (
    <Link href={statementsPath} aria-label={t('assets.statements')} className="tap grid place-items-center">
      <Icon of={FileText} size={22} />
    </Link>
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
