import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { documents as enUS } from '../messages/documents/en-US.ts'
import { documents as esES } from '../messages/documents/es-ES.ts'
import { documents as ptBR } from '../messages/documents/pt-BR.ts'
import { composeDocument, factText } from './compose.ts'
import {
  changesSince,
  currentVersion,
  documentNames,
  type FactChange,
  legalDocuments,
  readVersion,
  writeVersion,
} from './documents.ts'
import { type FirmFacts, firmFacts, missingFacts } from './firm.ts'

const languages = { 'es-ES': esES, 'en-US': enUS, 'pt-BR': ptBR }
const complete: FirmFacts = Object.fromEntries(firmFacts.map((fact) => [fact, `<b>${fact}</b> {name}`]))

describe.each(Object.entries(languages))('the documents in %s', (_, words) => {
  it.each(documentNames)('%s has every section, each with text, and no others', (document) => {
    expect(Object.keys(words[document])).toEqual(legalDocuments[document].sections)
    for (const practice of [true, false]) {
      const composed = composeDocument(document, {}, practice, words)
      const expected = legalDocuments[document].sections.filter((key) => practice || key !== 'practice')
      expect(composed.map(({ key }) => key)).toEqual(expected)
      for (const { title, lines } of composed) {
        expect(title.trim()).not.toBe('')
        expect(lines.length).toBeGreaterThan(0)
        expect(lines.filter((line) => line.trim() === '' || /[{}]/.test(line))).toEqual([])
      }
    }
  })

  it.each(documentNames)('%s names every fact it depends on, and no fact it does not', (document) => {
    const all = JSON.stringify(words[document])
    const named = [...all.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect([...new Set(named)].toSorted()).toEqual([...legalDocuments[document].facts].toSorted())
  })

  it('say what a firm has not filled in, and what it wrote as it wrote it', () => {
    const open = JSON.stringify(composeDocument('privacy', {}, false, words))
    expect(open).toContain(words.missing.replace('{fact}', words.facts.address))
    const filled = JSON.stringify(composeDocument('privacy', complete, false, words))
    expect(filled).not.toContain(words.missing.slice(0, 6))
    expect(filled).toContain('<b>address</b> {name}')
  })

  it('of the practice firm are complete, and say that it holds no real money', () => {
    const practice = JSON.stringify(documentNames.map((document) => composeDocument(document, {}, true, words)))
    expect(practice).not.toContain(words.missing.slice(0, 6))
    expect(practice).toContain(words.practice.license)
  })

  it('say what changed with each version of a text', () => {
    for (const document of documentNames) {
      const numbers = legalDocuments[document].versions.map(({ number }) => number)
      expect(Object.keys(words.changes[document])).toEqual(numbers.filter((number) => number > 1).map(String))
    }
  })
})

it('texts are what they were when their version was dated: who changes one adds a version', () => {
  const hashOf = (sections: object): string =>
    createHash('sha256').update(JSON.stringify(sections)).digest('hex').slice(0, 16)
  const [es, en, pt] = [esES, enUS, ptBR]
  const hashes = documentNames.map((document) => ({
    ...{ document, version: legalDocuments[document].versions.length },
    ...{ es: hashOf(es[document]), en: hashOf(en[document]), pt: hashOf(pt[document]) },
  }))
  expect(hashes).toEqual([
    { document: 'privacy', version: 1, es: '2792606424828c84', en: 'e418d3d7d685b210', pt: 'cd9ca470c4e03a14' },
    { document: 'disclaimer', version: 1, es: '0272343957892cad', en: '789275b42669d3f6', pt: '21462feb5fd6543c' },
  ])
})

it('a firm without a license says so in words, and only where there may be none', () => {
  expect(factText('license', { license: 'none' }, false, enUS)).toBe(enUS.none.license)
  expect(factText('moneyHolder', { moneyHolder: 'none' }, false, enUS)).toBe('none')
  expect(missingFacts({ ...complete, address: '' }, false)).toEqual(['address'])
  expect(missingFacts({}, true)).toEqual([])
})

describe('a version', () => {
  const change = (fact: FactChange['fact'], value: string, at: number): FactChange => ({ fact, value, at })
  const changes = [
    change('name', 'A', 10),
    change('license', 'L', 20),
    change('name', 'B', 30),
    change('address', 'C', 40),
  ]

  it('counts the texts, and the changes of the facts the document names', () => {
    const versions = [
      { number: 1, at: 5 },
      { number: 2, at: 35 },
    ]
    expect(currentVersion('privacy', changes, versions)).toEqual({ text: 2, facts: 3, at: 40 })
    expect(currentVersion('disclaimer', changes.slice(0, 2), versions)).toEqual({ text: 2, facts: 2, at: 35 })
    expect(currentVersion('privacy', [], versions.slice(0, 1))).toEqual({ text: 1, facts: 0, at: 5 })
  })

  it('tells what changed since one was accepted: newer texts, and each fact by its last value', () => {
    const versions = [
      { number: 1, at: 5 },
      { number: 2, at: 35 },
    ]
    const since = (text: number, facts: number) => changesSince('privacy', { text, facts }, changes, versions)
    expect(since(1, 0)).toEqual({ texts: [{ number: 2, at: 35 }], facts: [changes[2], changes[3]] })
    expect(since(1, 2)).toEqual({ texts: [{ number: 2, at: 35 }], facts: [changes[3]] })
    expect(since(2, 3)).toEqual({ texts: [], facts: [] })
  })

  it('is read as it is written', () => {
    expect(readVersion(writeVersion({ text: 3, facts: 12 }))).toEqual({ text: 3, facts: 12 })
    for (const wrong of ['0.1', '1', '1.', '1.01', ' 1.1', '1.1x', '-1.0']) expect(readVersion(wrong)).toBeUndefined()
  })
})
