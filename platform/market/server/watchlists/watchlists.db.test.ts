import { outcomeOf, replyOf, type TestApp, testCustomer } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  changeWatchlist,
  firstList,
  followedMax,
  listInstruments,
  listWatchlists,
  moveInWatchlist,
  readWatchlist,
  removeWatchlist,
  saveWatchlist,
  watchlistsMax,
} from '../../contract/index.ts'
import { marketApp } from '../testing/market-app.ts'

let app: TestApp
let keys = 0
beforeAll(async () => {
  app = await marketApp()
})
afterAll(() => app.close())

const [maria, jorge] = [testCustomer(1), testCustomer(3)]
const ask = (path: string, body?: Readonly<Record<string, unknown>>, token = maria.token) => {
  keys += 1
  const headers = { 'idempotency-key': `watchlist-key-${keys}` }
  const written = body === undefined ? {} : { method: 'POST' as const, headers, body }
  return app.ask({ path: `/ipcf-api/user/${path}`, token, ...written })
}
const lists = async (query = '', token = maria.token) =>
  replyOf(listWatchlists, await ask(`watchlists${query}`, undefined, token)).rows
const symbolsOf = async (listId = firstList) =>
  replyOf(readWatchlist, await ask(`watchlist?listId=${listId}`)).rows.map(({ symbol }) => symbol)
const make = async (name: string) => replyOf(saveWatchlist, await ask('watchlist/save', { name })).listId
const put = (listId: string, symbol: string, listed = true) => ask('watchlist/entry', { listId, symbol, listed })

