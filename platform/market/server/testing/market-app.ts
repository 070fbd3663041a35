import { type TestApp, testApp } from '@bolsillo/test-kit'
import { noHistory } from '../../fixtures.ts'
import { createMarket } from '../index.ts'

/** An app of the market's room alone, which never closes; `close` stops both. */
export async function marketApp(): Promise<TestApp> {
  const markets: ReturnType<typeof createMarket>[] = []
  const app = await testApp({
    rooms: (services) => {
      const market = createMarket({
        ...{ services, publisher: { publish: () => undefined }, history: noHistory },
        ...{ hours: 'always', source: 'simulated' },
      })
      markets.push(market)
      return [market.room]
    },
  })
  for (const market of markets) await market.start()
  const close = async (): Promise<void> => {
    for (const market of markets) await market.stop()
    await app.close()
  }
  return { ...app, close }
}
