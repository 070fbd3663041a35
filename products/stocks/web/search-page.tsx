import { ChangeSpan } from '@bolsillo/market/web'
import { classes, Loaded, PageFrame, Section, SkeletonRows, TextField } from '@bolsillo/ui'
import { DrawnEmptyState } from '@bolsillo/ui/drawn'
import { useCall, useChangeQuery, useDebounced, useNavigate, useSearchParams, useWords } from '@bolsillo/web-kit'
import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useState } from 'react'
import { hot, type InstrumentRow, search } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { chartOf, tradeAt } from './addresses.ts'
import { StockRow } from './stock-row.tsx'
import { useSearchHistory } from './stored.ts'

// What another app shares is as long as it likes.
const keywordMax = 40

/** What another product finds for a keyword; nothing for an empty one. */
interface OthersFound {
  readonly rows: ReadonlyArray<{ readonly symbol: string; readonly href: string; readonly row: ReactNode }>
  /** Above the rows: what their changes count from. */
  readonly head: ReactNode
  readonly isPending: boolean
}

const nothing: OthersFound = { rows: [], head: null, isPending: false }
const useNothing = (): OthersFound => nothing

interface SearchPageProps {
  /** Looks through the other products. */
  readonly useOthers: (keyword: string) => OthersFound
}

/** Finds instruments by ticker or name; before a word is typed, what was found before and what trades most. */
export function SearchPage({ useOthers }: SearchPageProps) {
  const t = useWords<Messages>('stocks')
  const navigate = useNavigate()
  const [params] = useSearchParams()
  const changeQuery = useChangeQuery()
  const [typed, setTyped] = useState((params.get('keyword') ?? '').slice(0, keywordMax))
  const keyword = useDeferredValue(useDebounced(typed).trim())
  const history = useSearchHistory()
  // Whoever chooses what to trade of shares chooses among shares.
  const forTrade = params.get('for') === 'trade'
  const useMore = forTrade ? useNothing : useOthers
  const placeOf = (symbol: string): string => (forTrade ? tradeAt(symbol) : chartOf(symbol))
  const found = useCall(search, { keyword, limit: '30' }, { enabled: keyword !== '', keepPrevious: true })
  const others = useMore(keyword)
  useEffect(() => changeQuery({ keyword }, { replace: true }), [keyword, changeQuery])
  const openFirst = (event: KeyboardEvent): void => {
    const share = found.data?.rows[0]?.symbol
    const first = share === undefined ? others.rows[0] : { symbol: share, href: placeOf(share) }
    // What shows until both answers are there was found for another word, or is not the best.
    const isSettled = found.data !== undefined && !found.isPlaceholderData && !others.isPending
    if (event.key !== 'Enter' || first === undefined || !isSettled) return
    history.remember(first.symbol)
    navigate(first.href)
  }
  const rowsOf = (rows: readonly InstrumentRow[]) =>
    rows.map((row) => (
      <div
        key={row.symbol}
        className="border-hair border-t first:border-t-0"
        onClickCapture={() => history.remember(row.symbol)}
      >
        <StockRow row={row} href={placeOf(row.symbol)} />
      </div>
    ))
  return (
    <PageFrame title={t('titles.search')}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Enter in the field opens the first result */}
      <div onKeyDown={openFirst}>
        <TextField
          label={t('search.hint')}
          type="search"
          inputMode="search"
          value={typed}
          onChange={setTyped}
          maxLength={keywordMax}
          autoFocus
        />
      </div>
      {keyword === '' ? (
        <Suggestions rowsOf={rowsOf} useOthers={useMore} symbols={history.symbols} onClear={history.clear} />
      ) : (
        <Results found={found} keyword={keyword} rowsOf={rowsOf} others={others} onOpen={history.remember} />
      )}
    </PageFrame>
  )
}

