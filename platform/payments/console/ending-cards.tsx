import { DecimalField, showToast, TextField } from '@bolsillo/ui'
import { ReasonCard } from '@bolsillo/ui/console'
import { type Refusal, useAction, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import {
  acceptReasons,
  closeReasons,
  proposeDifferenceEnd,
  proposePaymentReturn,
  proposeTroubleEnd,
  type Reconciliation,
  readReconciliation,
  returnedReasons,
} from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'

const refreshes = [readReconciliation]

interface CardProps {
  readonly onClose: () => void
}

/** What a proposal does once it is made, and what it says when it was refused. */
function useProposal(onClose: () => void) {
  const t = useWords<Messages>('payments')
  return {
    onSuccess: (): void => {
      onClose()
      showToast(t('reconciliation.proposed'))
    },
    problem: (error: Refusal | null): string | undefined => error?.message,
  }
}

/** An event of a rail ends without effect: two people examined it. */
export function CloseCard({ troubleId, onClose }: CardProps & { readonly troubleId: string }) {
  const t = useWords<Messages>('payments')
  const { onSuccess, problem } = useProposal(onClose)
  const proposing = useAction(proposeTroubleEnd, { refreshes })
  return (
    <ReasonCard
      title={t('reconciliation.close')}
      note={t('reconciliation.closeText')}
      submit={t('reconciliation.propose')}
      label={t('reconciliation.why')}
      codes={closeReasons}
      wordOf={(code) => t(`reasons.${code}`)}
      pending={proposing.isPending}
      problem={problem(proposing.error)}
      onCancel={onClose}
      onSubmit={(reason) => proposing.mutate({ troubleId, reason }, { onSuccess })}
    />
  )
}

/** A payment that was confirmed came back: what the rail's statement shows. */
export function ReturnedCard({ payoutId, onClose }: CardProps & { readonly payoutId: string }) {
  const t = useWords<Messages>('payments')
  const { onSuccess, problem } = useProposal(onClose)
  const [trackingNumber, setTracking] = useState('')
  const [amount, setAmount] = useState('')
  const proposing = useAction(proposePaymentReturn, { refreshes })
  return (
    <ReasonCard
      title={t('reconciliation.returned')}
      note={t('reconciliation.returnedText')}
      submit={t('reconciliation.propose')}
      label={t('reconciliation.why')}
      codes={returnedReasons}
      wordOf={(code) => t(`reasons.${code}`)}
      ready={trackingNumber.trim() !== '' && amount !== ''}
      pending={proposing.isPending}
      problem={problem(proposing.error)}
      onCancel={onClose}
      onSubmit={(reason) => proposing.mutate({ payoutId, trackingNumber, amount, reason }, { onSuccess })}
    >
      <TextField label={t('reconciliation.tracking')} value={trackingNumber} onChange={setTracking} maxLength={60} />
      <DecimalField label={t('reconciliation.back')} value={amount} onChange={setAmount} scale={12} />
    </ReasonCard>
  )
}

/** A difference that was looked into stays as it is, and holds nothing back. */
export function AcceptCard({
  difference,
  onClose,
}: CardProps & { readonly difference: Reconciliation['differences'][number] }) {
  const t = useWords<Messages>('payments')
  const { onSuccess, problem } = useProposal(onClose)
  const proposing = useAction(proposeDifferenceEnd, { refreshes })
  return (
    <ReasonCard
      title={`${t('reconciliation.accept')}: ${difference.externalId}`}
      note={t('reconciliation.acceptText')}
      submit={t('reconciliation.propose')}
      label={t('reconciliation.why')}
      codes={acceptReasons}
      wordOf={(code) => t(`reasons.${code}`)}
      pending={proposing.isPending}
      problem={problem(proposing.error)}
      onCancel={onClose}
      onSubmit={(reason) => proposing.mutate({ differenceId: difference.differenceId, reason }, { onSuccess })}
    />
  )
}
