import type { ReplyOf } from '@bolsillo/contract'
import {
  AskLink,
  Button,
  ButtonLink,
  DateTime,
  DefinitionList,
  Dialog,
  EmptyState,
  Icon,
  Loaded,
  Note,
  OutcomeCard,
  PageFrame,
  Pill,
  Section,
  SkeletonCard,
  showToast,
  Timeline,
} from '@bolsillo/ui'
import { useAction, useCall, useLiveEffect, useQueryValue, useRefresh, useWords } from '@bolsillo/web-kit'
import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import Copy from 'lucide-react/icons/copy'
import ListMinus from 'lucide-react/icons/list-minus'
import Minus from 'lucide-react/icons/minus'
import Send from 'lucide-react/icons/send'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import Undo2 from 'lucide-react/icons/undo-2'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import {
  cancelWithdrawal,
  listCoinWithdrawals,
  listWithdrawals,
  readWithdrawal,
  type WireHistory,
  type WireWithdrawal,
  withdrawalReceipt,
  withdrawalsChannel,
} from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { formAt, kindOfAsset, paths } from './addresses.ts'
import { useDestinationName } from './destinations/destination-name.tsx'
import { ReceiptCard } from './receipt-card.tsx'
import { StatePill } from './record-list.tsx'
import { useSaid } from './said.ts'
import { useChargeFacts } from './use-charge-facts.ts'

type Read = ReplyOf<typeof readWithdrawal>

/** One withdrawal: where it is, where the money is, its whole history, and a check on this phone. */
export default function RecordPage() {
  const t = useWords<Messages>('withdrawals')
  const withdrawalId = useQueryValue('withdrawalId')
  if (withdrawalId === undefined) {
    return (
      <PageFrame title={t('titles.record')}>
        <EmptyState
          icon={ListMinus}
          title={t('rejections.withdrawal-unknown')}
          action={{ label: t('titles.records'), href: paths.bankRecords }}
        />
      </PageFrame>
    )
  }
  return <OneWithdrawal withdrawalId={withdrawalId} />
}

function OneWithdrawal({ withdrawalId }: { readonly withdrawalId: string }) {
  const t = useWords<Messages>('withdrawals')
  const found = useCall(readWithdrawal, { withdrawalId })
  const refresh = useRefresh()
  useLiveEffect(withdrawalsChannel, 'me', ({ delta }) => {
    const isThis = delta?.rows.some((row) => row.withdrawalId === withdrawalId) === true
    if (isThis) refresh(readWithdrawal, withdrawalReceipt)
  })
  const withdrawal = found.data?.withdrawal
  return (
    <PageFrame
      title={t('titles.record')}
      {...(withdrawal?.cancellable === true ? { footer: <CancelButton withdrawal={withdrawal} /> } : {})}
    >
      <Loaded
        of={found}
        skeleton={
          <>
            <SkeletonCard lines={3} />
            <SkeletonCard lines={5} />
          </>
        }
      >
        {(data) => (
          <>
            <Outcome data={data} />
            <Waits withdrawal={data.withdrawal} />
            <BankReturns data={data} />
            <Facts withdrawal={data.withdrawal} />
            <History data={data} />
            <ReceiptCard withdrawalId={withdrawalId} />
            <AskLink about={withdrawalId} />
            {(data.withdrawal.state === 'fail' ||
              data.withdrawal.state === 'cancelled' ||
              data.bankReturns.length > 0) && (
              <ButtonLink kind="ghost" wide href={formAt(kindOfAsset(data.withdrawal.asset))}>
                {t('record.again')}
              </ButtonLink>
            )}
          </>
        )}
      </Loaded>
    </PageFrame>
  )
}

const marks = {
  'under-review': { icon: Clock, look: 'bg-warn text-warnink' },
  doing: { icon: Send, look: 'bg-wash text-brand' },
  complete: { icon: Check, look: 'bg-up text-on-fill' },
  fail: { icon: X, look: 'bg-down text-on-fill' },
  cancelled: { icon: Minus, look: 'bg-hair text-second' },
  returned: { icon: Undo2, look: 'bg-warn text-warnink' },
} as const

function Outcome({ data: { withdrawal, bankReturns } }: { readonly data: Read }) {
  const t = useWords<Messages>('withdrawals')
  const said = useSaid()
  // What a bank returned has arrived before: a check mark and "it arrived" would be the last thing its owner needs to read.
  if (bankReturns.length > 0) {
    const { icon, look } = marks.returned
    return (
      <OutcomeCard icon={icon} look={look}>
        <p className="font-strong text-28 leading-9">{said.amount(withdrawal.net, withdrawal.asset)}</p>
        <Pill tone="warning">{t('record.bankReturned')}</Pill>
        <p className="mt-1 max-w-[36ch] text-13 text-second">{t('record.bankReturnedNote')}</p>
      </OutcomeCard>
    )
  }
  const { icon, look } = marks[withdrawal.state]
  return (
    <OutcomeCard icon={icon} look={look}>
      <p className="font-strong text-28 leading-9">{said.amount(withdrawal.net, withdrawal.asset)}</p>
      <StatePill state={withdrawal.state} />
      <p className="mt-1 max-w-[36ch] text-13 text-second">
        {withdrawal.failReason !== undefined && `${t(`reasons.${withdrawal.failReason}`)} `}
        {t(`stateNotes.${withdrawal.state}`)}
      </p>
    </OutcomeCard>
  )
}

const holdReasons = ['destination-check', 'security-check', 'name-check', 'rail-outage'] as const

