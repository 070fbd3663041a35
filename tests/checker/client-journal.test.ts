import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openClientJournal, readClientJournal } from './client-journal.ts'

const folder = mkdtempSync(join(tmpdir(), 'bolsillo-client-journal-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const intent = (key: string) => ({ key, customer: 'ana', call: '/stock/order/buy', ask: { quantity: '1' }, at: 1 })

describe('the journal of a client', () => {
  it('has every line on disk when its promise resolves, in the order they were written', async () => {
    const path = join(folder, 'a.jsonl')
    const journal = await openClientJournal(path)
    await journal.intent(intent('first'))
    expect(readFileSync(path, 'utf8')).toContain('"first"')
    await Promise.all(['second', 'third', 'fourth'].map((key) => journal.intent(intent(key))))
    await journal.outcome({ key: 'first', customer: 'ana', outcome: 'unknown', status: 0, at: 2 })
    await journal.close()
    expect(readClientJournal(path).map(({ kind, key }) => [kind, key])).toEqual([
      ['intent', 'first'],
      ['intent', 'second'],
      ['intent', 'third'],
      ['intent', 'fourth'],
      ['outcome', 'first'],
    ])
  })

  it('leaves out a last line that was not written whole', async () => {
    const path = join(folder, 'b.jsonl')
    const journal = await openClientJournal(path)
    await journal.intent(intent('whole'))
    await journal.close()
    appendFileSync(path, '{"kind":"intent","key":"half')
    expect(readClientJournal(path).map(({ key }) => key)).toEqual(['whole'])
  })
})
