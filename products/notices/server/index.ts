import type { CustomerRecords } from '@bolsillo/identity/server'
import { instant } from '@bolsillo/kernel'
import { defineRoom, type Job, type Room, transaction } from '@bolsillo/server-kit'
import { messages as en } from '../messages/en-US.ts'
import { messages as es } from '../messages/es-ES.ts'
import { messages as pt } from '../messages/pt-BR.ts'
import { depsOf, type NoticesDeps, type NoticesGiven } from './deps.ts'
import { createGiveNotice } from './give-notice.ts'
import { createNoticePass } from './notice-pass.ts'
import { removeEndedBefore } from './notice-store.ts'
import { endQuietHours, readNoticeChoices, setNoticeChoice, setQuietHours } from './own-choices.ts'

export type { NoticesGiven } from './deps.ts'
export { createMessageChannel } from './message-channel.ts'
export type { Notice, NoticeChannel } from './notice-channel.ts'

const passEveryMs = 2_000
const hourMs = 3_600_000
const keptMs = 90 * 24 * hourMs
const atOnce = 500

/** Removes notices that ended 90 days ago: that there was one, and how it ended, is in the journal. */
const endOld: Job = {
  name: 'notices.end-old',
  everyMs: hourMs,
  run: async ({ sql, clock }) => {
    const before = instant(Math.max(0, clock.now() - keptMs))
    await transaction(sql, (tx) => removeEndedBefore(tx, before, atOnce), { cause: 'job:notices.end-old' })
  },
}

const createRoom = defineRoom({
  name: 'notices',
  migrations: new URL('./migrations/', import.meta.url),
  messages: { 'es-ES': es, 'en-US': en, 'pt-BR': pt },
  deps: (deps: NoticesDeps) => deps,
  useCases: [readNoticeChoices, setNoticeChoice, setQuietHours, endQuietHours],
  jobs: (deps) => [{ name: 'notices.pass', everyMs: passEveryMs, run: createNoticePass(deps) }, endOld],
})

/** The module object of notices, and what other rooms give their own notices by. */
export function createNotices(given: NoticesGiven): {
  readonly room: Room
  readonly notify: CustomerRecords['notify']
} {
  const deps = depsOf(given)
  return { room: createRoom(deps), notify: createGiveNotice(deps) }
}
