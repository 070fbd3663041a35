import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

// What an operator copies from the guide, the unit and the container file must be there: nothing else runs these files.

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string): string => readFileSync(root + file, 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> }
const files = ['docs/operator.md', 'tools/operator/bolsillo.service', 'tools/operator/Containerfile'] as const

const found = (text: string, shape: RegExp): readonly string[] =>
  [...new Set([...text.matchAll(shape)].map(([, word = '']) => word))].sort()

/** The files of the repository that a text names; the containers' and the machine's own begin elsewhere. */
const pathsIn = (text: string): readonly string[] =>
  found(text, /(?:^|[\s`"'(]|\/opt\/bolsillo\/)((?:apps|docs|tools|rails|platform|products)\/[\w./-]*\w)/gm)

/** What a variable of the environment is read from. */
const readers = [
  'apps/server/config.ts',
  'apps/server/read-mail.ts',
  'apps/server/phones/read-phone-provider.ts',
  'tools/installed-witness.ts',
  // Node's own, for the folder of temporary files.
  'kit/server/database/embedded-server.ts',
].map(read)
const ofOthers = new Set(['TMPDIR'])

describe.each(files)('%s', (file) => {
  const text = read(file)

  it('names files that exist', () => {
    const paths = pathsIn(text)
    expect(paths.length).toBeGreaterThan(0)
    expect(paths.filter((path) => !existsSync(root + path))).toEqual([])
  })

  it('names commands that exist', () => {
    const commands = [
      ...found(text, /npm run (?:--silent |-s )?([\w:-]+)/g),
      ...found(text, /bootstrap\.mjs ([\w:-]+)/g),
      ...found(text, /`?npm (start|test)\b/g),
    ]
    expect(commands.length).toBeGreaterThan(0)
    expect(commands.filter((command) => scripts[command] === undefined)).toEqual([])
  })

  it('sets variables that the server reads', () => {
    const variables = found(text, /(?:^|[\s`;=])([A-Z][A-Z]+(?:_[A-Z]+)*)=/gm).filter((name) => !ofOthers.has(name))
    expect(variables.length).toBeGreaterThan(0)
    expect(variables.filter((name) => !readers.some((reader) => reader.includes(`'${name}'`)))).toEqual([])
  })
})

it('the guide asks for addresses that the server has', () => {
  const operations = read('apps/server/operations.ts')
  const addresses = [...found(read('docs/operator.md'), /^\| `(\/[\w/]+)` \|/gm), '/ready']
  expect(addresses.length).toBeGreaterThan(3)
  expect(addresses.filter((address) => !operations.includes(`app.get('${address}'`))).toEqual([])
})

it('the guide has each role of the staff', () => {
  const guide = read('docs/operator.md')
  const roles = /operatorRoles = \[([^\]]+)\]/.exec(read('kit/contract/call.ts'))?.[1]?.match(/\w+/g) ?? []
  expect(roles.length).toBeGreaterThan(3)
  expect(roles.filter((role) => !guide.includes(`\`${role}\``))).toEqual([])
})
