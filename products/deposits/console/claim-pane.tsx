import { CaseBody, ReadOnlyFoot } from '@bolsillo/cases/console'
import type { ReplyOf } from '@bolsillo/contract'
import { ButtonLink, Card, DateTime, DecimalField, showToast } from '@bolsillo/ui'
import { ActCard, DecisionBar, FactTable, Reasons } from '@bolsillo/ui/console'
import { useAction, useCall, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import { listDepositCases, proposeClaim, readDepositClaim } from '../contract/operator.ts'
import { type ClaimWay, claimReasons, claimWays } from '../domain/powers.ts'
import type { Messages } from '../messages/es-ES.ts'
import { useProblem } from './act-cards.tsx'
import { useMayDecide, useMoney } from './case-hooks.ts'

type Claim = ReplyOf<typeof readDepositClaim>['claim']

/** What a customer still owes after a reversal or an overpaid withdrawal, what was cleared up, and how the rest may be. */
export function ClaimPane({ claimId }: { readonly claimId: string }) {
  const found = useCall(readDepositClaim, { claimId }, { freshMs: Number.POSITIVE_INFINITY })
  return (
    <CaseBody of={found} lines={6}>
      {({ claim }) => <OpenClaim claim={claim} />}
    </CaseBody>
  )
}

function OpenClaim({ claim }: { readonly claim: Claim }) {
  return (
    <>
      <ClaimFacts claim={claim} />
      <Settle claim={claim} />
    </>
  )
}

/** What is claimed, what was cleared up of it, and what the customer has. */
export function ClaimFacts({ claim }: { readonly claim: Claim }) {
  const t = useWords<Messages>('deposits')
  const money = useMoney()
  return (
    <>
      <header>
        <h2 className="text-20">{money(claim.open, claim.asset)}</h2>
        <p className="text-second">
          {t('console.kind.claim')} · <DateTime at={claim.openedAt} shows="second" />
        </p>
      </header>
      <Card>
        <FactTable
          facts={[
            { label: t('console.number'), value: claim.customer ?? t('console.nobody') },
            { label: t('console.claimOf'), value: <ClaimOf claim={claim} /> },
            { label: t('facts.claimed'), value: money(claim.amount, claim.asset) },
            { label: t('console.open'), value: <b>{money(claim.open, claim.asset)}</b> },
            { label: t('console.available'), value: money(claim.available, claim.asset) },
            { label: t('console.reason'), value: reasonWord(t, claim.reason) },
          ]}
        />
      </Card>
      {claim.steps.length > 0 && (
        <Card>
          <h3 className="mb-2 text-14">{t('console.steps')}</h3>
          <FactTable
            facts={claim.steps.map((step) => ({
              label: <DateTime at={step.at} />,
              value: `${money(step.amount, claim.asset)} · ${t(`console.way.${step.way}`)} · ${reasonWord(t, step.reason)}`,
            }))}
          />
        </Card>
      )}
    </>
  )
}

/** The deposit or withdrawal it is of, by the end of its id, which is what customers know it by. */
function ClaimOf({ claim: { depositId, withdrawalId } }: { readonly claim: Claim }) {
  const t = useWords<Messages>('deposits')
  const cause = withdrawalId === undefined ? 'deposit' : 'withdrawal'
  return `${t(`console.claimCause.${cause}`)} · ${(withdrawalId ?? depositId ?? '').slice(-10)}`
}

const ownReasons = ['return-failed', 'payment-returned', 'paid-too-much', 'returned-too-much'] as const

function reasonWord(t: ReturnType<typeof useWords<Messages>>, reason: string): string {
  const known = [...claimReasons, ...ownReasons].find((code) => code === reason)
  return known === undefined ? reason : t(`reasons.${known}`)
}

function Settle({ claim }: { readonly claim: Claim }) {
  const t = useWords<Messages>('deposits')
  const problem = useProblem()
  const mayDecide = useMayDecide()
  const [open, setOpen] = useState(false)
  const [way, setWay] = useState<ClaimWay>('take-available')
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState<(typeof claimReasons)[number]>()
  const proposing = useAction(proposeClaim, { refreshes: [listDepositCases, readDepositClaim] })
  const [waiting] = claim.proposals
  if (waiting !== undefined) return <WaitingProposal byMe={waiting.byMe} />
  if (!mayDecide) {
    const keys = { next: t('console.next'), previous: t('console.previous') }
    return <ReadOnlyFoot note={t('console.readOnly')} keys={keys} />
  }
  if (!open)
    return <DecisionBar decisions={[{ label: t('console.settle'), key: 'a', onDecide: () => setOpen(true) }]} />
  return (
    <ActCard
      title={t('console.settle')}
      note={t('console.settleText')}
      submit={t('console.propose')}
      ready={amount !== '' && reason !== undefined}
      pending={proposing.isPending}
      problem={problem(proposing.error)}
      onCancel={() => setOpen(false)}
      onSubmit={() =>
        reason !== undefined &&
        proposing.mutate(
          { claimId: claim.claimId, way, amount, reason },
          {
            onSuccess: () => {
              setOpen(false)
              showToast(t('console.proposed'))
            },
          },
        )
      }
    >
      <Reasons
        label={t('console.wayLabel')}
        codes={claimWays}
        value={way}
        onChange={setWay}
        wordOf={(code) => t(`console.way.${code}`)}
      />
      <DecimalField label={t('console.amount')} value={amount} onChange={setAmount} scale={8} suffix={claim.asset} />
      <Reasons
        label={t('console.why')}
        codes={claimReasons}
        value={reason}
        onChange={setReason}
        wordOf={(code) => t(`reasons.${code}`)}
      />
    </ActCard>
  )
}

function WaitingProposal({ byMe }: { readonly byMe: boolean }) {
  const t = useWords<Messages>('deposits')
  return (
    <div className="mt-auto flex items-center gap-3 rounded-card bg-wash p-4">
      <span className="flex-1">{t(byMe ? 'console.proposalMine' : 'console.proposal')}</span>
      <ButtonLink size="medium" kind="ghost" href="/approvals">
        {t('console.toApprovals')}
      </ButtonLink>
    </div>
  )
}
