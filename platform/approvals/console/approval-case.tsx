import type { ReplyOf } from '@bolsillo/contract'
import { useOperatorProof } from '@bolsillo/identity/console'
import { Card, DateTime, Dialog, ErrorState, Note, SelectField, SkeletonCard, showToast } from '@bolsillo/ui'
import { DecisionBar, FactTable, MoveHint } from '@bolsillo/ui/console'
import { useAction, useCall } from '@bolsillo/web-kit'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useState } from 'react'
import {
  type ApprovalDetail,
  decideApproval,
  listApprovals,
  listWork,
  readApproval,
  withdrawApproval,
} from '../contract/operator.ts'
import { CaseShown, useCaseView } from './case-view.tsx'
import { Countdown } from './countdown.tsx'
import { FactValue, PurposeFact } from './fact-value.tsx'
import { factWord, reasonWord, titleWord, useOwnWords } from './words.ts'

/** One proposal: what was proposed, by whom, for how long it waits, and the decision. */
export function ApprovalCase({ approvalId }: { readonly approvalId: string }) {
  const detail = useCall(readApproval, { approvalId })
  if (detail.isPending) return <SkeletonCard lines={6} />
  if (detail.isError) return <ErrorState title={detail.error.message} onRetry={() => void detail.refetch()} />
  return <Shown detail={detail.data} onStale={() => void detail.refetch()} />
}

function Shown({ detail, onStale }: { readonly detail: ApprovalDetail; readonly onStale: () => void }) {
  const t = useOwnWords()
  const { approval, decision } = detail
  const { titleKey } = approval
  const View = useCaseView(approval)
  const [blocked, setBlocked] = useState<string | undefined>(View === undefined ? undefined : t('console.caseFirst'))
  return (
    <>
      <header>
        <h2 className="text-20">{titleWord(titleKey)}</h2>
        <p className="text-second">
          {t('console.proposedBy')} {approval.makerName} · <DateTime at={approval.createdAt} />
          {approval.state === 'open' && (
            <>
              {' · '}
              <Countdown until={approval.expiresAt} />
            </>
          )}
        </p>
      </header>
      <Proposal detail={detail} />
      {decision !== undefined && (
        <Card>
          <FactTable
            facts={[
              { label: t('console.decidedBy'), value: decision.byName },
              { label: t('console.decidedAt'), value: <DateTime at={decision.at} shows="second" /> },
              { label: t('console.reason'), value: reasonWord(titleKey, decision.reason) },
            ]}
          />
        </Card>
      )}
      <Card>
        <Note icon={Fingerprint}>
          {t('console.hash')}. {t('console.hashNote')}
        </Note>
        <p className="mt-2 break-all font-medium text-12">{detail.payloadHash}</p>
      </Card>
      {View !== undefined && <CaseShown View={View} caseId={approval.subject} onBlocked={setBlocked} />}
      <Deciding detail={detail} blocked={blocked} onStale={onStale} />
    </>
  )
}

const refreshes = [listApprovals, readApproval, listWork]

/** One's own proposal: others decide it, and Z takes it back. */
function TakingBack(props: { readonly loading: boolean; readonly onDecide: () => void }) {
  const t = useOwnWords()
  return (
    <DecisionBar decisions={[{ label: t('console.takeBack'), key: 'z', kind: 'ghost', ...props }]}>
      <Note icon={CircleAlert}>{t('console.own')}</Note>
    </DecisionBar>
  )
}

/** What is being decided, with its reason and the second factor. */
function useDecision({ approval, payloadHash, factsHash, refusalReasons }: ApprovalDetail, onStale: () => void) {
  const t = useOwnWords()
  const { approvalId } = approval
  const [asking, setAsking] = useState<'approve' | 'refuse'>()
  const [reason, setReason] = useState(refusalReasons[0] ?? '')
  const decide = useAction(decideApproval, { refreshes })
  const factor = useOperatorProof(
    { action: 'approval', bound: { payloadHash, decision: asking ?? '' } },
    asking !== undefined,
  )
  const why = asking === 'approve' ? approval.reason : reason
  const ask = (decision: 'approve' | 'refuse'): void => {
    decide.reset()
    setAsking(decision)
  }
  const done = ({ state }: ReplyOf<typeof decideApproval>): void => {
    setAsking(undefined)
    showToast(t(state === 'approved' ? 'console.approved' : state === 'open' ? 'console.agreed' : 'console.refused'))
  }
  const failed = (): void => {
    factor.renew()
    onStale()
  }
  const send = (): void => {
    if (asking === undefined) return
    const request = { approvalId, payloadHash, factsHash, decision: asking, reason: why }
    void factor.prove().then((proof) => {
      if (proof !== undefined) decide.mutate({ ...request, ...proof }, { onSuccess: done, onError: failed })
    })
  }
  return { asking, setAsking, reason, setReason, decide, factor, ask, send }
}

