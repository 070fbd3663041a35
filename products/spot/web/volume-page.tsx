import type { ReplyOf } from '@bolsillo/contract'
import { FillRow } from '@bolsillo/trading/web'
import {
  Amount,
  Card,
  DateTime,
  EmptyState,
  everyDecimal,
  ListRow,
  LoadedPages,
  PagedList,
  PageFrame,
  Section,
  SkeletonCard,
  useSaid,
} from '@bolsillo/ui'
import { usePages, useWords } from '@bolsillo/web-kit'
import ListChecks from 'lucide-react/icons/list-checks'
import { volume } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { marketsPath, orderAt } from './addresses.ts'
import { coins } from './trading.ts'

/** What volumes are counted in. */
const counted = 'USDT'

type Volume = ReplyOf<typeof volume>

/** What the volume behind the customer's fee tier is made of: its sums by currency, and each fill of its window. */
export default function VolumePage() {
  const t = useWords<Messages>('spot')
  const found = usePages(volume, {})
  return (
    <PageFrame title={t('titles.volume')}>
      <LoadedPages of={found} skeleton={<SkeletonCard />}>
        {(rows, first) => (
          <>
            <Total of={first} />
            <p className="text-13 text-second">{t('volume.explained')}</p>
            <Section title={t('volume.list')}>
              {rows.length === 0 ? (
                <EmptyState
                  icon={ListChecks}
                  title={t('volume.empty')}
                  action={{ label: t('assets.emptyAction'), href: marketsPath }}
                  className="py-4"
                />
              ) : (
                <PagedList label={t('volume.list')} rows={rows} keyOf={(row) => row.fillId} pages={found}>
                  {(row) => <FillRow fill={row} href={orderAt(row.orderId)} title={coins.tickerOf(row.symbol)} />}
                </PagedList>
              )}
            </Section>
          </>
        )}
      </LoadedPages>
    </PageFrame>
  )
}

function Total({ of }: { readonly of: Volume }) {
  const t = useWords<Messages>('spot')
  return (
    <Card>
      <p className="text-13 text-second">
        <DateTime at={of.from} />
        {' – '}
        <DateTime at={of.until} />
      </p>
      <p className="mt-1 text-13 text-second">{t('volume.total')}</p>
      <p className="font-strong text-28 leading-9">
        <Amount value={of.volume} currency={counted} />
      </p>
      <div className="mt-2">
        {of.currencies.map((row) => (
          <Part key={row.currency} row={row} />
        ))}
      </div>
    </Card>
  )
}

function Part({ row }: { readonly row: Volume['currencies'][number] }) {
  const t = useWords<Messages>('spot')
  const said = useSaid()
  const { symbol, close } = row
  const isUnpriced = close === undefined && !/[1-9]/.test(row.worth)
  return (
    <ListRow
      quiet
      title={row.currency === counted ? counted : <Amount value={row.amount} currency={row.currency} />}
      {...(symbol === undefined || close === undefined
        ? isUnpriced
          ? { note: t('volume.unpriced') }
          : {}
        : { note: t('volume.at', { market: coins.tickerOf(symbol), close: said.price(close) }) })}
      aside={<Amount value={row.worth} currency={counted} decimals={everyDecimal} />}
    />
  )
}
