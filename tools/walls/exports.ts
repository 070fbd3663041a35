import type { SourceFile } from './tree.ts'
import type { Breach } from './walls.ts'

const exported = /^export (?:async )?(?:function\*?|const|let|interface|type|class|abstract class) ([A-Za-z_$][\w$]*)/gm
const word = /[A-Za-z_$][\w$]*/g

/**
 * Exported names that no other file mentions. Exports of contracts are read as a whole (documents, OpenAPI), those of
 * messages and tests by their tools.
 */
export function findUnusedExports(files: readonly SourceFile[]): Breach[] {
  const code = files.filter(({ path }) => /\.(?:tsx?|mts|mjs)$/.test(path))
  const filesWith = new Map<string, number>()
  for (const { text } of code) {
    for (const name of new Set(text.match(word))) filesWith.set(name, (filesWith.get(name) ?? 0) + 1)
  }
  return code
    .filter(({ path }) => !/\/(?:contract|messages)\/|\.test\.tsx?$|\.config\.ts$|^(?:tests|tools|bench)\//.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(exported)]
        .map(([, name = '']) => name)
        .filter((name) => filesWith.get(name) === 1)
        .map((name) => ({
          path,
          found: `export ${name}`,
          expected: `no export, or somebody who imports ${name}`,
          why: 'what is exported is promised to others, and read as such',
        })),
    )
}
