import { describe, expect, it } from 'vitest'
import { findCircles } from './circles.ts'
import { findUnusedExports } from './exports.ts'
import { findMissingNamedFiles } from './named-files.ts'
import { findMisshapenRooms, findUntidiness } from './tidy.ts'
import { importsOf, type RoomManifest, type SourceFile } from './tree.ts'
import { findCycles, findWallBreaches } from './walls.ts'

const room = (folder: string, name: string, dependencies: readonly string[] = []): RoomManifest => ({
  folder,
  name: `@bolsillo/${name}`,
  doors: ['./contract', './domain', './server', './messages/*'],
  dependencies: dependencies.map((dependency) => `@bolsillo/${dependency}`),
})
const rooms: readonly RoomManifest[] = [
  { ...room('kernel', 'kernel'), doors: ['.'] },
  room('platform/ledger', 'ledger', ['kernel']),
  room('products/stocks', 'stocks', ['kernel', 'ledger']),
  room('products/loans', 'loans', ['kernel', 'ledger', 'stocks']),
]
const clean: readonly SourceFile[] = [
  { path: 'kernel/money.ts', text: 'export const a = 1' },
  { path: 'platform/ledger/server/index.ts', text: "import { money } from '@bolsillo/kernel'" },
  { path: 'products/stocks/domain/order.ts', text: "import { x } from '@bolsillo/ledger/domain'\nimport './fees.ts'" },
  { path: 'products/loans/domain/loan.ts', text: "import { x } from '@bolsillo/kernel'" },
]
const planted = (path: string, text: string): readonly SourceFile[] => [...clean, { path, text }]

