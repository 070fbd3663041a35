import { expect, it } from 'vitest'
import { homeLimit, type Manifest, weigh } from './bundle-size.ts'

const manifest: Manifest = {
  'index.html': {
    file: 'assets/entry.js',
    isEntry: true,
    imports: ['_react.js'],
    dynamicImports: ['home/home-page.tsx'],
  },
  '_react.js': { file: 'assets/react.js' },
  'home/home-page.tsx': { file: 'assets/home.js', src: 'home/home-page.tsx', imports: ['_list.js', '_react.js'] },
  '_list.js': { file: 'assets/list.js' },
  'messages/es-ES.ts': { file: 'assets/es.js', src: 'messages/es-ES.ts' },
  'messages/en-US.ts': { file: 'assets/en.js', src: 'messages/en-US.ts' },
  '../../products/stocks/web/kline-page.tsx': {
    file: 'assets/kline.js',
    src: '../../products/stocks/web/kline-page.tsx',
    imports: ['_list.js', '_own.js', '_engine.js'],
  },
  '_own.js': { file: 'assets/own.js' },
  '../../kit/ui/chart/index.ts': {
    file: 'assets/chart.js',
    src: '../../kit/ui/chart/index.ts',
    imports: ['_engine.js', '_react.js'],
  },
  '_engine.js': { file: 'assets/engine.js' },
}
const sizes: Readonly<Record<string, number>> = {
  'assets/entry.js': 1000,
  'assets/react.js': 60_000,
  'assets/home.js': 4000,
  'assets/list.js': 500,
  'assets/es.js': 9000,
  'assets/en.js': 8000,
  'assets/kline.js': 7000,
  'assets/own.js': 30,
  'assets/chart.js': 2000,
  'assets/engine.js': 70_000,
}
const sizeOf = (file: string): number => sizes[file] ?? 0

it('weighs home with everything it needs, a page beyond it, and the chart apart', () => {
  expect(weigh(manifest, sizeOf)).toEqual([
    { name: 'home, first load', bytes: 74_500, limit: homeLimit },
    { name: 'products/stocks/web/kline-page.tsx', bytes: 7030, limit: 40_000 },
    { name: 'words beyond home, once', bytes: 0, limit: undefined },
    { name: 'chart, apart', bytes: 72_000, limit: undefined },
  ])
})

it('weighs home with the entry when it has no chunk of its own', () => {
  const { 'home/home-page.tsx': _merged, ...inEntry } = manifest
  expect(weigh(inEntry, sizeOf)[0]?.name).toBe('home, first load')
})

it('refuses a manifest in which it finds nothing to weigh', () => {
  const withoutLanguage = Object.fromEntries(Object.entries(manifest).filter(([key]) => !key.endsWith('es-ES.ts')))
  expect(() => weigh(withoutLanguage, sizeOf)).toThrow('no language')
  expect(() => weigh({}, sizeOf)).toThrow('no entry')
})
