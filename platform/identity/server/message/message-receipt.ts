import type { Instant } from '@bolsillo/kernel'

/**
 * What a provider says of a message afterwards. `taken`: it has it, and tries. The other two are final: it reached the
 * phone, or it never will.
 */
export type MessageFate = 'taken' | 'delivered' | 'undelivered'

/** A provider's call at our door, as received: nothing of it is believed before its signature. */
export interface ReceiptCall {
  /** The message's id, from the address that was called. */
  readonly messageId: string
  readonly headers: Readonly<Record<string, string>>
  readonly bytes: Uint8Array
  readonly now: Instant
}

/** Reads what one provider says afterwards of messages it took. */
export interface ReceiptReader {
  /** As in the address of the door: `twilio`. */
  readonly provider: string
  /** @returns undefined when the signature is not right for exactly this call and message, or the call is stale. */
  readonly read: (call: ReceiptCall) => MessageFate | undefined
}
