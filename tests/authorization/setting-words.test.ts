/// <reference types="vite/types/importMeta.d.ts" />
import { purposesOf } from '@bolsillo/app-console/purposes'
import { declared as ofOtherRooms } from '@bolsillo/app-server'
import { appSettings, operationsSettings, purposeWords, type Setting, settingProblem } from '@bolsillo/settings/domain'
import { topicOf } from '@bolsillo/withdrawals/domain'
import { describe, expect, it } from 'vitest'

const declared: readonly Setting[] = [
  ...Object.values(appSettings),
  ...Object.values(operationsSettings),
  ...ofOtherRooms,
]
const esES = purposesOf(
  import.meta.glob('../../{platform,products}/*/messages/purposes/es-ES.ts', { eager: true, import: 'purposes' }),
)
const enUS = purposesOf(
  import.meta.glob('../../{platform,products}/*/messages/purposes/en-US.ts', { eager: true, import: 'purposes' }),
)
const ptBR = purposesOf(
  import.meta.glob('../../{platform,products}/*/messages/purposes/pt-BR.ts', { eager: true, import: 'purposes' }),
)
const languages = { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR }

function wordAt(all: unknown, key: string): unknown {
  let node = all
  for (const part of key.split('.')) {
    const words = typeof node === 'object' && node !== null ? node : {}
    node = new Map<string, unknown>(Object.entries(words)).get(part)
  }
  return node
}

/** Every sentence, by its key. */
function leavesOf(words: object, before = ''): readonly (readonly [key: string, text: unknown])[] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null ? leavesOf(value, `${before}${key}.`) : [[`${before}${key}`, value]],
  )
}

/** What staff read about a setting; undefined when there are no words for it, or a value they need is not given. */
function saidOf(words: unknown, setting: Setting): string | undefined {
  const { key, values } = purposeWords(setting)
  const text = wordAt(words, key)
  if (typeof text !== 'string' || text.trim() === '') return undefined
  const said = text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
  return /[{}]/.test(said) ? undefined : said
}

describe('a setting that touches a withdrawal', () => {
  const guarded = declared.filter(({ worse }) => worse !== undefined)

  it('is public, has a floor or ceiling on its worse side, and words for those it touches', () => {
    expect(guarded.length).toBeGreaterThan(60)
    expect(guarded.filter(({ publicName }) => publicName === undefined).map(({ key }) => key)).toEqual([])
    expect(guarded.filter((setting) => topicOf(setting) === undefined).map(({ key }) => key)).toEqual([])
  })

  it('is every setting of a withdrawal there is', () => {
    const touches = /withdraw|cool-down|freeze|difference-limit|(opens|closes)-at/
    const unguarded = declared.filter(({ key, worse }) => touches.test(key) && worse === undefined)
    expect(unguarded.map(({ key }) => key)).toEqual(['operations.withdrawals-paused-until'])
  })

  it('cannot be set to what keeps everybody’s money', () => {
    const wishes = { higher: ['1000000000', 1_000_000], lower: ['0', 0, 1] } as const
    for (const setting of guarded) {
      const wanted = setting.worse === 'higher' || setting.worse === 'lower' ? wishes[setting.worse] : []
      for (const value of wanted) expect(settingProblem(setting, value), `${setting.key} ${value}`).toBeDefined()
    }
  })
})

describe('what a setting is for', () => {
  it.each(Object.entries(languages))('is said of every declared setting in %s', (_, words) => {
    expect(declared.length).toBeGreaterThan(150)
    expect(declared.filter((setting) => saidOf(words, setting) === undefined).map(({ key }) => key)).toEqual([])
  })

  it('is said in English as it was declared', () => {
    expect(declared.map((setting) => saidOf(enUS, setting))).toEqual(declared.map(({ purpose }) => purpose))
  })

  it('is said with the same values in every language, and in words of its own', () => {
    const namesIn = (text: unknown): readonly string[] => [...String(text).matchAll(/\{\w+\}/g)].flat().toSorted()
    for (const [key, text] of leavesOf(enUS)) {
      for (const other of [wordAt(esES, key), wordAt(ptBR, key)]) {
        expect(other, key).not.toBe(text)
        expect([...new Set(namesIn(other))], key).toEqual([...new Set(namesIn(text))])
      }
    }
  })

  it('is said of nothing that is no setting', () => {
    const used = new Set(declared.map((setting) => purposeWords(setting).key))
    expect(leavesOf(esES).flatMap(([key]) => (used.has(key) ? [] : [key]))).toEqual([])
  })
})
