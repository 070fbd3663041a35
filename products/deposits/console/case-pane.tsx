import { CaseBody, CaseHeader, ProposalFoot, ReadOnlyFoot } from '@bolsillo/cases/console'
import { DateTime, Pill, showToast, soonOfHoursMs } from '@bolsillo/ui'
import { type Decision, DecisionBar } from '@bolsillo/ui/console'
import { type Teller, useAction, useCall, useMay, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import {
  type CaseRow,
  listDepositCases,
  noteOverLimit,
  proposeElsewhere,
  readDepositCase,
} from '../contract/operator.ts'
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
import { CaseFacts, isReadFromEvidence } from './case-facts.tsx'
import { type Case, useMayDecide, useMoney } from './case-hooks.ts'

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
  const isBlind = isReadFromEvidence(one)
  const [opened, setOpened] = useState(false)
  return (
    <>
      <CaseHeader
        title={isBlind ? t('console.kind.proof') : money(deposit.amount ?? deposit.asked, deposit.asset)}
        note={
          <>
            {deposit.reference} · <DateTime at={deposit.createdAt} shows="second" />
          </>
        }
        state={<Pill tone={row.kind === 'over-limit' ? 'brand' : 'warning'}>{t(`console.kind.${row.kind}`)}</Pill>}
        due={{ at: one.dueAt, soonMs: soonOfHoursMs }}
      />
      <CaseFacts one={one} isBlind={isBlind} reason="review" onOpened={() => setOpened(true)} />
      <Decide one={one} kind={row.kind} unopened={isBlind && !opened ? t('console.openProofFirst') : undefined} />
    </>
  )
}

type Act = 'confirm' | 'refuse' | 'match' | 'return' | 'not-arrived' | 'elsewhere' | 'rest'

/** What this operator can do with it now. Whatever moves money is only proposed here. */
function Decide(props: {
  readonly one: Case
  readonly kind: CaseRow['kind']
  /** What is said while the proof is unopened. */
  readonly unopened: string | undefined
}) {
  const { one, kind, unopened } = props
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
    kind === 'over-limit' && stage === 'credited' ? [note] : decisionsOf(one, kind, { isTreasury, unopened, t, setAct })
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
  asker: {
    readonly isTreasury: boolean
    readonly unopened: string | undefined
    readonly t: Teller<Messages>
    readonly setAct: (act: Act) => void
  },
): readonly Decision[] {
  const { isTreasury, unopened, t, setAct } = asker
  const { stage, method } = one.deposit
  const first = (label: string, act: Act): Decision => ({ label, key: 'a', onDecide: () => setAct(act) })
  const further = (label: string, key: string, act: Act, disabled = false): Decision => ({
    ...{ label, key, disabled },
    kind: 'ghost',
    onDecide: () => setAct(act),
  })
  if (stage === 'proof-check')
    return [
      { ...first(t('console.confirm'), 'confirm'), blocked: unopened },
      further(t('console.refuse'), 'r', 'refuse'),
    ]
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
