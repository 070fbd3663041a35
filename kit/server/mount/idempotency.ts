import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { type Call, coreRejections, idempotencyKeyShape } from '@bolsillo/contract'
import { isRejection, type Rejection, reject } from '@bolsillo/kernel'
import { askTogether } from '../ask-together.ts'
import { transaction } from '../database/connect.ts'
import { PostgresError } from '../database/driver.ts'
import type { CommandContext, IdempotencyClaim, Services, StoredAnswer, Tx } from '../room.ts'
import { type AnswerBox, openBox, sealedBox } from './answer-box.ts'
import {
  findIdempotencyRecords,
  type KnownKey,
  lockIdempotencyKey,
  saveIdempotencyRecords,
} from './idempotency-store.ts'

/** Runs effects at most once per key, and answers a repeated request with the bytes of its first answer. */
export interface Idempotency {
  /** What an idempotency key claims: the caller, the call and the body. Undefined without a key. */
  readonly claimOf: (
    call: Call,
    asker: string,
    key: string | undefined,
    request: object,
  ) => IdempotencyClaim | Rejection | undefined
  /** Runs an effect in one transaction that also writes the record. A secret answer is stored sealed. */
  readonly once: (
    claim: IdempotencyClaim | undefined,
    work: (tx: Tx) => Promise<unknown>,
    render: (outcome: unknown) => StoredAnswer,
    options: { readonly secretAnswer: boolean },
  ) => Promise<StoredAnswer | Rejection>
  /**
   * Runs an effect that another writer commits together with the record. If that writer looks up the key itself,
   * under the locks of its transaction, the record is looked up here only when the request is rejected, and takes
   * precedence over the rejection.
   */
  readonly onceElsewhere: (
    claim: IdempotencyClaim | undefined,
    work: () => Promise<unknown>,
    render: CommandContext['answer'],
    options: { readonly writerLooks: boolean },
  ) => Promise<StoredAnswer | Rejection>
}

class RolledBack extends Error {
  readonly outcome: unknown
  constructor(outcome: unknown) {
    super('rolled back')
    this.outcome = outcome
  }
}

const uniqueViolation = '23505'

/** Idempotency over the table `idempotency_record`. */
export function createIdempotency(services: Services): Idempotency {
  const { sql, clock } = services
  const boxKey = services.secret('idempotency-answer')
  const alone = onePerKey()
  const look = askTogether(
    (claims: readonly IdempotencyClaim[]) => findIdempotencyRecords(sql, claims),
    services.timers,
  )

  const known = async (box: AnswerBox): Promise<StoredAnswer | Rejection | undefined> =>
    opened(box, await look(box.claim))

  return {
    claimOf: claimWith(createSecretKey(services.secret('idempotency-body'))),
    once: async (claim, work, render, { secretAnswer }) => {
      if (claim === undefined) {
        return render(await withoutRecord(() => transaction(sql, (tx) => throwRejected(work(tx)))))
      }
      const box = secretAnswer ? sealedBox(boxKey, claim) : openBox(claim)
      return await alone(box.claim, async () => {
        const before = await known(box)
        if (before !== undefined) return before
        try {
          return await onceInTransaction(services, box, work, render)
        } catch (error) {
          // Another process finished the same request between our lookup and our insert: its effect is committed,
          // ours is rolled back.
          const after = isUniqueViolation(error) ? await known(box) : undefined
          if (after === undefined) throw error
          return after
        }
      })
    },
    onceElsewhere: async (claim, work, render, { writerLooks }) => {
      if (claim === undefined) return render(await work())
      return await alone(claim, async () => {
        const before = writerLooks ? undefined : await known(openBox(claim))
        if (before !== undefined) return before
        const outcome = await work()
        const answer = render(outcome)
        // A 503 says nothing about the effect, and must cost nothing.
        if (!isRejection(outcome) || outcome.spec.status === 503) return answer
        // Another process may have carried out the request meanwhile: then its answer counts, not our rejection.
        const meanwhile = await known(openBox(claim))
        if (meanwhile !== undefined) return meanwhile
        if (isFinal(outcome)) {
          await transaction(sql, (tx) => saveIdempotencyRecords(tx, [{ claim, answer }], clock.now()))
        }
        return answer
      })
    },
  }
}

