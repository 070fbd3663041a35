import {
  Amount,
  DateTime,
  EmptyState,
  everyDecimal,
  ListRow,
  PagedCard,
  PageFrame,
  Price,
  Segmented,
  SelectField,
  SkeletonRows,
} from '@bolsillo/ui'
import { useCall, usePages, useSearchParams, useSession, useWords } from '@bolsillo/web-kit'
import Repeat from 'lucide-react/icons/repeat'
import { useState } from 'react'
import { fundingHistory, multiple, ownFunding } from '../../contract/index.ts'
import { fundingTerms } from '../../domain/contract-list.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { fundingLooksAt, tickerOf } from '../addresses.ts'
import { MarkLine } from '../mark-line.tsx'
import { useContractSaid } from '../use-contract-said.ts'

/** Funding: what the customer paid and was paid, and what every contract paid, with the rate behind each. */
export default function FundingPage() {
  const t = useWords<Messages>('contracts')
  const { token } = useSession()
  const [params] = useSearchParams()
  const [view, setView] = useState<'mine' | 'market'>(token === '' || params.has('symbol') ? 'market' : 'mine')
  return (
    <PageFrame title={t('titles.funding')}>
      <p className="text-13 text-second">{t('funding.explained', { hours: fundingTerms.hours })}</p>
      {token !== '' && (
        <Segmented
          label={t('titles.funding')}
          value={view}
          onChange={setView}
          choices={(['mine', 'market'] as const).map((value) => ({ value, label: t(`funding.${value}`) }))}
        />
      )}
      {view === 'mine' ? <Mine /> : <OfContract />}
    </PageFrame>
  )
}

function Mine() {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  return (
    <PagedCard
      label={t('funding.mine')}
      pages={usePages(ownFunding, {})}
      keyOf={(row) => row.entryId}
      empty={<EmptyState icon={Repeat} title={t('funding.empty')} />}
    >
      {(row) => (
        <ListRow
          href={fundingLooksAt(row.symbol, row.at)}
          title={`${tickerOf(row.symbol)} · ${said.rate(row.rate)}`}
          note={<DateTime at={row.at} />}
          aside={<Amount value={row.amount} currency="USDT" sign="always" decimals={everyDecimal} />}
          asideNote={<Price value={row.mark} />}
        />
      )}
    </PagedCard>
  )
}

function OfContract() {
  const t = useWords<Messages>('contracts')
  const [params, setParams] = useSearchParams()
  const all = useCall(multiple, {}, { freshMs: 60_000 })
  const symbol = params.get('symbol') ?? all.data?.rows[0]?.symbol
  if (symbol === undefined) return <SkeletonRows rows={6} />
  return (
    <>
      <SelectField
        label={t('funding.pick')}
        value={symbol}
        onChange={(next) => setParams({ symbol: next }, { replace: true })}
        choices={(all.data?.rows ?? []).map((row) => ({ value: row.symbol, label: tickerOf(row.symbol) }))}
      />
      <section className="rounded-card bg-card p-4 shadow-card">
        <MarkLine symbol={symbol} decimals={2} />
        <ListRow className="mt-2" href={fundingLooksAt(symbol)} title={t('funding.running')} quiet />
      </section>
      <History key={symbol} symbol={symbol} />
    </>
  )
}

function History({ symbol }: { readonly symbol: string }) {
  const t = useWords<Messages>('contracts')
  const said = useContractSaid()
  return (
    <PagedCard
      label={t('funding.market')}
      pages={usePages(fundingHistory, { symbol })}
      keyOf={(row) => String(row.at)}
      empty={<EmptyState icon={Repeat} title={t('funding.emptyMarket')} />}
    >
      {(row) => (
        <ListRow
          href={fundingLooksAt(symbol, row.at)}
          title={t('funding.rate', { rate: said.rate(row.rate) })}
          note={
            <>
              <DateTime at={row.at} /> · {t('funding.holders', { holders: row.holders, looks: row.looks })}
            </>
          }
          aside={<Amount value={row.paid} currency="USDT" />}
          asideNote={<Price value={row.mark} />}
        />
      )}
    </PagedCard>
  )
}
