import { readStored, useCustomer, writeStored } from '@bolsillo/web-kit'
import { useEffect, useState } from 'react'
import type { TicketProps } from '../permission.tsx'
import { type Draft, forgetDraft, keepDraft, readDraft } from './drafts.ts'

interface KeptForm<Form> {
  readonly form: Form
  /** The fields the customer has changed. */
  readonly typed: ReadonlySet<string>
  /** Changes the form; the fields named are the customer's own from now on. */
  readonly setForm: (change: (current: Form) => Form, ...fields: readonly string[]) => void
  /** The order was sent: the next form is empty. */
  readonly forget: () => void
}

/**
 * A form of an order, kept while it is not sent. `first` makes it of what was typed the last time. It is of the customer
 * it began with: `permittedTicket` begins another one for another.
 */
export function useKeptForm<Form extends object>(
  { symbol, side }: Pick<TicketProps, 'symbol' | 'side'>,
  empty: Form,
  first: (draft: Draft<Form> | undefined) => Draft<Form>,
): KeptForm<Form> {
  const customer = useCustomer()
  const [{ form, typed, isChanged }, setKept] = useState(() => {
    const begun = first(readDraft({ customer, symbol, side }, empty))
    return { form: begun.form, typed: new Set(begun.typed), isChanged: false }
  })
  useEffect(() => {
    // A price that was only taken from the book is no draft: the next form begins with the market again.
    if (isChanged) keepDraft({ customer, symbol, side }, { form, typed: [...typed] })
  }, [form, typed, isChanged, customer, symbol, side])
  return {
    form,
    typed,
    setForm: (change, ...fields) =>
      setKept((kept) => ({
        form: change(kept.form),
        typed: fields.length === 0 ? kept.typed : new Set([...kept.typed, ...fields]),
        isChanged: kept.isChanged || fields.length > 0,
      })),
    forget: () => forgetDraft({ customer, symbol, side }),
  }
}

const typeName = (product: string): string => `orderType ${product}`

/** The type of order chosen last for a product on this phone; the first order is one at market. */
export function usualType<Type extends string>(product: string, types: readonly Type[]): Type | 'market' {
  const stored = readStored(typeName(product))
  return types.find((type) => type === stored) ?? 'market'
}

/** Keeps the type chosen for a product. */
export function rememberType(product: string, type: string): void {
  writeStored(typeName(product), type)
}
