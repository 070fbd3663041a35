import type { Sql } from '@bolsillo/server-kit'

/** Sends a query; called once, when somebody first waits for it. */
export type Send = (query: SimulatedQuery) => Promise<unknown>

/** A query as the driver makes it: nothing happens before it is waited for, and one inside another is a part of it. */
export class SimulatedQuery implements PromiseLike<unknown> {
  readonly strings: TemplateStringsArray
  readonly args: readonly unknown[]
  readonly #send: Send
  #reply: Promise<unknown> | undefined

  constructor(strings: TemplateStringsArray, args: readonly unknown[], send: Send) {
    this.strings = strings
    this.args = args
    this.#send = send
  }

  execute(): this {
    this.#waited()
    return this
  }

  #waited(): Promise<unknown> {
    this.#reply ??= this.#send(this)
    return this.#reply
  }

  // biome-ignore lint/suspicious/noThenProperty: the driver's queries are thenables, and the rooms await them.
  then<A = unknown, B = never>(
    fulfilled?: ((value: unknown) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#waited().then(fulfilled, rejected)
  }

  catch<B>(rejected: (reason: unknown) => B): Promise<unknown> {
    return this.#waited().catch(rejected)
  }

  finally(done: () => void): Promise<unknown> {
    return this.#waited().finally(done)
  }
}

const names = new WeakMap<TemplateStringsArray, string>()

/** The first words of a query, for the trace. */
export function nameOf({ strings }: SimulatedQuery): string {
  const known = names.get(strings)
  if (known !== undefined) return known
  const name = strings.join('?').replaceAll(/\s+/g, ' ').trim().slice(0, 60)
  names.set(strings, name)
  return name
}

/** How planted bugs change a statement: its text with ? for the arguments; what they do not touch stays as it is. */
export type Alter = (text: string) => string

const hole = '\u0000'

/** Builds the driver's own query on a real connection. */
export function realQuery(sql: Sql, { strings, args }: SimulatedQuery, alter: Alter | undefined): Promise<unknown> {
  const inner = args.map((arg) => (arg instanceof SimulatedQuery ? realQuery(sql, arg, alter) : arg))
  const call = sql as unknown as (strings: TemplateStringsArray, ...args: readonly unknown[]) => Promise<unknown>
  if (alter === undefined) return call(strings, ...inner)
  const parts = alter(strings.join(hole)).split(hole)
  return call(Object.assign(parts, { raw: parts }), ...inner)
}
