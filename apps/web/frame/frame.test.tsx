import type { Page } from '@bolsillo/contract'
import { type ComponentType, isValidElement, type ReactNode } from 'react'
import { afterAll, expect, it, vi } from 'vitest'

const screen = vi.hoisted(() => {
  vi.stubGlobal('window', { matchMedia: () => ({ matches: false }) })
  return { isDesk: false }
})
vi.mock('@bolsillo/ui', () => ({
  classes: () => '',
  Ribbon: () => null,
  TabBar: () => null,
  useFromWidth: () => screen.isDesk,
}))
// Every page of the app, and what it brings: none of it matters to the places in the frame.
vi.mock('../routes.ts', () => ({
  hasPage: () => true,
  rooms: { stocks: { family: { chartOf: (symbol: string) => `/pages/kline?symbol=${symbol}` } }, audit: {} },
}))
vi.mock('@bolsillo/trading/web', async () => ({ DeskSlotsContext: (await import('react')).createContext({}) }))
const { Frame } = await import('./frame.tsx')
afterAll(() => vi.unstubAllGlobals())

/** Where in a tree something is: the elements around it, and its position in each of them. */
function placesOf(looked: ReactNode, node: unknown, path: readonly unknown[] = []): ReadonlyArray<readonly unknown[]> {
  if (node === looked) return [path]
  if (Array.isArray(node)) return node.flatMap((one, index) => placesOf(looked, one, [...path, index]))
  if (!isValidElement<object>(node)) return []
  return Object.entries(node.props).flatMap(([name, value]) =>
    placesOf(looked, value, [...path, node.type, node.key, name]),
  )
}

it.each([
  ['tab', '/pages/tabbar/mine'],
  ['page', '/pages/user/withdraw'],
  ['page', '/pages/kline'],
  ['bare', '/pages/common/login'],
] as const)('keeps a page of the kind %s in its place when the screen gets wide: %s', (frame, path) => {
  const page = { path, frame } as Page<ComponentType>
  const content = <form />
  const at = (isDesk: boolean) => {
    screen.isDesk = isDesk
    return placesOf(content, Frame({ page, children: content }))
  }
  const narrow = at(false)
  // In one place only, so in no fallback.
  expect(narrow).toHaveLength(1)
  expect(at(true)).toStrictEqual(narrow)
})
