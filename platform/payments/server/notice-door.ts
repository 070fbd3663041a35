import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Instant, instant, type Rejection, reject } from '@bolsillo/kernel'
import { type Door, type DoorMessage, type Services, systemTimers, transaction } from '@bolsillo/server-kit'
import { paymentRejections } from '../contract/index.ts'
import {
  isNoticeId,
  noticeHeaders,
  noticePrefix,
  noticeSkewMs,
  type PaymentRail,
  readNoticeSignature,
} from '../domain/index.ts'
import { insertNotice } from './event-store.ts'

/**
 * Where providers knock when something happened. A notice is believed only as far as this: it makes us ask the provider
 * now instead of a little later. What it says is not read; what counts is what the provider answers when asked.
 */
export function noticeDoor(services: Services, rails: readonly PaymentRail[], readRails: () => Promise<void>): Door {
  return {
    path: '/rails/:rail/events',
    rejections: [paymentRejections.noticeRefused],
    open: async (message) => {
      const rail = rails.find(({ id }) => id === message.params.rail)
      const notice = rail === undefined ? undefined : checkedNotice(rail, message)
      if (rail === undefined || notice === undefined) return refused()
      const { noticeId, signedAt } = notice
      const notes = { railId: rail.id, noticeId, signedAt, now: message.now, bytes: message.bytes.length }
      const isNew = await transaction(services.sql, (tx) => insertNotice(tx, notes), { cause: 'call:payments.notice' })
      // Answered before we ask: providers give up on whoever keeps them waiting, and send again.
      if (isNew) askSoon(services, readRails)
      return { taken: true }
    },
  }
}

const refused = (): Rejection => reject(paymentRejections.noticeRefused)

/** The id and time of a notice whose signature is right, over the received bytes. */
function checkedNotice(
  rail: PaymentRail,
  { headers, bytes, now }: DoorMessage,
): { readonly noticeId: string; readonly signedAt: Instant } | undefined {
  const noticeId = headers[noticeHeaders.event]
  const signature = readNoticeSignature(headers[noticeHeaders.signature])
  if (rail.noticeSecret === undefined || signature === undefined || !isNoticeId(noticeId)) return undefined
  const { atMs, mac } = signature
  const expected = noticeMac(rail.noticeSecret(), { atMs, noticeId, bytes })
  const fits = timingSafeEqual(Buffer.from(mac, 'hex'), expected)
  return fits && Math.abs(now - atMs) <= noticeSkewMs ? { noticeId, signedAt: instant(atMs) } : undefined
}

/** What a provider signs: the time, the notice's id and the body, byte by byte. */
export function noticeMac(
  secret: Uint8Array,
  notice: { readonly atMs: number; readonly noticeId: string; readonly bytes: Uint8Array },
): Buffer {
  const prefix = noticePrefix(Math.floor(notice.atMs / 1000), notice.noticeId)
  return createHmac('sha256', secret).update(prefix).update(notice.bytes).digest()
}

function askSoon({ log, timers = systemTimers }: Services, readRails: () => Promise<void>): void {
  timers.after(0, () => {
    readRails().catch((error: unknown) => log.error({ error }, 'a rail could not be asked after its notice'))
  })
}
