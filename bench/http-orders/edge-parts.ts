import type { Profiler } from 'node:inspector'
import { assert } from '@bolsillo/kernel'
import { type Figure, figure, median } from '../figure.ts'

/** A part of what a request costs, by the files its work is in. */
export interface EdgePart {
  /** The end of the figure's name: `http-orders-edge-<name>`. */
  readonly name: string
  readonly what: string
  readonly files: RegExp
}

/**
 * The parts of a request outside of the desk. A profile's sample belongs to the part of its innermost function that
 * has one, so that work of libraries counts for the part that calls them.
 */
export const edgeParts: readonly EdgePart[] = [
  {
    name: 'http',
    what: 'Node’s HTTP: parser and writer',
    files: /^node:_http_/,
  },
  {
    name: 'session',
    what: 'session and permissions: the token, its hash, who it is, needs and restrictions',
    files: /platform\/(?:identity|factors)\/|kit\/server\/mount\/guards\.ts/,
  },
  {
    name: 'limits',
    what: 'limits: the line, the rate, the customer’s own limits',
    files: /kit\/server\/mount\/(?:load\/|answer-in-time\.ts)|platform\/kyc\//,
  },
  {
    name: 'authorisation',
    what: 'whether the session may order without the trade password',
    files: /platform\/trading\/server\/orders\/(?:order-authorisations|authorisation-store)\.ts/,
  },
  {
    name: 'key',
    what: 'idempotency key and hash of the body',
    files: /kit\/server\/mount\/(?:idempotency|answer-box)/,
  },
  { name: 'body', what: 'the body’s fields', files: /kit\/server\/mount\/body\/read-/ },
  {
    name: 'validation',
    what: 'validation against the contract',
    files: /kit\/server\/mount\/body\/parse-request\.ts|kit\/contract\/|node_modules\/zod\//,
  },
  {
    name: 'envelope',
    what: 'the reply, its envelope and headers',
    files:
      /kit\/server\/mount\/(?:answer|write-answer|edge\/security-headers)\.ts|platform\/trading\/server\/orders\/(?:order-replies|wire-rows)\.ts/,
  },
  { name: 'log', what: 'the line of the log', files: /apps\/server\/log\.ts|node_modules\/(?:pino|sonic-boom)/ },
  { name: 'metrics', what: 'the counts of calls', files: /apps\/server\/operations\.ts|node_modules\/prom-client\// },
  {
    name: 'looks',
    what: 'the database’s driver, for the looks of the parts above',
    files: /node_modules\/postgres\/|kit\/server\/(?:database\/|ask-together\.ts|next-turn\.ts)/,
  },
  {
    name: 'order',
    what: 'the order the form asks for',
    files: /products\/stocks\/|platform\/(?:trading|settings|market)\//,
  },
  {
    name: 'routing',
    what: 'the way through the mount: route, hooks, context',
    files: /kit\/server\/|kernel\/|node_modules\//,
  },
]

/** Samples of no part: garbage collection, the runtime and its system calls. */
const edgeRest = [
  { name: 'garbage', what: 'collecting garbage' },
  { name: 'runtime', what: 'the rest of Node and of the system: turns of the loop, sockets' },
] as const

/** Every part, by the end of its figure's name. */
export const allEdgeParts: readonly Pick<EdgePart, 'name' | 'what'>[] = [...edgeParts, ...edgeRest]

/** Parts in which the desk and the market also do work: a profile of the whole server cannot separate the two. */
const mixed: ReadonlySet<string> = new Set(['looks', 'order', 'routing', 'garbage', 'runtime'])

const figureName = (part: string): string => `http-orders-edge-${part}`

/** What the bench prints of them. */
export const edgeFigures: readonly string[] = [
  'http-orders-edge',
  'http-orders-edge-alone',
  ...allEdgeParts.map(({ name }) => figureName(name)),
]

/** A process under load: what a request costs it, and what part of it each step has. */
export interface Spent {
  readonly costUs: number
  readonly shares: ReadonlyMap<string, number>
}

/**
 * The cost of each part in the whole server. A part without work of the desk is read from the server's profile. The
 * others are their cost without the desk, scaled by how much more the former cost in the whole server, where the desk
 * evicts caches.
 */
export function edgeInServer(server: Spent, alone: Spent): ReadonlyMap<string, number> {
  const costOf = ({ costUs, shares }: Spent, name: string): number => costUs * (shares.get(name) ?? 0)
  const own = allEdgeParts.map(({ name }) => name).filter((name) => !mixed.has(name))
  const sumOf = (spent: Spent): number => own.reduce((sum, name) => sum + costOf(spent, name), 0)
  const dearer = sumOf(server) / sumOf(alone)
  return new Map(
    allEdgeParts.map(({ name }) => [name, mixed.has(name) ? costOf(alone, name) * dearer : costOf(server, name)]),
  )
}

/** The figures of both. */
export function figuresOfEdge(server: Spent, costs: readonly number[], shares: Spent['shares']): readonly Figure[] {
  const unit = 'µs of the server a request'
  const decimals = 1
  const parts = edgeInServer(server, { costUs: median(costs), shares })
  const total = [...parts.values()].reduce((sum, one) => sum + one, 0)
  return [
    figure('http-orders-edge', unit, [total], { decimals }),
    ...[...parts].map(([name, cost]) => figure(figureName(name), unit, [cost], { decimals })),
    figure('http-orders-edge-alone', unit, costs, { decimals }),
  ]
}

/** The stub of the desk is not measured. */
const notMeasured = /\/bench\/http-orders\//

/** What each part took of a profile's busy time, as shares that sum to one. */
export function sharesOf({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): ReadonlyMap<string, number> {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const callers = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const partOf = (id: number): string | undefined => {
    const leaf = byId.get(id)?.callFrame.functionName
    if (leaf === '(idle)') return undefined
    if (leaf === '(garbage collector)') return 'garbage'
    for (let at: number | undefined = id; at !== undefined; at = callers.get(at)) {
      const url = byId.get(at)?.callFrame.url ?? ''
      if (notMeasured.test(url)) return undefined
      const part = edgeParts.find(({ files }) => files.test(url))
      if (part !== undefined) return part.name
    }
    return 'runtime'
  }
  const known = new Map(nodes.map(({ id }) => [id, partOf(id)]))
  const spent = new Map<string, number>()
  for (const [at, id] of samples.entries()) {
    const name = known.get(id)
    if (name !== undefined) spent.set(name, (spent.get(name) ?? 0) + (timeDeltas[at + 1] ?? 0))
  }
  const busy = [...spent.values()].reduce((sum, one) => sum + one, 0)
  assert(busy > 0, 'the profile has samples')
  return new Map([...spent].map(([name, one]) => [name, one / busy]))
}
