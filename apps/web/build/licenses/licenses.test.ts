import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { licenseListOf } from './license-list.ts'
import { holdersIn, licenseSection } from './license-texts.ts'
import { type LockedPackage, type LockedPackages, nameAt, placeOfModule } from './production-packages.ts'
import { readLock } from './write-licenses.ts'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const packages = readLock(root)
const list = licenseListOf(root, packages, new Set(['node_modules/react', 'node_modules/vite']))
const keys = new Set(list.works.map(({ name, version }) => `${name}@${version}`))

/** Where Node finds `name` from the package at `from`. */
function placeFrom(lock: LockedPackages, from: string, name: string): string | undefined {
  for (let folder = from; ; ) {
    const place = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`
    if (place in lock) return place
    if (folder === '') return undefined
    folder = folder.includes('/node_modules/') ? folder.slice(0, folder.lastIndexOf('/node_modules/')) : ''
  }
}

/** Everything that production needs, found by following who asks for whom: the lock file's own marks are not asked. */
function reached(lock: LockedPackages): ReadonlySet<string> {
  const places = new Set<string>()
  const visit = (from: string, { dependencies, optionalDependencies, peerDependencies }: LockedPackage): void => {
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const place = placeFrom(lock, from, name)
      if (place === undefined || places.has(place) || lock[place]?.link === true) continue
      places.add(place)
      visit(place, lock[place] ?? {})
    }
  }
  const { peerDependencies: _, ...own } = lock[''] ?? {}
  visit('', own)
  return places
}

const missing = (lock: LockedPackages, known: ReadonlySet<string>): readonly string[] =>
  [...reached(lock)].map((place) => `${nameAt(place)}@${lock[place]?.version}`).filter((key) => !known.has(key))

describe('the list of licenses', () => {
  it('has every package that production needs', () => {
    expect(reached(packages).size).toBeGreaterThan(150)
    expect(missing(packages, keys)).toEqual([])
    expect(missing(packages, new Set([...keys].filter((key) => !key.startsWith('split2@'))))).toHaveLength(1)
  })

  it('has what is in the bundle, also of packages that only build it, and the font', () => {
    expect(list.works.filter(({ inApp }) => inApp).map(({ name }) => name)).toEqual([
      'Inter',
      'react',
      'tailwindcss',
      'vite',
    ])
    expect(list.works.find(({ name }) => name === 'typescript')).toBeUndefined()
  })

  it('has the whole text of each license, and says of the others that they bring none', () => {
    const textOf = (name: string): string =>
      (list.works.find((work) => work.name === name)?.texts ?? []).map((text) => list.texts[text]).join('\n')
    expect(textOf('react')).toContain('Permission is hereby granted')
    expect(textOf('klinecharts')).toContain('TradingView Lightweight Charts')
    expect(textOf('pg-types')).toContain('Permission is hereby granted')
    expect(textOf('vite')).not.toContain('Bundled dependencies')
    const bare = new Set(list.works.filter(({ texts }) => texts.length === 0).map(({ name }) => name))
    // A package of others comes without a text now and then: that is written here, so that none goes unseen.
    expect([...bare].filter((name) => !name.startsWith('@img/sharp-'))).toEqual([
      '@emnapi/runtime',
      'abstract-logging',
      'brotli',
      'dfa',
      'fontkit',
      'postgres',
      'saxes',
    ])
    expect(new Set(list.texts).size).toBe(list.texts.length)
  })

  it('names a license or says nothing of it, and holders without their addresses', () => {
    expect(list.works.filter(({ license }) => license === undefined).map(({ name }) => name)).toEqual(['png-js'])
    expect(list.works.flatMap(({ texts, holders }) => (texts.length === 0 ? holders : [])).join()).not.toContain('@')
  })
})

describe('parts', () => {
  it('knows the package of a module, of nested ones and of the bundlers’ helpers', () => {
    expect(placeOfModule('/r', '/r/node_modules/@noble/curves/esm/a.js?x')).toBe('node_modules/@noble/curves')
    expect(placeOfModule('/r', '/r/node_modules/a/node_modules/b/i.js')).toBe('node_modules/a/node_modules/b')
    expect(placeOfModule('/r', '\0vite/preload-helper.js')).toBe('node_modules/vite')
    expect(placeOfModule('/r', '/r/apps/web/main.tsx')).toBeUndefined()
  })

  it('takes a license from a read-me only where it is whole', () => {
    expect(licenseSection('# A\n## License\n\nMIT\n')).toBeUndefined()
    expect(licenseSection(`# A\n## License\n\n${'word '.repeat(60)}\n## Other\nx`)).toBe('word '.repeat(60).trim())
  })

  it('tells who holds the rights from the words of a license', () => {
    const text =
      'Copyright (c) 2020 Ana\nCopyright (c) 2020\n(c) You must retain\nThe above copyright notice shall\nCopyright [yyyy] [name]\n * (c) Beto *\ncopyright holders'
    expect(holdersIn([text])).toEqual(['Copyright (c) 2020 Ana', '(c) Beto'])
  })
})
