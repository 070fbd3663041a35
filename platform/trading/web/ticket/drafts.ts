// What was typed into a ticket stays until the order is sent: also behind another page, and when a phone that is short of
// memory drops the page while its camera is open. For the tab and the session of one customer only.

import { readOfSession, removeOfSession, writeOfSession } from '@bolsillo/web-kit'

/** What was typed into the ticket of an instrument: the form, and which of its fields the customer has changed. */
export interface Draft<Form> {
  readonly form: Form
  readonly typed: readonly string[]
}

/** Whose ticket of what it is. Of nobody who is signed in there are no drafts. */
interface TicketKey {
  readonly customer: string | undefined
  readonly symbol: string
  readonly side: 'buy' | 'sell'
}

const nameOf = ({ customer, symbol, side }: TicketKey): string => `ticket ${customer} ${symbol} ${side}`

function parsed(text: string): Readonly<Record<string, unknown>> {
  if (text === '') return {}
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}

/** The draft of a ticket, in the shape of an empty form; undefined when nothing was typed. */
export function readDraft<Form extends object>(key: TicketKey, empty: Form): Draft<Form> | undefined {
  if (key.customer === undefined) return undefined
  const { form, typed } = parsed(readOfSession(nameOf(key)))
  if (typeof form !== 'object' || form === null || !Array.isArray(typed) || typed.length === 0) return undefined
  const kept = Object.entries(form).filter(
    ([name, value]) => name in empty && typeof value === typeof empty[name as keyof Form],
  )
  return { form: { ...empty, ...Object.fromEntries(kept) }, typed: typed.filter((name) => typeof name === 'string') }
}

/** Keeps what was typed. */
export function keepDraft<Form>(key: TicketKey, draft: Draft<Form>): void {
  if (key.customer !== undefined) writeOfSession(nameOf(key), JSON.stringify(draft))
}

/** The order was sent: its form is empty the next time. */
export function forgetDraft(key: TicketKey): void {
  removeOfSession(nameOf(key))
}

const leftNameOf = (customer: string): string => `ticket left ${customer}`

/** The customer leaves a ticket for a page they come back from: it opens again then. */
export function leaveTicket({ customer, symbol, side }: TicketKey): void {
  if (customer !== undefined) writeOfSession(leftNameOf(customer), JSON.stringify({ symbol, side }))
}

/** The ticket the customer left for another page; undefined when they left none. */
export function leftTicket(customer: string | undefined): Omit<TicketKey, 'customer'> | undefined {
  if (customer === undefined) return undefined
  const { symbol, side } = parsed(readOfSession(leftNameOf(customer)))
  return typeof symbol === 'string' && (side === 'buy' || side === 'sell') ? { symbol, side } : undefined
}

/** It is open again, or another one is. */
export function forgetLeftTicket(customer: string | undefined): void {
  if (customer !== undefined) removeOfSession(leftNameOf(customer))
}
