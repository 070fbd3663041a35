import { Age, Amount, Card, DateTime, EmptyState, ErrorState, Note, Pill, SkeletonRows, useUi } from '@bolsillo/ui'
import { FactTable, QueueRow, ReviewPanes, useActive } from '@bolsillo/ui/console'
import { useCall, useWords } from '@bolsillo/web-kit'
import CircleCheck from 'lucide-react/icons/circle-check'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { type LateRow, listLateLiquidations } from '../contract/operator.ts'
import type { StaffWords } from '../messages/staff/es-ES.ts'

/** How often the page asks: the engine looks once a second, people read slower. */
const everyMs = 3000

const keyOf = ({ customerId, mode, positions }: LateRow): string =>
  mode === 'cross' ? `${customerId} cross` : `${customerId} ${positions[0]?.symbol ?? ''}`

/** Liquidations that are late. A page to read: nothing here can be pushed. */
export default function LatePage() {
  const t = useWords<StaffWords>('contracts')
  // Only while somebody is there: a session nobody uses ends by itself.
  const active = useActive()
  const late = useCall(listLateLiquidations, {}, active ? { everyMs } : {})
  const [chosen, setChosen] = useState<string>()
  const rows = late.data?.rows ?? []
  const selected = rows.find((row) => keyOf(row) === chosen) ?? rows[0]
  const below = late.data?.below ?? 0
  const end = late.isPending ? (
    <div className="px-4">
      <SkeletonRows rows={4} />
    </div>
  ) : late.isError ? (
    <ErrorState title={late.error.message} onRetry={() => void late.refetch()} />
  ) : rows.length === 0 ? (
    <EmptyState
      icon={CircleCheck}
      title={t('console.empty')}
      text={below === 0 ? t('console.emptyNone') : t('console.emptyBelow', { count: String(below) })}
    />
  ) : null
  return (
    <ReviewPanes
      title={t('console.title')}
      aside={late.data === undefined ? undefined : <DateTime at={late.data.now} shows="second" />}
      tools={<Standing blind={late.data?.blind ?? 0} fund={late.data?.fund} asset={late.data?.asset} />}
      rows={rows}
      keyOf={keyOf}
      selected={selected === undefined ? undefined : keyOf(selected)}
      onSelect={setChosen}
      renderRow={(row) => (
        <QueueRow
          title={row.customer ?? t('console.nobody')}
          age={<Age at={row.since} />}
          note={row.positions.map(({ symbol }) => symbol).join(', ')}
          figure={row.equity === undefined ? '' : <Amount value={row.equity} currency={late.data?.asset ?? ''} />}
        />
      )}
      end={end}
    >
      {selected !== undefined && <LateCase key={keyOf(selected)} row={selected} asset={late.data?.asset ?? ''} />}
    </ReviewPanes>
  )
}

/** What backs all of them: the fund, and accounts nobody can value. */
function Standing(props: {
  readonly blind: number
  readonly fund?: string | undefined
  readonly asset?: string | undefined
}) {
  const t = useWords<StaffWords>('contracts')
  const { blind, fund, asset } = props
  return (
    <>
      {fund !== undefined && asset !== undefined && (
        <p className="flex justify-between text-12 text-second">
          <span>{t('console.fund')}</span>
          <Amount value={fund} currency={asset} />
        </p>
      )}
      {blind > 0 && (
        <Note icon={EyeOff} tone="warning">
          {t('console.blind', { count: String(blind) })}
        </Note>
      )}
    </>
  )
}

function LateCase({ row, asset }: { readonly row: LateRow; readonly asset: string }) {
  const t = useWords<StaffWords>('contracts')
  const { Link } = useUi()
  const { customerId, customer, mode, liquidationId, stage, equity, maintenance, lastLook } = row
  const money = (value: string | undefined) =>
    value === undefined ? t('console.unknown') : <Amount value={value} currency={asset} />
  const facts = [
    { label: t('console.customer'), value: customer ?? t('console.nobody') },
    { label: t('console.since'), value: <DateTime at={row.since} shows="second" /> },
    { label: t('console.lateSince'), value: <DateTime at={row.lateSince} shows="second" /> },
    { label: t('console.reason'), value: t(`console.reasons.${row.reason}`) },
    {
      label: t('console.lastLook'),
      value:
        lastLook === undefined ? (
          t('console.noLook')
        ) : (
          <>
            <DateTime at={lastLook.at} shows="second" />. {t(`console.outcomes.${lastLook.outcome}`)}
          </>
        ),
    },
    { label: t('console.equity'), value: money(equity) },
    { label: t('console.maintenance'), value: money(maintenance) },
    {
      label: t('console.liquidation'),
      value: <span className="break-all">{liquidationId ?? t('console.notBegun')}</span>,
    },
    ...(stage === undefined ? [] : [{ label: t('console.stage'), value: t(`console.stages.${stage}`) }]),
  ]
  return (
    <>
      <header className="flex items-start justify-between gap-4">
        <div>
          <h2 className="text-20">{t(`console.${mode}`)}</h2>
          <p className="text-second">{t('console.note')}</p>
        </div>
        <Pill tone="bad">{t('console.late')}</Pill>
      </header>
      <Card>
        <FactTable facts={facts} />
      </Card>
      <Card>
        <h3 className="mb-2 text-14">{t('console.positions')}</h3>
        <Positions row={row} />
      </Card>
      <Link href={`/journal?about=${customerId}`} className="self-start py-1 font-medium text-brand">
        {t('console.journal')}
      </Link>
    </>
  )
}

function Positions({ row }: { readonly row: LateRow }) {
  const t = useWords<StaffWords>('contracts')
  const facts = row.positions.map(({ symbol, side, size, mark }) => ({
    label: symbol,
    value: [
      `${t(`console.sides.${side}`)} ${size}`,
      mark === undefined ? t('console.noMark') : t('console.mark', { price: mark }),
    ].join(', '),
  }))
  return <FactTable facts={facts} />
}
