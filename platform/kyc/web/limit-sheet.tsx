import { Amount, Button, DateTime, DecimalField, Note, Sheet, showToast, useUi } from '@bolsillo/ui'
import { useAction, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import { readOwnLimits, setOwnLimit, withdrawLimitChange } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { deviceZone, type OwnLimitRow } from './own-limit-rows.ts'

const refreshes = { refreshes: [readOwnLimits] } as const

/** Sets or removes a limit, and withdraws a pending loosening. */
function useLimitChange({ subject, period, zone }: OwnLimitRow, onClose: () => void) {
  const t = useWords<Messages>('kyc')
  const setting = useAction(setOwnLimit, refreshes)
  const withdrawing = useAction(withdrawLimitChange, refreshes)
  const busy = setting.isPending || withdrawing.isPending
  const refusal = setting.error ?? withdrawing.error
  const send = (value: string | undefined): void =>
    setting.mutate(
      {
        subject,
        period,
        ...(value === undefined ? {} : { amount: value }),
        zone: zone ?? deviceZone(),
      },
      {
        onSuccess: ({ effectiveAt, limits }) => {
          showToast(t(effectiveAt > limits.at ? 'ownLimits.doneLater' : 'ownLimits.done'))
          onClose()
        },
      },
    )
  return { setting, withdrawing, busy, refusal, send }
}

/** One limit: set it, remove it, or withdraw a pending loosening. Shows before whether it takes effect at once or after a day. */
export function LimitSheet({ row, onClose }: { readonly row: OwnLimitRow; readonly onClose: () => void }) {
  const t = useWords<Messages>('kyc')
  const { words } = useUi()
  const { subject, period, pending } = row
  const [amount, setAmount] = useState(row.amount ?? '')
  const { setting, withdrawing, busy, refusal, send } = useLimitChange(row, onClose)
  return (
    <Sheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${t(`ownLimits.subjects.${subject}`)} · ${t(`ownLimits.periods.${period}`)}`}
      locked={busy}
      footer={
        <Button wide loading={setting.isPending} disabled={amount === '' || busy} onClick={() => send(amount)}>
          {t('ownLimits.save')}
        </Button>
      }
    >
      <DecimalField
        label={t('ownLimits.amount')}
        value={amount}
        onChange={setAmount}
        scale={2}
        suffix="MXN"
        autoFocus
        error={refusal?.field === 'amount' ? refusal.message : undefined}
        hint={t('ownLimits.tighter')}
      />
      {pending !== undefined && (
        <div className="grid gap-2">
          <Note tone="warning">
            {t('ownLimits.waits')}{' '}
            {pending.amount === undefined ? t('ownLimits.none') : <Amount value={pending.amount} currency="MXN" />}.{' '}
            {t('ownLimits.from')} <DateTime at={pending.effectiveAt} />.
          </Note>
          <Button
            kind="ghost"
            size="medium"
            loading={withdrawing.isPending}
            disabled={busy}
            onClick={() => withdrawing.mutate({ subject, period }, { onSuccess: onClose })}
          >
            {t('ownLimits.takeBack')}
          </Button>
        </div>
      )}
      {row.amount !== undefined && (
        <Button kind="plain" size="medium" disabled={busy} onClick={() => send(undefined)}>
          {t('ownLimits.remove')}
        </Button>
      )}
      {refusal !== null && refusal.field !== 'amount' && (
        <Note tone="bad">{refusal.message === '' ? words.failed : refusal.message}</Note>
      )}
    </Sheet>
  )
}
