import { TextField } from '@bolsillo/ui'
import { ActCard, ReasonCard, Reasons } from '@bolsillo/ui/console'
import { DocumentHash, type Refusal, useAction, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import {
  listDepositCases,
  proposeConfirm,
  proposeElsewhere,
  proposeMatch,
  proposeNotArrived,
  proposeReturn,
  proposeUnclaimed,
  readDepositCase,
  refuseProof,
} from '../contract/operator.ts'
import { refusalReasons } from '../domain/deposit.ts'
import { elsewhereReasons, matchReasons, notArrivedReasons, returnReasons, unclaimedReasons } from '../domain/powers.ts'
import type { Messages } from '../messages/es-ES.ts'
import type { Case } from './case-pane.tsx'
import { LineField, type NamedLine } from './line-field.tsx'

interface ActProps {
  readonly one: Case
  readonly onDone: () => void
  readonly onCancel: () => void
}

const refreshes = [listDepositCases, readDepositCase]

/** What a refused act says. */
export function useProblem(): (error: Refusal | null) => string | undefined {
  const t = useWords<Messages>('deposits')
  return (error) => (error === null ? undefined : error.outcome === 'rejected' ? error.message : t('common.unknown'))
}

/** It is on the firm's statement: which line of an imported one it is. */
export function ConfirmCard({ one, onDone, onCancel }: ActProps) {
  const t = useWords<Messages>('deposits')
  const problem = useProblem()
  const { deposit } = one
  const [named, setNamed] = useState<NamedLine>()
  const proposing = useAction(proposeConfirm, { refreshes })
  const { depositId } = deposit
  return (
    <ActCard
      title={t('console.confirm')}
      note={t('console.confirmText')}
      submit={t('console.propose')}
      ready={named !== undefined}
      pending={proposing.isPending}
      problem={problem(proposing.error)}
      onCancel={onCancel}
      onSubmit={() =>
        named !== undefined &&
        proposing.mutate({ depositId, ...named, reason: 'found-on-statement' }, { onSuccess: onDone })
      }
    >
      <LineField asset={deposit.askedAsset ?? deposit.asset} onChange={setNamed} />
    </ActCard>
  )
}

/** It did not come: one person says so, with a reason the customer reads. */
export function RefuseCard({ one, onDone, onCancel }: ActProps) {
  const t = useWords<Messages>('deposits')
  const problem = useProblem()
  const refusing = useAction(refuseProof, { refreshes })
  return (
    <ReasonCard
      title={t('console.refuse')}
      note={t('console.refuseText')}
      submit={t('console.send')}
      label={t('console.why')}
      codes={refusalReasons}
      wordOf={(code) => t(`reasons.${code}`)}
      pending={refusing.isPending}
      problem={problem(refusing.error)}
      onCancel={onCancel}
      onSubmit={(reason) => refusing.mutate({ depositId: one.deposit.depositId, reason }, { onSuccess: onDone })}
    />
  )
}

/** Whose the held money is. */
export function MatchCard({ one, onDone, onCancel }: ActProps) {
  const t = useWords<Messages>('deposits')
  const problem = useProblem()
  const [customer, setCustomer] = useState(one.customer?.number ?? '')
  const proposing = useAction(proposeMatch, { refreshes })
  return (
    <ReasonCard
      title={t('console.match')}
      note={t('console.matchText')}
      submit={t('console.propose')}
      label={t('console.why')}
      codes={matchReasons}
      wordOf={(code) => t(`reasons.${code}`)}
      ready={customer.trim() !== ''}
      pending={proposing.isPending}
      problem={problem(proposing.error)}
      onCancel={onCancel}
      onSubmit={(reason) =>
        proposing.mutate({ depositId: one.deposit.depositId, customer: customer.trim(), reason }, { onSuccess: onDone })
      }
    >
      <TextField
        label={t('console.customerNumber')}
        value={customer}
        onChange={setCustomer}
        inputMode="numeric"
        maxLength={20}
      />
    </ReasonCard>
  )
}

/** Nothing was heard of it for a day: it ends without having come. */
export function NotArrivedCard({ one, onDone, onCancel }: ActProps) {
  const t = useWords<Messages>('deposits')
  const problem = useProblem()
  const proposing = useAction(proposeNotArrived, { refreshes })
  return (
    <ReasonCard
      title={t('console.notArrived')}
      note={t('console.notArrivedText')}
      submit={t('console.propose')}
      label={t('console.why')}
      codes={notArrivedReasons}
      wordOf={(code) => t(`reasons.${code}`)}
      pending={proposing.isPending}
      problem={problem(proposing.error)}
      onCancel={onCancel}
      onSubmit={(reason) => proposing.mutate({ depositId: one.deposit.depositId, reason }, { onSuccess: onDone })}
    />
  )
}

/** Back to where it came from; nobody names another destination. */
export function ReturnCard({ one, onDone, onCancel }: ActProps) {
  const t = useWords<Messages>('deposits')
  const problem = useProblem()
  const proposing = useAction(proposeReturn, { refreshes })
  return (
    <ReasonCard
      title={t('console.return')}
      note={t('console.returnText')}
      submit={t('console.propose')}
      label={t('console.why')}
      codes={returnReasons}
      wordOf={(code) => t(`reasons.${code}`)}
      pending={proposing.isPending}
      problem={problem(proposing.error)}
      onCancel={onCancel}
      onSubmit={(reason) => proposing.mutate({ depositId: one.deposit.depositId, reason }, { onSuccess: onDone })}
    />
  )
}

/** To another account of the payer: a document names it, and its fingerprint is what is kept. */
export function ElsewhereCard({ one, onDone, onCancel }: ActProps) {
  const t = useWords<Messages>('deposits')
  const problem = useProblem()
  const [account, setAccount] = useState('')
  const [holder, setHolder] = useState('')
  const [documentHash, setHash] = useState('')
  const [reason, setReason] = useState<(typeof elsewhereReasons)[number]>()
  const proposing = useAction(proposeElsewhere, { refreshes })
  const ready = account.trim() !== '' && holder.trim() !== '' && documentHash !== '' && reason !== undefined
  const { depositId } = one.deposit
  const send = (): void => {
    if (reason === undefined) return
    const wish = { depositId, account: account.trim(), holder: holder.trim(), documentHash, reason }
    proposing.mutate(wish, { onSuccess: onDone })
  }
  return (
    <ActCard
      title={t('console.elsewhere')}
      note={t('console.elsewhereText')}
      submit={t('console.propose')}
      ready={ready}
      pending={proposing.isPending}
      problem={problem(proposing.error)}
      onCancel={onCancel}
      onSubmit={send}
    >
      <TextField label={t('console.otherAccount')} value={account} onChange={setAccount} maxLength={60} />
      <TextField label={t('console.holder')} value={holder} onChange={setHolder} maxLength={140} />
      <DocumentHash label={t('console.document')} value={documentHash} onHash={setHash} />
      <p className="text-12 text-second">{t('console.documentText')}</p>
      <Reasons
        label={t('console.why')}
        codes={elsewhereReasons}
        value={reason}
        onChange={setReason}
        wordOf={(code) => t(`reasons.${code}`)}
      />
    </ActCard>
  )
}

/** Nobody claims it and it cannot go back: it rests, still owed. */
export function UnclaimedCard({ one, onDone, onCancel }: ActProps) {
  const t = useWords<Messages>('deposits')
  const problem = useProblem()
  const proposing = useAction(proposeUnclaimed, { refreshes })
  return (
    <ReasonCard
      title={t('console.rest')}
      note={t('console.restText')}
      submit={t('console.propose')}
      label={t('console.why')}
      codes={unclaimedReasons}
      wordOf={(code) => t(`reasons.${code}`)}
      pending={proposing.isPending}
      problem={problem(proposing.error)}
      onCancel={onCancel}
      onSubmit={(reason) => proposing.mutate({ depositId: one.deposit.depositId, reason }, { onSuccess: onDone })}
    />
  )
}
