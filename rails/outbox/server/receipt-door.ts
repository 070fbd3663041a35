import { customerPrefix } from '@bolsillo/contract'
import type { ReceiptReader } from '@bolsillo/identity/server'
import { plusMs, reject } from '@bolsillo/kernel'
import { type Door, type Services, transaction } from '@bolsillo/server-kit'
import { outboxRejections } from '../contract/index.ts'
import { receiptLifeMs } from '../retry.ts'
import { noteFate } from './receipt-store.ts'

/** Far more than any of them has. */
const bytesMax = 16_384
const messageId = /^msg_[0-9A-Z]{26}$/

/** The address where a provider says the outcome of a message; below the app's own. */
export function receiptPath(provider: string, message: string): string {
  return `${customerPrefix}/messages/${provider}/${message}/receipt`
}

/**
 * Where providers say the outcome of messages. A call without a right signature for exactly this message gets one answer,
 * whatever was wrong. One that comes again is answered like the first and changes nothing.
 */
export function receiptDoor({ sql }: Services, readers: readonly ReceiptReader[]): Door {
  return {
    path: '/messages/:provider/:message/receipt',
    rejections: [outboxRejections.receiptRefused],
    open: async ({ params, headers, bytes, now }) => {
      const { provider, message = '' } = params
      const reader = readers.find((one) => one.provider === provider)
      const isSound = messageId.test(message) && bytes.length <= bytesMax
      const fate = isSound ? reader?.read({ messageId: message, headers, bytes, now }) : undefined
      if (fate === undefined) return reject(outboxRejections.receiptRefused)
      const receipt = { messageId: message, fate, at: now, since: plusMs(now, -receiptLifeMs) }
      const isKnown = await transaction(sql, (tx) => noteFate(tx, receipt), { cause: 'call:messages.receipt' })
      return isKnown ? { taken: true } : reject(outboxRejections.receiptRefused)
    },
  }
}
