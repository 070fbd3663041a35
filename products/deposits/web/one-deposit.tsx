import type { ReplyOf } from '@bolsillo/contract'
import {
  AskLink,
  Button,
  ButtonLink,
  Card,
  CopyRow,
  DateTime,
  DefinitionList,
  Dialog,
  type FactProps,
  Icon,
  Loaded,
  Note,
  OutcomeCard,
  PageFrame,
  Section,
  SkeletonCard,
  type Step,
  showToast,
  Timeline,
} from '@bolsillo/ui'
import { useAction, useCall, useWords } from '@bolsillo/web-kit'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import Info from 'lucide-react/icons/info'
import ReceiptText from 'lucide-react/icons/receipt-text'
import Undo2 from 'lucide-react/icons/undo-2'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { cancelDeposit, type Deposit, type DepositStep, listDeposits, readDeposit } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { assetsAt, ownLimitsPath } from './addresses.ts'
import { StagePill } from './deposit-row.tsx'
import { PayInDetails } from './pay-in-details.tsx'
import { ProofForm } from './proof-form.tsx'
import { ReceiptCheck } from './receipt-check.tsx'
import { useRefusalText } from './refusal-text.ts'
import { useSaid } from './said.ts'
import { useDepositNews } from './use-news.ts'
import { heldOf, useOwnLimits } from './use-own-limits.ts'

type Found = ReplyOf<typeof readDeposit>

/** One deposit: its stage and reason, its history, its ledger entry, and a check on this phone. */
export function OneDeposit({ depositId }: { readonly depositId: string }) {
  const t = useWords<Messages>('deposits')
  const found = useCall(readDeposit, { depositId })
  useDepositNews()
  return (
    <PageFrame title={t('titles.detail')}>
      <Loaded
        of={found}
        skeleton={
          <>
            <SkeletonCard lines={3} />
            <SkeletonCard lines={5} />
          </>
        }
      >
        {(data) => <Ready found={data} />}
      </Loaded>
    </PageFrame>
  )
}

function Ready({ found }: { readonly found: Found }) {
  const t = useWords<Messages>('deposits')
  const { deposit, life, payIn } = found
  const awaits = deposit.stage === 'awaiting-payment'
  return (
    <>
      <Outcome deposit={deposit} />
      <Notes deposit={deposit} />
      {deposit.stage === 'credited' && <SetAside deposit={deposit} />}
      {awaits && deposit.kind === 'offline' && <ProofForm depositId={deposit.depositId} />}
      {payIn !== undefined && awaits && (
        <Section title={t('detail.payTo')}>
          <PayInDetails payIn={payIn} />
        </Section>
      )}
      <Section title={t('detail.life')} pad="normal">
        <Timeline steps={useSteps(life, deposit)} />
      </Section>
      <Facts deposit={deposit} />
      {deposit.stage === 'credited' && (
        <>
          <ReceiptCheck depositId={deposit.depositId} />
          <ButtonLink kind="plain" href={assetsAt(deposit.asset)} icon={<Icon of={ReceiptText} size={20} />}>
            {t('detail.explain')}
          </ButtonLink>
        </>
      )}
      <AskLink about={deposit.depositId} />
      {awaits && <CancelButton deposit={deposit} />}
    </>
  )
}

const looks = {
  complete: { icon: Check, look: 'bg-up text-on-fill' },
  review: { icon: Clock, look: 'bg-wash text-brand' },
  doing: { icon: Clock, look: 'bg-wash text-brand' },
  fail: { icon: X, look: 'bg-hair text-second' },
} as const

function Outcome({ deposit }: { readonly deposit: Deposit }) {
  const t = useWords<Messages>('deposits')
  const said = useSaid()
  const { icon, look } = looks[deposit.state]
  const amount = deposit.credited ?? deposit.amount
  const { confirmations } = deposit
  return (
    <OutcomeCard icon={icon} look={look}>
      <h2 className="text-20">
        {amount === undefined
          ? said.amount(deposit.asked ?? '0', deposit.askedAsset ?? deposit.asset)
          : said.amount(amount, deposit.asset)}
      </h2>
      <StagePill deposit={deposit} />
      {deposit.stage === 'confirming' && confirmations !== undefined && (
        <p className="mt-1 text-13 text-second" aria-live="polite">
          {t('records.confirmed', { seen: confirmations.seen, needed: confirmations.needed })}
        </p>
      )}
    </OutcomeCard>
  )
}

/** The reason of its stage, and the next step. */
function Notes({ deposit }: { readonly deposit: Deposit }) {
  const t = useWords<Messages>('deposits')
  const said = useSaid()
  const { heldReason, failReason, marks, returnBy, reversal, asset } = deposit
  return (
    <>
      {deposit.stage === 'held' && heldReason !== undefined && (
        <Note icon={Info} tone="warning">
          {t(`held.${heldReason}`)}{' '}
          {returnBy === undefined ? (
            t('held.nextChain')
          ) : (
            <>
              {t('held.next')} <DateTime at={returnBy} shows="date" />.
            </>
          )}
        </Note>
      )}
      {failReason !== undefined && <Note icon={Info}>{t(`failed.${failReason}`)}</Note>}
      {marks.map((mark) => (
        <Note key={mark} icon={Info}>
          {t(`marks.${mark}`)}
        </Note>
      ))}
      {reversal !== undefined && deposit.stage === 'credited' && (
        <Card>
          <h3 className="flex items-center gap-2 text-15">
            <Icon of={Undo2} size={20} className="text-danger" />
            {t('reversal.title')}
          </h3>
          <p className="mt-1 text-13 text-second">
            {t('reversal.text', {
              amount: said.amount(reversal.amount, asset),
              taken: said.amount(reversal.taken, asset),
            })}
          </p>
          <p className="mt-1 text-13">
            {/^0(\.0+)?$/.test(reversal.open)
              ? t('reversal.closed')
              : t('reversal.open', { open: said.amount(reversal.open, asset) })}
          </p>
        </Card>
      )}
    </>
  )
}

