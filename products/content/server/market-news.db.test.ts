import { type ComposedApp, composedApp, type HandMarket, stillMarket } from '@bolsillo/composed-app'
import { outcomeOf, replyOf } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as calls from '../contract/index.ts'
import { liquidatedContract as perpetual, type RecordedScene, recordedScene } from './testing/recorded-scene-store.ts'

const hourMs = 3_600_000

let stand: ComposedApp<HandMarket>
let scene: RecordedScene
beforeEach(async () => {
  stand = await composedApp({ market: (services) => stillMarket(services) })
  scene = recordedScene(stand.app)
})
afterEach(() => stand.close())

const now = (): number => stand.app.services.clock.now()
const write = () => stand.runJob('content.market-news')
const list = async (symbol?: string, language = 'en-US') => {
  const path = symbol === undefined ? '/ipcf-api/index/news' : `/ipcf-api/index/news?symbol=${symbol}`
  return replyOf(calls.listNews, await stand.app.ask({ path, headers: { 'accept-language': language } })).rows
}
const read = async (id: string, language = 'en-US') =>
  await stand.app.ask({ path: `/ipcf-api/index/news/info?id=${id}`, headers: { 'accept-language': language } })

describe('a large move', () => {
  it('is news once, of the first quarter that far away, with its record', async () => {
    await scene.day('WALMEX.MX', 61_020, [61_500, 57_850, 55_000])
    await write()
    await write()
    const rows = await list()
    expect(rows).toMatchObject([
      {
        title: 'WALMEX falls 5.20% from its previous close',
        lead: 'It went from MX$ 61.02, its previous close, to MX$ 57.85.'.replaceAll('MX$ ', 'MX$\u00a0'),
        isPinned: false,
        symbols: ['WALMEX.MX'],
        market: {
          kind: 'large-move',
          happenedAt: scene.quartersAgo(1),
          move: {
            previousClose: '61.02',
            price: '57.85',
            percent: '-5.20',
            leastPercent: '3.00',
            quarterStart: scene.quartersAgo(2),
          },
        },
      },
    ])
    const whole = replyOf(calls.readNews, await read(rows[0]?.id ?? '', 'es-ES'))
    expect(whole).toMatchObject({
      title: 'WALMEX baja 5.20\u00a0% frente al cierre anterior',
      blocks: [{ is: 'paragraph' }],
    })
  })

  it('is none where anything of it was generated, or nobody saw the whole quarter', async () => {
    await scene.day('WALMEX.MX', 61_020, [57_850], { isCloseGenerated: true })
    await scene.day('AAPL.US', 200_000, [100_000], { generated: [0] })
    await write()
    expect(await list()).toEqual([])
  })

  it('is none before its quarter is over and stored, nor with a stop in it', async () => {
    await scene.day('WALMEX.MX', 61_020, [57_850], { from: scene.quartersAgo(1) + 1 })
    await write()
    expect(await list()).toEqual([])
  })

  it('is as large as the setting says, another for coins, and of one market of a coin', async () => {
    await scene.day('WALMEX.MX', 100_000, [102_990])
    await scene.day('BTC-USDT', 9_000_000, [8_290_000])
    await scene.day('BTC-MXN', 9_000_000, [7_000_000])
    await scene.day('ETH-USDT', 300_000, [270_000])
    await write()
    expect((await list()).map(({ title }) => title)).toEqual(['ETH falls 10.00% from the day before'])
    expect(await list(perpetual)).toEqual([])
    expect(await list('ETH-USDT-PERP')).toHaveLength(1)
  })

  it('is written once by two processes at a time, and by one that starts again', async () => {
    await scene.day('WALMEX.MX', 61_020, [57_850])
    await Promise.all([write(), write()])
    stand = await stand.another()
    await write()
    expect(await list()).toHaveLength(1)
  })

  it('of long ago is no news', async () => {
    await scene.day('WALMEX.MX', 61_020, [57_850])
    stand.app.services.clock.advanceMs(4 * 24 * hourMs)
    await write()
    expect(await list()).toEqual([])
  })
})

describe('a wave of liquidations', () => {
  it('is news of its hour, without whose they were', async () => {
    await scene.liquidations(6)
    await write()
    await write()
    const rows = await list(perpetual)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({
      title: 'Wave of liquidations in BTC-USDT-PERP: 6 accounts within an hour',
      market: { kind: 'liquidation-wave', wave: { accounts: '6', fills: '6', low: '90000.00', high: '90000.05' } },
    })
    expect(JSON.stringify(rows)).not.toMatch(/cus_|liq_|pos_/)
  })

  it('is not hidden by a threshold that staff set for an hour', async () => {
    await stand.close()
    stand = await composedApp({ market: (services) => stillMarket(services), settings: 'own' })
    scene = recordedScene(stand.app)
    const setLeast = async (value: number): Promise<void> => {
      stand.app.services.clock.advanceMs(1000)
      await stand.app.database.owner`
        insert into setting_change (key, value, effective_at, changed_at, actor, reason)
        values ('content.wave-accounts', ${String(value)}::text::jsonb, ${now()}, ${now()}, 'opr_1', 'a calm market')`
      await stand.runJob('refresh-settings')
    }
    await scene.liquidations(6)
    await setLeast(1000)
    await write()
    expect(await list(perpetual)).toEqual([])
    await setLeast(5)
    await write()
    const told = await stand.app.ask({ path: '/ipcf-api/common/props/changes' })
    expect(told.body).toContain('newsWaveAccounts')
    expect(await list(perpetual)).toMatchObject([{ market: { wave: { accounts: '6', leastAccounts: '5' } } }])
  })

  it('is none of fewer accounts, whatever they lost, nor of an hour that goes on', async () => {
    await scene.liquidations(4)
    await scene.liquidations(9, now() - 1)
    await write()
    expect(await list()).toEqual([])
  })
})

describe('the list', () => {
  it('has all of it page by page, in one order', async () => {
    await scene.day('WALMEX.MX', 61_020, [57_850])
    await scene.day('AAPL.US', 200_000, [100_000])
    await scene.liquidations(5)
    await write()
    const seen: string[] = []
    for (let cursor = ''; seen.length < 10; ) {
      const path = `/ipcf-api/index/news?limit=1${cursor === '' ? '' : `&cursor=${cursor}`}`
      const page = replyOf(calls.listNews, await stand.app.ask({ path }))
      seen.push(...page.rows.map(({ id }) => id))
      if (page.next === undefined) break
      cursor = page.next
    }
    expect(new Set(seen).size).toBe(3)
    expect(seen).toEqual((await list()).map(({ id }) => id))
  })

  it('knows no news that are not there', async () => {
    expect(outcomeOf(await read('art_01JD0000000000000000000000'))).toBe('404 article-unknown@id')
  })
})

describe('the rows', () => {
  it('are changed by nobody the server is', async () => {
    await scene.day('WALMEX.MX', 61_020, [57_850])
    await write()
    const { sql } = stand.app.services
    await expect(sql`update content_market_news set symbol = 'AAPL.US'`).rejects.toThrow(/permission denied/)
    await expect(sql`delete from content_market_news`).rejects.toThrow(/permission denied/)
  })
})
