import type { ReplyOf } from '@bolsillo/contract'
import { Age, Amount, Button, Card, DateTime, EmptyState, Note, showToast, TextField } from '@bolsillo/ui'
import { FactTable, ListEnd, QueueRow, ReviewPanes } from '@bolsillo/ui/console'
import { DocumentHash, useAction, useCall, useMay, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Hourglass from 'lucide-react/icons/hourglass'
import { useState } from 'react'
import { listStuckPayouts, proposeStuckEnd, type StuckAct } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'
import { railName } from './rail-name.ts'

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
  const may = useMay(proposeStuckEnd)
  const { amount, asset, destination, arrived, problem, otherRail } = stuck
  const facts = [
    { label: t('stuck.cause'), value: <span className="break-all">{stuck.cause}</span> },
    { label: t('stuck.reference'), value: stuck.reference },
    { label: t('stuck.rail'), value: railName(stuck.railId) },
    { label: t('stuck.number'), value: stuck.number ?? t('stuck.noNumber') },
    { label: t('stuck.since'), value: <DateTime at={stuck.since} /> },
    { label: t('stuck.due'), value: <DateTime at={stuck.dueAt} /> },
    { label: t('stuck.attempts'), value: String(stuck.attempts) },
    ...(problem === undefined ? [] : [{ label: t('stuck.problem'), value: problem }]),
    ...(arrived === undefined
      ? []
      : [{ label: t('stuck.arrived'), value: <Amount value={arrived} currency={asset} /> }]),
    ...(otherRail === undefined ? [] : [{ label: t('stuck.otherRail'), value: railName(otherRail) }]),
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

/** What people found beside the act: a number on the statement, or the rail's letter. */
interface Found {
  readonly trackingNumber?: string
  readonly documentHash?: string
}

function Acts({ stuck }: { readonly stuck: Stuck }) {
  const t = useWords<Messages>('payments')
  const propose = useAction(proposeStuckEnd, { refreshes: [listStuckPayouts] })
  const acts = actsFor(stuck)
  // The rail took it and never said which of its payments it is.
  const isNameless = stuck.reason === 'no-news' && stuck.number === undefined
  const send = (act: StuckAct, found: Found = {}): void =>
    propose.mutate({ payoutId: stuck.payoutId, act, ...found }, { onSuccess: () => showToast(t('stuck.proposed')) })
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
        {isNameless && (
          <BySettling busy={propose.isPending} onSend={(trackingNumber) => send('settle', { trackingNumber })} />
        )}
        {acts
          .filter((act) => act !== 'settle' || !isNameless)
          .map((act, index) => (
            <Button
              key={act}
              size="medium"
              kind={index === 0 ? 'primary' : 'ghost'}
              loading={propose.isPending}
              onClick={() => send(act)}
            >
              {t(`stuck.acts.${act}`)}
            </Button>
          ))}
        {acts.includes('give-back') && (
          <ByLetter
            from={stuck.writtenFrom}
            busy={propose.isPending}
            onSend={(documentHash) => send('give-back', { documentHash })}
          />
        )}
      </div>
    </Card>
  )
}

/** The number two people found on the rail's statement. */
function BySettling({ busy, onSend }: { readonly busy: boolean; readonly onSend: (trackingNumber: string) => void }) {
  const t = useWords<Messages>('payments')
  const [number, setNumber] = useState('')
  return (
    <>
      <p className="text-12 text-second">{t('stuck.trackingText')}</p>
      <TextField label={t('stuck.tracking')} value={number} onChange={setNumber} maxLength={60} />
      <Button size="medium" loading={busy} disabled={number.trim() === ''} onClick={() => onSend(number.trim())}>
        {t('stuck.acts.settle')}
      </Button>
    </>
  )
}

/** The rail answers nothing, or never an end: what is left is its written word, after a while. */
function ByLetter(props: {
  readonly from: number
  readonly busy: boolean
  readonly onSend: (documentHash: string) => void
}) {
  const t = useWords<Messages>('payments')
  const [hash, setHash] = useState('')
  return (
    <div className="flex flex-col gap-2 border-hair border-t pt-3">
      <DocumentHash label={t('stuck.document')} value={hash} onHash={setHash} />
      <p className="text-12 text-second">
        {t('stuck.writtenText')} <DateTime at={props.from} />
      </p>
      <Button size="medium" kind="ghost" loading={props.busy} disabled={hash === ''} onClick={() => props.onSend(hash)}>
        {t('stuck.written')}
      </Button>
    </div>
  )
}
