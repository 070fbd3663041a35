import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import type { Pages } from '../parts/paged-list.tsx'
import { UiProvider } from '../ui-context.tsx'
import { words } from '../words/en-US.ts'
import { ListEnd, QueueEnd } from './queue-end.tsx'

const settings = {
  language: 'en-US',
  zone: 'America/Mexico_City',
  words,
  Link: () => null,
  goBack: () => undefined,
} as const
const calm = { error: null, refetch: () => undefined }
const failed = { error: { message: 'no connection' }, refetch: () => undefined }
const pagesOf = (changes: Partial<Pages<number>>): Pages<number> => ({
  ...{ data: { pages: [{ rows: [1] }] }, error: null, refetch: () => undefined },
  ...{ hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => undefined },
  ...changes,
})
const shown = (end: ReactNode): string => renderToStaticMarkup(<UiProvider settings={settings}>{end}</UiProvider>)

describe('the end of a list', () => {
  it.each([
    ['an error', failed, undefined, 'no connection'],
    ['an error over rows of before', failed, [1], 'no connection'],
    ['that it loads', calm, undefined, 'aria-busy'],
    ['why there are none', calm, [], 'all done'],
  ])('shows %s', (_, list, rows, what) => {
    expect(shown(<ListEnd list={list} rows={rows} empty="all done" />)).toContain(what)
  })

  it('shows nothing below rows', () => {
    expect(shown(<ListEnd list={calm} rows={[1]} empty="all done" />)).toBe('')
  })

  it('offers more where a queue has another page, and only there', () => {
    expect(shown(<QueueEnd pages={pagesOf({ hasNextPage: true })} empty="all done" />)).toContain('<button')
    expect(shown(<QueueEnd pages={pagesOf({})} empty="all done" />)).toBe('')
    expect(shown(<QueueEnd pages={pagesOf({ data: { pages: [{ rows: [] }] } })} empty="all done" />)).toBe('all done')
    expect(shown(<QueueEnd pages={pagesOf({ data: undefined })} empty="all done" />)).toContain('aria-busy')
  })
})
