import { describe, expect, it } from 'vitest'
import { findIdioms, readIdioms } from './idioms.ts'

const idioms = readIdioms(
  [
    '| word | meaning | the specification says | avoid |',
    '| --- | --- | --- | --- |',
    '| notify | to make known | | told |',
    '| forward | to pass | | hand on |',
    '| spelling | American | | colour* |',
    '| notional | price × quantity | | |',
  ].join('\n'),
)
const foundIn = (path: string, text: string): readonly string[] =>
  findIdioms([{ path, text }], idioms).map(({ found }) => found.replace(/^[^“]*“|”$/g, ''))

describe('words to avoid', () => {
  it.each([
    ['a comment', 'kernel/a.ts', '// The customer is Told.', ['told']],
    ['a docstring', 'kernel/a.ts', '/**\n * Colours we hand on.\n */', ['hand on', 'colour*']],
    ['a comment behind code', 'kernel/a.ts', 'run() // told before', ['told']],
    ['a document', 'docs/a.md', 'What is told.', ['told']],
    ['a name', 'kernel/a.ts', 'const isTold = handOnAll()', ['told', 'hand on']],
  ])('are found in %s', (_what, path, text, expected) => {
    expect(foundIn(path, text)).toEqual(expected)
  })

  it.each([
    ['texts', 'kernel/a.ts', "expect(words).toBe('told')"],
    ['longer words', 'kernel/a.ts', 'const toldest = untoldness // a folder'],
    ['code within a document', 'docs/a.md', 'The field `told`.'],
    ['names whose spelling may be on the wire', 'kernel/a.ts', 'const colour = 1'],
    ['migrations, which never change', 'platform/ledger/server/migrations/a.md', 'told'],
  ])('are none in %s', (_what, path, text) => {
    expect(foundIn(path, text)).toEqual([])
  })

  it('are counted for each room', () => {
    const files = [{ path: 'platform/ledger/server/a/b.ts', text: '// told' }]
    expect(findIdioms(files, idioms)[0]?.place).toBe('platform/ledger')
  })

  it('are never none: a glossary without the column is refused', () => {
    expect(() => readIdioms('| word | meaning |\n| --- | --- |')).toThrow('avoid')
  })
})
