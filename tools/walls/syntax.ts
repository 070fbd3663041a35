import { parseSync } from 'vite'
import type { SourceFile } from './tree.ts'

/** A node of the syntax tree, as far as the walls read it. */
export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}

function walk(value: unknown, visit: (node: SyntaxNode, functions: number) => void, functions: number): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, visit, functions)
    return
  }
  if (!isNode(value)) return
  visit(value, functions)
  const within = functions + (isFunction(value) ? 1 : 0)
  for (const child of Object.values(value)) {
    if (typeof child === 'object') walk(child, visit, within)
  }
}

/** Whether a node is a function of any form. */
export function isFunction({ type }: SyntaxNode): boolean {
  return type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression'
}

/**
 * Visits every node of a file, each with the number of functions around it.
 * @throws Error when the file does not parse: a check that read nothing must not pass.
 */
export function visitSyntax({ path, text }: SourceFile, visit: (node: SyntaxNode, functions: number) => void): void {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message ?? ''}`)
  walk(program, visit, 0)
}
