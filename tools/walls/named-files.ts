import { posix } from 'node:path'
import type { SourceFile } from './tree.ts'
import type { Breach } from './walls.ts'

/** How a program names a file that it starts or reads instead of importing it: by its place beside its own. */
const namedFile = /new URL\(\s*'([^'$]+\.tsx?)',\s*import\.meta\.url\s*\)/g

/** Sources named by their place that do not exist: types cannot see them, and the program fails when it gets there. */
export function findMissingNamedFiles(files: readonly SourceFile[]): Breach[] {
  const paths = new Set(files.map(({ path }) => path))
  return files
    .filter(({ path }) => !/\.test\.tsx?$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(namedFile)]
        .map(([, named = '']) => ({ named, target: posix.normalize(posix.join(posix.dirname(path), named)) }))
        .filter(({ target }) => !target.startsWith('..') && !paths.has(target))
        .map(({ named, target }) => ({
          path,
          found: `the file '${named}', which would be ${target}`,
          expected: 'a file that exists',
          why: 'a program that starts another by its place fails only when it gets there: a move must take the name along',
        })),
    )
}
