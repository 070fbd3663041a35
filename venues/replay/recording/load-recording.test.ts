import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loadRecording, refusalText } from './load-recording.ts'

const recorded = new URL('../../../../shared/data/market', import.meta.url).pathname

let directory = ''
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'recording-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

const put = (folder: string, name: string, text: string) => {
  mkdirSync(join(directory, folder), { recursive: true })
  writeFileSync(join(directory, folder, name), text)
}
const bars = 'time,open,high,low,close,volume\n'

describe('a recording', () => {
  it('is loaded whole', () => {
    put('second', 'BTC-USD-20161008.csv', `${bars}1475884801,618.11,618.11,618.11,618.11,0.43656\n`)
    put('second', 'notes.txt', 'not a recording')
    const loaded = loadRecording(directory)
    expect(loaded).toMatchObject({ kind: 'loaded', files: [{ symbol: 'BTC-USD', intervalMs: 1000 }] })
  })

  it('is refused whole when one file has a bad row', () => {
    put('second', 'BTC-USD-20161008.csv', `${bars}1475884801,618.11,618.11,618.11,618.11,0.43656\n`)
    put('second', 'ETH-USD-20161008.csv', `${bars}1475884801,618.11,618.11,618.11,-1,0.43656\n`)
    put('second', 'LTC-USD-20161008.csv', 'hello')
    const loaded = loadRecording(directory)
    if (loaded.kind !== 'refused') throw new Error('loaded')
    expect(loaded.problems).toHaveLength(2)
    expect(refusalText(loaded.problems)).toBe(
      'second/ETH-USD-20161008.csv, line 2: close is "-1", expected a plain decimal above 0, without sign, exponent or grouping (and 1 more file)',
    )
  })

  it('is refused when the folder is absent or holds nothing of a recording', () => {
    expect(loadRecording(join(directory, 'nowhere'))).toMatchObject({ problems: [{ reason: /no such folder/ }] })
    expect(loadRecording(directory)).toMatchObject({ problems: [{ reason: /none of the folders/ }] })
  })

  it('loads every recorded file of public markets that came with the project', (context) => {
    if (!existsSync(recorded)) return context.skip('absent: the folder shared/data/market beside the repository')
    const loaded = loadRecording(recorded)
    if (loaded.kind !== 'loaded') throw new Error(refusalText(loaded.problems))
    expect(loaded.files).toHaveLength(27)
    const rows = loaded.files.reduce((sum, file) => sum + file.rows.length, 0)
    expect(rows).toBe(86_111 - 27)
  })
})
