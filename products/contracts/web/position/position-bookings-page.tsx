import type { ReplyOf } from '@bolsillo/contract'
import {
  Amount,
  Card,
  Change,
  DateTime,
  DefinitionList,
  EmptyState,
  everyDecimal,
  ListRow,
  LoadedPages,
  PagedList,
  PageFrame,
  Price,
  Quantity,
  Section,
  SkeletonCard,
} from '@bolsillo/ui'
import { Navigate, usePages, useQueryValue, useWords } from '@bolsillo/web-kit'
import Scale from 'lucide-react/icons/scale'
import { positionBookings, type WirePositionBooking } from '../../contract/index.ts'
import type { Messages } from '../../messages/es-ES.ts'
import { fundingLooksAt, liquidationAt, orderAt, positionAt, tickerOf } from '../addresses.ts'

type Sums = ReplyOf<typeof positionBookings>

/** Everything the result of one position is made of: its fills and its funding, each with the way to its entry. */
export default function PositionBookingsPage() {
  const positionId = useQueryValue('positionId')
  return positionId === undefined ? <Navigate replace to={positionAt()} /> : <BookingsOf positionId={positionId} />
}

function BookingsOf({ positionId }: { readonly positionId: string }) {
  const t = useWords<Messages>('contracts')
  const found = usePages(positionBookings, { positionId })
  return (
    <PageFrame title={t('titles.positionBookings')}>
      <LoadedPages of={found} skeleton={<SkeletonCard />}>
        {(rows, first) => (
          <>
            <Total of={first} />
            <p className="text-13 text-second">{t('bookings.explained')}</p>
            <Section title={`${t('bookings.list')} · ${first.count}`}>
              {rows.length === 0 ? (
                <EmptyState icon={Scale} title={t('positions.empty')} className="py-4" />
              ) : (
                <PagedList label={t('bookings.list')} rows={rows} keyOf={keyOf} pages={found}>
                  {(row) => <Row row={row} symbol={first.symbol} />}
                </PagedList>
              )}
            </Section>
          </>
        )}
      </LoadedPages>
    </PageFrame>
  )
}

const keyOf = ({ what, at, entryId }: WirePositionBooking): string => entryId ?? `${what}:${at}`
const isZero = (amount: string): boolean => !/[1-9]/.test(amount)
/** A charge as it counts in the result. */
const charged = (amount: string): string => (isZero(amount) ? amount : `-${amount}`)

function Total({ of }: { readonly of: Sums }) {
  const t = useWords<Messages>('contracts')
  const money = (value: string) => <Amount value={value} currency="USDT" sign="always" decimals={everyDecimal} />
  return (
    <Card>
      <p className="text-13 text-second">
        {tickerOf(of.symbol)} · <DateTime at={of.openedAt} />
        {of.closedAt !== undefined && (
          <>
            {' – '}
            <DateTime at={of.closedAt} />
          </>
        )}
      </p>
      <p className="mt-1 text-13 text-second">{t('bookings.total')}</p>
      <p className="font-strong text-28 leading-9">
        <Change value={of.total} currency="USDT" />
      </p>
      <div className="mt-2">
        <DefinitionList
          facts={[
            { label: t('positions.realised'), value: money(of.realised) },
            { label: t('positions.funding'), value: money(of.funding) },
            { label: t('bookings.charges.fee'), value: money(charged(of.fees)) },
            { label: t('bookings.charges.vat'), value: money(charged(of.vat)) },
            ...(isZero(of.liquidationFees)
              ? []
              : [{ label: t('bookings.liquidationFee'), value: money(charged(of.liquidationFees)) }]),
            ...(isZero(of.borne) ? [] : [{ label: t('bookings.borne'), value: money(of.borne) }]),
          ]}
        />
      </div>
    </Card>
  )
}

/** Where the entry of a row is shown with all of it: its order, its liquidation, or the looks behind its rate. */
function hrefOf(row: WirePositionBooking, symbol: string): string | undefined {
  if (row.what === 'funding') return fundingLooksAt(symbol, row.at)
  if (row.liquidationId !== undefined) return liquidationAt(row.liquidationId)
  return row.orderId === undefined ? undefined : orderAt(row.orderId)
}

function Row({ row, symbol }: { readonly row: WirePositionBooking; readonly symbol: string }) {
  const t = useWords<Messages>('contracts')
  const href = hrefOf(row, symbol)
  const isFunding = row.what === 'funding'
  const charges = (['fee', 'vat', 'liquidationFee'] as const).filter((kind) => !isZero(row[kind]))
  return (
    <ListRow
      {...(href === undefined ? {} : { href })}
      title={t(`bookings.kinds.${row.what}`)}
      note={
        <>
          <span className="block">
            <Quantity value={row.size} />
            {row.price !== undefined && (
              <>
                {' × '}
                <Price value={row.price} />
              </>
            )}
          </span>
          <DateTime at={row.at} shows="second" />
        </>
      }
      aside={<Change value={isFunding ? row.funding : row.realised} currency="USDT" decimals={everyDecimal} />}
      asideNote={charges.map((kind) => (
        <span key={kind} className="block">
          {t(`bookings.charges.${kind}`)}{' '}
          <Amount value={`-${row[kind]}`} currency="USDT" sign="always" decimals={everyDecimal} />
        </span>
      ))}
    />
  )
}
