import { TextField } from '@bolsillo/ui'
import { ActCard, ReasonCard, Reasons } from '@bolsillo/ui/console'
import { DocumentHash, type Refusal, useAction, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import {
  holdWithdrawal,
  listQueue,
  proposeLegalHold,
  proposeRefusal,
  readCase,
  refuseWithdrawal,
} from '../contract/operator.ts'
import { holdHoursMax, holdReasons, legalReasons, refusalReasons } from '../domain/withdrawal.ts'
import type { Messages } from '../messages/es-ES.ts'
import type { Case } from './case-pane.tsx'

interface ActProps {
  readonly one: Case
  readonly onDone: () => void
  readonly onFail: (refusal: Refusal) => void
  readonly onCancel: () => void
}

const refreshes = [listQueue, readCase] as const

/** Why it is not paid: what the customer will read, and nothing else. */
export function RefuseCard({ one, onDone, onFail, onCancel }: ActProps) {
  const t = useWords<Messages>('withdrawals')
  const refuse = useAction(refuseWithdrawal, { refreshes })
  const { withdrawalId } = one.withdrawal
  return (
    <ReasonCard
      title={t('console.refuseTitle')}
      note={t('console.refuseNote')}
      submit={t('console.confirm')}
      label={t('console.reason')}
      codes={refusalReasons}
      wordOf={(code) => t(`reasons.${code}`)}
      pending={refuse.isPending}
      onSubmit={(reason) => refuse.mutate({ withdrawalId, reason }, { onSuccess: onDone, onError: onFail })}
      onCancel={onCancel}
    />
  )
}

/** Why it is not paid, once more: what shows it goes along, and another person decides. */
export function RefuseAgainCard({ one, onDone, onFail, onCancel }: ActProps) {
  const t = useWords<Messages>('withdrawals')
  const [reason, setReason] = useState<(typeof refusalReasons)[number]>()
  const [evidence, setEvidence] = useState('')
  const propose = useAction(proposeRefusal, { refreshes })
  const { withdrawalId } = one.withdrawal
  return (
    <ActCard
      title={t('console.refuseTitle')}
      note={t('console.refuseAgainNote', { count: one.refusedBefore })}
      submit={t('console.confirm')}
      ready={reason !== undefined && evidence.trim().length >= 4}
      pending={propose.isPending}
      onSubmit={() => {
        if (reason === undefined) return
        const wish = { withdrawalId, reason, evidence: evidence.trim() }
        propose.mutate(wish, { onSuccess: onDone, onError: onFail })
      }}
      onCancel={onCancel}
    >
      <Reasons
        label={t('console.reason')}
        codes={refusalReasons}
        value={reason}
        onChange={setReason}
        wordOf={(code) => t(`reasons.${code}`)}
      />
      <TextField label={t('console.proof')} value={evidence} onChange={setEvidence} maxLength={120} />
    </ActCard>
  )
}

/** Why the review waits, and for how many hours. */
export function HoldCard({ one, onDone, onFail, onCancel }: ActProps) {
  const t = useWords<Messages>('withdrawals')
  const [reason, setReason] = useState<(typeof holdReasons)[number]>('destination-check')
  const [hours, setHours] = useState('4')
  const hold = useAction(holdWithdrawal, { refreshes })
  const { withdrawalId } = one.withdrawal
  const max = holdHoursMax[reason]
  const ready = /^[1-9][0-9]?$/.test(hours) && Number(hours) <= max
  return (
    <ActCard
      title={t('console.holdTitle')}
      note={t('console.holdNote')}
      submit={t('console.confirm')}
      ready={ready}
      pending={hold.isPending}
      onSubmit={() => hold.mutate({ withdrawalId, reason, hours }, { onSuccess: onDone, onError: onFail })}
      onCancel={onCancel}
    >
      <Reasons
        label={t('console.reason')}
        codes={holdReasons}
        value={reason}
        onChange={setReason}
        wordOf={(code) => t(`holds.${code}`)}
      />
      <div className="mt-3 max-w-[240px]">
        <TextField
          label={t('console.holdHours', { hours: max })}
          value={hours}
          onChange={setHours}
          inputMode="numeric"
          maxLength={2}
        />
      </div>
    </ActCard>
  )
}

/** What law stops this customer's withdrawals, by what document, for how long. Another person decides. */
export function LegalCard({ one, onDone, onFail, onCancel }: ActProps) {
  const t = useWords<Messages>('withdrawals')
  const [reason, setReason] = useState<(typeof legalReasons)[number]>()
  const [evidence, setEvidence] = useState('')
  const [days, setDays] = useState('30')
  const [documentSha256, setHash] = useState('')
  const [documentName, setName] = useState('')
  const isNamed = documentSha256 === '' ? !one.legalDocumentNeeded : documentName.trim() !== ''
  const propose = useAction(proposeLegalHold, { refreshes })
  const isDated = /^[1-9][0-9]?$/.test(days) && Number(days) <= 90
  const ready = reason !== undefined && evidence.trim().length >= 4 && isDated && isNamed
  return (
    <ActCard
      title={t('console.legalTitle')}
      note={t(one.legalDocumentNeeded ? 'console.legalAgainNote' : 'console.legalNote')}
      submit={t('console.confirm')}
      ready={ready}
      pending={propose.isPending}
      onSubmit={() => {
        if (reason === undefined) return
        const document = documentSha256 === '' ? {} : { documentSha256, documentName: documentName.trim() }
        const wish = { customerId: one.customerId, reason, evidence: evidence.trim(), days, ...document }
        propose.mutate(wish, { onSuccess: onDone, onError: onFail })
      }}
      onCancel={onCancel}
    >
      <Reasons
        label={t('console.reason')}
        codes={legalReasons}
        value={reason}
        onChange={setReason}
        wordOf={(code) => t(`legal.${code}`)}
      />
      <div className="mt-3 grid max-w-[480px] grid-cols-2 gap-3">
        <TextField label={t('console.evidence')} value={evidence} onChange={setEvidence} maxLength={120} />
        <TextField label={t('console.legalDays')} value={days} onChange={setDays} inputMode="numeric" maxLength={2} />
      </div>
      <DocumentHash label={t('console.document')} value={documentSha256} onHash={setHash} />
      {documentSha256 !== '' && (
        <TextField label={t('facts.documentName')} value={documentName} onChange={setName} maxLength={120} />
      )}
    </ActCard>
  )
}
