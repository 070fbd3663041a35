import { readWatchlist } from '@bolsillo/market/contract'
import { ChangeSpan, ListSpan } from '@bolsillo/market/web'
import { appSettings } from '@bolsillo/settings/domain'
import { useSetting } from '@bolsillo/settings/web'
import { coinTickers } from '@bolsillo/spot/contract'
import { CoinRow } from '@bolsillo/spot/web'
import { list, search, stockCountries } from '@bolsillo/stocks/contract'
import type { Messages } from '@bolsillo/trading/messages/es-ES'
import { EmptyState, ErrorState, SkeletonRows } from '@bolsillo/ui'
import { useCall, useQueryValue, useSession, useWords } from '@bolsillo/web-kit'
import SearchX from 'lucide-react/icons/search-x'
import Star from 'lucide-react/icons/star'
import type { ComponentProps, ReactNode } from 'react'
import { PlacedRow } from '../../pages/families/placed-row.tsx'
import { LiveRow } from '../../pages/home/live-row.tsx'

const everyMs = 15_000
const rowsMax = 40

type Share = ComponentProps<typeof LiveRow>['row']
type Coin = ComponentProps<typeof CoinRow>['row']

/** One instrument; the one whose chart shows is marked. */
function Item({ symbol, children }: { readonly symbol: string; readonly children: ReactNode }) {
  const current = useQueryValue('symbol') === symbol
  return (
    <li
      aria-current={current ? 'true' : undefined}
      className="border-hair border-b px-3 hover:bg-hair aria-[current]:bg-wash aria-[current]:shadow-[inset_3px_0_var(--brand)]"
    >
      {children}
    </li>
  )
}

interface NoRowsProps {
  /** What shows when there is none. */
  readonly empty: ReactNode
  readonly isPending: boolean
  readonly onRetry?: (() => void) | undefined
}

/** In place of rows: they are on their way, did not come, or there is none. */
function NoRows({ empty, isPending, onRetry }: NoRowsProps) {
  const t = useWords<Messages>('trading')
  if (onRetry !== undefined) return <ErrorState title={t('workspace.failed')} onRetry={onRetry} />
  if (!isPending) return empty
  return (
    <div className="px-3">
      <SkeletonRows rows={8} />
    </div>
  )
}

interface ListedProps extends NoRowsProps {
  readonly shares?: readonly Share[] | undefined
  readonly coins?: readonly Coin[] | undefined
}

/** Rows of shares under what their changes count from, and of coins under theirs. */
function Listed({ shares = [], coins = [], ...none }: ListedProps) {
  if (shares.length + coins.length === 0) return <NoRows {...none} />
  return (
    <ul>
      {shares.length > 0 && (
        <li className="px-3 pt-2">
          <ChangeSpan of="close" rows={shares} />
        </li>
      )}
      {shares.map((row) => (
        <Item key={row.symbol} symbol={row.symbol}>
          <LiveRow row={row} />
        </Item>
      ))}
      {coins.length > 0 && (
        <li className="px-3 pt-2">
          <ChangeSpan of="day24" rows={coins} />
        </li>
      )}
      {coins.map((row) => (
        <Item key={row.symbol} symbol={row.symbol}>
          <CoinRow row={row} />
        </Item>
      ))}
    </ul>
  )
}

/** Asks again what failed. */
const retryOf = (
  ...calls: ReadonlyArray<{ readonly error: unknown; readonly refetch: () => unknown }>
): (() => void) | undefined => {
  const failed = calls.filter(({ error }) => error !== null)
  return failed.length === 0 ? undefined : () => void failed.map(({ refetch }) => refetch())
}

const Nothing = () => <EmptyState title={useWords<Messages>('trading')('workspace.nothing')} />

/** What the customer follows, of every product and in the customer's order: the list that home shows. */
export function FollowedRows() {
  const t = useWords<Messages>('trading')
  const enabled = useSession().token !== ''
  const mine = useCall(readWatchlist, {}, { enabled, everyMs })
  const rows = mine.data?.rows ?? []
  if (rows.length === 0) {
    return (
      <NoRows
        isPending={enabled && mine.isPending}
        onRetry={retryOf(mine)}
        empty={<EmptyState icon={Star} title={t(enabled ? 'workspace.nothingFollowed' : 'workspace.signInToFollow')} />}
      />
    )
  }
  return (
    <ul>
      <li className="px-3 pt-2">
        <ListSpan rows={rows} />
      </li>
      {rows.map((row) => (
        <Item key={row.symbol} symbol={row.symbol}>
          <PlacedRow row={row} />
        </Item>
      ))}
    </ul>
  )
}

/** The shares that trade most, of the home market and then of the others. */
export function ShareRows() {
  const home = useSetting(appSettings.stockCountry)
  const other = stockCountries.find((one) => one !== home) ?? home
  const ask = (stockCountry: typeof home) => ({ stockCountry, sort: 'turnover', limit: rowsMax }) as const
  const here = useCall(list, ask(home), { everyMs, keepPrevious: true })
  const there = useCall(list, ask(other), { everyMs, keepPrevious: true })
  return (
    <Listed
      shares={[...(here.data?.rows ?? []), ...(here.data === undefined ? [] : (there.data?.rows ?? []))]}
      isPending={here.isPending || there.isPending}
      onRetry={retryOf(here, there)}
      empty={<Nothing />}
    />
  )
}

/** The coins that trade most. */
export function CoinRows() {
  return <CoinsOf product="spot" />
}

/** The contracts that trade most. */
export function ContractRows() {
  return <CoinsOf product="contract" />
}

function CoinsOf({ product }: { readonly product: 'spot' | 'contract' }) {
  const found = useCall(coinTickers, { product, sort: 'turnover', limit: rowsMax }, { everyMs, keepPrevious: true })
  return <Listed coins={found.data?.rows} isPending={found.isPending} onRetry={retryOf(found)} empty={<Nothing />} />
}

/** What is found for a keyword in every product, the best first. */
export function FoundRows({ keyword }: { readonly keyword: string }) {
  const t = useWords<Messages>('trading')
  const shares = useCall(search, { keyword, limit: rowsMax }, { keepPrevious: true })
  const coins = useCall(coinTickers, { keyword, limit: rowsMax }, { keepPrevious: true })
  const isOld = shares.isPlaceholderData || coins.isPlaceholderData
  return (
    <div className={isOld ? 'opacity-60' : ''} aria-busy={isOld}>
      <Listed
        shares={shares.data?.rows}
        coins={coins.data?.rows}
        isPending={shares.isPending || coins.isPending || isOld}
        onRetry={retryOf(shares, coins)}
        empty={<EmptyState icon={SearchX} title={t('workspace.nothingFound', { keyword })} />}
      />
    </div>
  )
}
