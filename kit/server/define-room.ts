import type { Setting } from '@bolsillo/contract'
import type { Handler, Room } from './room.ts'
import { handlersOf, type UseCase } from './use-case.ts'

/** A list of a declaration, or how it follows from what the room is given. */
type Listed<Part, Deps> = readonly Part[] | ((deps: Deps) => readonly Part[])

type Lists = Required<
  Pick<Room, 'doors' | 'channels' | 'events' | 'jobs' | 'approvalKinds' | 'caseKinds' | 'workQueues'>
>

/**
 * A room as one declaration. `Given` is what the composition root passes. `Deps` is what the use cases get: `Given`,
 * and what the room makes of it once (caches, readers).
 */
interface RoomDeclaration<Given, Deps> extends Pick<Room, 'name' | 'migrations' | 'messages'> {
  readonly deps: (given: Given) => Deps
  readonly useCases: readonly UseCase<Deps>[]
  /** Of calls of staff, under `/console-api`. */
  readonly operatorUseCases?: readonly UseCase<Deps>[]
  readonly settings?: readonly Setting[]
  readonly doors?: Listed<Lists['doors'][number], Deps>
  readonly channels?: Listed<Lists['channels'][number], Deps>
  readonly events?: Listed<Lists['events'][number], Deps>
  readonly jobs?: Listed<Lists['jobs'][number], Deps>
  readonly approvalKinds?: Listed<Lists['approvalKinds'][number], Deps>
  readonly caseKinds?: Listed<Lists['caseKinds'][number], Deps>
  readonly workQueues?: Listed<Lists['workQueues'][number], Deps>
  /** See `Room.seedDemo`. */
  readonly seedDemo?: (deps: Deps, ...demo: Parameters<NonNullable<Room['seedDemo']>>) => Promise<void>
}

/** Makes a room of what it is given. Its settings are known before any room is made. */
export interface RoomMaker<Given> {
  (given: Given): Room
  readonly settings: readonly Setting[]
}

/** Returns the function that creates the room from what it is given. */
export function defineRoom<Given, Deps>(declaration: RoomDeclaration<Given, Deps>): RoomMaker<Given> {
  const { deps: depsOf, useCases, operatorUseCases = [], settings = [], seedDemo, ...room } = declaration
  const make = (given: Given): Room => {
    const deps = depsOf(given)
    const bound = (some: readonly UseCase<Deps>[]): readonly Handler[] => handlersOf(some, deps)
    const listed = <Part>(list: Listed<Part, Deps> = []): readonly Part[] =>
      typeof list === 'function' ? list(deps) : list
    return {
      ...room,
      handlers: bound(useCases),
      operatorHandlers: bound(operatorUseCases),
      doors: listed(room.doors),
      channels: listed(room.channels),
      events: listed(room.events),
      jobs: listed(room.jobs),
      approvalKinds: listed(room.approvalKinds),
      caseKinds: listed(room.caseKinds),
      workQueues: listed(room.workQueues),
      ...(seedDemo === undefined ? {} : { seedDemo: (demo) => seedDemo(deps, demo) }),
    }
  }
  return Object.assign(make, { settings })
}
