import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  newDataFolder,
  removeDataFolder,
  type ServerProcess,
  type StartBlock,
  startServerProcess,
} from '@bolsillo/test-kit'
import { readSequence } from '@bolsillo/venue-replay'
import { afterEach, describe, expect, it } from 'vitest'

// The same purchase as in the simulated market, on recorded quotes: the price a customer's receipt shows is the price
// that was quoted.

const recorded = fileURLToPath(new URL('../../../shared/data/market', import.meta.url))
const recordedDays = [
  ...['AAPL-20140605', 'AAPL-20140606', 'AAPL-20140609'],
  ...['SPY-20131007', 'SPY-20131008', 'SPY-20230803'],
]
/** Three hours around each opening. */
const [fromSecond, toSecond] = [12.5 * 3600, 15.5 * 3600]
/** How far the recording is moved on between two purchases; a session lives for a quarter of an hour without one. */
const leapMs = 10 * 60_000
const leapsMax = 200
/** The recording is looked at every 50 ms: time enough to have done so. A leap that was not seen yet does no harm. */
const lookMs = 60

interface Envelope {
  readonly code: number
  readonly data: Readonly<Record<string, unknown>>
}

interface Fill {
  readonly price: string
  readonly quantity: string
  readonly source: string
  readonly sequence: number
}

const dataDir = newDataFolder()
const folder = mkdtempSync(join(tmpdir(), 'recorded-line-'))
let server: ServerProcess | undefined
afterEach(async () => {
  await server?.stop()
  removeDataFolder(dataDir)
  rmSync(folder, { recursive: true, force: true })
})

/** The hours of the test, row by row as recorded: whole days would be a minute of everybody's time. */
function cutOut(): void {
  mkdirSync(join(folder, 'minute'))
  for (const name of recordedDays) {
    const [header, ...rows] = readFileSync(join(recorded, 'minute', `${name}.csv`), 'utf8')
      .trimEnd()
      .split('\n')
    const kept = rows.filter((row) => {
      const second = Number(row.split(',')[0]) % 86_400
      return second >= fromSecond && second < toSecond
    })
    writeFileSync(join(folder, 'minute', `${name}.csv`), `${[header, ...kept].join('\n')}\n`)
  }
}

/** The ask of a row, read without the parser under test. */
function recordedAsk(name: string, line: number): { readonly price: number; readonly size: number } {
  const row = readFileSync(join(folder, 'minute', `${name}.csv`), 'utf8').split('\n')[line - 1] ?? ''
  const cells = row.split(',')
  return { price: Number(cells[8]), size: Number(cells[9]) }
}

function asker(block: StartBlock) {
  let keys = 0
  let token = ''
  const ask = async (path: string, fields: Readonly<Record<string, string>>): Promise<Envelope> => {
    keys += 1
    const response = await fetch(`${block.url}/ipcf-api${path}`, {
      method: 'POST',
      headers: { 'x-requested-with': 'test', 'idempotency-key': `recorded-${keys}`, accesstoken: token },
      body: new URLSearchParams(fields),
    })
    return (await response.json()) as Envelope
  }
  const signIn = async (): Promise<{ readonly tradePassword: string }> => {
    const { account, password, tradePassword } = block.customers[0] ?? { account: '', password: '', tradePassword: '' }
    token = String((await ask('/user/login', { account, password })).data.token)
    return { tradePassword }
  }
  return { ask, signIn }
}

async function advanceClock({ url }: StartBlock, advanceMs: number): Promise<void> {
  const moved = await fetch(`${url}/test/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs }),
  })
  expect(moved.status).toBe(200)
}

describe('the whole line on recorded quotes', () => {
  it('fills AAPL of June 2014 and SPY of 2013 and 2023 at what was quoted, and says when the data ends', async (context) => {
    if (!existsSync(recorded)) return context.skip('absent: the folder shared/data/market beside the repository')
    cutOut()
    // Days pass by the clock that is moved here, not by the wall's: however slow the machine, no row is missed.
    server = startServerProcess({ DATA_DIR: dataDir, MARKET: `replay:${folder}`, TEST_CLOCK: '1' })
    const block = await server.block()
    const { ask, signIn } = asker(block)
    // Given with every order: the hours go by in which it would have to be asked for again.
    const { tradePassword } = await signIn()
    const fillsOf: Record<string, number> = {}
    const ended = new Set<string>()
    for (let leaps = 0; leaps < leapsMax && ended.size < 2; leaps += 1) {
      for (const symbol of ['AAPL.US', 'SPY.US']) {
        const ticket = { symbol, type: 'market', timeInForce: 'ioc', quantity: '0.05', tradePassword }
        const { code, data } = await ask('/stock/order/buy', ticket)
        // Between two recorded days nothing is open; nothing else may refuse.
        if (code !== 0) expect(data.rejection).toBe('market-closed')
        else if ((data.order as { readonly endReason?: string }).endReason === 'end-of-data') ended.add(symbol)
        for (const fill of (data.fills ?? []) as readonly Fill[]) {
          const name = fill.source.replace('replay:', '')
          const quoted = recordedAsk(name, readSequence(fill.sequence).line)
          expect(Number(fill.price), `${name} ${fill.sequence}`).toBe(quoted.price)
          expect(Number(fill.quantity)).toBeLessThanOrEqual(quoted.size)
          fillsOf[name] = (fillsOf[name] ?? 0) + 1
        }
      }
      await advanceClock(block, leapMs)
      await sleep(lookMs)
    }
    expect([...ended].sort()).toEqual(['AAPL.US', 'SPY.US'])
    for (const name of recordedDays) expect(fillsOf[name] ?? 0, name).toBeGreaterThan(0)
  }, 300_000)
})