function Results(props: {
  readonly found: ReturnType<typeof useCall<typeof search>>
  readonly keyword: string
  readonly rowsOf: (rows: readonly InstrumentRow[]) => ReactNode
  readonly others: OthersFound
  readonly onOpen: (symbol: string) => void
}) {
  const { found, keyword, rowsOf, others, onOpen } = props
  const t = useWords<Messages>('stocks')
  return (
    <section
      className={classes('rounded-card bg-card px-4 shadow-card', found.isPlaceholderData && 'opacity-60')}
      aria-label={t('titles.search')}
      aria-busy={found.isPlaceholderData}
    >
      <Loaded of={found} skeleton={<SkeletonRows rows={5} spark />}>
        {({ rows }) => (
          <>
            {rows.length > 0 && <ChangeSpan of="close" rows={rows} />}
            {rowsOf(rows)}
            {others.rows.length > 0 && others.head}
            {others.rows.map(({ symbol, row }) => (
              <div key={symbol} className="border-hair border-t first:border-t-0" onClickCapture={() => onOpen(symbol)}>
                {row}
              </div>
            ))}
            {rows.length === 0 && others.rows.length === 0 && (
              <NothingFound keyword={keyword} isPending={others.isPending} />
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

function NothingFound({ keyword, isPending }: { readonly keyword: string; readonly isPending: boolean }) {
  const t = useWords<Messages>('stocks')
  if (isPending) return <SkeletonRows rows={5} spark />
  return <DrawnEmptyState drawing="search" title={t('search.none', { keyword })} />
}

/** Before anything is typed: what was opened from here before, then what trades most. */
function Suggestions(props: {
  readonly rowsOf: (rows: readonly InstrumentRow[]) => ReactNode
  readonly useOthers: SearchPageProps['useOthers']
  readonly symbols: readonly string[]
  readonly onClear: () => void
}) {
  const t = useWords<Messages>('stocks')
  const popular = useCall(hot, { limit: '10' })
  return (
    <>
      {props.symbols.length > 0 && (
        <Section
          title={t('search.recent')}
          aside={
            <button type="button" onClick={props.onClear} className="-my-3 py-3 font-medium text-13 text-brand">
              {t('search.clear')}
            </button>
          }
        >
          {/* Shares first, then the others; each kind under the words for what its changes count from, said once. */}
          <div className="flex flex-col [&:not(:has(>.share))>.closes]:hidden [&>.other~.other>.head]:hidden">
            <div className="closes">
              <ChangeSpan of="close" rows={undefined} />
            </div>
            {props.symbols.map((symbol) => (
              <RecentRow key={symbol} symbol={symbol} rowsOf={props.rowsOf} useOthers={props.useOthers} />
            ))}
          </div>
        </Section>
      )}
      <Section title={t('search.popular')}>
        <Loaded of={popular} skeleton={<SkeletonRows rows={8} spark />}>
          {({ rows }) => (
            <>
              <ChangeSpan of="close" rows={rows} />
              {props.rowsOf(rows)}
            </>
          )}
        </Loaded>
      </Section>
    </>
  )
}

function RecentRow(props: {
  readonly symbol: string
  readonly rowsOf: (rows: readonly InstrumentRow[]) => ReactNode
  readonly useOthers: SearchPageProps['useOthers']
}) {
  const { symbol, rowsOf, useOthers } = props
  const found = useCall(search, { keyword: symbol, limit: '1' }, { freshMs: 60_000 })
  const share = found.data?.rows.find((row) => row.symbol === symbol)
  const others = useOthers(found.data !== undefined && share === undefined ? symbol : '')
  if (share !== undefined) return <div className="share">{rowsOf([share])}</div>
  if (found.data === undefined || others.isPending) return <SkeletonRows rows={1} spark />
  const other = others.rows.find((one) => one.symbol === symbol)
  if (other === undefined) return null
  return (
    <div className="other order-1 border-hair border-t">
      <div className="head">{others.head}</div>
      {other.row}
    </div>
  )
}