function claimWith(hashKey: KeyObject): Idempotency['claimOf'] {
  return (call, asker, key, request) => {
    if (key === undefined) return undefined
    if (!idempotencyKeyShape.test(key)) return reject(coreRejections.keyMalformed)
    // Keyed, because a body may hold a six-digit password that a plain hash would reveal.
    const bodyHash = createHmac('sha256', hashKey).update(canonical(request)).digest('base64url')
    return { scope: `${asker} ${call.name}`, key, bodyHash }
  }
}

/** Runs one request per key at a time; a second one is rejected meanwhile. */
function onePerKey(): (
  claim: IdempotencyClaim,
  work: () => Promise<StoredAnswer | Rejection>,
) => Promise<StoredAnswer | Rejection> {
  const inFlight = new Set<string>()
  return async (claim, work) => {
    const name = `${claim.scope} ${claim.key}`
    if (inFlight.has(name)) return reject(coreRejections.keyInFlight)
    inFlight.add(name)
    try {
      return await work()
    } finally {
      inFlight.delete(name)
    }
  }
}

function opened(box: AnswerBox, record: KnownKey | undefined): StoredAnswer | Rejection | undefined {
  if (record === undefined) return undefined
  return record.bodyHash === box.claim.bodyHash ? box.open(record.answer) : reject(coreRejections.keyReused)
}

/** Runs work in the transaction, undoing it (but keeping the transaction and its lock) when it rejects. */
async function undoRejected(tx: Tx, work: (tx: Tx) => Promise<unknown>): Promise<unknown> {
  try {
    return await tx.savepoint(async (inner) => {
      const outcome = await work(inner)
      if (isRejection(outcome)) throw new RolledBack(outcome)
      return outcome
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome
    throw error
  }
}

function onceInTransaction(
  { sql, clock }: Services,
  box: AnswerBox,
  work: (tx: Tx) => Promise<unknown>,
  render: (outcome: unknown) => StoredAnswer,
): Promise<StoredAnswer | Rejection> {
  return transaction<StoredAnswer | Rejection>(sql, async (tx) => {
    const { claim, seal } = box
    if (!(await lockIdempotencyKey(tx, claim))) return reject(coreRejections.keyInFlight)
    const outcome = await undoRejected(tx, work)
    // Another process may have carried out the request between our lookup and our lock: then our rejection is due
    // to its effect.
    const [record] = isRejection(outcome) ? await findIdempotencyRecords(tx, [claim]) : []
    const before = opened(box, record)
    if (before !== undefined) return before
    const answer = render(outcome)
    if (isFinal(outcome)) await saveIdempotencyRecords(tx, [{ claim, answer: seal(answer) }], clock.now())
    return answer
  })
}

/** Whether a retry always gets the same answer: a success, or a final rejection. */
function isFinal(outcome: unknown): boolean {
  return !isRejection(outcome) || outcome.spec.retry === 'final'
}

async function throwRejected(work: Promise<unknown>): Promise<unknown> {
  const outcome = await work
  if (isRejection(outcome)) throw new RolledBack(outcome)
  return outcome
}

async function withoutRecord(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof RolledBack) return error.outcome
    throw error
  }
}

function isUniqueViolation(error: unknown): boolean {
  return error instanceof PostgresError && error.code === uniqueViolation && error.table_name === 'idempotency_record'
}

/** One canonical text per request, independent of the order of fields and of form or JSON encoding. */
export function canonical(request: object): string {
  const fields = Object.entries(request)
  const isPlain = fields.every(([, value]) => typeof value === 'string' || typeof value === 'number')
  // Most requests have only texts and numbers, which just need sorting.
  if (isPlain) return JSON.stringify(sortedFields(request))
  return JSON.stringify(request, (_, value: unknown) => {
    if (typeof value === 'bigint') return value.toString()
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return sortedFields(value)
  })
}

const sortedFields = (value: object): object =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
