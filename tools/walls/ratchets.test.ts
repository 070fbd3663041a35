import { describe, expect, it } from 'vitest'
import {
  type Finding,
  findBindings,
  findFullFolders,
  findLongFunctions,
  findProductNames,
  findSmallFiles,
} from './ratchets.ts'
import { findBeyondRemaining, type Remaining, remainingText, shrink } from './remaining-places.ts'

const placesOf = (findings: readonly Finding[]): readonly string[] => findings.map(({ place }) => place)
const longText = (lines: number): string => `export const f = () => {\n${'  step()\n'.repeat(lines - 2)}}\n`

describe('the ratchets find', () => {
  it('a function of 61 lines, however it is written, and none in tests and hot loops', () => {
    const method = `export const a = {\n  async run() {\n${'    step()\n'.repeat(59)}  },\n}\n`
    expect(
      placesOf(
        findLongFunctions([
          { path: 'kernel/short.ts', text: longText(60) },
          { path: 'kernel/long.ts', text: longText(61) },
          { path: 'kernel/method.ts', text: method },
          { path: 'kernel/long.test.ts', text: longText(61) },
          { path: 'platform/trading/domain/order-book/fast-order-book.ts', text: longText(61) },
        ]),
      ),
    ).toEqual(['kernel/long.ts', 'kernel/method.ts'])
  })

  it('nothing in a file that does not parse, and say so', () => {
    expect(() => findLongFunctions([{ path: 'kernel/a.ts', text: `${longText(61)}\n}` }])).toThrow('does not parse')
  })

  it('a folder of 26 source files; tests beside them do not count', () => {
    const many = (folder: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({ path: `${folder}/f${index}.ts`, text: '' }))
    expect(placesOf(findFullFolders([...many('kernel/full', 26), ...many('kernel/fits', 25)]))).toEqual(['kernel/full'])
    expect(findFullFolders([...many('kernel/fits', 25), { path: 'kernel/fits/f0.test.ts', text: '' }])).toEqual([])
  })

  it('a file of a few lines that one file imports', () => {
    const small = { path: 'kernel/small.ts', text: 'export const one = 1\n' }
    const user = { path: 'kernel/user.ts', text: "import { one } from './small.ts'\n" }
    const other = { path: 'kernel/other.ts', text: "import {\n  one,\n} from './small.ts'\n" }
    const late = { path: 'kernel/late.ts', text: "export const load = () => import('./small.ts')\n" }
    const door = { path: 'kernel/index.ts', text: "export { one } from './small.ts'\n" }
    expect(placesOf(findSmallFiles([small, user]))).toEqual(['kernel/small.ts'])
    for (const files of [[small, user, other], [small, user, late], [small, door], [small]]) {
      expect(findSmallFiles(files)).toEqual([])
    }
  })

  it('a use case bound within a function, and a handler by hand', () => {
    const top = { path: 'products/loans/server/a.ts', text: 'export const a = useCase(call, run)' }
    const aside = {
      path: 'products/loans/server/b.ts',
      text: 'export const all = (deps: Deps) => [useCase(call, run)]',
    }
    const byHand = {
      path: 'products/loans/server/c.ts',
      text: "export const c = { kind: 'read', call, handle }",
    }
    expect(placesOf(findBindings([top, aside, byHand]))).toEqual([aside.path, byHand.path])
  })

  it('a comparison with a product’s name in a shared room', () => {
    const compares = { path: 'platform/trading/domain/a.ts', text: "export const a = order.product === 'spot' ? 1 : 2" }
    const switches = {
      path: 'platform/trading/domain/b.ts',
      text: "switch (product) {\n  case 'spot':\n    break\n}",
    }
    const alike = { path: 'platform/trading/domain/c.ts', text: 'export const c = a.product === b.product' }
    const own = { path: 'products/spot/domain/d.ts', text: "export const d = product === 'spot'" }
    expect(placesOf(findProductNames([compares, switches, alike, own]))).toEqual([compares.path, switches.path])
  })
})

describe('the list of what remains', () => {
  const none: Remaining = {
    longFunctions: {},
    fullFolders: {},
    smallFiles: {},
    boundAside: {},
    productNames: {},
    idioms: {},
  }
  const finding: Finding = {
    rule: 'longFunctions',
    place: 'kernel/a.ts',
    found: 'long',
    expected: 'short',
    why: 'read',
  }
  const listed = (count: number): Remaining => ({ ...none, longFunctions: { 'kernel/a.ts': count } })

  it('excuses what it lists, and no more', () => {
    expect(findBeyondRemaining([finding], none)).toHaveLength(1)
    expect(findBeyondRemaining([finding], listed(1))).toEqual([])
    expect(findBeyondRemaining([finding, finding], listed(1))).toHaveLength(2)
  })

  it('is refused where it lists what is clean', () => {
    expect(findBeyondRemaining([], listed(1)).map(({ found }) => found)).toEqual([
      "longFunctions: 'kernel/a.ts', which is clean or gone",
    ])
  })

  it('only shrinks', () => {
    expect(shrink([finding], listed(3))).toEqual(listed(1))
    expect(shrink([finding, finding], listed(1))).toEqual(listed(1))
    expect(shrink([finding], none)).toEqual(none)
    expect(remainingText(listed(1))).toContain("  longFunctions: {\n    'kernel/a.ts': 1,\n  },\n  fullFolders: {},\n")
  })
})
