import type { ReplyOf } from '@bolsillo/contract'
import { Age, Amount, Button, Card, DateTime, EmptyState, Note, showToast } from '@bolsillo/ui'
import { FactTable, ListEnd, QueueRow, ReviewPanes } from '@bolsillo/ui/console'
import { useAction, useCall, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Hourglass from 'lucide-react/icons/hourglass'
import { useState } from 'react'
import type { Messages } from '../messages/es-ES.ts'
import { listStuckPayouts, proposeStuckEnd, type StuckAct } from '../operator-contract.ts'
import { useMay } from './trouble-table.tsx'

type Stuck = ReplyOf<typeof listStuckPayouts>['rows'][number]

/** Payments out that do not go on by themselves, and how two people end them. */
export default function StuckPage() {
  const t = useWords<Messages>('payments')
  const stuck = useCall(listStuckPayouts, {})
  const [chosen, setChosen] = useState<string>()
  const rows = stuck.data?.rows ?? []
  const selected = rows.find(({ payoutId }) => payoutId === chosen) ?? rows[0]
  return (
    <ReviewPanes
      title={t('stuck.title')}
      aside={String(rows.length)}
      rows={rows}
      keyOf={({ payoutId }) => payoutId}
      selected={selected?.payoutId}
      onSelect={setChosen}
      renderRow={(row) => (
        <QueueRow
          title={t(`stuck.reasons.${row.reason}`)}
          age={<Age at={row.since} />}
          note={row.overdue ? t('stuck.overdue') : row.destination}
          figure={<Amount value={row.amount} currency={row.asset} />}
        />
      )}
      end={
        <ListEnd
          list={stuck}
          rows={stuck.data?.rows}
          empty={<EmptyState icon={Hourglass} title={t('stuck.empty')} text={t('stuck.note')} />}
        />
      }
    >
      {selected !== undefined && <StuckCase key={selected.payoutId} stuck={selected} />}
    </ReviewPanes>
  )
}

function StuckCase({ stuck }: { readonly stuck: Stuck }) {
  const t = useWords<Messages>('payments')
  const may = useMay()
  const { amount, asset, destination, arrived, problem, otherRail } = stuck
  const facts = [
    { label: t('stuck.cause'), value: <span className="break-all">{stuck.cause}</span> },
    { label: t('stuck.reference'), value: stuck.reference },
    { label: t('stuck.rail'), value: stuck.railId },
    { label: t('stuck.since'), value: <DateTime at={stuck.since} /> },
    { label: t('stuck.due'), value: <DateTime at={stuck.dueAt} /> },
    { label: t('stuck.attempts'), value: String(stuck.attempts) },
    ...(problem === undefined ? [] : [{ label: t('stuck.problem'), value: problem }]),
    ...(arrived === undefined
      ? []
      : [{ label: t('stuck.arrived'), value: <Amount value={arrived} currency={asset} /> }]),
    ...(otherRail === undefined ? [] : [{ label: t('stuck.otherRail'), value: otherRail }]),
  ]
  return (
    <>
      <header>
        <h2 className="text-20">
          <Amount value={amount} currency={asset} />
        </h2>
        <p className="text-second">{destination}</p>
      </header>
      <Card>
        <FactTable facts={facts} />
      </Card>
      {stuck.proposed === undefined ? (
        may && <Acts stuck={stuck} />
      ) : (
        <Note icon={CircleAlert}>
          {t(`stuck.acts.${stuck.proposed}`)}. {t('stuck.proposed')}
        </Note>
      )}
    </>
  )
}

/** What can be proposed about it; the server asks the rail before it takes the proposal. */
function actsFor({ reason, otherRail }: Stuck): readonly StuckAct[] {
  if (reason === 'other-amount') return ['settle']
  if (reason === 'other-end') return []
  const notPaid: readonly StuckAct[] = otherRail === undefined ? ['give-back'] : ['give-back', 'other-rail']
  return reason === 'no-news' ? ['settle', ...notPaid] : notPaid
}

function Acts({ stuck }: { readonly stuck: Stuck }) {
  const t = useWords<Messages>('payments')
  const propose = useAction(proposeStuckEnd, { refreshes: [listStuckPayouts] })
  const acts = actsFor(stuck)
  const send = (act: StuckAct): void =>
    propose.mutate({ payoutId: stuck.payoutId, act }, { onSuccess: () => showToast(t('stuck.proposed')) })
  return (
    <Card>
      <div className="flex max-w-[460px] flex-col gap-3">
        <p className="text-12 text-second">{acts.length === 0 ? t('stuck.noAct') : t('stuck.note')}</p>
        {propose.error !== null && (
          <div role="alert">
            <Note icon={CircleAlert} tone="bad">
              {propose.error.message}
            </Note>
          </div>
        )}
        {acts.map((act) => (
          <Button
            key={act}
            size="medium"
            kind={act === 'other-rail' ? 'ghost' : 'primary'}
            loading={propose.isPending}
            onClick={() => send(act)}
          >
            {t(`stuck.acts.${act}`)}
          </Button>
        ))}
      </div>
    </Card>
  )
}
