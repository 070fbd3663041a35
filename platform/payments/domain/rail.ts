import type { Id, Instant, Money } from '@bolsillo/kernel'

/** How money travels: Mexico's bank transfers, Brazil's, a chain, or by hand with a proof. */
export const paymentMethods = ['spei', 'pix', 'chain', 'transfer'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** A chain coins travel on. */
export const networks = ['bitcoin', 'ethereum', 'tron'] as const
export type Network = (typeof networks)[number]

/** Where a customer sends money so that it is known to be theirs. */
export type PayInAddress =
  /** An 18-digit account number of the customer's own, and a reference for banks that ask for one. */
  | { readonly kind: 'clabe'; readonly clabe: string; readonly bank: string; readonly holder: string }
  /** `brCode` is the text of the QR (EMV, CRC16). */
  | {
      readonly kind: 'pix'
      readonly key: string
      readonly txid: string
      readonly brCode: string
      readonly holder: string
    }
  | { readonly kind: 'address'; readonly network: Network; readonly address: string; readonly path: string }
  /** An ordinary account of the firm; the reference says whose the money is. */
  | {
      readonly kind: 'account'
      readonly bank: string
      readonly number: string
      readonly holder: string
      readonly reference: string
    }

/** Where money is paid to. Checked when it is added, never changed afterwards. */
export type Destination =
  | { readonly kind: 'clabe'; readonly clabe: string; readonly holder: string }
  | {
      readonly kind: 'pix'
      readonly keyKind: 'cpf' | 'cnpj' | 'email' | 'phone' | 'evp'
      readonly key: string
      readonly holder: string
      readonly holderTaxId: string
    }
  | { readonly kind: 'address'; readonly network: Network; readonly address: string }
  | { readonly kind: 'account'; readonly bank: string; readonly number: string; readonly holder: string }

/**
 * What a rail reports, as it reports it. `externalId` is unique within the rail: the same event reported again has the
 * same one, whatever the id of the message was.
 */
export type RailEvent =
  | {
      readonly kind: 'received'
      readonly externalId: string
      /**
       * The payment that was made, where it can happen more than once: a transaction's output, included again after the
       * chain was reorganized. The second inclusion counts only once the first is reversed.
       */
      readonly payment?: string
      /** What was delivered, not what was asked for. */
      readonly amount: Money
      /** The CLABE, PIX txid, address or reference it came to. */
      readonly to: string
      readonly from: { readonly name: string; readonly account: string }
      /** `seen` of `needed`; credited when they meet. Bank rails say 1 of 1. */
      readonly confirmations: { readonly seen: number; readonly needed: number }
      readonly at: Instant
    }
  /** A deposit seen before is no more: a chain was reorganized, a bank took it back. */
  | {
      readonly kind: 'reversed'
      /** What was received and is no more, in whole or in part. */
      readonly externalId: string
      /** Unique within the rail: a deposit may be taken back in several parts. */
      readonly reversalId: string
      /** What was taken back. */
      readonly amount: Money
      readonly reason: string
      readonly at: Instant
    }
  | { readonly kind: 'payout-sent'; readonly payoutId: Id<'pay'>; readonly externalId: string; readonly at: Instant }
  | {
      readonly kind: 'payout-confirmed'
      readonly payoutId: Id<'pay'>
      readonly externalId: string
      /** What arrived at the destination. */
      readonly amount: Money
      readonly at: Instant
    }
  | { readonly kind: 'payout-failed'; readonly payoutId: Id<'pay'>; readonly reason: string; readonly at: Instant }
  /** A payment that was confirmed came back, in whole or in part: the rail holds that much for us again. */
  | {
      readonly kind: 'payout-returned'
      readonly payoutId: Id<'pay'>
      /** Unique within the rail: the number of what came back, as on its statement. */
      readonly returnId: string
      readonly amount: Money
      readonly reason: string
      readonly at: Instant
    }

/** An event with the provider's own words for it, kept as evidence. */
export type ToldEvent = RailEvent & { readonly raw: string }

/** A report of a provider that is no known event: kept and shown to staff, never guessed at. */
export interface Unread {
  readonly raw: string
  readonly problem: string
}

/** What a rail reported after a cursor. */
export interface Telling {
  readonly events: readonly ToldEvent[]
  readonly unread: readonly Unread[]
  readonly cursor: string | undefined
}

/** One line of a rail's own statement: what reconciliation compares the books with. */
export interface StatementLine {
  readonly externalId: string
  readonly direction: 'in' | 'out'
  readonly amount: Money
  readonly at: Instant
  /** The line this one takes back. */
  readonly reverses?: string
}

/** An instruction to pay. The same `payoutId` again is the same payment. */
export interface Payout {
  readonly payoutId: Id<'pay'>
  readonly amount: Money
  readonly destination: Destination
  readonly reference: string
}

/**
 * A way money travels. Adapters implement it; `apps/server` chooses them. A rail tells; it never credits: the room does,
 * from events it wrote down first, once for each `externalId`.
 */
export interface PaymentRail {
  /** `test-spei`; the owner of the custody accounts that mirror it. */
  readonly id: string
  /** Nothing it moves is worth money. A simulated rail is refused outside the practice market and a real one inside. */
  readonly simulated: boolean
  readonly method: PaymentMethod
  readonly assets: readonly string[]
  /** The chains it speaks to; left out by banks. */
  readonly networks?: readonly Network[]
  /** Where this customer pays in. Always the same answer for the same customer and asset. */
  readonly payInAddress: (wish: {
    readonly customerId: Id<'cus'>
    /** A number of the customer's own, given once and never again: the leaf of a derivation path, the tail of a CLABE. */
    readonly customerNo: number
    readonly asset: string
    readonly network?: Network
  }) => PayInAddress
  /** Whether a destination is well formed for this rail, in words of problems a form can show. */
  readonly destinationProblem: (destination: Destination) => string | undefined
  /** Asks for a payment. Answering is not paying: `payout-sent` and `payout-confirmed` tell. */
  readonly pay: (payout: Payout) => Promise<void>
  /**
   * The rail's own state of a payment: `unknown` when it never accepted it. Read before staff decide that a payment was not
   * made; on a rail without it they cannot.
   */
  readonly paymentOf?: (payoutId: Id<'pay'>) => Promise<'unknown' | 'under-way' | 'paid' | 'failed'>
  /** What happened after `cursor`, oldest first, at most `limit`; the same events however often it is asked. */
  readonly events: (cursor: string | undefined, limit: number) => Promise<Telling>
  /** The rail's own statement of a span of time. */
  readonly statement: (from: Instant, to: Instant) => Promise<readonly StatementLine[]>
  /**
   * What it holds of an asset for us now by its own word: what came less what left, below zero where it paid more than came.
   * Left out by a rail that cannot say.
   */
  readonly holds?: (asset: string) => Promise<bigint>
  /** The secret its provider signs notices with; left out when it sends none. A notice only makes us ask again. */
  readonly noticeSecret?: () => Uint8Array
}
