import { listSorts } from '@bolsillo/market/contract'
import { ChangeSpan } from '@bolsillo/market/web'
import { PagedList } from '@bolsillo/trading/web'
import { Chips, EmptyState, Loaded, PageFrame, SkeletonRows, TextField } from '@bolsillo/ui'
import { usePages, useSession, useWords } from '@bolsillo/web-kit'
import SearchX from 'lucide-react/icons/search-x'
import { useDeferredValue, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { coinTickers } from '../contract.ts'
import type { Messages } from '../messages/es-ES.ts'
import { chartOf, tradeAt } from './addresses.ts'
import { CoinRow } from './coin-row.tsx'

const keywordMax = 40
const pauseMs = 150
const pageRows = 40
const currencies = ['USDT', 'MXN'] as const

/** What is typed, once the typing has paused. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}

/** All coins: searched, sorted, against one currency or the other, or only what the customer follows. */
export default function ListPage() {
  const t = useWords<Messages>('spot')
  const { token } = useSession()
  const [params, setParams] = useSearchParams()
  const [typed, setTyped] = useState(params.get('keyword') ?? '')
  const keyword = useDeferredValue(usePaused(typed).trim())
  const sort = listSorts.find((one) => one === params.get('sort')) ?? 'turnover'
  const currency = currencies.find((one) => one === params.get('currency'))
  const followed = params.get('followed') === 'true' && token !== ''
  const forTrade = params.get('for') === 'trade'
  const change = (name: string, value: string | undefined): void =>
    setParams(
      (current) => {
        const next = new URLSearchParams(current)
        if (value === undefined || value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  useEffect(() => change('keyword', keyword), [keyword])
  const found = usePages(coinTickers, {
    product: 'spot',
    sort,
    limit: pageRows,
    ...(currency === undefined ? {} : { currency }),
    ...(keyword === '' ? {} : { keyword }),
    ...(followed ? { followed: true } : {}),
  })
  const filter = followed ? 'followed' : (currency ?? 'all')
  return (
    <PageFrame title={t('titles.coins')}>
      <TextField
        label={t('markets.search')}
        type="search"
        value={typed}
        onChange={setTyped}
        placeholder={t('markets.hint')}
        maxLength={keywordMax}
        autoComplete="off"
      />
      <Chips
        className="mt-1"
        label={t('markets.against')}
        value={filter}
        onPick={(value) => {
          change('followed', value === 'followed' ? 'true' : undefined)
          change(
            'currency',
            currencies.find((one) => one === value),
          )
        }}
        choices={[
          { value: 'all', label: t('markets.all') },
          ...(token === '' ? [] : [{ value: 'followed', label: t('markets.followedOnly') }]),
          ...currencies.map((value) => ({ value, label: value })),
        ]}
      />
      <Chips
        className="mt-1.5"
        label={t('markets.list')}
        value={sort}
        onPick={(value) => change('sort', value)}
        choices={listSorts.map((value) => ({ value, label: t(`sorts.${value}`) }))}
      />
      <section className="rounded-card bg-card px-4 shadow-card">
        <Loaded of={found} skeleton={<SkeletonRows rows={10} spark />}>
          {({ pages }) => {
            const rows = pages.flatMap((page) => page.rows)
            if (rows.length === 0) {
              const title =
                keyword === ''
                  ? t(followed ? 'markets.followedEmpty' : 'markets.empty')
                  : t('markets.none', { keyword })
              return <EmptyState icon={SearchX} title={title} />
            }
            return (
              <>
                <ChangeSpan of="day24" />
                <PagedList
                  label={t('titles.coins')}
                  rows={rows}
                  keyOf={(row) => row.symbol}
                  pages={found}
                  rowHeight={57}
                >
                  {(row) => <CoinRow row={row} href={forTrade ? tradeAt(row.symbol) : chartOf(row.symbol)} />}
                </PagedList>
              </>
            )
          }}
        </Loaded>
      </section>
    </PageFrame>
  )
}
