import { QueueCount } from '@bolsillo/approvals/console'
import { NoCaseOpen } from '@bolsillo/cases/console'
import { Age, Button, Chips, Due, decimalsOf, EmptyState, formatAmount, soonOfHoursMs, useUi } from '@bolsillo/ui'
import { ListEnd, QueueRow, ReviewPanes } from '@bolsillo/ui/console'
import { useCall, useWords } from '@bolsillo/web-kit'
import Inbox from 'lucide-react/icons/inbox'
import { useState } from 'react'
import { type CaseRow, caseKinds, listDepositCases } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'
import { useMayDecide } from './case-hooks.ts'
import { CasePane } from './case-pane.tsx'
import { ClaimPane } from './claim-pane.tsx'
import { PasswordForm } from './password-form.tsx'
import { UnmatchedForm } from './unmatched-form.tsx'

/** What waits: proofs, held money, claims, excesses. Earliest due first; nothing opens by itself, each look is logged. */
export default function CasesPage() {
  const t = useWords<Messages>('deposits')
  const [kind, setKind] = useState<CaseRow['kind'] | 'all'>('all')
  const [chosen, setChosen] = useState<string>()
  const [form, setForm] = useState<'unmatched' | 'password'>()
  const mayDecide = useMayDecide()
  const queue = useCall(listDepositCases, {})
  const all = queue.data?.rows ?? []
  const rows = all.filter((row) => kind === 'all' || row.kind === kind)
  const selected = rows.find(({ caseId }) => caseId === chosen)
  return (
    <ReviewPanes
      title={t('console.title')}
      aside={<QueueCount path="/deposits" list={queue} rows={queue.data?.rows.length} />}
      tools={
        <QueueTools kind={kind} onKind={setKind} counts={queue.data?.counts} onForm={mayDecide ? setForm : undefined} />
      }
      rows={rows}
      keyOf={({ caseId }) => caseId}
      selected={selected?.caseId}
      onSelect={(caseId) => {
        setForm(undefined)
        setChosen(caseId)
      }}
      renderRow={(row) => <Row row={row} />}
      end={
        <ListEnd
          list={queue}
          rows={queue.data && rows}
          empty={<EmptyState icon={Inbox} title={t('console.empty')} />}
        />
      }
    >
      {form === 'unmatched' ? (
        <UnmatchedForm onClose={() => setForm(undefined)} />
      ) : form === 'password' ? (
        <PasswordForm onClose={() => setForm(undefined)} />
      ) : selected === undefined ? (
        rows.length > 0 && (
          <NoCaseOpen
            icon={Inbox}
            title={t('console.choose')}
            text={t('console.logged')}
            keys={{ next: t('console.next'), previous: t('console.previous') }}
          />
        )
      ) : selected.kind === 'claim' ? (
        <ClaimPane key={selected.caseId} claimId={selected.caseId} />
      ) : (
        <CasePane key={selected.caseId} row={selected} />
      )}
    </ReviewPanes>
  )
}

function Row({ row }: { readonly row: CaseRow }) {
  const t = useWords<Messages>('deposits')
  const { style } = useUi()
  const { asset = '', amount } = row
  const why = row.reason === undefined ? undefined : heldReason(row.reason)
  return (
    <QueueRow
      title={
        // What a customer announces is not shown before somebody read the proof.
        row.kind === 'proof'
          ? `${t('console.kind.proof')} · ${asset}`
          : amount === undefined
            ? row.caseId
            : formatAmount(amount, asset, style, { decimals: decimalsOf(asset) })
      }
      age={<Age at={row.since} />}
      note={[
        ...(row.kind === 'proof' ? [] : [t(`console.kind.${row.kind}`)]),
        ...(row.claimOf === 'withdrawal' ? [t('console.claimCause.withdrawal')] : []),
        row.customer === undefined ? t('console.nobody') : row.customer,
        ...(why === undefined ? [] : [t(`console.heldShort.${why}`)]),
      ].join(' · ')}
      figure={<Due at={row.dueAt} soonMs={soonOfHoursMs} />}
    />
  )
}

const heldReasons = ['unknown-reference', 'other-name', 'wrong-asset', 'not-verified'] as const
function heldReason(text: string): (typeof heldReasons)[number] | undefined {
  return heldReasons.find((known) => known === text)
}

/** What of the queue is shown, and what can be begun without a case. */
function QueueTools(props: {
  readonly kind: CaseRow['kind'] | 'all'
  readonly onKind: (kind: CaseRow['kind'] | 'all') => void
  readonly counts: Readonly<Record<CaseRow['kind'], number>> | undefined
  readonly onForm: ((form: 'unmatched' | 'password') => void) | undefined
}) {
  const { kind, onKind, counts, onForm } = props
  const t = useWords<Messages>('deposits')
  return (
    <>
      <Chips
        label={t('console.queue')}
        value={kind}
        onPick={onKind}
        choices={[
          { value: 'all', label: t('console.all') },
          ...caseKinds.map((value) => ({
            value,
            label: `${t(`console.kinds.${value}`)} ${counts === undefined ? '' : counts[value]}`,
          })),
        ]}
      />
      {onForm !== undefined && (
        <div className="grid grid-cols-2 gap-2">
          <Button kind="ghost" size="medium" className="text-13" onClick={() => onForm('unmatched')}>
            {t('console.unmatched')}
          </Button>
          <Button kind="ghost" size="medium" className="text-13" onClick={() => onForm('password')}>
            {t('console.passwords')}
          </Button>
        </div>
      )}
    </>
  )
}
