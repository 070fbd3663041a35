import { DecimalField, TextField } from '@bolsillo/ui'
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
import type { Case } from './case-hooks.ts'
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

type Sending<Reason extends string> = () => {
  readonly mutate: (
    wish: { readonly depositId: string; readonly reason: Reason },
    options: { readonly onSuccess: () => void },
  ) => void
  readonly isPending: boolean
  readonly error: Refusal | null
}

/** An act that is given nothing but a reason of its closed list; its words are `console.<act>` and `console.<act>Text`. */
function reasonAct<Reason extends keyof Messages['reasons']>(
  act: 'refuse' | 'notArrived' | 'return' | 'rest',
  submit: 'console.send' | 'console.propose',
  codes: readonly Reason[],
  useSending: Sending<Reason>,
) {
  return function ReasonActCard({ one, onDone, onCancel }: ActProps) {
    const t = useWords<Messages>('deposits')
    const problem = useProblem()
    const sending = useSending()
    const { depositId } = one.deposit
    return (
      <ReasonCard
        title={t(`console.${act}`)}
        note={t(`console.${act}Text`)}
        submit={t(submit)}
        label={t('console.why')}
        codes={codes}
        wordOf={(code) => t(`reasons.${code}`)}
        pending={sending.isPending}
        problem={problem(sending.error)}
        onCancel={onCancel}
        onSubmit={(reason) => sending.mutate({ depositId, reason }, { onSuccess: onDone })}
      />
    )
  }
}

/** Transfers with a proof are of money, never of coins. */
const proofScale = 2

/** It is on the firm's statement: the amount as the proof shows it, and which line with that amount it is. */
export function ConfirmCard({ one, onDone, onCancel }: ActProps) {
  const t = useWords<Messages>('deposits')
  const problem = useProblem()
  const { deposit } = one
  const [amount, setAmount] = useState('')
  const [named, setNamed] = useState<NamedLine>()
  const proposing = useAction(proposeConfirm, { refreshes })
  const { depositId } = deposit
  const asset = deposit.askedAsset ?? deposit.asset
  const read = (text: string): void => {
    setAmount(text)
    setNamed(undefined)
  }
  return (
    <ActCard
      title={t('console.confirm')}
      note={t('console.confirmRead')}
      submit={t('console.propose')}
      ready={amount !== '' && named !== undefined}
      pending={proposing.isPending}
      problem={problem(proposing.error)}
      onCancel={onCancel}
      onSubmit={() =>
        named !== undefined &&
        proposing.mutate({ depositId, amount, ...named, reason: 'found-on-statement' }, { onSuccess: onDone })
      }
    >
      <DecimalField label={t('console.amountRead')} value={amount} onChange={read} scale={proofScale} suffix={asset} />
      {amount !== '' && <LineField key={amount} asset={asset} amount={amount} onChange={setNamed} />}
    </ActCard>
  )
}

const useRefuseProof = () => useAction(refuseProof, { refreshes })
/** It did not come: one person states it, with a reason the customer reads. */
export const RefuseCard = reasonAct('refuse', 'console.send', refusalReasons, useRefuseProof)

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

const useProposeNotArrived = () => useAction(proposeNotArrived, { refreshes })
/** Nothing was heard of it for a day: it ends without having come. */
export const NotArrivedCard = reasonAct('notArrived', 'console.propose', notArrivedReasons, useProposeNotArrived)

const useProposeReturn = () => useAction(proposeReturn, { refreshes })
/** Back to where it came from; nobody names another destination. */
export const ReturnCard = reasonAct('return', 'console.propose', returnReasons, useProposeReturn)

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

const useProposeUnclaimed = () => useAction(proposeUnclaimed, { refreshes })
/** Nobody claims it and it cannot go back: it rests, still owed. */
export const UnclaimedCard = reasonAct('rest', 'console.propose', unclaimedReasons, useProposeUnclaimed)
