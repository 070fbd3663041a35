import { defineCall, field, z } from '@bolsillo/contract'
import { rejectionSpec } from '@bolsillo/kernel'
import { noticeChannels, noticeTopics } from '../domain/topics.ts'

/** Refusals of this room, in the order they are checked: 38000 to 38999. */
export const noticesRejections = {
  notCarried: rejectionSpec('notice-channel', 38_001, 409),
  locked: rejectionSpec('notice-locked', 38_002, 409),
  time: rejectionSpec('notice-time', 38_003, 422),
  empty: rejectionSpec('notice-quiet-empty', 38_004, 422),
  zone: rejectionSpec('notice-zone', 38_005, 422),
} as const
const r = noticesRejections

/** Also of a restricted customer: what they are notified of stays theirs to choose. */
const own = { audience: 'restricted', needs: [] } as const
const writing = { method: 'POST', ...own, effect: 'write', limit: { times: 60, perMs: 60_000 } } as const

export const readNoticeChoices = defineCall({
  name: 'read-notice-choices',
  method: 'GET',
  path: '/user/notice/choices',
  ...own,
  effect: 'read',
  request: z.object({}),
  reply: z.object({
    /** Those this installation carries. `hasAddress`: the customer has an address there, as far as that is known. */
    channels: z.array(z.object({ channel: z.enum(noticeChannels), hasAddress: z.boolean() })),
    topics: z.array(
      z.object({
        topic: z.enum(noticeTopics),
        /** Always on. */
        isLocked: z.boolean(),
        /** The channels it is sent on. */
        on: z.array(z.enum(noticeChannels)),
      }),
    ),
    /** Left out while the customer has none. Times are `22:00`, by the clocks of the zone. */
    quiet: z.optional(z.object({ from: z.string(), to: z.string(), zone: z.string() })),
  }),
  rejections: [],
  summary: 'What the customer is notified of outside the app, on which channels, and when not.',
})

export const setNoticeChoice = defineCall({
  name: 'set-notice-choice',
  path: '/user/notice/choice/set',
  ...writing,
  request: z.object({ topic: field.oneOf(noticeTopics), channel: field.oneOf(noticeChannels), isOn: field.flag }),
  reply: z.object({}),
  rejections: [r.notCarried, r.locked],
  summary: 'Switches the notices of a topic on a channel on or off. Those of security are always on.',
})

export const setQuietHours = defineCall({
  name: 'set-quiet-hours',
  path: '/user/notice/quiet/set',
  ...writing,
  request: z.object({ from: field.text(1, 5), to: field.text(1, 5), zone: field.text(1, 64) }),
  reply: z.object({}),
  rejections: [r.time, r.empty, r.zone],
  summary: 'Sets the hours in which notices wait, except those of security and liquidations.',
})

export const endQuietHours = defineCall({
  name: 'end-quiet-hours',
  path: '/user/notice/quiet/end',
  ...writing,
  request: z.object({}),
  reply: z.object({}),
  rejections: [],
  summary: 'Removes the quiet hours: what waits is sent.',
})

export const calls = [readNoticeChoices, setNoticeChoice, setQuietHours, endQuietHours] as const
