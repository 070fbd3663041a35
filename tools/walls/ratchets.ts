import { posix } from 'node:path'
import { isFunction, type SyntaxNode, visitSyntax } from './syntax.ts'
import type { SourceFile } from './tree.ts'

/** The rules that a list of remaining places may excuse for a while (`remaining.ts`). */
export type Rule = 'longFunctions' | 'fullFolders' | 'smallFiles' | 'boundAside' | 'productNames' | 'idioms'

/** One place that breaks a rule: a file or a folder, and where in it. */
export interface Finding {
  readonly rule: Rule
  readonly place: string
  readonly found: string
  readonly expected: string
  readonly why: string
}

const functionLinesMax = 60
const folderFilesMax = 25
const smallFileLinesMax = 25
const fileLinesMax = 400

/** The hot loops of the order book: split, they allocate or call for every order. */
const hotLoops: ReadonlySet<string> = new Set(['platform/trading/domain/order-book/fast-order-book.ts'])

const isCode = ({ path }: SourceFile): boolean => /\.(?:tsx?|mts|mjs)$/.test(path)
const isTest = ({ path }: SourceFile): boolean => /\.test\.tsx?$/.test(path)
const isProduct = (file: SourceFile): boolean =>
  isCode(file) && !isTest(file) && !/^(?:tests|tools|bench|kit\/test)\/|\/testing\//.test(file.path)
const linesOf = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)

/** Functions of more than 60 lines. Callbacks of `describe` and `it` do not count. */
export function findLongFunctions(files: readonly SourceFile[]): Finding[] {
  return files
    .filter((file) => isCode(file) && !isTest(file) && !hotLoops.has(file.path))
    .filter(({ text }) => linesOf(text) > functionLinesMax)
    .flatMap((file) => {
      const findings: Finding[] = []
      visitSyntax(file, (node) => {
        if (!isFunction(node)) return
        const lines = linesOf(file.text.slice(node.start, node.end))
        if (lines <= functionLinesMax) return
        findings.push({
          rule: 'longFunctions',
          place: file.path,
          found: `line ${linesOf(file.text.slice(0, node.start))}: a function of ${lines} lines`,
          expected: `at most ${functionLinesMax}`,
          why: 'a function is understood without scrolling',
        })
      })
      return findings
    })
}

/** Folders with more than 25 source files of their own; tests beside them do not count. */
export function findFullFolders(files: readonly SourceFile[]): Finding[] {
  const counts = new Map<string, number>()
  for (const file of files) {
    if (!isCode(file) || isTest(file)) continue
    const folder = posix.dirname(file.path)
    counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts].flatMap(([folder, count]) =>
    Array.from({ length: Math.max(0, count - folderFilesMax) }, () => ({
      rule: 'fullFolders' as const,
      place: folder,
      found: `${count} source files`,
      expected: `at most ${folderFilesMax}, the rest in folders named by a noun`,
      why: 'a folder is a list that is read',
    })),
  )
}

const namedImport = /(?:\bfrom|\bimport)\s+'(\.[^']+)'/g
const lateImport = /\bimport\(\s*'(\.[^']+)'/g
const workerStart = /new URL\(\s*'(\.[^']+)'/g

function targetsOf({ path, text }: SourceFile, shape: RegExp): readonly string[] {
  return [...text.matchAll(shape)].map((match) => posix.normalize(posix.join(posix.dirname(path), match[1] ?? '')))
}

/**
 * Files of at most 25 lines that exactly one file imports. Not counted: the exports of a room and the files they
 * list, lists (contract, messages, data), stores, and files that are loaded lazily.
 */
