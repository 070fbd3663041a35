import type { ReplyOf } from '@bolsillo/contract'
import {
  Age,
  Amount,
  Button,
  Card,
  DateTime,
  EmptyState,
  ErrorState,
  Note,
  SelectField,
  SkeletonRows,
  showToast,
  TextField,
} from '@bolsillo/ui'
import { FactTable, ListEnd, QueueRow, ReviewPanes } from '@bolsillo/ui/console'
import { useAction, useCall, useMay, useWords } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Landmark from 'lucide-react/icons/landmark'
import { useState } from 'react'
import { listTransfers, proposeTransferEnd, readTransfer } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'

type Transfer = ReplyOf<typeof listTransfers>['rows'][number]

/** Withdrawals somebody makes at the bank, and their outcome. */
export default function TransfersPage() {
  const t = useWords<Messages>('payments')
  const transfers = useCall(listTransfers, {})
  const [chosen, setChosen] = useState<string>()
  const rows = transfers.data?.rows ?? []
  const selected = rows.find(({ payoutId }) => payoutId === chosen) ?? rows[0]
  return (
    <ReviewPanes
      title={t('transfers.title')}
      aside={String(rows.length)}
      rows={rows}
      keyOf={({ payoutId }) => payoutId}
      selected={selected?.payoutId}
      onSelect={setChosen}
      renderRow={(row) => (
        <QueueRow
          title={row.destination}
          age={<Age at={row.requestedAt} />}
          note={row.proposed === undefined ? row.reference : proposedWord(t, row.proposed)}
          figure={<Amount value={row.amount} currency={row.asset} />}
        />
      )}
      end={
        <ListEnd
          list={transfers}
          rows={transfers.data?.rows}
          empty={<EmptyState icon={Landmark} title={t('transfers.empty')} text={t('transfers.note')} />}
        />
      }
    >
      {selected !== undefined && <TransferCase key={selected.payoutId} transfer={selected} />}
    </ReviewPanes>
  )
}

function proposedWord(t: ReturnType<typeof useWords<Messages>>, proposed: 'paid' | 'failed'): string {
  return proposed === 'paid' ? t('transfers.proposedPaid') : t('transfers.proposedFailed')
}

function TransferCase({ transfer }: { readonly transfer: Transfer }) {
  const t = useWords<Messages>('payments')
  const may = useMay(proposeTransferEnd)
  const { amount, asset, reference, cause, destination, requestedAt, proposed } = transfer
  return (
    <>
      <header>
        <h2 className="text-20">
          <Amount value={amount} currency={asset} />
        </h2>
        <p className="text-second">{destination}</p>
      </header>
      <Card>
        <FactTable
          facts={[
            { label: t('transfers.cause'), value: <span className="break-all">{cause}</span> },
            { label: t('transfers.reference'), value: reference },
            { label: t('transfers.requested'), value: <DateTime at={requestedAt} /> },
          ]}
        />
      </Card>
      {may && <Account payoutId={transfer.payoutId} />}
      {proposed === undefined ? (
        may && <EndForm payoutId={transfer.payoutId} />
      ) : (
        <Note icon={CircleAlert}>
          {proposedWord(t, proposed)}. {t('transfers.proposed')}
        </Note>
      )}
    </>
  )
}

/** The whole account, once somebody says they need it: the access is in the customer's log. */
function Account({ payoutId }: { readonly payoutId: string }) {
  const t = useWords<Messages>('payments')
  const [wanted, setWanted] = useState(false)
  return wanted ? (
    <ShownAccount payoutId={payoutId} />
  ) : (
    <Button size="medium" kind="ghost" onClick={() => setWanted(true)}>
      {t('transfers.showAccount')}
    </Button>
  )
}

function ShownAccount({ payoutId }: { readonly payoutId: string }) {
  const t = useWords<Messages>('payments')
  const account = useCall(readTransfer, { payoutId })
  if (account.isPending) return <SkeletonRows rows={3} />
  if (account.isError) return <ErrorState title={account.error.message} onRetry={() => void account.refetch()} />
  const { bank, number, holder } = account.data
  return (
    <Card>
      <FactTable
        facts={[
          { label: t('transfers.bank'), value: bank },
          { label: t('transfers.number'), value: number },
          { label: t('transfers.holder'), value: holder },
        ]}
      />
      <p className="mt-2 text-12 text-second">{t('transfers.shown')}</p>
    </Card>
  )
}

const reasonsOf = { paid: ['on-bank-statement'], failed: ['bank-returned', 'bank-refused'] } as const
type Outcome = keyof typeof reasonsOf
type Reason = (typeof reasonsOf)[Outcome][number]

function EndForm({ payoutId }: { readonly payoutId: string }) {
  const t = useWords<Messages>('payments')
  const [outcome, setOutcome] = useState<Outcome>('paid')
  const [reason, setReason] = useState<Reason>('on-bank-statement')
  const [trackingNumber, setTracking] = useState('')
  const propose = useAction(proposeTransferEnd, { refreshes: [listTransfers] })
  const choose = (next: string): void => {
    const chosen: Outcome = next === 'paid' ? 'paid' : 'failed'
    setOutcome(chosen)
    setReason(reasonsOf[chosen][0])
  }
  const reasons: readonly Reason[] = reasonsOf[outcome]
  const fits = outcome === 'failed' || /^[A-Za-z0-9-]{4,40}$/.test(trackingNumber)
  const send = (): void =>
    propose.mutate(
      { payoutId, outcome, reason, ...(outcome === 'paid' ? { trackingNumber } : {}) },
      { onSuccess: () => showToast(t('transfers.proposed')) },
    )
  return (
    <Card>
      <div className="flex max-w-[460px] flex-col gap-3">
        <SelectField
          label={t('transfers.outcome')}
          value={outcome}
          onChange={choose}
          choices={[
            { value: 'paid', label: t('transfers.paid') },
            { value: 'failed', label: t('transfers.failed') },
          ]}
        />
        {outcome === 'paid' && (
          <TextField label={t('transfers.tracking')} value={trackingNumber} onChange={setTracking} maxLength={40} />
        )}
        <SelectField
          label={t('transfers.reason')}
          value={reason}
          onChange={(next) => setReason(reasons.find((one) => one === next) ?? reasonsOf[outcome][0])}
          choices={reasons.map((code) => ({ value: code, label: t(`reasons.${code}`) }))}
        />
        {propose.error !== null && (
          <div role="alert">
            <Note icon={CircleAlert} tone="bad">
              {propose.error.message}
            </Note>
          </div>
        )}
        <Button size="medium" disabled={!fits} loading={propose.isPending} onClick={send}>
          {t('transfers.propose')}
        </Button>
      </div>
    </Card>
  )
}
