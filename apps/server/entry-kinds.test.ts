import { globSync, readFileSync } from 'node:fs'
import { entryKinds, isEntryKind } from '@bolsillo/ledger/domain'
import { messages as enUS } from '@bolsillo/ledger/messages/en-US'
import { messages as esES } from '@bolsillo/ledger/messages/es-ES'
import { messages as ptBR } from '@bolsillo/ledger/messages/pt-BR'
import { describe, expect, it } from 'vitest'

// An entry's kind is written where the entry is made: as `kind: '…'`, as the first text given to what makes it, or as one
// of two with a dash between which is chosen, or as one of a row of them: `hold: '…'`.
const written = [
  /\b(?:hold|release|buy|sell): '([a-z]+(?:-[a-z]+)+)'/g,
  /\b(?:kind: |(?:entry|entryOf|headOf)\((?:[^()'\n]*, )?\s*)'([a-z]+(?:-[a-z]+)*)'/g,
  /\? '([a-z]+(?:-[a-z]+)+)' : '[a-z]+(?:-[a-z]+)+'/g,
  /\? '[a-z]+(?:-[a-z]+)+' : '([a-z]+(?:-[a-z]+)+)'/g,
]
const kindsIn = (text: string): readonly string[] =>
  written.flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, kind]) => kind ?? []))

const root = new URL('../../', import.meta.url).pathname
const files = globSync('{platform,products}/*/domain/*-transfers.ts', { cwd: root })

describe('the kinds of journal entries', () => {
  it('are found in the files that make entries', () => {
    expect(files.length).toBeGreaterThanOrEqual(4)
    const textOf = (file: string): string => readFileSync(root + file, 'utf8')
    expect(kindsIn(textOf('platform/conversion/domain/conversion-transfers.ts'))).toEqual(['conversion'])
    const trades = kindsIn(textOf('platform/trading/domain/trade-transfers.ts'))
    const ofOrders = ['stock', 'spot', 'contract'].flatMap((product) => [
      `${product}-order-hold`,
      `${product}-order-release`,
    ])
    expect(new Set(trades)).toEqual(new Set([...ofOrders, 'stock-buy', 'stock-sell', 'spot-buy', 'spot-sell']))
    expect(kindsIn("entry('made-up', move)").filter((kind) => !isEntryKind(kind))).toEqual(['made-up'])
  })

  it.each(files)('have words for the customer’s statement: %s', (file) => {
    expect(kindsIn(readFileSync(root + file, 'utf8')).filter((kind) => !isEntryKind(kind))).toEqual([])
  })

  it.each(Object.entries({ esES, enUS, ptBR }))('have words in %s', (_language, { kinds }) => {
    expect(Object.keys(entryKinds).filter((kind) => !(kind in kinds))).toEqual([])
  })
})
