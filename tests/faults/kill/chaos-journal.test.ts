import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ChaosBatch, openChaosJournal } from './chaos-journal.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'chaos-journal-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const batch = (seed: number, target: ChaosBatch['target'] = 'server'): ChaosBatch => ({
  target,
  seed,
  rounds: 25,
  report: {
    rounds: [],
    missing: [`key ${seed}`],
    report: { findings: [], entries: 1, orders: 2, fills: 3, answers: 4, clients: undefined },
    verified: { ok: true, said: 'fine' },
    settled: { applied: 0, notApplied: 0, refused: 0, never: 0, unavailable: 0, brokenPromises: 0 },
    idleRestartMs: 1400,
    leftovers: [],
  },
})

test('another run finds the batches that ended, of its target and its seeds alone, in order', () => {
  const path = join(folder, 'chaos.jsonl')
  const first = openChaosJournal(path)
  for (const one of [batch(8), batch(7), batch(7, 'backend'), batch(27)]) first.add(one)
  const again = openChaosJournal(path)
  expect(again.ended('server', 7, 20)).toEqual([batch(7), batch(8)])
  expect(again.ended('server', 8, 20)).toEqual([batch(8), batch(27)])
  expect(again.ended('postmaster', 7, 20)).toEqual([])
})

test('half a line of a run that was ended is taken out; a batch that was broken off stays one', () => {
  const path = join(folder, 'chaos.jsonl')
  openChaosJournal(path).add({ ...batch(7), report: undefined })
  appendFileSync(path, '{"target":"server","se')
  openChaosJournal(path).add(batch(8))
  const found = openChaosJournal(path).ended('server', 7, 20)
  expect(found.map(({ seed, report }) => [seed, report === undefined])).toEqual([
    [7, true],
    [8, false],
  ])
})

test('without a path nothing outlives the run', () => {
  const journal = openChaosJournal(undefined)
  journal.add(batch(7))
  expect(journal.ended('server', 7, 1)).toHaveLength(1)
  expect(openChaosJournal(undefined).ended('server', 7, 1)).toEqual([])
})
