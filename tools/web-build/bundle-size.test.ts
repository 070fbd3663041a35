import { expect, it } from 'vitest'
import { firstFilesLimit, homeLimit, type Manifest, pageLimit, partsLimit, shapeLimit, weigh } from './bundle-size.ts'

const manifest: Manifest = {
  'index.html': {
    file: 'assets/entry.js',
    isEntry: true,
    imports: ['_react.js'],
    dynamicImports: ['home/home-page.tsx'],
  },
  '_react.js': { file: 'assets/react.js' },
  'home/home-page.tsx': { file: 'assets/home.js', src: 'home/home-page.tsx', imports: ['_react.js'] },
  '_list.js': { file: 'assets/list.js' },
  'messages/es-ES.ts': { file: 'assets/es.js', src: 'messages/es-ES.ts' },
  '../../apps/web/frame/market-ribbon.tsx': { file: 'assets/ribbon.js', imports: ['_react.js'] },
  'messages/en-US.ts': { file: 'assets/en.js', src: 'messages/en-US.ts' },
  '../../products/stocks/web/kline-page.tsx': {
    file: 'assets/kline.js',
    src: '../../products/stocks/web/kline-page.tsx',
    imports: ['_list.js', '_own.js', '_engine.js', '_kit-1.js'],
  },
  '_own.js': { file: 'assets/own.js' },
  '../../kit/ui/chart/index.ts': {
    file: 'assets/chart.js',
    src: '../../kit/ui/chart/index.ts',
    imports: ['_engine.js', '_react.js', '_kit-1.js'],
  },
  '_kit-1.js': { file: 'assets/kit.js' },
  '_engine.js': { file: 'assets/engine.js' },
}
const sizes: Readonly<Record<string, number>> = {
  'index.html': 13_000,
  'assets/entry.js': 1000,
  'assets/react.js': 60_000,
  'assets/home.js': 4000,
  'assets/list.js': 500,
  'assets/es.js': 9000,
  'assets/en.js': 8000,
  'assets/kline.js': 7000,
  'assets/own.js': 30,
  'assets/kit.js': 6000,
  'assets/chart.js': 2000,
  'assets/engine.js': 70_000,
}
const sizeOf = (file: string): number => sizes[file] ?? 0

const bytes = { unit: 'bytes' } as const

it('weighs home with everything it needs, a page beyond it, and the chart apart', () => {
  expect(weigh(manifest, sizeOf)).toEqual([
    { name: 'home, first load', amount: 74_000, ...bytes, limit: homeLimit },
    { name: 'page with its style', amount: 13_000, ...bytes, limit: shapeLimit },
    // The page, three chunks, the words, and the ribbon right after.
    { name: 'home, first view', amount: 6, unit: 'files', limit: firstFilesLimit },
    { name: 'products/stocks/web/kline-page.tsx', amount: 7530, ...bytes, limit: pageLimit },
    { name: 'parts beyond home, once', amount: 6000, ...bytes, limit: partsLimit },
    { name: 'words beyond home, once', amount: 0, ...bytes, limit: undefined },
    { name: 'chart, apart', amount: 72_000, ...bytes, limit: undefined },
  ])
})

/** What of the budget is exceeded, by name. */
function over(built: Manifest, size: (file: string) => number = sizeOf): readonly string[] {
  return weigh(built, size).flatMap(({ name, amount, limit }) => (limit !== undefined && amount > limit ? [name] : []))
}

it('finds a first load that grew, one more file in the first view, and what every page brings', () => {
  expect(over(manifest)).toEqual([])
  expect(over(manifest, (file) => (file === 'assets/kit.js' ? partsLimit + 1 : sizeOf(file)))).toEqual([
    'parts beyond home, once',
  ])
  expect(over(manifest, (file) => (file === 'assets/react.js' ? 111_500 : sizeOf(file)))).toEqual(['home, first load'])
  expect(over(manifest, (file) => (file === 'index.html' ? shapeLimit + 1 : sizeOf(file)))).toEqual([
    'page with its style',
  ])
  const banner = { file: 'assets/banner.js' }
  expect(over({ ...manifest, '../../apps/web/frame/pauses-banner.tsx': banner })).toEqual(['home, first view'])
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
