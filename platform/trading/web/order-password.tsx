import type { Call } from '@bolsillo/contract'
import { CheckField, PinField, type SheetProps, useNow, useUi } from '@bolsillo/ui'
import { type Refusal, useCustomer, useKit, useRefresh, useWords } from '@bolsillo/web-kit'
import { useState } from 'react'
import type { authoriseOrdersCall } from '../contract/index.ts'
import type { Messages } from '../messages/es-ES.ts'
import { usePermission } from './permission.tsx'

export type SharedSheet = Pick<SheetProps, 'open' | 'onOpenChange' | 'title' | 'aside' | 'locked' | 'docks'>

export interface OrderPassword {
  /** The next minutes can be covered, too. */
  readonly canRemember: boolean
  /** Orders of this session pass without it for now. */
  readonly authorised: boolean
  /** Covered, or typed in full. */
  readonly ready: boolean
  readonly value: string
  readonly set: (value: string) => void
  readonly remember: boolean
  readonly setRemember: (remember: boolean) => void
  readonly error: string | undefined
  /** What to send with the order; undefined when the password was refused and nothing may be sent. */
  readonly fieldsForOrder: () => Promise<{ readonly tradePassword?: string } | undefined>
  /** A refused order asks for the password again when that is why. */
  readonly onRefused: (refusal: Refusal) => void
}

/** How many digits a trade password has. */
const passwordLength = 6

/** The product's call that covers the next minutes: until when, what was refused, or undefined when nobody knows. */
export type Authorise = (
  tradePassword: string,
) => Promise<{ readonly until: number } | { readonly refused: string } | undefined>

/** What a customer has typed for one order. */
interface TypedPassword {
  readonly customer: string | undefined
  readonly value: string
  readonly remember: boolean
  /** Until when orders pass without it since it was typed. */
  readonly until: number | undefined
  readonly error: string | undefined
}

const untyped = { value: '', remember: false, until: undefined, error: undefined } as const

/** The trade password of one order: typed, or covered by an authorization of some minutes. */
export function useOrderPassword(authorisedUntil: number | undefined, authorise?: Authorise): OrderPassword {
  const customer = useCustomer()
  const [typed, setTyped] = useState<TypedPassword>({ customer, ...untyped })
  // Whoever is signed in now has not typed it: it is asked for again, also in a sheet that stays open.
  if (typed.customer !== customer) setTyped({ customer, ...untyped })
  const { value, remember, until, error } = typed
  // An answer that comes after another customer has signed in is of nobody here.
  const change = (changes: Partial<TypedPassword>): void =>
    setTyped((current) => (current.customer === customer ? { ...current, ...changes } : current))
  const now = useNow(1_000)
  const { words } = useUi()
  const end = Math.max(until ?? 0, authorisedUntil ?? 0)
  const authorised = end > now
  const refuse = (message: string): void => change({ error: message, value: '' })
  return {
    authorised,
    ready: authorised || value.length === passwordLength,
    value,
    set: (next) => change({ error: undefined, value: next }),
    canRemember: authorise !== undefined,
    remember,
    setRemember: (next) => change({ remember: next }),
    error,
    fieldsForOrder: async () => {
      if (authorised) return {}
      if (!remember || authorise === undefined) return { tradePassword: value }
      const answer = await authorise(value)
      if (answer !== undefined && 'until' in answer) {
        change({ until: answer.until })
        return {}
      }
      refuse(answer?.refused ?? words.failed)
      return undefined
    },
    onRefused: ({ rejection, message }) => {
      if (rejection.includes('trade-password')) refuse(message)
    },
  }
}

/** Asks for the trade password, and whether to ask again soon. */
export function PasswordPart({ password }: { readonly password: OrderPassword }) {
  const t = useWords<Messages>('trading')
  return (
    <div className="grid gap-2">
      <PinField
        label={t('ticket.password')}
        value={password.value}
        onChange={password.set}
        error={password.error}
        autoFocus
      />
      {password.canRemember && (
        <CheckField checked={password.remember} onChange={password.setRemember}>
          {t('ticket.remember', { minutes: 15 })}
        </CheckField>
      )}
    </div>
  )
}

/** The trade password of an order, with the product's own call to cover the next minutes. */
export function useCoveredPassword(
  authorisedUntil: number | undefined,
  authorise: ReturnType<typeof authoriseOrdersCall>,
  ticket: Call,
): OrderPassword {
  const { client } = useKit()
  const refresh = useRefresh()
  const { isRestricted } = usePermission('sell')
  const cover: Authorise = async (tradePassword) => {
    const answer = await client.call(authorise, { tradePassword }, client.newKey())
    if (answer.kind === 'unknown') return undefined
    if (answer.kind === 'rejected') return { refused: answer.message }
    refresh(ticket)
    return { until: answer.data.until }
  }
  // Who is restricted types it for every sale: what would be refused is not offered.
  return useOrderPassword(authorisedUntil, isRestricted ? undefined : cover)
}
