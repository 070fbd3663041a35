import { readFileSync } from 'node:fs'
import type { Sql } from '@bolsillo/server-kit'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { mountOperations } from './operations.ts'

interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[]
}

const dashboard = JSON.parse(
  readFileSync(new URL('../../docs/grafana/bolsillo.json', import.meta.url), 'utf8'),
) as Dashboard

/** What `/metrics` answers after a call. */
async function readMetrics(): Promise<string> {
  const app = Fastify()
  const { observeCall } = mountOperations(app, (() => Promise.resolve([])) as unknown as Sql, {
    stream: () => ({ sockets: 1, subscriptions: 1, closedSlow: 0, waitingBytesMax: 0, frameEveryMs: 100 }),
    outboxLag: () => new Map([['a handler', 0n]]),
    desk: () => 'running',
    isStopping: () => false,
    liquidations: () => ({ below: 0, late: 0, blind: 0 }),
  })
  observeCall('/index/notice', 200, 3)
  try {
    return (await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })).body
  } finally {
    await app.close()
  }
}

const functions = new Set(['sum', 'by', 'rate', 'increase', 'topk', 'histogram_quantile', 'm'])

/** The metrics and labels that a query names: its words, without functions, texts, times and numbers. */
const wordsOf = (query: string): readonly string[] =>
  [...query.replaceAll(/"[^"]*"|\[\d+[smh]\]/g, '').matchAll(/[a-z_]\w*/g)]
    .map(([word]) => word)
    .filter((word) => !functions.has(word))

it('the dashboard asks only for metrics and labels that the server has, and for every one of ours', async () => {
  const lines = (await readMetrics()).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const names = new Set(lines.flatMap((line) => /^\w+/.exec(line) ?? []))
  const labels = new Set(lines.flatMap((line) => [...line.matchAll(/(\w+)="/g)].map(([, label = '']) => label)))
  const asked = dashboard.panels.flatMap(({ title, targets }) =>
    targets.flatMap(({ expr }) => wordsOf(expr).map((word) => ({ title, word }))),
  )
  expect(asked.length).toBeGreaterThan(dashboard.panels.length)
  expect(asked.filter(({ word }) => !names.has(word) && !labels.has(word))).toEqual([])
  const words = new Set(asked.map(({ word }) => word))
  const ours = [...names].filter((name) => /^bolsillo_/.test(name) && !/_(?:sum|count)$/.test(name))
  expect(ours.filter((name) => !words.has(name))).toEqual([])
})
