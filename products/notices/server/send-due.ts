import { plusMs } from '@bolsillo/kernel'
import type { Tx } from '@bolsillo/server-kit'
import { isOn, isUrgent, type NoticeChoice, topicOf } from '../domain/index.ts'
import { findChoices } from './choice-store.ts'
import type { NoticesDeps } from './deps.ts'
import {
  delayWaiting,
  endWaiting,
  findDue,
  findWaiting,
  lockPlace,
  type NoticeKey,
  type WaitingNotice,
} from './notice-store.ts'
import { type NoticeWords, summaryWords } from './notice-words.ts'
import { languageOf, openWords, retryAfterMs, unlessItFails } from './queue-notice.ts'

/** More than so many that waited come as one. */
const singleMost = 3
/** What one notice stands for at most. */
const mergedMost = 500

/**
 * Queues what one customer's quiet hours held back on one channel, each by itself or, when there are many, one in place of
 * all. What a channel does not take is due again later. @returns whether there was anything.
 */
export async function sendDue(deps: NoticesDeps, tx: Tx): Promise<boolean> {
  const now = deps.services.clock.now()
  // One at a time: two processes would each find a part of the same.
  await lockPlace(tx)
  const due = await findDue(tx, now)
  if (due === undefined) return false
  const sent = await unlessItFails(deps, tx, due.channel, (part) => sendTo(deps, part, due))
  if (sent === undefined) await delayWaiting(tx, due, now, plusMs(now, retryAfterMs))
  return true
}

/** What waits for one customer on one channel. */
async function sendTo(deps: NoticesDeps, tx: Tx, due: Omit<NoticeKey, 'event'>): Promise<true> {
  const now = deps.services.clock.now()
  const waiting = await findWaiting(tx, due, now, mergedMost)
  const choices = await findChoices(tx, due.customerId)
  const channel = deps.channels.find((one) => one.channel === due.channel)
  const opened = waiting.map((one) => ({ ...one, words: openWords(deps, one, one.sealed) }))
  const isToSend = (one: WaitingNotice): boolean => channel !== undefined && isWanted(one, choices)
  const wanted = opened.flatMap((one) =>
    one.words !== undefined && isToSend(one) ? [{ ...one, words: one.words }] : [],
  )
  // Switched off or altered while it waited, or the channel was taken out.
  const kept = new Set(wanted.map(({ event }) => event))
  const dropped = waiting.filter(({ event }) => !kept.has(event))
  await endWaiting(tx, dropped, { state: 'dropped', messages: 0, at: now })
  const [first] = wanted
  if (channel === undefined || first === undefined) return true
  const language = await languageOf(deps, tx, due.customerId)
  const queue = (key: string, words: NoticeWords, of: WaitingNotice): Promise<number> =>
    channel.queue(tx, {
      ...{ key, customerId: due.customerId, language, ...words, at: of.happenedAt },
      // Of what is urgent only what a channel did not take has waited.
      urgent: isUrgent(topicOf(of.about) ?? 'support'),
    })
  if (wanted.length > singleMost) {
    const last = wanted.at(-1) ?? first
    const messages = await queue(`${first.event}-${last.event}`, summaryWords(wanted.length, language), last)
    await endWaiting(tx, wanted, { state: 'merged', messages, at: now })
    return true
  }
  for (const one of wanted) {
    const messages = await queue(one.event, one.words, one)
    await endWaiting(tx, [one], { state: 'queued', messages, at: now })
  }
  return true
}

function isWanted({ about, channel }: WaitingNotice, choices: readonly NoticeChoice[]): boolean {
  const topic = topicOf(about)
  return topic !== undefined && (isUrgent(topic) || isOn(choices, topic, channel))
}
