import { posix } from 'node:path'
import type { SourceFile } from './tree.ts'
import { type Breach, findCycles } from './walls.ts'

/** Known imports that close a circle, each with the reason why it is allowed. */
const knownEdges: ReadonlyMap<string, string> = new Map([
  // A fill places exits, and placing an order may fill it.
  ['platform/trading/server/desk/order-life.ts', 'platform/trading/server/desk/bracket-exits.ts'],
  // Home is in the first bundle and shows only links to pages that exist.
  ['apps/web/pages/index.ts', 'apps/web/pages/home/home-page.tsx'],
])

const importLine = /^(?:import|export)\s+(?!type\s)([^'";]*?)\s*from\s*'(\.[^']+)'|^import\s*'(\.[^']+)'/gm

/** The files of the same room a file imports values of: types alone make no circle when it runs. */
function valueImportsOf({ path, text }: SourceFile): readonly string[] {
  return [...text.matchAll(importLine)].flatMap(([, names = '', from, bare]) => {
    const listed = /^\{([\s\S]*)\}$/
      .exec(names)?.[1]
      ?.split(',')
      .map((name) => name.trim()) ?? ['*']
    const isOfTypes =
      bare === undefined && listed.filter((name) => name !== '').every((name) => name.startsWith('type '))
    return isOfTypes ? [] : [posix.normalize(posix.join(posix.dirname(path), from ?? bare ?? ''))]
  })
}

/** Circles among the files of the product: each is broken by a third file that both import. */
export function findCircles(files: readonly SourceFile[]): Breach[] {
  const isOurs = ({ path }: SourceFile): boolean =>
    /\.tsx?$/.test(path) && !/\.test\.tsx?$|^(?:tests|tools|bench)\//.test(path)
  const edges = new Map(
    files.filter(isOurs).map((file) => {
      const targets = valueImportsOf(file).filter((target) => knownEdges.get(file.path) !== target)
      return [file.path, new Set(targets)] as const
    }),
  )
  return findCycles(edges).map((circle) => ({
    path: circle[0] ?? '',
    found: circle.join(' → '),
    expected: 'imports that lead one way',
    why: 'what is loaded first depends on who asks, and neither file can be read alone',
  }))
}
