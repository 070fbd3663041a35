import type { Handler, Room } from './room.ts'
import { handlersOf, type UseCase } from './use-case.ts'

/**
 * A room as one declaration. `Given` is what the composition root passes. `Deps` is what the use cases get: `Given`,
 * and what the room makes of it once (caches, readers).
 */
export interface RoomDeclaration<Given, Deps> extends Omit<Room, 'handlers' | 'operatorHandlers' | 'seedDemo'> {
  readonly deps: (given: Given) => Deps
  readonly useCases: readonly UseCase<Deps>[]
  /** Of calls of staff, under `/console-api`. */
  readonly operatorUseCases?: readonly UseCase<Deps>[]
  /** See `Room.seedDemo`. */
  readonly seedDemo?: (deps: Deps, ...demo: Parameters<NonNullable<Room['seedDemo']>>) => Promise<void>
}

/** Returns the function that creates the room from what it is given. */
export function defineRoom<Given, Deps>(declaration: RoomDeclaration<Given, Deps>): (given: Given) => Room {
  const { deps: depsOf, useCases, operatorUseCases, seedDemo, ...room } = declaration
  return (given) => {
    const deps = depsOf(given)
    const bound = (some: readonly UseCase<Deps>[]): readonly Handler[] => handlersOf(some, deps)
    return {
      ...room,
      handlers: bound(useCases),
      ...(operatorUseCases === undefined ? {} : { operatorHandlers: bound(operatorUseCases) }),
      ...(seedDemo === undefined ? {} : { seedDemo: (demo) => seedDemo(deps, demo) }),
    }
  }
}
