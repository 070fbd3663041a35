import { CaseBody, CaseHeader } from '@bolsillo/cases/console'
import type { ReplyOf } from '@bolsillo/contract'
import { figure } from '@bolsillo/kernel'
import { Amount, Button, ButtonLink, Card, DateTime, Note, Pill, showToast, soonOfHoursMs, useUi } from '@bolsillo/ui'
import { DecisionBar, FactTable, MoveHint } from '@bolsillo/ui/console'
import { type Refusal, useAction, useCall, useWords } from '@bolsillo/web-kit'
import Lock from 'lucide-react/icons/lock'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { endHold, endLegalHold, listQueue, proposeAccept, readCase } from '../contract/operator.ts'
import type { Messages } from '../messages/es-ES.ts'
import { HoldCard, LegalCard, RefuseAgainCard, RefuseCard } from './act-cards.tsx'

export type Case = ReplyOf<typeof readCase>

const tones = { 'under-review': 'warning', doing: 'brand', complete: 'good', fail: 'bad', cancelled: 'quiet' } as const

/** One withdrawal in full: the money, whose it is, where it goes, what is worth a look, and the decision. */
export function CasePane({
  withdrawalId,
  onDecided,
}: {
  readonly withdrawalId: string
  readonly onDecided: () => void
}) {
  // Asked once: each time it is asked is a look in the customer's log.
  const found = useCall(readCase, { withdrawalId }, { freshMs: Number.POSITIVE_INFINITY })
  return <CaseBody of={found}>{(one) => <OpenCase one={one} onDecided={onDecided} />}</CaseBody>
}

function OpenCase({ one, onDecided }: { readonly one: Case; readonly onDecided: () => void }) {
  const t = useWords<Messages>('withdrawals')
  const { withdrawal } = one
  return (
    <>
      <CaseHeader
        title={<Money one={one} value={withdrawal.amount} />}
        note={
          <>
            {withdrawal.reference} · <DateTime at={withdrawal.requestedAt} shows="second" />
          </>
        }
        state={<Pill tone={tones[withdrawal.state]}>{t(`states.${withdrawal.state}`)}</Pill>}
        due={withdrawal.state === 'under-review' ? { at: one.dueAt, soonMs: soonOfHoursMs } : undefined}
      />
      <CaseFacts one={one} />
      <Decide one={one} onDecided={onDecided} />
    </>
  )
}

/** What a withdrawal is, without the decision. */
export function CaseFacts({ one }: { readonly one: Case }) {
  return (
    <>
      <Hints one={one} />
      <MoneyCard one={one} />
      <DestinationCard one={one} />
      <CustomerCard one={one} />
      <HoldsCard one={one} />
      <HistoryCard one={one} />
    </>
  )
}

function Money({ one, value }: { readonly one: Case; readonly value: string }) {
  return <Amount value={value} currency={one.withdrawal.asset} decimals={value.split('.')[1]?.length ?? 0} />
}