/** Why it takes longer, in words, with its end. */
function Waits({ withdrawal: { hold, escalated, state } }: { readonly withdrawal: WireWithdrawal }) {
  const t = useWords<Messages>('withdrawals')
  const said = useSaid()
  const reason = holdReasons.find((one) => one === hold?.reason)
  return (
    <>
      {hold !== undefined && reason !== undefined && (
        <Note icon={Clock} tone="warning">
          <b className="block text-13">{t(`holds.${reason}`)}</b>
          {t('holds.until', { when: said.moment(hold.until) })}
        </Note>
      )}
      {escalated && state === 'under-review' && (
        <Note icon={TriangleAlert} tone="warning">
          {t('record.escalated')}
        </Note>
      )}
    </>
  )
}

/** What the bank returned after it had arrived: the customer's again, but for what had arrived beyond what they had. */
function BankReturns({ data: { bankReturns, bankCovered, withdrawal } }: { readonly data: Read }) {
  const t = useWords<Messages>('withdrawals')
  const said = useSaid()
  return (
    <>
      {bankReturns.map(({ amount, at }) => (
        <Note key={`${at} ${amount}`} icon={Undo2} tone="warning">
          <b className="block text-13">{t('record.bankReturned')}</b>
          {said.amount(amount, withdrawal.asset)} · {said.moment(at)}
        </Note>
      ))}
      {bankCovered !== undefined && (
        <Note tone="warning">{t('record.bankCovered', { amount: said.amount(bankCovered, withdrawal.asset) })}</Note>
      )}
    </>
  )
}

function Facts({ withdrawal }: { readonly withdrawal: WireWithdrawal }) {
  const t = useWords<Messages>('withdrawals')
  const chargeFacts = useChargeFacts()
  const nameOf = useDestinationName()
  const { destination, asset, externalId } = withdrawal
  const maybe = (label: string, value: string | undefined) => (value === undefined ? [] : [{ label, value }])
  return (
    <Section title={t('record.details')} pad="normal">
      <DefinitionList
        facts={[
          ...chargeFacts(withdrawal, asset),
          { label: t('record.destination'), value: nameOf(destination) },
          { label: '', value: <span className="text-12 text-second">{destination.masked}</span> },
          ...maybe(t('record.holder'), destination.holder),
          ...maybe(
            t('record.network'),
            destination.network === undefined ? undefined : t(`networks.${destination.network}`),
          ),
          ...(withdrawal.returned ? [{ label: '', value: t('record.returned') }] : []),
          { label: t('record.requested'), value: <DateTime at={withdrawal.requestedAt} /> },
          { label: t('record.reference'), value: <Copied text={withdrawal.reference} /> },
          ...(externalId === undefined
            ? []
            : [
                {
                  label: t(kindOfAsset(asset) === 'coin' ? 'record.hash' : 'record.tracking'),
                  value: <Copied text={externalId} />,
                },
              ]),
        ]}
      />
    </Section>
  )
}

/** A number somebody may need elsewhere: one touch copies it. */
function Copied({ text }: { readonly text: string }) {
  const t = useWords<Messages>('withdrawals')
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text)
    showToast(t('record.copied'))
  }
  return (
    <button
      type="button"
      onClick={() => void copy()}
      className="-my-2 inline-flex max-w-full items-center gap-1.5 py-2"
    >
      <span className="min-w-0 break-all text-left">{text}</span>
      <Icon of={Copy} size={14} className="shrink-0 text-brand" />
    </button>
  )
}

function History({ data: { history, withdrawal } }: { readonly data: Read }) {
  const t = useWords<Messages>('withdrawals')
  const next: Readonly<Partial<Record<WireWithdrawal['state'], WireHistory['what']>>> = {
    'under-review': 'accept',
    doing: 'payout-confirmed',
  }
  const coming = next[withdrawal.state]
  return (
    <Section title={t('record.history')} pad="normal">
      <Timeline
        steps={[
          ...history.map(({ at, what, by }) => ({
            title: t(what === 'accept' && by === 'clock' ? 'history.acceptClock' : `history.${what}`),
            note: (
              <>
                <DateTime at={at} shows="second" /> · {t(`history.${by}`)}
              </>
            ),
            done: true,
          })),
          ...(coming === undefined ? [] : [{ title: t(`history.${coming}`), done: false }]),
        ]}
      />
    </Section>
  )
}

function CancelButton({ withdrawal }: { readonly withdrawal: WireWithdrawal }) {
  const t = useWords<Messages>('withdrawals')
  const [asking, setAsking] = useState(false)
  const cancelling = useAction(cancelWithdrawal, {
    refreshes: [readWithdrawal, listWithdrawals, listCoinWithdrawals, withdrawalReceipt],
  })
  const confirm = (): void =>
    cancelling.mutate(
      { withdrawalId: withdrawal.withdrawalId },
      {
        onSuccess: () => showToast(t('record.cancelled')),
        onError: ({ message }) => showToast(message === '' ? t('common.unknown') : message, { kind: 'error' }),
        onSettled: () => setAsking(false),
      },
    )
  return (
    <>
      <Button kind="ghost" wide onClick={() => setAsking(true)}>
        {t('record.cancel')}
      </Button>
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title={t('record.cancel')}
        text={t('record.cancelAsk')}
        confirmLabel={t('record.cancel')}
        cancelLabel={t('record.cancelKeep')}
        kind="danger"
        loading={cancelling.isPending}
        onConfirm={confirm}
      />
    </>
  )
}
