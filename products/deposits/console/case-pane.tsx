import { CaseBody, CaseHeader, ProposalFoot, ReadOnlyFoot } from '@bolsillo/cases/console'
import type { ReplyOf } from '@bolsillo/contract'
import { LoggedPicture } from '@bolsillo/files/console'
import { Card, DateTime, Note, Pill, showToast, soonOfHoursMs, Timeline } from '@bolsillo/ui'
import { type Decision, DecisionBar, FactTable } from '@bolsillo/ui/console'
import { type Teller, useAction, useCall, useMay, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import type { Deposit } from '../contract/index.ts'
import {
  type CaseRow,
  listDepositCases,
  noteOverLimit,
  proposeElsewhere,
  readDepositCase,
} from '../contract/operator.ts'
import { refusalReasons } from '../domain/deposit.ts'
import {
  confirmReasons,
  elsewhereReason,
  matchReasons,
  notArrivedReasons,
  overdueReason,
  returnReasons,
} from '../domain/powers.ts'
import type { Messages } from '../messages/es-ES.ts'
import {
  ConfirmCard,
  ElsewhereCard,
  MatchCard,
  NotArrivedCard,
  RefuseCard,
  ReturnCard,
  UnclaimedCard,
} from './act-cards.tsx'
import { AgreedCard } from './agreed-card.tsx'
import { useMayDecide, useMoney } from './case-hooks.ts'

export type Case = ReplyOf<typeof readDepositCase>

/** One deposit in full: the money, who paid, whose it may be, the proof, its life, and what can be done. */
export function CasePane({ row }: { readonly row: CaseRow }) {
  // Asked once: each time it is asked is a look in the customer's log.
  const found = useCall(readDepositCase, { depositId: row.caseId }, { freshMs: Number.POSITIVE_INFINITY })
  return <CaseBody of={found}>{(one) => <OpenCase one={one} row={row} />}</CaseBody>
}

function OpenCase({ one, row }: { readonly one: Case; readonly row: CaseRow }) {
  const t = useWords<Messages>('deposits')
  const money = useMoney()
  const { deposit } = one
  return (
    <>
      <CaseHeader
        title={money(deposit.amount ?? deposit.asked, deposit.asset)}
        note={
          <>
            {deposit.reference} · <DateTime at={deposit.createdAt} shows="second" />
          </>
        }
        state={<Pill tone={row.kind === 'over-limit' ? 'brand' : 'warning'}>{t(`console.kind.${row.kind}`)}</Pill>}
        due={{ at: one.dueAt, soonMs: soonOfHoursMs }}
      />
      {deposit.heldReason !== undefined && <Note tone="warning">{t(`held.${deposit.heldReason}`)}</Note>}
      <Money one={one} />
      <Payer one={one} />
      <Customer one={one} />
      <AgreedCard one={one} />
      {one.proofFileId !== undefined && (
        <Card>
          <h3 className="mb-2 text-14">{t('console.proof')}</h3>
          <div className="max-w-[420px]">
            <LoggedPicture
              fileId={one.proofFileId}
              caseId={deposit.depositId}
              reason="review"
              label={t('console.proof')}
            />
          </div>
        </Card>
      )}
      <Card>
        <h3 className="mb-3 text-14">{t('console.life')}</h3>
        <Timeline
          steps={one.life.map((step) => ({
            title: t(step.reason === 'reversed' ? 'acts.reversed' : `acts.${step.stage}`),
            note: <Step step={step} />,
            done: true,
          }))}
        />
      </Card>
      <Decide one={one} kind={row.kind} />
    </>
  )
}

const heldReasons = ['unknown-reference', 'other-name', 'wrong-asset', 'not-verified'] as const
const failReasons = ['cancelled', 'expired', 'reversed', 'returned'] as const
const staffReasons = [
  ...confirmReasons,
  ...matchReasons,
  ...returnReasons,
  ...notArrivedReasons,
  ...refusalReasons,
  overdueReason,
  elsewhereReason,
  'return-failed',
] as const

/** A step's reason in words; one nobody knows shows as it is. */
function useReasonOf(): (code: string) => string {
  const t = useWords<Messages>('deposits')
  return (code) => {
    const held = heldReasons.find((known) => known === code)
    if (held !== undefined) return t(`console.heldShort.${held}`)
    const failed = failReasons.find((known) => known === code)
    if (failed !== undefined) return t(`failed.${failed}`)
    const staff = staffReasons.find((known) => known === code)
    return staff === undefined ? code : t(`reasons.${staff}`)
  }
}

function Step({ step }: { readonly step: Case['life'][number] }) {
  const t = useWords<Messages>('deposits')
  const reasonOf = useReasonOf()
  return (
    <>
      <DateTime at={step.at} shows="second" /> · {t(`console.by.${step.by}`)}
      {step.reason === undefined ? '' : ` · ${reasonOf(step.reason)}`}
    </>
  )
}

function Money({ one: { deposit } }: { readonly one: Case }) {
  const t = useWords<Messages>('deposits')
  const money = useMoney()
  return (
    <Card>
      <FactTable
        facts={[
          {
            label: t('console.rail'),
            value: `${t(`methods.${deposit.method}`)} · ${deposit.channelId ?? deposit.asset}`,
          },
          ...(deposit.asked === undefined
            ? []
            : [{ label: t('console.asked'), value: money(deposit.asked, deposit.askedAsset ?? deposit.asset) }]),
          ...(deposit.amount === undefined
            ? []
            : [{ label: t('console.delivered'), value: <b>{money(deposit.amount, deposit.asset)}</b> }]),
          ...optional(t('console.to'), deposit.to),
          ...optional(t('console.tracking'), deposit.externalId),
          ...marksOf(deposit).map((mark) => ({ label: '', value: t(`marks.${mark}`) })),
        ]}
      />
    </Card>
  )
}

const marksOf = ({ marks }: Deposit) => marks
const optional = (label: string, value: string | undefined) =>
  value === undefined ? [] : [{ label, value: <span className="break-all">{value}</span> }]

function Payer({ one: { payer, customer } }: { readonly one: Case }) {
  const t = useWords<Messages>('deposits')
  if (payer === undefined) return null
  const fits = customer?.payerFits
  return (
    <Card>
      <FactTable
        facts={[
          {
            label: t('console.payer'),
            value: (
              <>
                {payer.name === '' ? '—' : payer.name}{' '}
                {fits !== undefined && (
                  <Pill tone={fits ? 'good' : 'bad'}>{t(fits ? 'console.fits' : 'console.fitsNot')}</Pill>
                )}
              </>
            ),
          },
          { label: t('console.payerAccount'), value: <span className="break-all">{payer.account}</span> },
        ]}
      />
    </Card>
  )
}

function Customer({ one: { customer } }: { readonly one: Case }) {
  const t = useWords<Messages>('deposits')
  if (customer === undefined) return <Note>{t('console.nobody')}</Note>
  return (
    <Card>
      <FactTable
        facts={[
          { label: t('console.number'), value: customer.number },
          { label: t('console.customer'), value: customer.account },
          { label: t('console.name'), value: customer.name ?? <Pill tone="bad">{t('console.notVerified')}</Pill> },
          ...(customer.level === undefined ? [] : [{ label: t('console.level'), value: String(customer.level) }]),
        ]}
      />
    </Card>
  )
}

type Act = 'confirm' | 'refuse' | 'match' | 'return' | 'not-arrived' | 'elsewhere' | 'rest'

/** What this operator can do with it now. Whatever moves money is only proposed here. */
function Decide({ one, kind }: { readonly one: Case; readonly kind: CaseRow['kind'] }) {
  const t = useWords<Messages>('deposits')
  const mayDecide = useMayDecide()
  const isTreasury = useMay(proposeElsewhere)
  const [act, setAct] = useState<Act>()
  const noting = useAction(noteOverLimit, { refreshes: [listDepositCases] })
  const close = (): void => setAct(undefined)
  const done = (word: string): void => {
    close()
    showToast(word)
  }
  const proposed = () => done(t('console.proposed'))
  const { depositId, stage } = one.deposit
  const [proposal] = one.proposals
  if (proposal !== undefined) {
    const text = t(proposal.byMe ? 'console.proposalMine' : 'console.proposal')
    return <ProposalFoot text={text} action={t('console.toApprovals')} />
  }
  if (!mayDecide) {
    const keys = { next: t('console.next'), previous: t('console.previous') }
    return <ReadOnlyFoot note={t('console.readOnly')} keys={keys} />
  }
  if (act === 'confirm') return <ConfirmCard one={one} onDone={proposed} onCancel={close} />
  if (act === 'match') return <MatchCard one={one} onDone={proposed} onCancel={close} />
  if (act === 'not-arrived') return <NotArrivedCard one={one} onDone={proposed} onCancel={close} />
  if (act === 'return') return <ReturnCard one={one} onDone={proposed} onCancel={close} />
  if (act === 'elsewhere') return <ElsewhereCard one={one} onDone={proposed} onCancel={close} />
  if (act === 'rest') return <UnclaimedCard one={one} onDone={proposed} onCancel={close} />
  if (act === 'refuse') return <RefuseCard one={one} onDone={() => done(t('console.done'))} onCancel={close} />
  const note: Decision = {
    label: t('console.note'),
    key: 'a',
    loading: noting.isPending,
    onDecide: () => noting.mutate({ depositId }, { onSuccess: () => done(t('console.done')) }),
  }
  const decisions =
    kind === 'over-limit' && stage === 'credited' ? [note] : decisionsOf(one, kind, { isTreasury, t, setAct })
  return (
    <DecisionBar decisions={decisions}>
      {stage === 'held' && !one.canReturn && <span className="text-second">{t('console.returnImpossible')}</span>}
      {noting.error !== null && <span className="text-danger">{noting.error.message}</span>}
      {kind === 'over-limit' && noting.error === null && <span className="text-second">{t('console.noteText')}</span>}
    </DecisionBar>
  )
}

/** What can be proposed, or refused, about a deposit of this stage. */
function decisionsOf(
  one: Case,
  kind: CaseRow['kind'],
  {
    isTreasury,
    t,
    setAct,
  }: { readonly isTreasury: boolean; readonly t: Teller<Messages>; readonly setAct: (act: Act) => void },
): readonly Decision[] {
  const { stage, method } = one.deposit
  const first = (label: string, act: Act): Decision => ({ label, key: 'a', onDecide: () => setAct(act) })
  const further = (label: string, key: string, act: Act, disabled = false): Decision => ({
    ...{ label, key, disabled },
    kind: 'ghost',
    onDecide: () => setAct(act),
  })
  if (stage === 'proof-check')
    return [first(t('console.confirm'), 'confirm'), further(t('console.refuse'), 'r', 'refuse')]
  if (stage === 'held') {
    const mayName = one.canReturnElsewhere && isTreasury
    return [
      first(t('console.match'), 'match'),
      further(t('console.return'), 'r', 'return', !one.canReturn),
      ...(mayName ? [further(t('console.elsewhere'), 'o', 'elsewhere')] : []),
      ...(one.canRest ? [further(t('console.rest'), 'u', 'rest')] : []),
    ]
  }
  if (kind !== 'stuck') return []
  // What two people confirmed in vain can be confirmed again; a chain reports by itself.
  const again = method === 'transfer' ? [first(t('console.confirm'), 'confirm')] : []
  return [...again, further(t('console.notArrived'), 'r', 'not-arrived')]
}
