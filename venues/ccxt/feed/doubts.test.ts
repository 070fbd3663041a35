import { present, seededRng } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { binance } from '../protocols/binance.ts'
import { binanceMarkets } from '../testing/coins.ts'
import { noFaults } from '../testing/faulty-exchange.ts'
import { followFeed, testStart } from '../testing/followed-feed.ts'
import { binanceWire } from '../testing/wire-formats.ts'
import { backoffMs } from './backoff.ts'
import { reconnectBackoff, silentMaxMs } from './connection.ts'
import { delayedMaxMs } from './live-feed.ts'

const id = 'BTC-USDT'
const open = async () => {
  const followed = followFeed({ seed: 1, protocol: binance, format: binanceWire, markets: binanceMarkets })
  followed.feed.start()
  await followed.time.runMs(200)
  followed.server.step()
  return followed
}

describe('prices are in doubt', () => {
  it('until the first whole book, and from the moment a connection is lost', async () => {
    const { feed, server, time } = followFeed({
      seed: 1,
      protocol: binance,
      format: binanceWire,
      markets: binanceMarkets,
    })
    expect(feed.doubtOf(id)).toBe('disconnected')
    feed.start()
    await time.runMs(10)
    expect(feed.doubtOf(id)).toBe('no-book')
    await time.runMs(200)
    expect(feed.doubtOf(id)).toBeUndefined()
    server.cut()
    expect(feed.doubtOf(id)).toBe('disconnected')
    expect(feed.bookOf(id).changes).toEqual([])
    await time.runMs(5_000)
    expect(feed.doubtOf(id)).toBeUndefined()
    feed.stop()
    expect(feed.doubtOf(id)).toBe('disconnected')
    expect(feed.doubtOf('XYZ-USDT')).toBe('no-book')
  })

  it('when nobody answers on a connection that seems open', async () => {
    const { feed, server, time } = await open()
    server.setFaults({ ...noFaults, mute: 1000 })
    server.step()
    await time.runMs(silentMaxMs + 6_000)
    expect(feed.counts().lost).toBe(1)
    feed.stop()
  })

  it('while they are reported long after they happened', async () => {
    const { feed, server, time } = await open()
    expect(feed.doubtOf(id)).toBeUndefined()
    const model = present(server.models[0], id)
    const late = (happened: number): void => {
      server.tell(binanceWire.changes(model.market, model.step(happened), happened))
    }
    await time.runMs(20_000)
    late(testStart)
    expect(feed.doubtOf(id)).toBe('delayed')
    late(time.clock.now() - delayedMaxMs)
    expect(feed.doubtOf(id)).toBeUndefined()
    feed.stop()
  })
})

describe('the wait before another attempt', () => {
  it('doubles to its longest, half of it by chance', () => {
    const rng = seededRng(1, 'waits')
    for (let failures = 0; failures < 40; failures += 1) {
      const whole = Math.min(reconnectBackoff.maxMs, reconnectBackoff.firstMs * 2 ** failures)
      const waits = Array.from({ length: 50 }, () => backoffMs(reconnectBackoff, failures, rng))
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(whole / 2)
      expect(Math.max(...waits)).toBeLessThanOrEqual(whole)
      expect(new Set(waits).size).toBeGreaterThan(10)
    }
  })
})
