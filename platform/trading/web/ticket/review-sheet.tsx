import { Button, Note, Sheet, useUi } from '@bolsillo/ui'
import { type Refusal, useWords } from '@bolsillo/web-kit'
import type { ReactNode } from 'react'
import type { Messages } from '../../messages/es-ES.ts'
import { type OrderPassword, PasswordPart, type SharedSheet } from '../order-password.tsx'
import type { Side } from '../permission.tsx'

/** A call that places orders, as `useAction` gives it. */
export interface Placing<Placed> {
  readonly data: Placed | undefined
  readonly error: Refusal | null
  readonly isPending: boolean
  readonly reset: () => void
}

/** An order on its way: its outcome, or that nobody knows, and how it is sent. */
export interface Sending<Placed> {
  readonly result: Placed | 'unknown' | undefined
  readonly password: OrderPassword
  readonly pending: boolean
  readonly refusal: Refusal | undefined
  readonly send: () => void
  readonly reset: () => void
}

/** Sends an order with its password, or without where the session needs none; asked again it is the same order. */
export function sendingOf<Placed>(
  placing: Placing<Placed>,
  password: OrderPassword,
  place: (authorisation: { readonly tradePassword?: string }) => void,
): Sending<Placed> {
  const send = async (): Promise<void> => {
    const authorisation = await password.fieldsForOrder()
    if (authorisation !== undefined) place(authorisation)
  }
  return {
    result: placing.data ?? (placing.error?.outcome === 'unknown' ? 'unknown' : undefined),
    password,
    pending: placing.isPending,
    refusal: placing.error ?? undefined,
    send: () => void send(),
    reset: placing.reset,
  }
}

/** Why an order was not taken, and that nothing was done; about its password the field itself speaks. */
export function OrderRefusal({ refusal }: { readonly refusal: Refusal | undefined }) {
  const { words } = useUi()
  const t = useWords<Messages>('trading')
  if (refusal === undefined || refusal.rejection.includes('trade-password')) return null
  return (
    <Note tone="bad">
      {refusal.message === '' ? words.failed : `${refusal.message} ${t('ticket.result.nothingDone')}`}
    </Note>
  )
}

/** The last look at an order before it is sent: what it is, its password, and the one button that sends it. */
export function ReviewSheet<Placed>(props: {
  readonly sheet: SharedSheet
  readonly side: Side
  /** What the button says. */
  readonly confirm: string
  readonly sending: Sending<Placed>
  readonly onBack: () => void
  readonly children: ReactNode
}) {
  const { sheet, side, confirm, sending, onBack, children } = props
  const { password, pending, refusal } = sending
  const t = useWords<Messages>('trading')
  const back = (): void => {
    sending.reset()
    onBack()
  }
  return (
    <Sheet
      {...sheet}
      onBack={back}
      footer={
        <div className="grid grid-cols-[auto_1fr] gap-3">
          <Button kind="ghost" disabled={pending} onClick={back}>
            {t('ticket.change')}
          </Button>
          <Button kind={side} loading={pending} disabled={!password.ready} onClick={sending.send}>
            {confirm}
          </Button>
        </div>
      }
    >
      {children}
      {!password.authorised && <PasswordPart password={password} />}
      <OrderRefusal refusal={refusal} />
    </Sheet>
  )
}
