import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { isNode, type Node, nodesOf, statementsOf } from './syntax.ts'

/**
 * Reduces a contract to what a browser needs. A client uses a call's name, method, path, audience, needs, effect and
 * roles; only the server needs the schemas. Each module that defines calls runs here, in Node, as on the server, and
 * its calls, channels and settings go into the bundle as plain data, which tree shaking drops where no page uses it. The
 * `browser` condition of kit/contract does the same at run time in development.
 */
export function contractData(): Plugin {
  return {
    name: 'bolsillo-contract-data',
    apply: 'build',
    async transform(code, id) {
      const path = id.split('?')[0] ?? id
      if (!/\/(?:platform|products)\/[^/]+\/(?:contract|domain)\/.*\.ts$/.test(path)) return null
      if (!/\bfrom\s*["']@bolsillo\/contract["']|\bdefineSetting\(/.test(code)) return null
      const known: Readonly<Record<string, unknown>> = await import(pathToFileURL(path).href)
      const edits = topLevelConstants(this.parse(code)).flatMap(({ name, start, end, calls }): Edit[] => {
        const data = browserData(known[name])
        if (data !== undefined) return [{ start, end, text: JSON.stringify(data) }]
        // A schema or a part of one: marked as pure, so that the bundler drops it unless it is used.
        return calls ? [{ start, end, text: `/*#__PURE__*/ (() => (${code.slice(start, end)}))()` }] : []
      })
      let result = code
      for (const { start, end, text } of edits.sort((a, b) => b.start - a.start)) {
        result = result.slice(0, start) + text + result.slice(end)
      }
      return { code: result, map: null, moduleSideEffects: false }
    },
  }
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

interface Constant {
  readonly name: string
  readonly start: number
  readonly end: number
  /** Its value is a call expression. */
  readonly calls: boolean
}

/** Every `const name = value` at the top of a module, exported or not. */
function topLevelConstants(program: unknown): readonly Constant[] {
  const statements = statementsOf(program)
  return statements.flatMap((statement) => {
    const inner = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (!isNode(inner) || inner.type !== 'VariableDeclaration') return []
    return nodesOf(inner.declarations).flatMap((declaration) => {
      const { id, init } = declaration
      if (!isNode(id) || typeof id.name !== 'string' || !isNode(init)) return []
      return [{ name: id.name, start: init.start, end: init.end, calls: hasCall(init) }]
    })
  })
}

function hasCall(node: Node): boolean {
  if (node.type === 'ArrowFunctionExpression' || node.type === 'FunctionExpression') return false
  if (node.type === 'CallExpression' || node.type === 'NewExpression') return true
  return Object.values(node).some((value) =>
    Array.isArray(value) ? nodesOf(value).some(hasCall) : isNode(value) && hasCall(value),
  )
}

// Optional fields of a call that a client needs; most calls have none of them.
const clientMarks = new Set(['alsoPost', 'holder', 'renewsSession'])

/** What a browser needs of a call, a channel or settings; undefined for every other value. */
function browserData(value: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (!('name' in value)) return settingsData(whole(value))
  if ('path' in value && 'request' in value && 'reply' in value) {
    const { name, method, path, audience, needs, effect, roles, ...more } = whole(value)
    const marks = Object.entries(more).filter(([key, set]) => clientMarks.has(key) && set === true)
    const ofStaff = roles === undefined ? {} : { roles }
    return { name, method, path, audience, needs, effect, ...ofStaff, ...Object.fromEntries(marks) }
  }
  if ('conflation' in value && 'snapshot' in value) {
    const { name, audience, conflation } = whole(value)
    return { name, audience, conflation }
  }
  return undefined
}

/** Settings by name, without the sentences only the console shows; undefined when one of them is no setting. */
function settingsData(named: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> | undefined {
  const settings = Object.entries(named)
  if (settings.length === 0 || !settings.every(([, one]) => isSetting(one))) return undefined
  const client = ([field]: readonly [string, unknown]): boolean => field !== 'purpose' && field !== 'words'
  return Object.fromEntries(
    settings.map(([name, one]) => [name, Object.fromEntries(Object.entries(one ?? {}).filter(client))]),
  )
}

function isSetting(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'key' in value && 'standard' in value && 'purpose' in value
}

function whole(value: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(value))
}
