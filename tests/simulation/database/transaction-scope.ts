import type { Sql } from '@bolsillo/server-kit'
import { SimulatedQuery } from './simulated-query.ts'

/** An open transaction's way to its connection. */
export interface Session {
  /** A query, or a statement of our own about the transaction itself. */
  readonly ask: (query: SimulatedQuery | string) => Promise<unknown>
  /** Makes the driver's helpers, which need no connection. */
  readonly helper: Sql
}

interface Ends {
  readonly commit: () => Promise<void>
  readonly rollBack: () => Promise<void>
}

/**
 * Runs a transaction's work as the driver does: the transaction fails with the error of any failed query, also when the
 * work ignored it; queries after its end are refused; a savepoint is a scope of its own.
 */
export async function createScope(session: Session, work: (tx: unknown) => unknown, ends: Ends): Promise<unknown> {
  const numbers = { savepoints: 0 }
  const result = await within(session, numbers, work, ends.rollBack)
  await ends.commit()
  return result
}

async function within(
  session: Session,
  numbers: { savepoints: number },
  work: (tx: unknown) => unknown,
  undo: () => Promise<unknown>,
): Promise<unknown> {
  const seen: { failure?: unknown; isOver: boolean } = { isOver: false }
  const send = (query: SimulatedQuery): Promise<unknown> => {
    if (seen.isOver) return Promise.reject(new Error('the transaction this statement belongs to has ended'))
    const reply = session.ask(query)
    reply.catch((error: unknown) => {
      seen.failure ??= error
    })
    return reply
  }
  const savepoint = async (inner: (tx: unknown) => unknown): Promise<unknown> => {
    const name = `s${numbers.savepoints}`
    numbers.savepoints += 1
    await session.ask(`savepoint ${name}`)
    return await within(session, numbers, inner, () => session.ask(`rollback to ${name}`))
  }
  const call = (strings: unknown, ...args: readonly unknown[]): unknown =>
    Array.isArray(strings) && 'raw' in strings
      ? new SimulatedQuery(strings as unknown as TemplateStringsArray, args, send)
      : (session.helper as unknown as (...given: readonly unknown[]) => unknown)(strings, ...args)
  try {
    const outcome = work(Object.assign(call, { savepoint }))
    const result = await (Array.isArray(outcome) ? Promise.all(outcome) : outcome)
    if (seen.failure !== undefined) throw seen.failure
    seen.isOver = true
    return result
  } catch (error) {
    seen.isOver = true
    await undo()
    const code = (error as { readonly code?: unknown } | undefined)?.code
    throw code === '25P02' ? (seen.failure ?? error) : error
  }
}
