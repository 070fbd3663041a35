// What was typed into a ticket stays until the order is sent: also behind another page, and when a phone that is short of
// memory drops the page while its camera is open. For the tab's session only, and for one customer.

/** What was typed into the ticket of an instrument: the form, and which of its fields the customer has changed. */
export interface Draft<Form> {
  readonly form: Form
  readonly typed: readonly string[]
}

/** Whose ticket of what it is. */
interface TicketKey {
  readonly customer: string
  readonly symbol: string
  readonly side: 'buy' | 'sell'
}

// Storage may be forbidden (private windows, embedded views): a draft then lives as long as the page.
const forgotten = new Map<string, string>()

function read(name: string): string | null {
  try {
    return sessionStorage.getItem(name)
  } catch {
    return forgotten.get(name) ?? null
  }
}

function write(name: string, text: string | undefined): void {
  try {
    if (text === undefined) sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, text)
  } catch {
    if (text === undefined) forgotten.delete(name)
    else forgotten.set(name, text)
  }
}

const nameOf = ({ customer, symbol, side }: TicketKey): string => `ticket ${customer} ${symbol} ${side}`

function parsed(text: string | null): Readonly<Record<string, unknown>> {
  if (text === null) return {}
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
  const { form, typed } = parsed(read(nameOf(key)))
  if (typeof form !== 'object' || form === null || !Array.isArray(typed) || typed.length === 0) return undefined
  const kept = Object.entries(form).filter(
    ([name, value]) => name in empty && typeof value === typeof empty[name as keyof Form],
  )
  return { form: { ...empty, ...Object.fromEntries(kept) }, typed: typed.filter((name) => typeof name === 'string') }
}

/** Keeps what was typed. */
export function keepDraft<Form>(key: TicketKey, draft: Draft<Form>): void {
  write(nameOf(key), JSON.stringify(draft))
}

/** The order was sent: its form is empty the next time. */
export function forgetDraft(key: TicketKey): void {
  write(nameOf(key), undefined)
}

const leftName = 'ticket left'

/** The customer leaves a ticket for a page they come back from: it opens again then. */
export function leaveTicket({ symbol, side }: Pick<TicketKey, 'symbol' | 'side'>): void {
  write(leftName, JSON.stringify({ symbol, side }))
}

/** The ticket that was left for another page; undefined when none was. */
export function leftTicket(): Pick<TicketKey, 'symbol' | 'side'> | undefined {
  const { symbol, side } = parsed(read(leftName))
  return typeof symbol === 'string' && (side === 'buy' || side === 'sell') ? { symbol, side } : undefined
}

/** It is open again, or another one is. */
export function forgetLeftTicket(): void {
  write(leftName, undefined)
}
