import { describe, expect, it } from 'vitest'
import type { Pages } from '../parts/paged-list.tsx'
import { htmlOf } from '../testing/html-of.tsx'
import { ListEnd, QueueEnd } from './queue-end.tsx'

const calm = { error: null, refetch: () => undefined }
const failed = { error: { message: 'no connection' }, refetch: () => undefined }
const pagesOf = (changes: Partial<Pages<number>>): Pages<number> => ({
  ...{ data: { pages: [{ rows: [1] }] }, error: null, refetch: () => undefined },
  ...{ hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => undefined },
  ...changes,
})

describe('the end of a list', () => {
  it.each([
    ['an error', failed, undefined, 'no connection'],
    ['an error over rows of before', failed, [1], 'no connection'],
    ['that it loads', calm, undefined, 'aria-busy'],
    ['why there are none', calm, [], 'all done'],
  ])('shows %s', (_, list, rows, what) => {
    expect(htmlOf(<ListEnd list={list} rows={rows} empty="all done" />)).toContain(what)
  })

  it('shows nothing below rows', () => {
    expect(htmlOf(<ListEnd list={calm} rows={[1]} empty="all done" />)).toBe('')
  })

  it('offers more where a queue has another page, and only there', () => {
    expect(htmlOf(<QueueEnd pages={pagesOf({ hasNextPage: true })} empty="all done" />)).toContain('<button')
    expect(htmlOf(<QueueEnd pages={pagesOf({})} empty="all done" />)).toBe('')
    expect(htmlOf(<QueueEnd pages={pagesOf({ data: { pages: [{ rows: [] }] } })} empty="all done" />)).toBe('all done')
    expect(htmlOf(<QueueEnd pages={pagesOf({ data: undefined })} empty="all done" />)).toContain('aria-busy')
  })
})
