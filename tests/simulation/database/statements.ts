import { integerBetween } from '@bolsillo/kernel'
import { settle } from '../server/scheduler.ts'
import type { Inside, OpenSession, Reply, Sent } from './open-sessions.ts'
import { nameOf, realQuery, type SimulatedQuery } from './simulated-query.ts'
import { arrival, lostError, stateError } from './wire.ts'

const harmless = new Set(['23505', '25P02', '57014'])

export function ask(inside: Inside, session: OpenSession, query: SimulatedQuery | string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (session.isOver) {
      reject(lostError())
      return
    }
    session.queue.push({ query, resolve, reject })
    schedule(inside, session)
  })
}

export async function commit(
  inside: Inside,
  session: OpenSession,
  resolve: () => void,
  reject: (error: Error) => void,
): Promise<void> {
  const { faults, committed, losesCommit, twoDesks, rng } = inside
  if (session.isOver) {
    reject(lostError())
    return
  }
  const refuse = async (error: Error): Promise<void> => {
    await rollBack(inside, session)
    reject(error)
  }
  if (faults.strikes('connection-lost-before-commit')) return await refuse(lostError())
  if (faults.strikes('sqlstate-at-commit'))
    return await refuse(stateError(integerBetween(rng, 0, 1) ? '53100' : '40001'))
  if (session.isBegun) await session.connection.sql.unsafe(losesCommit?.() === true ? 'rollback' : 'commit')
  if (session.heldLease && session.wroteJournal && inside.desk !== undefined && inside.desk !== session.owner)
    twoDesks(session.owner, inside.desk)
  await committed(session.wroteJournal)
  await goOn(inside)
  if (faults.strikes('reply-lost-after-commit')) reject(lostError())
  else resolve()
}

function schedule(inside: Inside, session: OpenSession): void {
  const { scheduler } = inside
  if (session.isScheduled || session.isOver || session.blocked !== undefined) return
  session.isScheduled = true
  scheduler.add('sql', session.owner, () => flush(inside, session))
}

async function flush(inside: Inside, session: OpenSession): Promise<void> {
  const { faults, rng, trace } = inside
  session.isScheduled = false
  if (session.isOver || session.blocked !== undefined) return
  const sent = session.queue.splice(0)
  const targets = sent.flatMap(({ query }, index) => (typeof query === 'string' ? [] : [index]))
  if (targets.length > 0 && faults.strikes('connection-lost-in-statement')) {
    await lose(inside, session, sent, lostError())
    return
  }
  const state = targets.length > 0 ? faults.sqlState() : undefined
  if (state === '08006') {
    await lose(inside, session, sent, stateError(state))
    return
  }
  if (session.isAborted) {
    const back = sent.findIndex(({ query }) => typeof query === 'string' && query.startsWith('rollback'))
    const refused = back < 0 ? sent : sent.slice(0, back)
    for (const one of refused) one.reject(stateError('25P02'))
    if (back < 0) return
    session.isAborted = false
    await send(inside, session, sent.slice(back))
    return
  }
  const cut = state === undefined ? sent.length : (targets[integerBetween(rng, 0, targets.length - 1)] ?? 0)
  const [whole, rest] = [sent.slice(0, cut), sent.slice(cut)]
  if (whole.length > 0) await send(inside, session, whole)
  if (state === undefined) return
  if (session.blocked !== undefined) {
    // PostgreSQL answers in order: while what was sent before waits for a lock, nothing behind it can fail.
    session.queue.unshift(...rest)
    return
  }
  session.isAborted = session.isTransaction
  trace.add(`  injected ${state}`)
  for (const [index, one] of rest.entries()) one.reject(stateError(index === 0 ? state : '25P02'))
}

