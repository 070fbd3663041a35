import { type Instant, plusMs } from '@bolsillo/kernel'
import { type Language, languages, type Tx } from '@bolsillo/server-kit'
import { atMostEveryMs, isOn, isUrgent, type NoticeTopic, quietUntil, wakes } from '../domain/index.ts'
import { findChoices, findQuiet } from './choice-store.ts'
import type { NoticesDeps } from './deps.ts'
import type { NoticeChannel } from './notice-channel.ts'
import { hasNotice, hasNoticeSince, insertQueued, insertWaiting, type NoticeKey } from './notice-store.ts'
import type { NoticeWords } from './notice-words.ts'

/** Something that happened to a customer, for some channels. */
interface ToQueue extends Omit<NoticeKey, 'channel'> {
  /** What it is about: the kind of an entry, or the action of an act. */
  readonly about: string
  readonly topic: NoticeTopic
  readonly at: Instant
  readonly channels: readonly NoticeChannel[]
  readonly words: (language: Language) => NoticeWords
}

/** The language a customer reads. */
export async function languageOf(
  { customers }: Pick<NoticesDeps, 'customers'>,
  tx: Tx,
  customerId: NoticeKey['customerId'],
): Promise<Language> {
  const found = await customers.find(tx, customerId)
  return languages.find((language) => language === found?.language) ?? 'es-ES'
}

/** Names what is sealed and whose it is. */
const aboutSealed = ({ event, customerId, channel }: NoticeKey): string =>
  `bolsillo.notice.1\n${event}\n${customerId}\n${channel}`

/** Reads what a notice says that waited; undefined when somebody altered the row. What opens is what was written. */
export function openWords(
  { sealer, services }: Pick<NoticesDeps, 'sealer' | 'services'>,
  key: NoticeKey,
  sealed: Buffer,
): NoticeWords | undefined {
  try {
    return JSON.parse(sealer.open(sealed, aboutSealed(key)).toString('utf8')) as NoticeWords
  } catch (error) {
    services.log.error({ event: key.event, error }, 'a notice that waited does not open, and is dropped')
    return undefined
  }
}

/** Queues a notice on each channel where its customer wants it, or stores it until their quiet hours end. */
export async function queueNotice(deps: NoticesDeps, tx: Tx, event: ToQueue, now: Instant): Promise<void> {
  const { customerId, topic } = event
  const choices = await findChoices(tx, customerId)
  const wanted = event.channels.filter(({ channel }) => isOn(choices, topic, channel))
  if (wanted.length === 0) return
  const quiet = isUrgent(topic) ? undefined : await findQuiet(tx, customerId)
  const dueAt = quiet === undefined ? undefined : quietUntil(quiet, now)
  const language = await languageOf(deps, tx, customerId)
  for (const channel of wanted) await queueOn(deps, tx, event, { channel, language, dueAt, now })
}

async function queueOn(
  deps: NoticesDeps,
  tx: Tx,
  { event, customerId, topic, about, at: happenedAt, words }: ToQueue,
  on: {
    readonly channel: NoticeChannel
    readonly language: Language
    readonly dueAt: Instant | undefined
    readonly now: Instant
  },
): Promise<void> {
  const { channel, language, dueAt, now } = on
  const notice = { event, customerId, channel: channel.channel, about, happenedAt }
  if (await hasNotice(tx, notice)) return
  const everyMs = atMostEveryMs[about]
  if (everyMs !== undefined && (await hasNoticeSince(tx, { ...notice, happenedAt: plusMs(happenedAt, -everyMs) })))
    return
  const said = words(language)
  const wait = async (until: Instant): Promise<void> => {
    const sealed = deps.sealer.seal(Buffer.from(JSON.stringify(said), 'utf8'), aboutSealed(notice))
    await insertWaiting(tx, notice, { dueAt: until, sealed })
  }
  if (dueAt !== undefined) {
    // Whoever has no address there has none to wait for.
    if ((await channel.reaches?.(tx, customerId)) !== false) await wait(dueAt)
    return
  }
  const urgent = wakes(topic)
  const queue = (part: Tx): Promise<number> =>
    channel.queue(part, { key: event, customerId, language, ...said, at: happenedAt, urgent })
  const messages = await unlessItFails(deps, tx, channel.channel, queue)
  if (messages === undefined) await wait(plusMs(now, retryAfterMs))
  else if (messages > 0) await insertQueued(tx, notice, { messages, at: now })
}

/** When a channel that failed is tried again. */
export const retryAfterMs = 60_000

/**
 * What a channel does, as if it had not begun when it fails: one that cannot take a notice holds up none of others.
 * @returns undefined when it failed. @throws when the transaction cannot go on.
 */
export async function unlessItFails<Done>(
  { services }: Pick<NoticesDeps, 'services'>,
  tx: Tx,
  channel: NoticeKey['channel'],
  work: (part: Tx) => Promise<Done>,
): Promise<Done | undefined> {
  try {
    return (await tx.savepoint((part) => work(part))) as Done
  } catch (error) {
    services.log.error({ channel, error }, 'a channel took no notice, and is tried again')
    return undefined
  }
}
