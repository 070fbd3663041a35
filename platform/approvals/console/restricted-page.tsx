import { Button, DateTime, EmptyState, showToast, TextField } from '@bolsillo/ui'
import { QueueEnd, QueueRow, ReviewPanes } from '@bolsillo/ui/console'
import { useAction, usePages } from '@bolsillo/web-kit'
import UserLock from 'lucide-react/icons/user-lock'
import { type FormEvent, useState } from 'react'
import { listRestricted, listWork, proposeLook } from '../contract/operator.ts'
import { lookReasons } from '../domain/view-rules.ts'
import { CustomerCase } from './customer-case.tsx'
import { ProposeCard, ReasonField } from './propose-card.tsx'
import { reasonWord, useOwnWords } from './words.ts'

interface Look {
  readonly number: string
  readonly caseId: string
}

/** Restricted customers, and the way to one by number: every view names a case and is recorded in the person's own log. */
export default function RestrictedPage() {
  const t = useOwnWords()
  const pages = usePages(listRestricted, {})
  const [number, setNumber] = useState('')
  const [caseId, setCaseId] = useState('')
  const [look, setLook] = useState<Look>()
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? []
  return (
    <ReviewPanes
      title={t('restricted.title')}
      aside={rows.length > 0 ? String(rows.length) : ''}
      tools={
        <LookFields
          number={number}
          onNumber={setNumber}
          caseId={caseId}
          onCase={setCaseId}
          onFind={() => setLook({ number: number.trim(), caseId: caseId.trim() })}
        />
      }
      rows={rows}
      keyOf={({ displayNumber }) => displayNumber}
      selected={look?.number}
      onSelect={(chosen) => {
        const row = rows.find(({ displayNumber }) => displayNumber === chosen)
        // The case is the approval that restricted them.
        if (row !== undefined) setLook({ number: chosen, caseId: row.approvalId })
      }}
      renderRow={({ displayNumber, restriction }) => (
        <QueueRow
          title={displayNumber}
          age={reasonWord('approvals.', restriction.reason)}
          note={restriction.evidence}
          figure={<DateTime at={restriction.until} shows="date" />}
        />
      )}
      end={<QueueEnd pages={pages} empty={<EmptyState icon={UserLock} title={t('restricted.empty')} />} />}
    >
      {look === undefined ? (
        <>
          <EmptyState icon={UserLock} title={t('restricted.pick')} text={t('restricted.promise')} />
          <LookForm number={number.trim()} onProposed={setCaseId} />
        </>
      ) : (
        <CustomerCase key={`${look.number} ${look.caseId}`} {...look} />
      )}
    </ReviewPanes>
  )
}

/** Where no case is open: two people agree on a look, and the customer sees it. */
function LookForm(props: { readonly number: string; readonly onProposed: (caseId: string) => void }) {
  const { number, onProposed } = props
  const t = useOwnWords()
  const [reason, setReason] = useState<string>(lookReasons[0])
  const [evidence, setEvidence] = useState('')
  const propose = useAction(proposeLook, { refreshes: [listWork] })
  const submit = (): void =>
    propose.mutate(
      { number, reason, evidence },
      {
        onSuccess: ({ approvalId }) => {
          onProposed(approvalId)
          showToast(t('restricted.lookDone', { caseId: approvalId }))
        },
      },
    )
  return (
    <ProposeCard title={t('restricted.proposeLook')} problem={propose.error?.message}>
      <p className="text-12 text-second">{t('restricted.lookHint')}</p>
      <ReasonField reasons={lookReasons} value={reason} onChange={setReason} />
      <TextField label={t('restricted.evidence')} value={evidence} onChange={setEvidence} maxLength={200} />
      <Button
        size="medium"
        loading={propose.isPending}
        disabled={!/^[0-9]{4,12}$/.test(number) || evidence.trim().length < 5}
        onClick={submit}
      >
        {t('restricted.proposeLook')}
      </Button>
    </ProposeCard>
  )
}

/** Which customer, and the case they are looked at for. */
function LookFields(props: {
  readonly number: string
  readonly onNumber: (number: string) => void
  readonly caseId: string
  readonly onCase: (caseId: string) => void
  readonly onFind: () => void
}) {
  const { number, onNumber, caseId, onCase, onFind } = props
  const t = useOwnWords()
  const find = (event: FormEvent): void => {
    event.preventDefault()
    onFind()
  }
  return (
    <form onSubmit={find} className="grid grid-cols-2 gap-2.5">
      <TextField label={t('restricted.search')} value={number} onChange={onNumber} inputMode="numeric" maxLength={12} />
      <TextField
        label={t('restricted.caseId')}
        value={caseId}
        onChange={onCase}
        placeholder="wdr_01JD0000000000000000000000"
        maxLength={40}
      />
      <p className="col-span-2 text-12 text-second">{t('restricted.caseHint')}</p>
      <Button
        type="submit"
        size="medium"
        kind="ghost"
        className="col-span-2"
        disabled={!/^[0-9]{4,12}$/.test(number.trim()) || !/^[A-Za-z][A-Za-z0-9_.:-]{2,39}$/.test(caseId.trim())}
      >
        {t('restricted.find')}
      </Button>
    </form>
  )
}