async function send(inside: Inside, session: OpenSession, sent: readonly Sent[]): Promise<void> {
  const { wire, committed, trace, sessions } = inside
  const begin =
    session.isTransaction && !session.isBegun ? [session.connection.sql.unsafe(session.begin).execute()] : []
  session.isBegun = true
  session.heldLease ||= sent.some(({ query }) => typeof query !== 'string' && holdsLease(query))
  session.wroteJournal ||= sent.some(({ query }) => typeof query !== 'string' && writesJournal(query))
  const reply = Promise.all([...begin, ...sent.map((one) => real(inside, session, one))]).then(
    (all) => all.slice(begin.length) as Reply[],
  )
  const hasOthers = [...sessions].some((one) => one !== session && (one.isBegun || one.blocked !== undefined))
  const arrived = await arrival(wire, session.connection, reply, hasOthers)
  if (arrived === undefined) {
    trace.add('  waits for a lock')
    inside.waits += 1
    session.blocked = { reply, sent, since: inside.waits }
    return
  }
  if (!session.isTransaction && sent.some(({ query }) => typeof query !== 'string' && !isRead(query)))
    await committed(false)
  deliver(inside, session, sent, arrived.value)
  await settle()
  await goOn(inside)
}

async function real(inside: Inside, session: OpenSession, { query }: Sent): Promise<Reply> {
  const { alter, failures } = inside
  const { sql } = session.connection
  try {
    const value = await (typeof query === 'string' ? sql.unsafe(query) : realQuery(sql, query, alter))
    return { kind: 'value', value }
  } catch (error) {
    const code = String((error as { readonly code?: unknown }).code)
    if (!harmless.has(code)) failures.push(`${code} ${error instanceof Error ? error.message : ''}`)
    return { kind: 'failure', value: error }
  }
}

function deliver(inside: Inside, session: OpenSession, sent: readonly Sent[], replies: readonly Reply[]): void {
  const { trace } = inside
  for (const [index, { query, resolve, reject }] of sent.entries()) {
    const reply = replies[index]
    if (reply === undefined) continue
    const name = typeof query === 'string' ? query : nameOf(query)
    if (reply.kind === 'value') {
      const rows = Array.isArray(reply.value) ? reply.value.length : 0
      trace.add(`  ${name}: ${rows}`)
      if (rows > 0 && /^(insert into|update) desk_lease/.test(name)) inside.desk = session.owner
      resolve(reply.value)
    } else {
      trace.add(`  ${name}: failed, ${String((reply.value as { code?: unknown }).code)}`)
      reject(reply.value)
    }
  }
}

/** Lets every statement on that waited for a lock and has it now, in the order they began to wait. */
export async function goOn(inside: Inside): Promise<void> {
  const { wire, sessions } = inside
  const waiting = [...sessions].sort((a, b) => (a.blocked?.since ?? 0) - (b.blocked?.since ?? 0))
  for (const session of waiting) {
    const { blocked } = session
    if (blocked === undefined) continue
    wire.resume(session.connection)
    const arrived = await arrival(wire, session.connection, blocked.reply, true)
    if (arrived === undefined) continue
    session.blocked = undefined
    deliver(inside, session, blocked.sent, arrived.value)
    // What follows from it follows now: a reply that is here already must not overtake one that is still coming.
    await settle()
    if (session.queue.length > 0) schedule(inside, session)
  }
}

/** What still waits for a lock is canceled, and nobody gets its result. */
export async function giveUp(inside: Inside, session: OpenSession): Promise<void> {
  const { wire } = inside
  if (session.blocked === undefined) return
  wire.resume(session.connection)
  await wire.cancel(session.connection)
  await session.blocked.reply
  session.blocked = undefined
}

export async function rollBack(inside: Inside, session: OpenSession): Promise<void> {
  await giveUp(inside, session)
  if (session.isTransaction && session.isBegun) await session.connection.sql.unsafe('rollback')
  await goOn(inside)
}

async function lose(inside: Inside, session: OpenSession, sent: readonly Sent[], error: Error): Promise<void> {
  const { trace } = inside
  await rollBack(inside, session)
  session.isOver = true
  trace.add('  connection lost')
  for (const one of [...sent, ...session.queue.splice(0)]) one.reject(error)
  session.lost(error)
}

function writesJournal({ strings }: SimulatedQuery): boolean {
  return /journal_append/.test(strings[0] ?? '')
}

function holdsLease({ strings }: SimulatedQuery): boolean {
  return /from desk_lease/.test(strings[0] ?? '')
}

export function isRead({ strings }: SimulatedQuery): boolean {
  return /^\s*select/i.test(strings[0] ?? '')
}
