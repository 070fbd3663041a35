import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { declaredPages } from './first-load.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

it('finds the pages most visits begin with, and the files they are in', () => {
  const pages = new Map(declaredPages(root).map(({ path, module }) => [path, module]))
  const first = ['trade', 'position', 'markets', 'mine'].map((tab) => `/pages/tabbar/${tab}`)
  for (const path of [...first, '/pages/common/start', '/pages/stock/stockKline', '/pages/stock/order']) {
    expect([path, existsSync(pages.get(path) ?? '')]).toEqual([path, true])
  }
})