describe('watchlists', () => {
  it('begin with one that nobody has to make, empty and without a name', async () => {
    expect(await lists()).toEqual([{ listId: firstList, entries: 0, has: false }])
    expect(await symbolsOf()).toEqual([])
  })

  it('hold instruments of every product, the latest on top, and say which of them one is in', async () => {
    for (const symbol of ['WALMEX.MX', 'IPC.MX', 'BTC-USDT', 'BTC-USDT-PERP', 'WALMEX.MX'])
      replyOf(changeWatchlist, await put(firstList, symbol))
    expect(await symbolsOf()).toEqual(['BTC-USDT-PERP', 'BTC-USDT', 'IPC.MX', 'WALMEX.MX'])
    const listId = await make('  Minas ')
    replyOf(changeWatchlist, await put(listId, 'BTC-USDT'))
    expect(await lists('?symbol=BTC-USDT')).toEqual([
      { listId: firstList, entries: 4, has: true },
      { listId, name: 'Minas', entries: 1, has: true },
    ])
    expect((await lists('?symbol=IPC.MX')).map(({ has }) => has)).toEqual([true, false])
    replyOf(changeWatchlist, await put(firstList, 'BTC-USDT', false))
    expect(await symbolsOf()).toEqual(['BTC-USDT-PERP', 'IPC.MX', 'WALMEX.MX'])
    expect(await symbolsOf(listId)).toEqual(['BTC-USDT'])
  })

  it('keep the order their owner puts them in, with what comes later on top', async () => {
    const { symbols } = replyOf(
      moveInWatchlist,
      await ask('watchlist/move', { listId: firstList, symbol: 'WALMEX.MX', before: 'BTC-USDT-PERP' }),
    )
    expect(symbols).toEqual(['WALMEX.MX', 'BTC-USDT-PERP', 'IPC.MX'])
    replyOf(moveInWatchlist, await ask('watchlist/move', { listId: firstList, symbol: 'BTC-USDT-PERP' }))
    expect(await symbolsOf()).toEqual(['WALMEX.MX', 'IPC.MX', 'BTC-USDT-PERP'])
    replyOf(changeWatchlist, await put(firstList, 'AAPL.US'))
    expect(await symbolsOf()).toEqual(['AAPL.US', 'WALMEX.MX', 'IPC.MX', 'BTC-USDT-PERP'])
  })

  it('are named anew and removed; the first stays', async () => {
    const listId = await make('Bancos')
    replyOf(saveWatchlist, await ask('watchlist/save', { listId, name: 'Bancos y seguros' }))
    replyOf(saveWatchlist, await ask('watchlist/save', { listId: firstList, name: 'Mías' }))
    expect((await lists()).map(({ name }) => name)).toEqual(['Mías', 'Minas', 'Bancos y seguros'])
    replyOf(changeWatchlist, await put(listId, 'WALMEX.MX'))
    replyOf(removeWatchlist, await ask('watchlist/remove', { listId }))
    expect((await lists()).map(({ name }) => name)).toEqual(['Mías', 'Minas'])
    expect(outcomeOf(await ask('watchlist/remove', { listId: firstList }))).toBe('409 watchlist-first-kept@listId')
    expect(outcomeOf(await ask(`watchlist?listId=${listId}`))).toBe('404 watchlist-unknown@listId')
  })

  it('are their owner’s alone', async () => {
    const [, own] = await lists()
    expect(await lists('', jorge.token)).toEqual([{ listId: firstList, entries: 0, has: false }])
    const answer = await ask('watchlist/entry', { listId: own?.listId, symbol: 'IPC.MX', listed: true }, jorge.token)
    expect(outcomeOf(answer)).toBe('404 watchlist-unknown@listId')
  })

  it('refuse what does not fit with the name of the field', async () => {
    const [, own] = await lists()
    expect(outcomeOf(await ask('watchlist/save', { name: 'minas' }))).toBe('409 watchlist-name-taken@name')
    expect(outcomeOf(await ask('watchlist/save', { name: '   ' }))).toMatch(/^400 .*@name$/)
    expect(outcomeOf(await ask('watchlist/save', { name: 'x'.repeat(31) }))).toMatch(/^400 .*@name$/)
    expect(outcomeOf(await ask('watchlist/save', { listId: 'wls_0', name: 'Otra' }))).toBe(
      '404 watchlist-unknown@listId',
    )
    expect(outcomeOf(await put(firstList, 'NADA.MX'))).toMatch(/^400 .*@symbol$/)
    expect(outcomeOf(await ask('watchlists?symbol=NADA.MX'))).toMatch(/^400 .*@symbol$/)
    const move = { listId: own?.listId, symbol: 'BTC-USDT' }
    expect(outcomeOf(await ask('watchlist/move', { ...move, symbol: 'IPC.MX' }))).toBe(
      '404 watchlist-entry-unknown@symbol',
    )
    expect(outcomeOf(await ask('watchlist/move', { ...move, before: 'IPC.MX' }))).toBe(
      '404 watchlist-entry-unknown@before',
    )
  })

  it('have limits: so many lists, so much in each', async () => {
    for (let made = (await lists()).length; made < watchlistsMax; made += 1) await make(`Lista ${made}`)
    expect(outcomeOf(await ask('watchlist/save', { name: 'Una más' }))).toBe('409 watchlists-too-many@name')
    const [, own] = await lists()
    await app.database.owner`
      insert into market_follow (customer_id, list_id, symbol, followed_at)
      select ${maria.customerId}, ${own?.listId ?? ''}, 'S' || n, n from generate_series(2, ${followedMax}) n`
    expect(outcomeOf(await put(own?.listId ?? '', 'IPC.MX'))).toBe('409 watchlist-list-full@symbol')
    // Another list still has room.
    replyOf(changeWatchlist, await put(firstList, 'CEMEX.MX'))
  })
})

describe('the list of everything', () => {
  const all = async (query = '') =>
    replyOf(listInstruments, await app.ask({ path: `/ipcf-api/common/instruments${query}` }))

  it('has every product, or one kind, each row once over its pages', async () => {
    const whole = await all('?limit=100')
    expect(new Set(whole.rows.map(({ kind }) => kind)).size).toBeGreaterThan(1)
    const symbols: string[] = []
    let next: string | undefined = '0'
    while (next !== undefined) {
      const page: Awaited<ReturnType<typeof all>> = await all(`?kind=perpetual&sort=name&limit=7&cursor=${next}`)
      expect(page.rows.every(({ kind }) => kind === 'perpetual')).toBe(true)
      symbols.push(...page.rows.map(({ symbol }) => symbol))
      next = page.next
    }
    expect(symbols).toContain('BTC-USDT-PERP')
    expect(new Set(symbols).size).toBe(symbols.length)
  })

  it.each(['kind=bond', 'sort=size', 'cursor=x', 'limit=0'])('refuses %s with the name of the field', async (asked) => {
    const answer = await app.ask({ path: `/ipcf-api/common/instruments?${asked}` })
    expect(outcomeOf(answer)).toMatch(new RegExp(`^400 .*@${asked.split('=')[0]}$`))
  })
})