/** What of it may not be traded with yet because of a limit, and the way to send it back or withdraw it. */
function SetAside({ deposit: { depositId, asset } }: { readonly deposit: Deposit }) {
  const t = useWords<Messages>('deposits')
  const said = useSaid()
  const held = heldOf(useOwnLimits(), depositId)
  if (held === undefined) return null
  return (
    <Card className="grid gap-3">
      <p className="text-13">{t('limits.held', { amount: said.amount(held, asset) })}</p>
      <ButtonLink href={ownLimitsPath} size="medium" kind="ghost" wide>
        {t('limits.heldAction')}
      </ButtonLink>
    </Card>
  )
}

/** What happened, newest last, and that the credit is still to come while it is. */
function useSteps(life: readonly DepositStep[], deposit: Deposit): readonly Step[] {
  const t = useWords<Messages>('deposits')
  const said = useSaid()
  const done = life.map((step): Step => {
    const { seen, needed } = step.confirmations ?? { seen: 0, needed: 0 }
    const counted = needed > 1 ? ` · ${t('records.confirmed', { seen, needed })}` : ''
    return {
      title: t(
        step.reason === 'reversed' ||
          step.reason === 'returned' ||
          (step.reason === 'return-failed' && step.stage === 'held')
          ? `steps.${step.reason}`
          : `steps.${step.stage}`,
      ),
      note: `${said.moment(step.at)} · ${t(`by.${step.by}`)}${counted}`,
      done: true,
    }
  })
  const isOpen = deposit.state === 'review' || (deposit.state === 'doing' && deposit.stage === 'confirming')
  return isOpen
    ? [...done, { title: t(deposit.stage === 'held' ? 'steps.heldLater' : 'steps.creditedLater'), done: false }]
    : done
}

function Facts({ deposit }: { readonly deposit: Deposit }) {
  const t = useWords<Messages>('deposits')
  const said = useSaid()
  const { asset, askedAsset = asset, asked, amount, credited, channelId, network, from, expiresAt } = deposit
  const facts: FactProps[] = [
    {
      label: t('detail.method'),
      value: channelId === undefined ? t(`methods.${deposit.method}`) : said.channel(channelId),
    },
    ...(network === undefined ? [] : [{ label: t('crypto.network'), value: t(`networks.${network}`) }]),
    ...(asked === undefined ? [] : [{ label: t('detail.asked'), value: said.amount(asked, askedAsset) }]),
    ...(amount === undefined ? [] : [{ label: t('detail.delivered'), value: said.amount(amount, asset) }]),
    ...(credited === undefined
      ? []
      : [{ label: t('detail.credited'), value: said.amount(credited, asset), strong: true }]),
    ...(amount === undefined ? [] : [{ label: t('common.fee'), value: t('common.free') }]),
    ...(from === undefined ? [] : [{ label: t('detail.from'), value: from }]),
    { label: t('detail.created'), value: <DateTime at={deposit.createdAt} /> },
    ...(expiresAt === undefined ? [] : [{ label: t('detail.expires'), value: <DateTime at={expiresAt} /> }]),
  ]
  return (
    <Section title={t('detail.facts')} pad="normal">
      <DefinitionList facts={facts} />
      <div className="mt-3 border-hair border-t">
        {deposit.externalId !== undefined && (
          <CopyRow label={t(`detail.externalId.${deposit.method}`)} value={deposit.externalId} />
        )}
        {deposit.to !== undefined && <CopyRow label={t('detail.to')} value={deposit.to} />}
        <CopyRow label={t('common.support')} value={deposit.reference} />
      </div>
    </Section>
  )
}

function CancelButton({ deposit }: { readonly deposit: Deposit }) {
  const t = useWords<Messages>('deposits')
  const refusal = useRefusalText()
  const [asking, setAsking] = useState(false)
  const cancelling = useAction(cancelDeposit, { refreshes: [readDeposit, listDeposits] })
  const confirm = (): void =>
    cancelling.mutate(
      { depositId: deposit.depositId },
      {
        onSuccess: () => {
          setAsking(false)
          showToast(t('detail.cancelled'))
        },
      },
    )
  const problem = refusal(cancelling.error)
  return (
    <>
      <Button kind="plain" onClick={() => setAsking(true)}>
        {t('detail.cancel')}
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={t('detail.cancel')}
        text={t('detail.cancelText')}
        confirmLabel={t('detail.cancel')}
        onConfirm={confirm}
        loading={cancelling.isPending}
      >
        {problem !== undefined && <Note tone="bad">{problem}</Note>}
      </Dialog>
    </>
  )
}
