import {
  Age,
  Amount,
  Button,
  Card,
  DateTime,
  EmptyState,
  ErrorState,
  formatAmount,
  Note,
  Pill,
  SkeletonCard,
  useUi,
} from '@bolsillo/ui'
import { ConsolePage, DataTable } from '@bolsillo/ui/console'
import { useCall, useMay, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Scale from 'lucide-react/icons/scale'
import { useState } from 'react'
import { proposeDifferenceEnd, type Reconciliation, readReconciliation } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'
import { AcceptCard } from './ending-cards.tsx'
import { railName } from './rail-name.ts'
import { ActLink, RailCell, TroubleTable } from './trouble-table.tsx'

type Rail = Reconciliation['rails'][number]
type Difference = Reconciliation['differences'][number]
type Day = Rail['days'][number] & { readonly railId: string }

const refetchEveryMs = 30_000

/** Two decimals at least, and as many as say something: amounts of coins have up to twelve. */
const shownDecimals = { min: 2, max: 12 } as const

function Sum({ value, asset }: { readonly value: string; readonly asset: string }) {
  return <Amount value={value} currency={asset} decimals={shownDecimals} />
}

/** Every rail's statement against the books: what differs, since when, and what to do. */
export default function ReconciliationPage() {
  const t = useWords<Messages>('payments')
  const all = useCall(readReconciliation, {}, { everyMs: refetchEveryMs })
  return (
    <ConsolePage
      title={t('reconciliation.title')}
      note={t('reconciliation.note')}
      aside={
        <Button size="medium" kind="ghost" onClick={() => void all.refetch()}>
          {t('reconciliation.refresh')}
        </Button>
      }
    >
      {all.isPending ? (
        <SkeletonCard lines={8} />
      ) : all.isError ? (
        <ErrorState title={all.error.message} onRetry={() => void all.refetch()} />
      ) : (
        <Everything all={all.data} />
      )}
    </ConsolePage>
  )
}

function Everything({ all }: { readonly all: Reconciliation }) {
  const t = useWords<Messages>('payments')
  const { rails, differences, frozen, halted, troubles } = all
  const days = rails.flatMap(({ railId, days: own }) => own.map((day) => ({ ...day, railId })))
  return (
    <>
      {halted.map((one) => (
        <Halted key={one.asset} halted={one} />
      ))}
      {frozen.map((one) => (
        <Frozen key={`${one.railId} ${one.asset}`} frozen={one} />
      ))}
      <Card pad="none">
        <Heading>{t('reconciliation.differences')}</Heading>
        {differences.length === 0 ? (
          <EmptyState icon={Scale} title={t('reconciliation.none')} text={t('reconciliation.noneText')} />
        ) : (
          <DifferenceTable rows={differences} />
        )}
      </Card>
      <Card pad="none">
        <Heading>{t('reconciliation.rails')}</Heading>
        <RailTable rows={rails} />
      </Card>
      <Card pad="none">
        <Heading>{t('reconciliation.troubles')}</Heading>
        {troubles.length === 0 ? (
          <p className="px-3 pb-3 text-second">{t('reconciliation.noTroubles')}</p>
        ) : (
          <TroubleTable rows={troubles} />
        )}
      </Card>
      <Card pad="none">
        <Heading>{t('reconciliation.days')}</Heading>
        {days.length === 0 ? (
          <p className="px-3 pb-3 text-second">{t('reconciliation.noDays')}</p>
        ) : (
          <DayTable rows={days} />
        )}
      </Card>
    </>
  )
}

function Frozen({ frozen }: { readonly frozen: Reconciliation['frozen'][number] }) {
  const t = useWords<Messages>('payments')
  const { style } = useUi()
  const { railId, asset, amount, until } = frozen
  const sum = formatAmount(amount, asset, style, { decimals: shownDecimals })
  return (
    <Note icon={CircleAlert} tone="bad">
      <strong>{t('reconciliation.frozen', { asset })}</strong>{' '}
      {t('reconciliation.frozenText', { asset, amount: sum, rail: railName(railId) })} {t('reconciliation.frozenUntil')}{' '}
      <DateTime at={until} />.
    </Note>
  )
}

/** Nothing of an asset is credited; it ends by its cause alone, so there is nothing to press. */
function Halted({ halted }: { readonly halted: Reconciliation['halted'][number] }) {
  const t = useWords<Messages>('payments')
  const { style } = useUi()
  const { asset, short, since } = halted
  return (
    <Note icon={CircleAlert} tone="bad">
      <strong>{t('halt.title', { asset })}</strong>{' '}
      {t('halt.text', { amount: formatAmount(short, asset, style, { decimals: shownDecimals }) })} {t('halt.since')}{' '}
      <DateTime at={since} />.
    </Note>
  )
}

function Heading({ children }: { readonly children: string }) {
  return <h2 className="px-3 pt-3 pb-1 text-15">{children}</h2>
}

function DifferenceTable({ rows }: { readonly rows: readonly Difference[] }) {
  const may = useMay(proposeDifferenceEnd)
  const [chosen, setChosen] = useState<Difference>()
  return (
    <>
      <DifferenceRows rows={rows} onAccept={may ? setChosen : undefined} />
      {chosen !== undefined && (
        <AcceptCard key={chosen.differenceId} difference={chosen} onClose={() => setChosen(undefined)} />
      )}
    </>
  )
}

function DifferenceRows({
  rows,
  onAccept,
}: {
  readonly rows: readonly Difference[]
  readonly onAccept: ((difference: Difference) => void) | undefined
}) {
  const t = useWords<Messages>('payments')
  return (
    <DataTable
      label={t('reconciliation.differences')}
      rows={rows}
      keyOf={({ differenceId }) => differenceId}
      columns={[
        {
          title: t('reconciliation.kind'),
          cell: (row) => <DifferenceKind row={row} />,
        },
        {
          title: t('reconciliation.rail'),
          cell: (row) => <RailCell railId={row.railId} externalId={row.externalId} />,
        },
        {
          title: t('reconciliation.amount'),
          align: 'right',
          cell: ({ amount, asset }) => <Sum value={amount} asset={asset} />,
        },
        {
          title: t('reconciliation.line'),
          align: 'right',
          cell: ({ line, asset }) => (line === undefined ? '—' : <Sum value={line} asset={asset} />),
        },
        {
          title: t('reconciliation.booked'),
          align: 'right',
          cell: ({ booked, asset }) => (booked === undefined ? '—' : <Sum value={booked} asset={asset} />),
        },
        { title: t('reconciliation.age'), cell: ({ foundAt }) => <Age at={foundAt} /> },
        {
          title: t('reconciliation.whatToDo'),
          cell: ({ kind }) => t(`reconciliation.todo.${kind}`),
          className: 'max-w-[320px] text-second',
        },
        {
          title: t('reconciliation.act'),
          align: 'right',
          cell: (row) =>
            onAccept !== undefined && row.closedAt === undefined && row.acceptedAt === undefined ? (
              <ActLink onClick={() => onAccept(row)}>{t('reconciliation.accept')}</ActLink>
            ) : (
              '—'
            ),
        },
      ]}
    />
  )
}

function RailTable({ rows }: { readonly rows: readonly Rail[] }) {
  const t = useWords<Messages>('payments')
  return (
    <DataTable
      label={t('reconciliation.rails')}
      rows={rows}
      keyOf={({ railId }) => railId}
      columns={[
        {
          title: t('reconciliation.rail'),
          cell: ({ railId, silent }) => (
            <span className="flex flex-col items-start gap-1">
              {railName(railId)}
              {silent !== undefined && <Pill tone="bad">{t('reconciliation.silent')}</Pill>}
            </span>
          ),
        },
        {
          title: t('reconciliation.compared'),
          cell: ({ ranAt }) => (ranAt === undefined ? t('reconciliation.never') : <DateTime at={ranAt} />),
        },
        { title: t('reconciliation.lines'), align: 'right', cell: ({ lines }) => String(lines) },
        { title: t('reconciliation.bookings'), align: 'right', cell: ({ bookings }) => String(bookings) },
        { title: t('reconciliation.open'), align: 'right', cell: ({ differences }) => String(differences) },
        {
          title: `${t('reconciliation.apart')} / ${t('reconciliation.limit')}`,
          align: 'right',
          cell: ({ assets }) =>
            assets.map(({ asset, apart, limit }) => (
              <span key={asset} className="block">
                <Sum value={apart} asset={asset} />
                <span className="text-second">
                  {' / '}
                  <Sum value={limit} asset={asset} />
                </span>
              </span>
            )),
        },
      ]}
    />
  )
}

function DayTable({ rows }: { readonly rows: readonly Day[] }) {
  const t = useWords<Messages>('payments')
  const pair = (rail: string, books: string, asset: string) => (
    <>
      <span className="block">
        <Sum value={rail} asset={asset} />
      </span>
      <span className={rail === books ? 'block text-second' : 'block font-medium text-down'}>
        <Sum value={books} asset={asset} />
      </span>
    </>
  )
  return (
    <DataTable
      label={t('reconciliation.days')}
      rows={rows}
      keyOf={({ railId, date, asset }) => `${railId} ${date} ${asset}`}
      columns={[
        { title: t('reconciliation.day'), cell: ({ date }) => date.split('-').reverse().join('-') },
        { title: t('reconciliation.rail'), cell: ({ railId }) => railName(railId) },
        { title: t('reconciliation.asset'), cell: ({ asset }) => asset },
        {
          title: `${t('reconciliation.lines')} / ${t('reconciliation.bookings')}`,
          align: 'right',
          cell: ({ lines, bookings }) => `${lines} / ${bookings}`,
        },
        {
          title: `${t('reconciliation.cameIn')} / ${t('reconciliation.bookedIn')}`,
          align: 'right',
          cell: ({ lineIn, bookedIn, asset }) => pair(lineIn, bookedIn, asset),
        },
        {
          title: `${t('reconciliation.wentOut')} / ${t('reconciliation.bookedOut')}`,
          align: 'right',
          cell: ({ lineOut, bookedOut, asset }) => pair(lineOut, bookedOut, asset),
        },
      ]}
    />
  )
}

/** What differs, and whether that is over. */
function DifferenceKind({ row: { kind, closedAt, acceptedAt } }: { readonly row: Difference }) {
  const t = useWords<Messages>('payments')
  return (
    <span className="flex flex-col items-start gap-1">
      <span className="font-medium">{t(`reconciliation.kinds.${kind}`)}</span>
      {closedAt !== undefined && (
        <Pill tone="good">
          {t('reconciliation.closed')} <Age at={closedAt} />
        </Pill>
      )}
      {closedAt === undefined && acceptedAt !== undefined && (
        <Pill tone="good">
          {t('reconciliation.accepted')} <Age at={acceptedAt} />
        </Pill>
      )}
    </span>
  )
}
