import { listSorts } from '@bolsillo/market/contract'
import { ChangeSpan, SortChips } from '@bolsillo/market/web'
import { Chips, PagedCard, PageFrame, SkeletonRows, TextField } from '@bolsillo/ui'
import { DrawnEmptyState } from '@bolsillo/ui/drawn'
import {
  type QueryValues,
  useChangeQuery,
  useDebounced,
  usePages,
  useSearchParams,
  useSession,
  useWords,
} from '@bolsillo/web-kit'
import { useDeferredValue, useEffect, useState } from 'react'
import { coinTickers } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { chartOf, tradeAt } from './addresses.ts'
import { CoinRow } from './coin-row.tsx'

const keywordMax = 40
const pageRows = 40
const rowHeight = 57
const currencies = ['USDT', 'MXN'] as const

/** All coins: searched, sorted, against one currency or the other, or only what the customer follows. */
export default function ListPage() {
  const t = useWords<Messages>('spot')
  const { token } = useSession()
  const [params] = useSearchParams()
  const [typed, setTyped] = useState(params.get('keyword') ?? '')
  const keyword = useDeferredValue(useDebounced(typed).trim())
  const sort = listSorts.find((one) => one === params.get('sort')) ?? 'turnover'
  const currency = currencies.find((one) => one === params.get('currency'))
  const followed = params.get('followed') === 'true' && token !== ''
  const forTrade = params.get('for') === 'trade'
  const changeQuery = useChangeQuery()
  const change = (changes: QueryValues): void => changeQuery(changes, { replace: true })
  useEffect(() => changeQuery({ keyword }, { replace: true }), [keyword])
  const found = usePages(coinTickers, {
    product: 'spot',
    sort,
    limit: pageRows,
    ...(currency === undefined ? {} : { currency }),
    ...(keyword === '' ? {} : { keyword }),
    ...(followed ? { followed: true } : {}),
  })
  const none = keyword === '' ? t(followed ? 'markets.followedEmpty' : 'markets.empty') : t('markets.none', { keyword })
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
      <Filters followed={followed} currency={currency} sort={sort} signedIn={token !== ''} onChange={change} />
      <PagedCard
        label={t('titles.coins')}
        pages={found}
        keyOf={(row) => row.symbol}
        rowHeight={rowHeight}
        skeleton={<SkeletonRows rows={10} spark />}
        empty={<DrawnEmptyState drawing="search" title={none} />}
        head={<ChangeSpan of="day24" rows={found.data?.pages.flatMap(({ rows }) => rows)} />}
      >
        {(row) => <CoinRow row={row} href={forTrade ? tradeAt(row.symbol) : chartOf(row.symbol)} />}
      </PagedCard>
    </PageFrame>
  )
}

/** Against which currency, or only what is followed, and in which order. */
function Filters(props: {
  readonly followed: boolean
  readonly currency: (typeof currencies)[number] | undefined
  readonly sort: (typeof listSorts)[number]
  readonly signedIn: boolean
  readonly onChange: (changes: QueryValues) => void
}) {
  const { followed, currency, sort, signedIn, onChange } = props
  const t = useWords<Messages>('spot')
  const filter = followed ? 'followed' : (currency ?? 'all')
  return (
    <>
      <Chips
        className="mt-1"
        label={t('markets.against')}
        value={filter}
        onPick={(value) =>
          onChange({
            followed: value === 'followed' ? 'true' : undefined,
            currency: currencies.find((one) => one === value),
          })
        }
        choices={[
          { value: 'all', label: t('markets.all') },
          ...(signedIn ? [{ value: 'followed', label: t('markets.followedOnly') }] : []),
          ...currencies.map((value) => ({ value, label: value })),
        ]}
      />
      <SortChips
        className="mt-1.5"
        label={t('markets.list')}
        value={sort}
        onPick={(value) => onChange({ sort: value })}
      />
    </>
  )
}
