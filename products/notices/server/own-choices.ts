import { type Instant, isZone, reject } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import * as calls from '../contract/index.ts'
import {
  isLocked,
  isOn,
  noticeChannels,
  noticeTopics,
  type QuietHours,
  quietUntil,
  readMinute,
  writeMinute,
} from '../domain/index.ts'
import { findChoices, findQuiet, saveChoice, saveQuiet } from './choice-store.ts'
import type { NoticesDeps } from './deps.ts'
import { moveWaiting } from './notice-store.ts'

const { noticesRejections: r } = calls

/** See the contract. */
export const readNoticeChoices = useCase(
  calls.readNoticeChoices,
  async (_, { db, customer: { customerId } }, deps: NoticesDeps) => {
    const [choices, quiet] = [await findChoices(db, customerId), await findQuiet(db, customerId)]
    const carried = noticeChannels.flatMap((name) => deps.channels.find(({ channel }) => channel === name) ?? [])
    const channels: { channel: (typeof noticeChannels)[number]; hasAddress: boolean }[] = []
    for (const { channel, reaches } of carried)
      channels.push({ channel, hasAddress: (await reaches?.(db, customerId)) ?? true })
    return {
      channels,
      topics: noticeTopics.map((topic) => ({
        topic,
        isLocked: isLocked(topic),
        on: carried.flatMap(({ channel }) => (isOn(choices, topic, channel) ? [channel] : [])),
      })),
      ...(quiet === undefined ? {} : { quiet: writeQuiet(quiet) }),
    }
  },
)

const writeQuiet = ({ fromMinute, toMinute, zone }: QuietHours) => ({
  from: writeMinute(fromMinute),
  to: writeMinute(toMinute),
  zone,
})

/** See the contract. */
export const setNoticeChoice = useCase(
  calls.setNoticeChoice,
  async ({ topic, channel, isOn: on }, { tx, now, customer: { customerId } }, deps: NoticesDeps) => {
    if (!deps.channels.some((one) => one.channel === channel)) return reject(r.notCarried, { field: 'channel' })
    if (isLocked(topic)) return reject(r.locked, { field: 'topic' })
    if (isOn(await findChoices(tx, customerId), topic, channel) === on) return {}
    await saveChoice(tx, customerId, { topic, channel, isOn: on })
    const details = { kind: topic, what: channel, on: String(on) }
    await deps.audit.record(tx, { at: now, actor: customerId, action: 'notices.choose', subject: customerId, details })
    return {}
  },
)

/** See the contract. */
export const setQuietHours = useCase(
  calls.setQuietHours,
  async ({ from, to, zone }, { tx, now, customer: { customerId } }, deps: NoticesDeps) => {
    const [fromMinute, toMinute] = [readMinute(from), readMinute(to)]
    if (fromMinute === undefined) return reject(r.time, { field: 'from' })
    if (toMinute === undefined) return reject(r.time, { field: 'to' })
    if (fromMinute === toMinute) return reject(r.empty, { field: 'to' })
    if (!isZone(zone)) return reject(r.zone, { field: 'zone' })
    const quiet = { fromMinute, toMinute, zone }
    await saveQuiet(tx, customerId, quiet)
    await moveWaiting(tx, customerId, quietUntil(quiet, now) ?? now)
    await record(deps, { tx, now, customerId }, `${from}-${to} ${zone}`)
    return {}
  },
)

/** See the contract. */
export const endQuietHours = useCase(
  calls.endQuietHours,
  async (_, { tx, now, customer: { customerId } }, deps: NoticesDeps) => {
    if ((await findQuiet(tx, customerId)) === undefined) return {}
    await saveQuiet(tx, customerId, undefined)
    await moveWaiting(tx, customerId, now)
    await record(deps, { tx, now, customerId }, undefined)
    return {}
  },
)

/** That quiet hours changed: to these, or to none. */
async function record(
  { audit }: NoticesDeps,
  of: { readonly tx: Parameters<typeof saveQuiet>[0]; readonly now: Instant; readonly customerId: `cus_${string}` },
  value: string | undefined,
): Promise<void> {
  const details = { on: String(value !== undefined), ...(value === undefined ? {} : { value }) }
  const { tx, now: at, customerId } = of
  await audit.record(tx, { at, actor: customerId, action: 'notices.quiet', subject: customerId, details })
}
