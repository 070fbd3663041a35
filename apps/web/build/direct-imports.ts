import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { parseAst, transformWithOxc } from 'vite'
import { isNode, nodesOf, statementsOf } from './syntax.ts'

/** The index of a room, a part of the kit or the kernel: a file that only says where things are. */
const isIndex = /\/(?:kernel|kit\/(?:ui|web|contract)|(?:platform|products)\/[^/]+\/\w+)\/(?:index|browser)\.ts$/

/** Where a name that an index exports is declared, and what it is called there. */
interface Origin {
  readonly file: string
  readonly name: string
}

type Resolve = (source: string, importer: string) => Promise<string | undefined>

/**
 * Imports of a name from an index become imports from the file that declares it. A bundler takes everything an index
 * names for part of what imports it, so that a page would bring the parts of all others. What an index declares itself
 * is left there, alone.
 */
export function directImports(): Plugin {
  const known = new Map<string, Promise<ReadonlyMap<string, Origin>>>()
  return {
    name: 'bolsillo-direct-imports',
    apply: 'build',
    transform: {
      order: 'post',
      async handler(code, id) {
        if (id.includes('/node_modules/') || id.includes('\0') || !/\.tsx?$/.test(id)) return null
        const resolve: Resolve = async (source, importer) => (await this.resolve(source, importer))?.id
        const program = this.parse(code)
        // Nobody needs an index any more for what it passes on.
        const edits: Edit[] = isIndex.test(id) ? reexports(program).map((passed) => ({ ...passed, text: '' })) : []
        const named = isIndex.test(id) ? namedImports(program) : [...namedImports(program), ...reexports(program)]
        for (const { verb, source, start, end, names } of named) {
          const index = await resolve(source, id)
          if (index === undefined || index === id || !isIndex.test(index)) continue
          const origins = known.get(index) ?? originsOf(index, resolve)
          known.set(index, origins)
          const all = names ?? [...(await origins).keys()].map(both)
          edits.push({ start, end, text: direct(verb, all, source, await origins) })
        }
        if (edits.length === 0) return null
        let result = code
        for (const { start, end, text } of edits.sort((a, b) => b.start - a.start)) {
          result = result.slice(0, start) + text + result.slice(end)
        }
        return { code: result, map: null }
      },
    },
  }
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** A statement that takes some names from a file, or all of them, and keeps them or passes them on. */
interface Passed {
  readonly verb: 'import' | 'export'
  readonly source: string
  readonly start: number
  readonly end: number
  readonly names: readonly Named[] | undefined
}

interface Named {
  readonly imported: string
  readonly local: string
}

/** The imports of these names, or their exports again, each from where it is declared. */
function direct(
  verb: Passed['verb'],
  names: readonly Named[],
  source: string,
  origins: ReadonlyMap<string, Origin>,
): string {
  return names
    .map(({ imported, local }) => {
      const { file, name } = origins.get(imported) ?? { file: source, name: imported }
      return `${verb} { ${name} as ${local} } from ${JSON.stringify(file)};`
    })
    .join('')
}

/** Where the names an index passes on are declared, through as many indexes as there are. */
async function originsOf(index: string, resolve: Resolve): Promise<ReadonlyMap<string, Origin>> {
  const { code } = await transformWithOxc(readFileSync(index, 'utf8'), index)
  const origins = new Map<string, Origin>()
  for (const { source, names } of reexports(parseAst(code))) {
    const file = await resolve(source, index)
    if (file === undefined) continue
    const further = names === undefined || isIndex.test(file) ? await exportsOf(file, resolve) : undefined
    for (const { imported, local } of names ?? [...(further?.keys() ?? [])].map(both)) {
      origins.set(local, further?.get(imported) ?? { file, name: imported })
    }
  }
  return origins
}

const both = (name: string): Named => ({ imported: name, local: name })

/** Every name a file exports, and where each is declared. */
async function exportsOf(file: string, resolve: Resolve): Promise<ReadonlyMap<string, Origin>> {
  const { code } = await transformWithOxc(readFileSync(file, 'utf8'), file)
  const own = declaredNames(parseAst(code)).map((name) => [name, { file, name }] as const)
  return new Map([...(await originsOf(file, resolve)), ...own])
}

function textOf(node: unknown, field: 'name' | 'value'): string {
  return isNode(node) ? String(node[field] ?? '') : ''
}

/** Imports of names alone: `import { a, b as c } from 'x'`. */
function namedImports(program: unknown): readonly Passed[] {
  return statementsOf(program).flatMap((node): readonly Passed[] => {
    const specifiers = nodesOf(node.specifiers)
    const isNamed = specifiers.length > 0 && specifiers.every(({ type }) => type === 'ImportSpecifier')
    if (node.type !== 'ImportDeclaration' || !isNamed) return []
    const names = specifiers.map(
      (one): Named => ({ imported: textOf(one.imported, 'name'), local: textOf(one.local, 'name') }),
    )
    return [{ verb: 'import', source: textOf(node.source, 'value'), start: node.start, end: node.end, names }]
  })
}

/** What an index passes on: some names of a file, or all of them. */
function reexports(program: unknown): readonly Passed[] {
  return statementsOf(program).flatMap((node): readonly Passed[] => {
    const source = textOf(node.source, 'value')
    const { start, end } = node
    if (source === '') return []
    if (node.type === 'ExportAllDeclaration') return [{ verb: 'export', source, start, end, names: undefined }]
    if (node.type !== 'ExportNamedDeclaration') return []
    const names = nodesOf(node.specifiers).map(
      (one): Named => ({ imported: textOf(one.local, 'name'), local: textOf(one.exported, 'name') }),
    )
    return [{ verb: 'export', source, start, end, names }]
  })
}

/** The names a file declares and exports itself. */
function declaredNames(program: unknown): readonly string[] {
  return statementsOf(program).flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || isNode(node.source)) return []
    const { declaration } = node
    if (!isNode(declaration)) return nodesOf(node.specifiers).map((one) => textOf(one.exported, 'name'))
    if (declaration.type !== 'VariableDeclaration') return [textOf(declaration.id, 'name')]
    return nodesOf(declaration.declarations).map(({ id }) => textOf(id, 'name'))
  })
}
