import type { Call, RequestOf } from '@bolsillo/contract'
import type { CommandContext, Handler, OfAudience, Outcome, PoolContext, ReadContext, WriteContext } from './room.ts'

/** The context of a call: by its `audience` the caller, by `effect` and `commits` the transaction. */
export type ContextOf<C extends Call> = OfAudience<
  C,
  C['effect'] extends 'read'
    ? C extends { readonly commits: 'use-case' }
      ? PoolContext
      : ReadContext
    : C extends { readonly commits: 'use-case' | 'desk' }
      ? CommandContext
      : WriteContext
>

/** A call with the function that handles it, which gets the room's `deps`. */
export interface UseCase<Deps> {
  readonly call: Call
  readonly run: (request: never, context: never, deps: Deps) => Promise<unknown>
}

/**
 * Binds a call to what answers it.
 * @param run answers a reply of the call, or one of its rejections. It is given what its room is given as `deps`.
 */
export function useCase<C extends Call, Deps = unknown>(
  call: C,
  run: (request: RequestOf<C>, context: ContextOf<C>, deps: Deps) => Outcome<C>,
): UseCase<Deps> {
  return { call, run: run as UseCase<Deps>['run'] }
}

/** What answers each call of a family. */
export type Answers<Calls, Deps> = {
  readonly [Name in keyof Calls]: Calls[Name] extends Call
    ? (request: RequestOf<Calls[Name]>, context: ContextOf<Calls[Name]>, deps: Deps) => Outcome<Calls[Name]>
    : never
}

/** Binds a family of calls that several rooms have, each at addresses of its own, to what answers them. */
export function useCasesOf<Calls extends object, Deps>(
  calls: Readonly<Record<keyof Calls, Call>>,
  answers: Answers<Calls, Deps>,
): readonly UseCase<Deps>[] {
  const names = Object.keys(answers) as (keyof Calls)[]
  return names.map((name) => ({ call: calls[name], run: answers[name] as unknown as UseCase<Deps>['run'] }))
}

/** Binds use cases to their room's `deps`, as handlers for the mount. */
export function handlersOf<Deps>(useCases: readonly UseCase<Deps>[], deps: Deps): readonly Handler[] {
  return useCases.map(({ call, run }): Handler => {
    const handle = (request: never, context: object): Promise<unknown> => run(request, context as never, deps)
    if (call.effect === 'read') return { kind: 'read', call, handle }
    return call.commits === undefined
      ? { kind: 'write', call, handle }
      : { kind: 'command', call, writerLooks: call.commits === 'desk', handle }
  })
}