export function findSmallFiles(files: readonly SourceFile[]): Finding[] {
  const code = files.filter(isCode)
  const importers = new Map<string, SourceFile[]>()
  const loadedLate = new Set(code.flatMap((file) => [...targetsOf(file, lateImport), ...targetsOf(file, workerStart)]))
  for (const file of code) {
    for (const target of new Set(targetsOf(file, namedImport))) {
      importers.set(target, [...(importers.get(target) ?? []), file])
    }
  }
  return code.flatMap((file): Finding[] => {
    const [importer, ...more] = importers.get(file.path) ?? []
    const lines = linesOf(file.text)
    if (importer === undefined || more.length > 0 || loadedLate.has(file.path)) return []
    if (lines > smallFileLinesMax || lines + linesOf(importer.text) > fileLinesMax) return []
    if (
      /\/(?:messages|contract|data)\/|-store\.ts$|-data\.ts$|\/remaining\.ts$|\.test\.tsx?$|\.config\.ts$/.test(
        file.path,
      )
    )
      return []
    if (/(?:^|\/)(?:index\.tsx?|fixtures\.ts)$/.test(file.path) || /\/index\.tsx?$/.test(importer.path)) return []
    return [
      {
        rule: 'smallFiles',
        place: file.path,
        found: `${lines} lines that only ${importer.path} imports`,
        expected: `them in ${importer.path}`,
        why: 'a reader opens one file instead of two',
      },
    ]
  })
}

/** Use cases that are bound within a function, and handlers that are written out by hand. */
export function findBindings(files: readonly SourceFile[]): Finding[] {
  const finding = (place: string, found: string): Finding => ({
    rule: 'boundAside',
    place,
    found,
    expected: '`useCase(call, …)` at the top of a file, bound by `defineRoom` or `handlersOf`',
    why: 'one way of binding: what a room answers is read as a list',
  })
  return files.filter(isProduct).flatMap((file) => {
    if (!/\buseCase\(|\bkind: '(?:read|write|command)'/.test(file.text)) return []
    if (file.path.startsWith('kit/server/')) return []
    const findings: Finding[] = []
    visitSyntax(file, (node, functions) => {
      const line = (): string => `line ${linesOf(file.text.slice(0, node.start))}`
      if (node.type === 'CallExpression' && (node.callee as SyntaxNode).name === 'useCase' && functions > 0) {
        findings.push(finding(file.path, `${line()}: useCase within a function`))
      }
      if (
        node.type === 'ObjectExpression' &&
        /^\{\s*kind: '(?:read|write|command)',\s*call\b/.test(textOf(file, node))
      ) {
        findings.push(finding(file.path, `${line()}: a handler by hand`))
      }
    })
    return findings
  })
}

const textOf = ({ text }: SourceFile, { start, end }: SyntaxNode): string => text.slice(start, end)

/** Comparisons with a product's name in rooms that every product shares. */
export function findProductNames(files: readonly SourceFile[]): Finding[] {
  return files
    .filter((file) => isProduct(file) && /^(?:kit|platform)\//.test(file.path))
    .filter(({ text }) =>
      /\b[pP]roduct\b[^;]{0,20}[!=]==|[!=]==[^;]{0,20}\b[pP]roduct\b|switch \([^)]*[pP]roduct\)/.test(text),
    )
    .flatMap((file) => {
      const findings: Finding[] = []
      visitSyntax(file, (node) => {
        const sides = [node.left, node.right].map((side) =>
          side === undefined ? '' : textOf(file, side as SyntaxNode),
        )
        const compares = node.type === 'BinaryExpression' && /^[!=]==$/.test(String(node.operator))
        const asks = compares && sides.some(isProductName) && sides.some((side) => /^'[a-z]+'$/.test(side))
        const switches = node.type === 'SwitchStatement' && isProductName(textOf(file, node.discriminant as SyntaxNode))
        if (!asks && !switches) return
        findings.push({
          rule: 'productNames',
          place: file.path,
          found: `line ${linesOf(file.text.slice(0, node.start))}: ${textOf(file, node).split('\n')[0]}`,
          expected: 'a capability that the product declares',
          why: 'a new product is added without changing what all of them share',
        })
      })
      return findings
    })
}

const isProductName = (text: string): boolean => /(?:^|\.|\?\.)(?:product|productName)$/.test(text)
