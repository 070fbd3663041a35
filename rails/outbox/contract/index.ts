import { rejectionSpec } from '@bolsillo/kernel'

/** Refusals of this room: 28700 to 28799. */
export const outboxRejections = {
  /** A call of a provider whose signature is not right for it, or about no message of ours: the same answer to all. */
  receiptRefused: rejectionSpec('receipt-refused', 28_700, 401),
} as const
