import { isNotOpen as isCallNotOpen } from '@bolsillo/app-server/not-open'
import { isNotOpen as isPageNotOpen } from '@bolsillo/app-web/not-open'
import { describe, expect, it } from 'vitest'
import { type Compared, compareCalls, comparePages } from './compare.ts'
import { readCalls, readPages } from './read-built.ts'

const missingOf = ({ missing }: Compared): readonly string[] => Object.values(missing).flat()
const pathOf = (call: string): string => call.slice(call.indexOf(' ') + 1)

describe('the specification beside what is built', () => {
  it('has 136 calls and 99 pages, each built or answered with "not open yet"', async () => {
    const [calls, pages] = [await readCalls(), await readPages()]
    expect([compareCalls(calls).asked, comparePages(pages).asked]).toEqual([136, 99])
    expect(missingOf(compareCalls(calls)).filter((call) => !isCallNotOpen(pathOf(call)))).toEqual([])
    expect(missingOf(comparePages(pages)).filter((page) => !isPageNotOpen(page))).toEqual([])
  })

  it('names what is missing by its area, and counts a method of its own as a call of its own', () => {
    const all = missingOf(compareCalls([]))
    const but = (left: string): Compared => compareCalls(all.filter((call) => call !== left))
    expect(but('GET /coin/withdraw/add')).toMatchObject({ built: 135, missing: { funds: ['GET /coin/withdraw/add'] } })
    expect(compareCalls(all)).toEqual({ asked: 136, built: 136, missing: {} })
    expect(comparePages(['/pages/robot/list', '/pages/of/ours']).built).toBe(1)
  })
})