describe('the walls between rooms', () => {
  it('let a clean tree pass', () => {
    expect(findWallBreaches(clean, rooms)).toEqual([])
  })

  it('let tests and their support import the composed application, and nothing else', () => {
    const text = "import { composedApp } from '@bolsillo/composed-app'"
    const tree = [...clean, { path: 'tests/app/index.ts', text: "import { x } from '@bolsillo/stocks/domain'" }]
    const withApp = [...rooms, { ...room('tests/app', 'composed-app'), doors: ['.'] }]
    const breachesAt = (path: string) => findWallBreaches([...tree, { path, text }], withApp).map(({ found }) => found)
    expect(breachesAt('products/stocks/server/orders.db.test.ts')).toEqual([])
    expect(breachesAt('products/stocks/server/testing/stocks-stand.ts')).toEqual([])
    expect(breachesAt('products/stocks/server/orders.ts')).toContain('products/stocks imports tests/app')
  })

  it.each([
    [
      'a relative import into another room',
      'products/stocks/domain/a.ts',
      "import { x } from '../../../platform/ledger/server/store.ts'",
      'reaches into platform/ledger',
    ],
    [
      'a deep import past the doors',
      'products/stocks/server/a.ts',
      "import { x } from '@bolsillo/ledger/server/store.ts'",
      '@bolsillo/ledger/server/store.ts',
    ],
    [
      'a product that imports a product, though declared',
      'products/loans/domain/a.ts',
      "import { x } from '@bolsillo/stocks/domain'",
      'products/loans imports products/stocks',
    ],
    [
      'platform that imports a product',
      'platform/ledger/server/a.ts',
      "import { x } from '@bolsillo/stocks/domain'",
      'platform/ledger imports products/stocks',
    ],
    [
      'a kernel that imports anything',
      'kernel/a.ts',
      "export * from '@bolsillo/ledger/domain'",
      'kernel imports platform/ledger',
    ],
    [
      'a room the manifest does not declare',
      'platform/ledger/server/a.ts',
      "const x = await import('@bolsillo/loans/domain')",
      'imports @bolsillo/loans',
    ],
    [
      'a room that does not exist',
      'products/stocks/server/a.ts',
      "import '@bolsillo/nothing'",
      "import '@bolsillo/nothing'",
    ],
  ])('find %s', (_what, path, text, found) => {
    expect(
      findWallBreaches(planted(path, text), rooms)
        .map((breach) => breach.found)
        .join('\n'),
    ).toContain(found)
  })

  it('refuse to pass when a room was not read', () => {
    expect(() => findWallBreaches(clean.slice(0, 2), rooms)).toThrow('products/stocks, products/loans')
  })

  it('find a cycle and name its way', () => {
    const edges = new Map([
      ['a', new Set(['b'])],
      ['b', new Set(['c'])],
      ['c', new Set(['b'])],
    ])
    expect(findCycles(edges)).toEqual([['b', 'c', 'b']])
  })

  it('read static, dynamic, side-effect imports and re-exports, but no comments', () => {
    const text = "import a from 'a'\nimport 'b'\nexport * from 'c'\nimport('d')\n// import 'e'\n/* import 'f' */"
    expect(importsOf(text).sort()).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('the habits of the house', () => {
  it.each([
    [
      'SQL outside a store',
      'products/stocks/server/buy.ts',
      'await tx`SELECT 1`',
      'a function of the room’s *-store.ts',
    ],
    ['the machine’s clock', 'products/stocks/domain/a.ts', 'const now = Date.now()', 'the injected Clock'],
    ['unseeded randomness', 'venues/simulated/a.ts', 'Math.random()', 'the injected Rng or Ids'],
    [
      'float parsing',
      'products/stocks/web/a.tsx',
      "parseFloat('1')",
      'readDecimal, writeDecimal, or a format part of kit/ui',
    ],
    ['markup from text', 'kit/ui/a.tsx', '<b dangerouslySetInnerHTML={x} />', 'text rendering'],
    [
      'a test that runs alone',
      'kernel/a.test.ts',
      "it.only('x', () => {})",
      'every test to run; a test that needs what is absent says so with a clear word',
    ],
    [
      'the chart library outside kit/ui',
      'products/stocks/web/a.tsx',
      "import { init } from 'klinecharts'",
      'only in ^(kit\\/ui\\/chart|bench|tests)\\/',
    ],
    [
      'a venue outside the composition root',
      'platform/market/server/a.ts',
      "import { x } from '@bolsillo/venue-simulated'",
      'only in ^(apps\\/server|bench|tests|tools|venues|rails)\\/',
    ],
    ['a file nobody can read in one sitting', 'kit/ui/a.ts', 'x\n'.repeat(401), 'at most 400'],
  ])('find %s', (_what, path, text, expected) => {
    expect(findUntidiness([{ path, text }]).map((breach) => breach.expected)).toContain(expected)
  })

  it('let SQL stand in a store, and the word in a comment', () => {
    expect(findUntidiness([{ path: 'platform/ledger/server/ledger-store.ts', text: 'await tx`SELECT 1`' }])).toEqual([])
    expect(findUntidiness([{ path: 'platform/ledger/server/a.ts', text: '// Date.now() is forbidden here' }])).toEqual(
      [],
    )
  })

  it('find a part no room has, and a file name that says nothing', () => {
    const found = findMisshapenRooms([
      { path: 'products/stocks/services/a.ts', text: '' },
      { path: 'products/stocks/domain/utils.ts', text: '' },
      { path: 'products/stocks/domain/BuyOrder.ts', text: '' },
      { path: 'products/stocks/messages/es-ES.ts', text: '' },
    ])
    expect(found.map((breach) => breach.path)).toEqual([
      'products/stocks/services/a.ts',
      'products/stocks/domain/utils.ts',
      'products/stocks/domain/BuyOrder.ts',
    ])
  })
})

describe('circles of imports', () => {
  const one = { path: 'kernel/one.ts', text: "import { two } from './two.ts'\nexport const one = 1" }

  it('are found between files, whatever their length', () => {
    const two = { path: 'kernel/two.ts', text: "import {\n  three,\n} from './three.ts'" }
    const three = { path: 'kernel/three.ts', text: "export { one } from './one.ts'" }
    expect(findCircles([one, two, three]).map(({ found }) => found)).toEqual([
      'kernel/one.ts → kernel/two.ts → kernel/three.ts → kernel/one.ts',
    ])
  })

  it('are none of types, of tests, and of imports that wait until they are asked for', () => {
    const types = {
      path: 'kernel/two.ts',
      text: "import type { One } from './one.ts'\nimport { type A } from './one.ts'",
    }
    const late = { path: 'kernel/two.ts', text: "export const load = () => import('./one.ts')" }
    const test = { path: 'kernel/two.test.ts', text: "import { one } from './one.ts'" }
    for (const file of [types, late, test]) expect(findCircles([one, file])).toEqual([])
  })
})

describe('exports', () => {
  it('are imported by somebody, but for what contracts and tests hold', () => {
    const used = { path: 'kernel/a.ts', text: 'export const used = 1' }
    const user = { path: 'kernel/b.ts', text: "import { used } from './a.ts'\nconst own = used" }
    const call = { path: 'platform/ledger/contract/index.ts', text: 'export const readNothing = 1' }
    const lone = { path: 'kernel/c.ts', text: 'export async function lone() {}\nexport interface Alone {}' }
    expect(findUnusedExports([used, user, call])).toEqual([])
    expect(findUnusedExports([used, user, lone]).map(({ found }) => found)).toEqual(['export lone', 'export Alone'])
  })
})

describe('files named by their place', () => {
  it('exist, whether they are started or read', () => {
    const start = { path: 'bench/growth.ts', text: "startChild(new URL('./growth/child.ts', import.meta.url))" }
    const moved = { path: 'bench/growth.ts', text: "fileURLToPath(new URL('child.ts', import.meta.url))" }
    const child = { path: 'bench/growth/child.ts', text: '' }
    expect(findMissingNamedFiles([start, child])).toEqual([])
    expect(findMissingNamedFiles([moved, child]).map(({ found }) => found)).toEqual([
      "the file 'child.ts', which would be bench/child.ts",
    ])
  })
})
