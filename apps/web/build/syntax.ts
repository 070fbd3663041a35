/** The part of a syntax tree that plugins of the build read. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [field: string]: unknown
}

/** Whether a field of a node is a node itself. */
export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/** The nodes of a list in a syntax tree. */
export function nodesOf(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : []
}

/** The statements of a program. */
export const statementsOf = (program: unknown): readonly Node[] => (isNode(program) ? nodesOf(program.body) : [])
