import { ChangeSpan, type ListSort, RankedRows, SortChips } from '@bolsillo/market/web'
import {
  Across,
  Column,
  EmptyState,
  Icon,
  IconButton,
  LoadedRows,
  Section,
  Segmented,
  SkeletonRows,
  TabFrame,
} from '@bolsillo/ui'
import { useCall, useSession, useWords } from '@bolsillo/web-kit'
import Search from 'lucide-react/icons/search'
import Star from 'lucide-react/icons/star'
import { type ReactNode, useState } from 'react'
import { coinTickers } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { listAt } from './addresses.ts'
import { CoinRow } from './coin-row.tsx'

const shown = 10
const everyMs = 15_000
/** What the simulated market trades coins against. */
const currencies = ['USDT', 'MXN'] as const

/** The coins: what the customer follows, and what moves, against dollars of the chain or pesos. */
export default function MarketsPage({ title, families }: { readonly title: string; readonly families: ReactNode }) {
  const t = useWords<Messages>('spot')
  const { token } = useSession()
  const [currency, setCurrency] = useState<(typeof currencies)[number]>('USDT')
  return (
    <TabFrame
      title={title}
      columns={token !== ''}
      actions={<IconButton label={t('markets.search')} href={listAt()} icon={<Icon of={Search} />} />}
    >
      <Across>{families}</Across>
      {token !== '' && (
        <Column>
          <Followed />
        </Column>
      )}
      <Movers
        currency={currency}
        head={
          <Segmented
            label={t('markets.against')}
            value={currency}
            onChange={setCurrency}
            choices={currencies.map((value) => ({ value, label: value }))}
          />
        }
      />
    </TabFrame>
  )
}

function Followed() {
  const t = useWords<Messages>('spot')
  const found = useCall(coinTickers, { product: 'spot', followed: true }, { everyMs, keepPrevious: true })
  return (
    <Section title={t('markets.followed')}>
      <LoadedRows
        of={found}
        skeleton={<SkeletonRows rows={2} spark />}
        empty={<EmptyState icon={Star} title={t('markets.followedEmpty')} className="py-4" />}
        head={<ChangeSpan of="day24" rows={found.data?.rows} />}
      >
        {(row) => <CoinRow key={row.symbol} row={row} />}
      </LoadedRows>
    </Section>
  )
}

function Movers({ currency, head }: { readonly currency: 'USDT' | 'MXN'; readonly head: ReactNode }) {
  const t = useWords<Messages>('spot')
  const [sort, setSort] = useState<ListSort>('turnover')
  const found = useCall(coinTickers, { product: 'spot', currency, sort, limit: shown }, { everyMs, keepPrevious: true })
  return (
    <Section title={t('markets.list')} more={{ href: listAt({ sort, currency }), label: t('markets.all') }}>
      {head}
      <SortChips label={t('markets.list')} className="pt-3.5 pb-1.5" value={sort} onPick={setSort} />
      <ChangeSpan of="day24" rows={found.data?.rows} />
      <RankedRows of={found} rows={shown} empty={t('markets.empty')}>
        {(row) => <CoinRow key={row.symbol} row={row} />}
      </RankedRows>
    </Section>
  )
}
