import { Age, DateTime, Pill, showToast } from '@bolsillo/ui'
import { DataTable } from '@bolsillo/ui/console'
import { useAction, useMay, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import { proposeTroubleEnd, type Reconciliation, readReconciliation, retryRailEvent } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'
import { CloseCard, ReturnedCard } from './ending-cards.tsx'
import { railName } from './rail-name.ts'

type Trouble = Reconciliation['troubles'][number]

/** One thing that can be done about a row. */
export function ActLink(props: {
  readonly children: string
  readonly disabled?: boolean
  readonly onClick: () => void
}) {
  const { children, disabled = false, onClick } = props
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onClick}
      className="block w-full text-right font-medium text-brand"
    >
      {children}
    </button>
  )
}

/** A rail, and the id it gave something. */
export function RailCell({ railId, externalId }: { readonly railId: string; readonly externalId: string }) {
  return (
    <>
      {railName(railId)}
      <span className="block max-w-[220px] break-all text-12 text-second">{externalId}</span>
    </>
  )
}

interface ChosenTrouble {
  readonly trouble: Trouble
  readonly act: 'close' | 'returned'
}

/** Events of rails that people must end, oldest first, with the acts. */
export function TroubleTable({ rows }: { readonly rows: readonly Trouble[] }) {
  const [chosen, setChosen] = useState<ChosenTrouble>()
  const onClose = (): void => setChosen(undefined)
  const payoutId = chosen?.act === 'returned' ? chosen.trouble.payoutId : undefined
  return (
    <>
      <TroubleRows rows={rows} onChoose={setChosen} />
      {payoutId !== undefined && <ReturnedCard key={payoutId} payoutId={payoutId} onClose={onClose} />}
      {chosen?.act === 'close' && (
        <CloseCard key={chosen.trouble.troubleId} troubleId={chosen.trouble.troubleId} onClose={onClose} />
      )}
    </>
  )
}

function TroubleRows({
  rows,
  onChoose,
}: {
  readonly rows: readonly Trouble[]
  readonly onChoose: (chosen: ChosenTrouble) => void
}) {
  const t = useWords<Messages>('payments')
  const may = useMay(proposeTroubleEnd)
  const retry = useAction(retryRailEvent, { refreshes: [readReconciliation] })
  const onSuccess = (): void => {
    showToast(t('reconciliation.retried'))
  }
  return (
    <DataTable
      label={t('reconciliation.troubles')}
      rows={rows}
      keyOf={({ troubleId }) => troubleId}
      columns={[
        {
          title: t('reconciliation.trouble'),
          cell: ({ trouble }) => (
            <Pill tone={trouble === 'parked' ? 'bad' : 'warning'}>{t(`reconciliation.troubleKinds.${trouble}`)}</Pill>
          ),
        },
        {
          title: t('reconciliation.rail'),
          cell: (row) => <RailCell railId={row.railId} externalId={row.externalId} />,
        },
        {
          title: t('reconciliation.problem'),
          cell: ({ problem }) => problem,
          className: 'max-w-[420px] break-words text-12 text-second',
        },
        { title: t('reconciliation.tries'), align: 'right', cell: ({ tries }) => String(tries) },
        { title: t('reconciliation.age'), cell: ({ toldAt }) => <Age at={toldAt} /> },
        { title: t('reconciliation.due'), cell: ({ dueAt }) => <DateTime at={dueAt} /> },
        {
          title: t('reconciliation.act'),
          align: 'right',
          cell: (trouble) =>
            may ? (
              <TroubleActs
                trouble={trouble}
                retrying={retry.isPending}
                onRetry={() => retry.mutate({ eventId: trouble.eventId }, { onSuccess })}
                onChoose={(act) => onChoose({ trouble, act })}
              />
            ) : (
              '—'
            ),
        },
      ]}
    />
  )
}

function TroubleActs(props: {
  readonly trouble: Trouble
  readonly retrying: boolean
  readonly onRetry: () => void
  readonly onChoose: (act: ChosenTrouble['act']) => void
}) {
  const { trouble, retrying, onRetry, onChoose } = props
  const t = useWords<Messages>('payments')
  return (
    <>
      {trouble.trouble === 'parked' && (
        <ActLink disabled={retrying} onClick={onRetry}>
          {t('reconciliation.retry')}
        </ActLink>
      )}
      {trouble.payoutId !== undefined && (
        <ActLink onClick={() => onChoose('returned')}>{t('reconciliation.returned')}</ActLink>
      )}
      <ActLink onClick={() => onChoose('close')}>{t('reconciliation.close')}</ActLink>
    </>
  )
}
