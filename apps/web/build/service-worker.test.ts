import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { noticesPath } from '../frame/notices.ts'
import { buildOf, markedAsKept } from '../worker/decisions.ts'
import { declaredPages } from './first-load.ts'
import { buildName, withBuild } from './service-worker.ts'

const app = fileURLToPath(new URL('..', import.meta.url))
const root = fileURLToPath(new URL('../../..', import.meta.url))

it('names a build after its files, in whatever order they were made', () => {
  const [one, other] = [['a.js', '1'] as const, ['b.js', new Uint8Array([2])] as const]
  expect(buildName([one, other])).toBe(buildName([other, one]))
  expect(buildName([one, other])).toMatch(/^[0-9a-f]{16}$/)
  expect(buildName([one])).not.toBe(buildName([['a.js', '2']]))
  expect(buildName([one])).not.toBe(buildName([['c.js', '1']]))
})

it('finds in our own page the places the build and the worker write to', () => {
  const page = readFileSync(`${app}index.html`, 'utf8')
  expect(buildOf(withBuild(page, '0123456789abcdef'))).toBe('0123456789abcdef')
  expect(markedAsKept(page)).toContain('<html data-kept ')
})

const manifests = ['manifest', 'manifest-en-US', 'manifest-pt-BR'].map(
  (name) =>
    JSON.parse(readFileSync(`${app}public/${name}.webmanifest`, 'utf8')) as {
      readonly id: string
      readonly lang: string
      readonly icons: readonly { readonly src: string }[]
      readonly shortcuts: readonly { readonly name: string; readonly url: string }[]
      readonly share_target: { readonly action: string }
    },
)

it('installs the same app in every language, with shortcuts to pages that exist', () => {
  const known = new Set([noticesPath(true), ...declaredPages(root).map(({ path }) => path)])
  expect(manifests.map(({ lang }) => lang)).toEqual(['es-MX', 'en-US', 'pt-BR'])
  for (const { id, icons, shortcuts, share_target } of manifests) {
    expect(id).toBe('/')
    for (const { src } of icons) expect(readFileSync(`${app}public${src}`).length).toBeGreaterThan(100)
    const addresses = [share_target.action, ...shortcuts.map(({ url }) => url)]
    expect(addresses.filter((path) => !known.has(path))).toEqual([])
    expect(shortcuts.map(({ url }) => url)).toEqual(manifests[0]?.shortcuts.map(({ url }) => url))
  }
})