function Hints({ one }: { readonly one: Case }) {
  const t = useWords<Messages>('withdrawals')
  if (one.hints.length === 0 && one.nameMatches !== false) return null
  return (
    <div className="rounded-card bg-warn p-4 text-warnink">
      <ul className="grid gap-1">
        {one.nameMatches === false && (
          <li className="flex items-center gap-1.5 font-strong">
            <TriangleAlert size={16} aria-hidden="true" /> {t('console.holder')}: {t('console.differs')}
          </li>
        )}
        {one.hints.map((hint) => (
          <li key={hint} className="flex items-center gap-1.5">
            <TriangleAlert size={16} aria-hidden="true" /> {t(`console.hints.${hint}`)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function MoneyCard({ one }: { readonly one: Case }) {
  const t = useWords<Messages>('withdrawals')
  const { withdrawal, past } = one
  const { style } = useUi()
  return (
    <Card>
      <FactTable
        facts={[
          { label: t('facts.amount'), value: <Money one={one} value={withdrawal.amount} /> },
          { label: t('facts.fee'), value: <Money one={one} value={withdrawal.fee} /> },
          { label: t('facts.vat'), value: <Money one={one} value={withdrawal.vat} /> },
          {
            label: t('facts.net'),
            value: (
              <b>
                <Money one={one} value={withdrawal.net} />
              </b>
            ),
          },
          {
            label: t('console.past'),
            value: (
              <>
                {t('console.pastLine', { count: past.count, here: past.toDestination })}
                {past.largest !== undefined && (
                  <span className="block text-second">
                    {t('console.largest', { amount: figure(`${past.largest} ${withdrawal.asset}`, style) })}
                  </span>
                )}
              </>
            ),
          },
          ...(withdrawal.externalId === undefined
            ? []
            : [{ label: t('record.tracking'), value: <span className="break-all">{withdrawal.externalId}</span> }]),
          ...(withdrawal.failReason === undefined
            ? []
            : [{ label: t('console.reason'), value: t(`reasons.${withdrawal.failReason}`) }]),
        ]}
      />
    </Card>
  )
}

function DestinationCard({ one }: { readonly one: Case }) {
  const t = useWords<Messages>('withdrawals')
  const { destination, returned } = one.withdrawal
  return (
    <Card>
      <FactTable
        facts={[
          { label: t('console.destination'), value: <b className="break-all">{destination.text}</b> },
          ...(destination.bank === undefined ? [] : [{ label: t('record.bank'), value: destination.bank }]),
          ...(destination.holder === undefined
            ? []
            : [
                {
                  label: t('console.holder'),
                  value: (
                    <span className="flex flex-wrap items-center gap-2">
                      {destination.holder}
                      {one.nameMatches !== undefined && (
                        <Pill tone={one.nameMatches ? 'good' : 'bad'}>
                          {t(one.nameMatches ? 'console.matches' : 'console.differs')}
                        </Pill>
                      )}
                    </span>
                  ),
                },
              ]),
          ...(one.verifiedName === undefined ? [] : [{ label: t('console.verifiedName'), value: one.verifiedName }]),
          { label: t('console.destinationAdded'), value: <DateTime at={one.destinationAddedAt} /> },
          ...(returned ? [{ label: '', value: <Pill>{t('console.returned')}</Pill> }] : []),
        ]}
      />
      <Note icon={Lock} className="mt-2">
        {t('console.destinationNote')}
      </Note>
    </Card>
  )
}

function CustomerCard({ one }: { readonly one: Case }) {
  const t = useWords<Messages>('withdrawals')
  const { customer } = one
  return (
    <Card>
      <FactTable
        facts={[
          { label: t('console.customer'), value: customer.number },
          { label: t('console.account'), value: customer.account },
          ...(one.refusedBefore === 0 ? [] : [{ label: t('facts.refusedBefore'), value: one.refusedBefore }]),
          { label: t('console.since'), value: <DateTime at={customer.since} shows="date" /> },
        ]}
      />
    </Card>
  )
}

function HoldsCard({ one }: { readonly one: Case }) {
  const t = useWords<Messages>('withdrawals')
  const say = useWords<{
    readonly holds: Readonly<Record<string, string>>
    readonly legal: Readonly<Record<string, string>>
  }>('withdrawals')
  const end = useAction(endHold, { refreshes: [readCase, listQueue] })
  const endLegal = useAction(endLegalHold, { refreshes: [readCase, listQueue] })
  if (one.holds.length === 0) return null
  return (
    <Card>
      <h3 className="mb-2 text-14">{t('console.holds')}</h3>
      <FactTable
        facts={one.holds.map((hold) => ({
          label: <DateTime at={hold.from} />,
          value: (
            <span className="flex flex-wrap items-center gap-2">
              {hold.legal ? say(`legal.${hold.reason}`) : say(`holds.${hold.reason}`)}
              {hold.evidence !== undefined && <span className="text-second">{hold.evidence}</span>}
              {hold.document !== undefined && (
                <span className="break-all text-12 text-second">
                  {hold.document.name} · {hold.document.sha256}
                </span>
              )}
              {hold.endedAt === undefined ? (
                <>
                  <Pill tone="warning">
                    {t('console.ends')} <DateTime at={hold.until} />
                  </Pill>
                  {(hold.legal ? one.may.legal : one.may.refuse) && (
                    <Button
                      kind="plain"
                      size="medium"
                      className="-my-3"
                      onClick={() => (hold.legal ? endLegal : end).mutate({ holdId: hold.holdId })}
                    >
                      {t('console.holdEnd')}
                    </Button>
                  )}
                </>
              ) : (
                <Pill>
                  {t('console.endedAt')} <DateTime at={hold.endedAt} />
                </Pill>
              )}
            </span>
          ),
        }))}
      />
    </Card>
  )
}

function HistoryCard({ one }: { readonly one: Case }) {
  const t = useWords<Messages>('withdrawals')
  return (
    <Card>
      <h3 className="mb-2 text-14">{t('console.history')}</h3>
      <FactTable
        facts={one.history.map(({ at, what, by }) => ({
          label: <DateTime at={at} shows="second" />,
          value: `${t(what === 'accept' && by === 'clock' ? 'history.acceptClock' : `history.${what}`)} · ${t(by === 'customer' ? 'console.customer' : `history.${by}`)}`,
        }))}
      />
      {one.bankReturns.map(({ amount, at }) => (
        <p key={`${at} ${amount}`} className="mt-2">
          {t('record.bankReturned')}: <Amount value={amount} currency={one.withdrawal.asset} /> · <DateTime at={at} />
        </p>
      ))}
    </Card>
  )
}

type Asking = 'refuse' | 'hold' | 'legal'

/** What can be done: A proposes paying, R refuses, H holds for a bounded time. */
function Decide({ one, onDecided }: { readonly one: Case; readonly onDecided: () => void }) {
  const t = useWords<Messages>('withdrawals')
  const [asking, setAsking] = useState<Asking>()
  const propose = useAction(proposeAccept, { refreshes: [listQueue, readCase] })
  const { withdrawal, may, proposal } = one
  const fail = (refusal: Refusal): void => {
    showToast(refusal.outcome === 'unknown' ? t('common.unknown') : refusal.message, { kind: 'error', ms: 3000 })
  }
  const done = (): void => {
    setAsking(undefined)
    showToast(t('console.done'))
    onDecided()
  }
  const cancel = (): void => setAsking(undefined)
  if (asking !== undefined) return <AskedCard asking={asking} one={one} onDone={done} onFail={fail} onCancel={cancel} />
  const words = { next: t('console.keys.next'), previous: t('console.keys.previous') }
  if (withdrawal.state !== 'under-review') return <MoveHint {...words} />
  const legal = may.legal && <LegalButton onClick={() => setAsking('legal')} />
  if (proposal !== undefined) {
    return <Proposed one={one} mine={proposal.mine} legal={legal} onRefuse={() => setAsking('refuse')} />
  }
  if (!may.refuse && !may.propose) {
    return (
      <>
        {withdrawal.returned && <Note icon={Lock}>{t('console.goesBack')}</Note>}
        {legal}
        <MoveHint {...words} />
      </>
    )
  }
  const { withdrawalId, amount, net, destination } = withdrawal
  return (
    <DecisionBar
      decisions={[
        {
          label: t('console.pay'),
          key: 'a',
          disabled: !may.propose,
          loading: propose.isPending,
          onDecide: () =>
            propose.mutate(
              { withdrawalId, amount, net, destination: destination.text },
              { onSuccess: () => showToast(t('console.proposedDone')), onError: fail },
            ),
        },
        {
          label: t('console.refuse'),
          key: 'r',
          kind: 'ghost',
          disabled: !may.refuse,
          onDecide: () => setAsking('refuse'),
        },
        { label: t('console.hold'), key: 'h', kind: 'ghost', disabled: !may.hold, onDecide: () => setAsking('hold') },
      ]}
    >
      {legal}
      <span className="text-12 text-second">{t(withdrawal.returned ? 'console.goesBack' : 'console.payNote')}</span>
    </DecisionBar>
  )
}

function LegalButton({ onClick }: { readonly onClick: () => void }) {
  const t = useWords<Messages>('withdrawals')
  return (
    <Button kind="plain" size="medium" className="self-start" onClick={onClick}>
      {t('console.legal')}
    </Button>
  )
}

/** What of the acts is being filled in. */
function AskedCard({ asking, ...act }: ComponentProps<typeof HoldCard> & { readonly asking: Asking }) {
  if (asking === 'refuse' && !act.one.may.refuseAlone) return <RefuseAgainCard {...act} />
  if (asking === 'refuse') return <RefuseCard {...act} />
  if (asking === 'hold') return <HoldCard {...act} />
  return <LegalCard {...act} />
}

/** Paying is proposed: another person decides, and whoever may refuses. */
function Proposed(props: {
  readonly one: Case
  readonly mine: boolean
  readonly legal: ReactNode
  readonly onRefuse: () => void
}) {
  const { one, mine, legal, onRefuse } = props
  const { may } = one
  const t = useWords<Messages>('withdrawals')
  return (
    <div className="mt-auto flex flex-wrap items-center gap-3 pt-3">
      <span className="text-second">{t(mine ? 'console.proposedByYou' : 'console.proposedByOther')}</span>
      {!mine && may.refuse && (
        <ButtonLink size="medium" href="/approvals">
          {t('console.decide')}
        </ButtonLink>
      )}
      {may.refuse && (
        <Button kind="ghost" size="medium" onClick={onRefuse}>
          {t('console.refuse')}
        </Button>
      )}
      {legal}
    </div>
  )
}
