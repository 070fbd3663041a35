import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { type BuiltChunk, declaredPages, preloadsOf, withStyle } from './first-load.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

it('finds the pages most visits begin with, and the files they are in', () => {
  const pages = new Map(declaredPages(root).map(({ path, module }) => [path, module]))
  const first = ['trade', 'position', 'markets', 'mine'].map((tab) => `/pages/tabbar/${tab}`)
  for (const path of [...first, '/pages/common/start', '/pages/stock/stockKline', '/pages/stock/order']) {
    expect([path, existsSync(pages.get(path) ?? '')]).toEqual([path, true])
  }
})

it('puts a built style into the page, and leaves a link it has no text for', () => {
  const link = '<link rel="stylesheet" crossorigin href="/assets/a.css">'
  const styles = new Map([['assets/a.css', 'p{color:red}']])
  expect(withStyle(`<head>${link}</head>`, (file) => styles.get(file))).toBe('<head><style>p{color:red}</style></head>')
  expect(withStyle(link, () => undefined)).toBe(link)
  expect(withStyle(link, () => 'a{}</style><script>')).toBe(link)
})

it('names the entry before everything else, home’s frame, each page’s own files and the words of each language', () => {
  const chunk = (name: string, imports: readonly string[] = [], modules: readonly string[] = []): BuiltChunk => ({
    fileName: `${name}.js`,
    name,
    isEntry: name === 'index',
    imports: imports.map((one) => `${one}.js`),
    moduleIds: modules.map((module) => `${root}${module}`),
  })
  const made = preloadsOf(root, [
    chunk('kit', ['runtime']),
    chunk('runtime'),
    chunk('after', ['icons'], ['apps/web/frame/after-page.tsx']),
    chunk('icons'),
    chunk('mine', ['kit'], ['apps/web/pages/mine-page.tsx']),
    chunk('es-ES'),
    chunk('es-ES.rest'),
    chunk('index', ['runtime']),
  ])
  expect(made.every).toEqual(['index.js', 'runtime.js'])
  expect(made.pages).toEqual({
    '/pages/tabbar/home': ['after.js', 'icons.js'],
    '/pages/tabbar/mine': ['mine.js', 'kit.js'],
  })
  expect(made.words['es-ES']).toEqual({ first: ['es-ES.js'], rest: ['es-ES.rest.js'] })
})
