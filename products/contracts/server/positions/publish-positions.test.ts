import type { Id } from '@bolsillo/kernel'
import { beforeEach, expect, it } from 'vitest'
import { type PositionPublishing, publishPositions } from './publish-positions.ts'

type Written = Awaited<ReturnType<Parameters<typeof publishPositions>[1]>>

const ana = 'cus_ana' as Id<'cus'>
const leo = 'cus_leo' as Id<'cus'>
const many = Array.from({ length: 250 }, (_, number) => `cus_${number}` as Id<'cus'>)

/** Who reads, what each has open, and what was published in its order. */
let readers: Set<string>
let open: Map<string, number>
let published: string[]
let failing: boolean
let publishing: PositionPublishing

beforeEach(() => {
  readers = new Set()
  open = new Map()
  published = []
  failing = false
  publishing = publishPositions(
    {
      publisher: {
        publish: (_, key) => published.push(key),
        watched: (_, key) => readers.has(key),
      },
      services: { log: { warn: () => undefined } } as never,
    },
    async (customerId) => {
      await Promise.resolve()
      if (failing) throw new Error('no connection')
      return { positions: Array.from({ length: open.get(customerId) ?? 0 }) } as unknown as Written
    },
  )
})

async function marksMove(): Promise<readonly string[]> {
  published = []
  publishing.moved()
  await publishing.settled()
  return published
}

it('as marks move, publishes the positions of those who read and have something open, and of nobody else', async () => {
  readers = new Set([ana, leo])
  open.set(ana, 2)
  publishing.began(ana)
  publishing.began(leo)
  expect(await marksMove()).toEqual([ana, leo])
  // She has no position that a mark changes.
  expect(await marksMove()).toEqual([ana])
  open.set(leo, 1)
  publishing.changed([leo])
  await publishing.settled()
  expect((await marksMove()).toSorted()).toEqual([ana, leo])
  readers.delete(ana)
  expect(await marksMove()).toEqual([leo])
  expect(await marksMove()).toEqual([leo])
})

it('writes nobody twice at once, and again what changed meanwhile', async () => {
  readers.add(ana)
  open.set(ana, 1)
  publishing.changed([ana])
  publishing.changed([ana])
  publishing.changed([ana])
  publishing.moved()
  await publishing.settled()
  expect(published).toEqual([ana, ana])
})

it('with more readers than one look can serve, everybody has their turn', async () => {
  for (const id of many) {
    readers.add(id)
    open.set(id, 1)
    publishing.began(id)
  }
  const seen = new Set([...(await marksMove()), ...(await marksMove()), ...(await marksMove())])
  expect(seen.size).toBe(many.length)
})

it('what could not be written is written at the next look', async () => {
  readers.add(ana)
  open.set(ana, 1)
  publishing.began(ana)
  failing = true
  expect(await marksMove()).toEqual([])
  failing = false
  expect(await marksMove()).toEqual([ana])
})
