import type { AuditRecord } from '@bolsillo/audit/domain'
import { type Id, type Instant, isId } from '@bolsillo/kernel'
import { accountParts, isMadeUp, type RecordedEntry } from '@bolsillo/ledger/domain'
import { type Tx, transaction } from '@bolsillo/server-kit'
import { isWrittenElsewhere, topicOf } from '../domain/index.ts'
import type { NoticesDeps } from './deps.ts'
import { keepPlace, takePlace } from './notice-place.ts'
import { noticeWords, type Told } from './notice-words.ts'
import { queueNotice } from './queue-notice.ts'
import { sendDue } from './send-due.ts'

/** Acts of the journal and records of the audit that one transaction looks at, and transactions of one pass. */
const actsMax = 1_000
const recordsMax = 200
const roundsMax = 20

/** Something that happened, with those it happened to. */
interface Happened extends Told {
  readonly event: string
  readonly at: Instant
  readonly customers: readonly Id<'cus'>[]
}

/**
 * Follows what happens to customers, in the order of the numbers of entries and acts, and queues notices of it. The notices
 * and the place behind them are one transaction: whatever stops the process, the next goes on from the place, and nothing is
 * queued twice or left out. Then what waited for the end of quiet hours.
 */
export function createNoticePass(deps: NoticesDeps): () => Promise<void> {
  const { services } = deps
  const one = <Found>(work: (tx: Tx) => Promise<Found>): Promise<Found> =>
    transaction(services.sql, work, { cause: 'job:notices' })
  return async () => {
    for (let round = 0; round < roundsMax; round += 1) if (!(await one((tx) => follow(deps, tx)))) break
    for (let round = 0; round < roundsMax; round += 1) if (!(await one((tx) => sendDue(deps, tx)))) break
  }
}

/** Queues what happened behind the place. @returns whether there may be more. */
async function follow(deps: NoticesDeps, tx: Tx): Promise<boolean> {
  const { audit, history, happenings, services } = deps
  const place = await takePlace(deps, tx)
  const { entries, upTo: entry } = await history.after(tx, place.entry, actsMax)
  const { records, upTo: act } = await audit.after(tx, place.act, { actions: happenings.acts, limit: recordsMax })
  const happened = [
    ...entries.filter(({ kind }) => happenings.kinds.includes(kind)).map(ofEntry),
    ...records.map(ofRecord),
  ].sort((one, other) => one.at - other.at)
  for (const each of happened) await queueFor(deps, tx, each, services.clock.now())
  if (entry > place.entry || act > place.act) await keepPlace(deps, tx, { entry, act })
  return entry === place.entry + BigInt(actsMax) || records.length === recordsMax
}

async function queueFor(deps: NoticesDeps, tx: Tx, happened: Happened, now: Instant): Promise<void> {
  const { about, event, at } = happened
  const topic = topicOf(about)
  if (topic === undefined) return
  const channels = deps.channels.filter(({ channel }) => !isWrittenElsewhere(about, channel))
  for (const customerId of happened.customers) {
    const words = (language: Parameters<typeof noticeWords>[3]) => noticeWords(deps, happened, topic, language)
    await queueNotice(deps, tx, { event, customerId, about, topic, at, channels, words }, now)
  }
}

/** An entry happens to those of whose accounts it moved something; what the demonstration made up, to nobody. */
function ofEntry({ seq, at, kind, details, postings }: RecordedEntry): Happened {
  const owners = postings.flatMap(({ account, posted }) => (posted === 0n ? [] : accountParts(account).owner))
  const customers = isMadeUp(details) ? [] : [...new Set(owners)].filter((owner) => isId('cus', owner))
  return { event: `e${seq}`, at, about: kind, isAct: false, details, customers }
}

/** An act happens to whom it concerns and to who did it, as the bell has it. */
function ofRecord({ seq, at, action, actor, subject, details }: AuditRecord): Happened {
  const customers = [...new Set([subject, actor])].filter((who) => isId('cus', who))
  return { event: `a${seq}`, at, about: action, isAct: true, details: { ...details }, customers }
}
