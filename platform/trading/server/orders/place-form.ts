import { coreRejections } from '@bolsillo/contract'
import {
  type Id,
  type Instant,
  isRejection,
  present,
  type Rejection,
  type RejectionSpec,
  reject,
} from '@bolsillo/kernel'
import type { Instrument } from '@bolsillo/market/domain'
import type { CommandContext, Db, Own } from '@bolsillo/server-kit'
import { refusePaused, type Settings } from '@bolsillo/settings/server'
import { formRejections } from '../../contract/index.ts'
import { type AssetProduct, deskOrder, type FeeSchedule, readTicket, type TicketInput } from '../../domain/index.ts'
import type { PlaceOrder, Trading } from '../trading.ts'
import type { OrderAuthorisations } from './order-authorisations.ts'
import { writePlaced } from './order-replies.ts'

/** Who knows trade passwords: platform/identity. Runs its own transaction, so that failures are counted when an order is refused. */
export interface TradePasswords {
  readonly verify: (attempt: {
    readonly customerId: Id<'cus'>
    readonly password: string
    readonly now: Instant
  }) => Promise<Rejection | undefined>
}

/** Customers' own limits, of platform/kyc. Checked before orders that open, never before orders that close. */
export interface OpeningLimits {
  readonly openingRefusal: (db: Db, customerId: Id<'cus'>, now: Instant) => Promise<Rejection | undefined>
}

/** What placing orders takes, of every product. */
export interface PlacingDeps {
  readonly services: { readonly ids: { readonly next: (prefix: 'ord') => Id<'ord'> } }
  readonly trading: Trading
  readonly tradePasswords: TradePasswords
  readonly settings: Settings
  readonly authorisations: Pick<OrderAuthorisations, 'authorisedUntil'>
  /** Absent where the installation has no own limits. */
  readonly ownLimits?: OpeningLimits | undefined
}

/** How a product takes orders of an asset: what it looks up and refuses by itself. All the rest is the same of all of them. */
export interface PlacingProduct<Deps> {
  readonly product: AssetProduct
  /** What is traded under a symbol, or why nothing is. */
  readonly find: (deps: Deps, symbol: string) => Instrument | Rejection
  /** Why this customer may not trade it. */
  readonly refusal?: (
    deps: Deps,
    instrument: Instrument,
    context: Own<CommandContext>,
  ) => Promise<Rejection | undefined>
  /** The schedule the order follows, where it is not the one published for the country. */
  readonly scheduleOf?: (deps: Deps, instrument: Instrument, context: Own<CommandContext>) => Promise<FeeSchedule>
  /** Why a sale is of something the customer has none of: named before anything else that is wrong with it. */
  readonly ownsNone: (
    deps: Deps,
    instrument: Instrument,
    context: Own<CommandContext>,
  ) => Promise<Rejection | undefined>
}

/** An order form of any product, as its call has read it. */
type PlacingForm = TicketInput & { readonly symbol: string; readonly tradePassword?: string | undefined }

type PlacedReply = ReturnType<typeof writePlaced>

/**
 * Places what a form asks for: what the form itself shows is checked here, then the trade password, then the desk checks
 * funds, locks, ticks, collar and hours under lock and answers after its commit.
 */
export async function placeForm<Deps extends PlacingDeps>(
  rules: PlacingProduct<Deps>,
  deps: Deps,
  form: PlacingForm,
  context: Own<CommandContext>,
): Promise<PlacedReply | Rejection> {
  // A restricted customer sells what they own, and buys nothing.
  if (context.customer.status === 0 && form.side === 'buy') return reject(coreRejections.accountRestricted)
  const instrument = rules.find(deps, form.symbol)
  if (isRejection(instrument)) return instrument
  const refused =
    refusePaused(deps.settings, 'orders', context.now) ?? (await rules.refusal?.(deps, instrument, context))
  if (refused !== undefined) return refused
  const timeInForce = form.timeInForce ?? rules.product.usualTime(form.type)
  const reading = readTicket({ ...form, timeInForce }, instrument)
  if (reading.kind === 'problems') return present(reading.problems[0], 'the first problem of a form')
  const feeSchedule = (await rules.scheduleOf?.(deps, instrument, context))?.id
  const order = {
    ...deskOrder(rules.product.name, reading.ticket),
    instrumentId: instrument.id,
    ...(feeSchedule === undefined ? {} : { feeSchedule }),
  }
  const ownsNone = async (): Promise<Rejection | undefined> =>
    form.side === 'buy' ? undefined : await rules.ownsNone(deps, instrument, context)
  return await placeOrder(deps, { order, tradePassword: form.tradePassword, ownsNone }, context)
}

/** An order a form came to, beside its password. */
export interface FormOrder {
  readonly order: Omit<PlaceOrder, 'orderId' | 'customerId' | 'receivedAt' | 'claim' | 'replyOf'>
  readonly tradePassword: string | undefined
  readonly ownsNone: () => Promise<Rejection | undefined>
}

/** Passes an order to the desk: own limits and the trade password first, then whatever the desk checks under lock. */
export async function placeOrder(
  deps: PlacingDeps,
  { order, tradePassword, ownsNone }: FormOrder,
  context: Own<CommandContext>,
): Promise<PlacedReply | Rejection> {
  const { customerId, sessionId } = context.customer
  // A sale that is carried out was of something owned. Whether it was is asked only before a password is tried, and
  // when there is something else against the order, before which it is to be named.
  if (tradePassword !== undefined) {
    const nothing = await ownsNone()
    if (nothing !== undefined) return nothing
  }
  // A purchase opens; a sale of what is owned does not.
  const bound =
    order.side === 'buy' ? await deps.ownLimits?.openingRefusal(context.db, customerId, context.now) : undefined
  if (bound !== undefined) return bound
  const unauthorised = await passwordRefusal(deps, tradePassword, { customerId, sessionId }, context)
  if (unauthorised !== undefined) return (await ownsNone()) ?? unauthorised
  let reply: PlacedReply | undefined
  const placed = await deps.trading.place({
    ...order,
    orderId: deps.services.ids.next('ord'),
    customerId,
    receivedAt: context.now,
    claim: context.claim,
    replyOf: (outcome) => {
      reply = writePlaced(outcome)
      return context.answer(reply)
    },
  })
  if (isRejection(placed)) return isAboutOrder(placed) ? ((await ownsNone()) ?? placed) : placed
  return reply ?? writePlaced(placed)
}

/** Whether a refusal of the desk is about the order at all, and not about its key or the desk itself. */
function isAboutOrder({ spec }: Rejection): boolean {
  return spec.status !== 503 && spec.number !== coreRejections.keyInFlight.number
}

/**
 * Why the trade password does not let something pass; undefined when it does, or an authorization covers it.
 * @param missing what the product refuses that was given no password and is not covered.
 */
export async function passwordRefusal(
  { tradePasswords, authorisations }: Pick<PlacingDeps, 'tradePasswords' | 'authorisations'>,
  password: string | undefined,
  who: { readonly customerId: Id<'cus'>; readonly sessionId: Id<'ses'> },
  { now }: Pick<CommandContext, 'now'>,
  missing: RejectionSpec = formRejections.tradePasswordMissing,
): Promise<Rejection | undefined> {
  if (password !== undefined) return tradePasswords.verify({ customerId: who.customerId, password, now })
  const until = await authorisations.authorisedUntil(who.sessionId)
  return until === undefined || until <= now ? reject(missing, { field: 'tradePassword' }) : undefined
}
