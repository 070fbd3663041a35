import { specifiedCalls, specifiedPages } from './specification.ts'

/** What of the specification is built, and what is not, by area. */
export interface Compared {
  readonly asked: number
  readonly built: number
  /** Names that are asked for and not built, by the specification's own areas. */
  readonly missing: Readonly<Record<string, readonly string[]>>
}

function compare(asked: Readonly<Record<string, readonly string[]>>, built: ReadonlySet<string>): Compared {
  const areas = Object.entries(asked)
  const names = new Set(areas.flatMap(([, list]) => list))
  const missing = areas
    .map(([area, list]) => [area, [...new Set(list)].filter((name) => !built.has(name))] as const)
    .filter(([, list]) => list.length > 0)
  return {
    asked: names.size,
    built: [...names].filter((name) => built.has(name)).length,
    missing: Object.fromEntries(missing),
  }
}

/** Compares calls, each as `METHOD path` without the prefix, with those that are specified. */
export function compareCalls(built: Iterable<string>): Compared {
  return compare(specifiedCalls, new Set(built))
}

/** Compares routes with those that are specified. */
export function comparePages(built: Iterable<string>): Compared {
  return compare(specifiedPages, new Set(built))
}