/** A approves once the case was looked at, R refuses; both ask once more, with the reason and the second factor. */
function Deciding(props: {
  readonly detail: ApprovalDetail
  readonly blocked: string | undefined
  readonly onStale: () => void
}) {
  const { detail, blocked, onStale } = props
  const t = useOwnWords()
  const { approval, refusalReasons } = detail
  const { approvalId, titleKey } = approval
  const { asking, setAsking, reason, setReason, decide, factor, ask, send } = useDecision(detail, onStale)
  const takeBack = useAction(withdrawApproval, { refreshes })
  const isLast = approval.agreed + 1 >= approval.deciders
  if (approval.state !== 'open') return <MoveHint next={t('console.next')} previous={t('console.previous')} />
  if (approval.own) {
    const onDecide = (): void => takeBack.mutate({ approvalId }, { onSuccess: () => showToast(t('console.void')) })
    return <TakingBack loading={takeBack.isPending} onDecide={onDecide} />
  }
  if (!approval.decidable) return <Note icon={CircleAlert}>{t('console.notYours')}</Note>
  return (
    <>
      <DecisionBar
        decisions={[
          { label: t('console.approve'), key: 'a', blocked, onDecide: () => ask('approve') },
          { label: t('console.refuse'), key: 'r', kind: 'ghost', onDecide: () => ask('refuse') },
        ]}
      />
      <Dialog
        open={asking !== undefined}
        onOpenChange={(open) => !open && setAsking(undefined)}
        title={asking === 'refuse' ? t('console.refuseWhy') : t('console.approveTitle')}
        text={
          asking === 'refuse'
            ? t('console.refuseText')
            : `${titleWord(titleKey)}. ${t(isLast ? 'console.approveText' : 'console.agreeText')}`
        }
        confirmLabel={t(asking === 'refuse' ? 'console.refuse' : 'console.approve')}
        kind={asking === 'refuse' ? 'danger' : 'primary'}
        loading={decide.isPending}
        onConfirm={send}
      >
        {asking === 'refuse' && (
          <SelectField
            label={t('console.reason')}
            value={reason}
            onChange={setReason}
            choices={refusalReasons.map((code) => ({ value: code, label: reasonWord('approvals.', code) }))}
          />
        )}
        {factor.field}
        {decide.error !== null && (
          <div role="alert">
            <Note icon={CircleAlert} tone="bad">
              {decide.error.message}
            </Note>
          </div>
        )}
      </Dialog>
    </>
  )
}

/** What was proposed and why, and who agreed so far. */
function Proposal({ detail }: { readonly detail: ApprovalDetail }) {
  const t = useOwnWords()
  const { approval, facts } = detail
  const { titleKey } = approval
  const setting = facts.find(({ labelKey }) => labelKey === 'facts.setting')?.value
  return (
    <Card>
      <FactTable
        facts={[
          ...facts.map(({ labelKey, value }) => ({
            label: factWord(titleKey, labelKey, labelKey),
            value:
              labelKey === 'facts.purpose' && setting !== undefined ? (
                <PurposeFact settingKey={setting} otherwise={value} />
              ) : (
                <FactValue titleKey={titleKey} labelKey={labelKey} value={value} />
              ),
          })),
          { label: t('console.reason'), value: reasonWord(titleKey, approval.reason) },
          ...(approval.deciders === 1
            ? []
            : [
                { label: t('console.people'), value: String(approval.deciders) },
                { label: t('console.agreedBy'), value: detail.agreedNames.join(', ') || t('console.agreedNobody') },
              ]),
          { label: t('console.subject'), value: <span className="break-all">{approval.subject}</span> },
          { label: t('console.approval'), value: <span className="break-all">{approval.approvalId}</span> },
        ]}
      />
    </Card>
  )
}
