import { field, z } from '@bolsillo/contract'
import { channelCodes, networks } from '@bolsillo/payments/domain'
import { pixKeyKinds } from '../domain/destination.ts'
import { failReasons, withdrawalMoves, withdrawalNotes, withdrawalStates } from '../domain/withdrawal.ts'

// Amounts are decimal text in the asset's own scale; times are epoch milliseconds.

export const destinationKinds = ['clabe', 'pix', 'address', 'account'] as const

/** Where money may be paid to, as its owner sees it. */
export const destinationShape = z.object({
  destinationId: z.string(),
  kind: z.enum(destinationKinds),
  /** CLABE, PIX key, address or account number, in full. */
  number: z.string(),
  /** With the middle hidden: for lists. */
  masked: z.string(),
  /** What the second factor is bound to when money goes here. */
  text: z.string(),
  keyKind: z.optional(z.enum(pixKeyKinds)),
  network: z.optional(z.enum(networks)),
  /** As people call it; absent when the code is not known. */
  bank: z.optional(z.string()),
  holder: z.optional(z.string()),
  holderTaxId: z.optional(z.string()),
  /** What a bank may ask for besides; kept as typed, never used to pay. */
  bankCode: z.optional(z.string()),
  bankAddress: z.optional(z.string()),
  payeeAddress: z.optional(z.string()),
  rfc: z.optional(z.string()),
  label: z.optional(z.string()),
  /** What can be paid to it. */
  assets: z.array(z.string()),
  addedAt: field.at,
  /** Its first withdrawal is possible from here on. */
  usableAt: field.at,
  usable: z.boolean(),
})

export const channelCodeShape = z.enum(channelCodes)

/** How long withdrawals took, measured. */
export const timesShape = field.measuredTimes

/** One line of a withdrawal's history. Nobody of the staff is named; that it was staff is. */
export const historyShape = z.object({
  at: field.at,
  what: z.enum([...withdrawalMoves, ...withdrawalNotes]),
  state: z.enum(withdrawalStates),
  by: z.enum(['customer', 'staff', 'rail', 'clock']),
  reason: z.optional(z.string()),
})

/** Why a review waits, and when that ends by itself. */
export const holdShape = z.object({ reason: z.string(), until: field.at, legal: z.boolean() })

/** A withdrawal as its owner sees it. */
export const withdrawalShape = z.object({
  withdrawalId: z.string(),
  /** The number to give to a bank or to support. */
  reference: z.string(),
  state: z.enum(withdrawalStates),
  failReason: z.optional(z.enum(failReasons)),
  channel: channelCodeShape,
  asset: z.string(),
  amount: field.decimal,
  fee: field.decimal,
  vat: field.decimal,
  net: field.decimal,
  destination: z.object({
    destinationId: z.string(),
    kind: z.enum(destinationKinds),
    masked: z.string(),
    text: z.string(),
    bank: z.optional(z.string()),
    holder: z.optional(z.string()),
    label: z.optional(z.string()),
    network: z.optional(z.enum(networks)),
  }),
  requestedAt: field.at,
  /** The last change. */
  changedAt: field.at,
  /** It can still be cancelled. */
  cancellable: z.boolean(),
  /** Paid back to where it came from, at the customer's wish. */
  returned: z.boolean(),
  /** Nobody had decided in time; somebody is at it now. */
  escalated: z.boolean(),
  /** The bank's tracking key, or the transaction's hash. */
  externalId: z.optional(z.string()),
  hold: z.optional(holdShape),
})

/** What the bank returned after it had arrived: the customer's again. */
export const bankReturnsShape = z.array(z.object({ amount: field.decimal, at: field.at }))

/** What is taken, what arrives, and when. */
export const quoteShape = z.object({
  channel: channelCodeShape,
  asset: z.string(),
  destinationId: z.optional(z.string()),
  open: z.boolean(),
  /** Decimals an amount may have. */
  scale: z.number(),
  available: field.decimal,
  /** Reserved already: orders, other withdrawals. */
  held: field.decimal,
  least: field.decimal,
  most: field.decimal,
  /** The whole of what can be asked for now, with what would be taken of it. */
  all: z.object({ amount: field.decimal, fee: field.decimal, vat: field.decimal, net: field.decimal }),
  /** For the amount that was asked about. */
  charges: z.optional(z.object({ amount: field.decimal, fee: field.decimal, vat: field.decimal, net: field.decimal })),
  /** What the fee follows from: flat, VAT in basis points, never more than this share of the amount. */
  terms: z.object({ fee: field.decimal, vatBps: z.number(), shareBpsMax: z.number() }),
  times: timesShape,
  /**
   * Of `count` withdrawals in `days` half arrived within `typicalMs`, 95 of 100 within `lateMs`. While there are too few to
   * measure only `lateMs`: the goal, which is the review's bound.
   */
  arrival: z.object({
    typicalMs: z.optional(z.number()),
    lateMs: z.number(),
    count: z.number(),
    days: z.number(),
  }),
  /** What the level allows, and how much of it is left. */
  limits: z.array(z.object({ span: z.enum(['day', 'month']), limit: field.decimal, left: field.decimal })),
  /** Ask again after this: what is shown then is what will be taken. */
  validUntil: field.at,
})
