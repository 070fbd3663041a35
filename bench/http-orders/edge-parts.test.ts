import { globSync } from 'node:fs'
import type { Profiler } from 'node:inspector'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { benchSections } from '../targets.ts'
import { edgeFigures, edgeInServer, edgeParts, figuresOfEdge, sharesOf } from './edge-parts.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const file = (path: string): string => `file://${root}${path}`

/** A profile of one sample for each stack, each of so many microseconds; a stack is from the outermost function on. */
function profileOf(stacks: readonly (readonly [us: number, ...frames: readonly string[]])[]): Profiler.Profile {
  const nodes: Profiler.ProfileNode[] = []
  const leaves = stacks.map(([, ...frames]) => {
    for (const [depth, url] of frames.entries()) {
      const isNative = url.startsWith('(')
      const callFrame = { functionName: isNative ? url : 'f', scriptId: '0', url: isNative ? '' : url, lineNumber: 0 }
      const id = nodes.length + 1
      nodes.push({
        id,
        callFrame: { ...callFrame, columnNumber: 0 },
        children: depth + 1 < frames.length ? [id + 1] : [],
      })
    }
    return nodes.length
  })
  return { nodes, startTime: 0, endTime: 0, samples: leaves, timeDeltas: [0, ...stacks.map(([us]) => us)] }
}

describe('the shares of a profile', () => {
  it('go to the part of the innermost function that has one, without idleness and the stand-in for the desk', () => {
    const shares = sharesOf(
      profileOf([
        [30, file('kit/server/mount/mount.ts'), file('kit/server/mount/idempotency.ts'), 'node:internal/crypto/hash'],
        [20, file('kit/server/mount/mount.ts'), file('node_modules/postgres/src/connection.js'), 'node:net'],
        [40, 'node:internal/process/task_queues', file('apps/server/log.ts')],
        [5, file('kit/server/mount/mount.ts'), '(garbage collector)'],
        [5, 'node:net'],
        [900, '(idle)'],
        [300, file('bench/http-orders/edge-process.ts')],
      ]),
    )
    expect([...shares].sort()).toEqual([
      ['garbage', 0.05],
      ['key', 0.3],
      ['log', 0.4],
      ['looks', 0.2],
      ['runtime', 0.05],
    ])
  })

  it('are of files that exist, each part of its own', () => {
    const files = [
      ...globSync(['kit/**/*.ts', 'platform/**/*.ts', 'products/**/*.ts', 'apps/**/*.ts'], { cwd: root }),
      ...['node:_http_server', 'node_modules/postgres/src/index.js'],
    ].filter((path) => !path.includes('node_modules/@'))
    const taken = new Map<string, number>()
    for (const path of files) {
      const part = edgeParts.find(({ files: of }) => of.test(path.startsWith('node:') ? path : file(path)))
      if (part !== undefined) taken.set(part.name, (taken.get(part.name) ?? 0) + 1)
    }
    expect(edgeParts.filter(({ name }) => !taken.has(name))).toEqual([])
  })
})

describe('the cost of a request in the whole server', () => {
  const alone = new Map([
    ['key', 0.25],
    ['log', 0.25],
    ['looks', 0.5],
  ])
  const server = {
    costUs: 400,
    shares: new Map([
      ['key', 0.1],
      ['log', 0.05],
      ['looks', 0.8],
    ]),
  }

  it('is read there where a part is a request’s alone, and scaled from there where the desk has work in it', () => {
    const parts = edgeInServer(server, { costUs: 100, shares: alone })
    // What can be read costs 60 µs instead of 50: so does the rest.
    expect(['key', 'log', 'looks', 'body'].map((name) => parts.get(name))).toEqual([40, 20, 60, 0])
  })

  it('is a figure with all its parts, and each has a row', () => {
    const figures = figuresOfEdge(server, [90, 100, 130], alone)
    expect(figures.find(({ bench }) => bench === 'http-orders-edge')?.value).toBe(120)
    expect(figures.find(({ bench }) => bench === 'http-orders-edge-alone')?.values).toEqual([90, 100, 130])
    expect(figures.map(({ bench }) => bench).sort()).toEqual([...edgeFigures].sort())
    const rows = new Set(benchSections.flatMap((section) => section.rows.map(({ bench }) => bench)))
    expect(edgeFigures.filter((name) => !rows.has(name))).toEqual([])
  })
})
