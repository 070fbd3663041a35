import { expect, test } from 'vitest'
import { arriveAt, signIn } from './people/customer.ts'
import type { Phone } from './stage/phone.ts'
import { openStage } from './stage/stage.ts'

// What a first visit costs: on a slow phone each request of the first view is a wait of its own.

const stage = openStage('first-view', 'all')

/** Of each first view, as of the issue of the first day: pages, chunks, fonts, calls, icons. */
const requestsMax = 25

const pages = [
  ['home', '/pages/tabbar/home'],
  ['chart', '/pages/stock/stockKline?symbol=WALMEX.MX'],
  ['ticket', '/pages/tabbar/trade?family=stock&symbol=WALMEX.MX'],
  ['positions', '/pages/tabbar/position'],
] as const

/** The requests of a page with nothing in the browser's cache, until the network is quiet. */
async function requestsOf({ page, context }: Phone, path: string): Promise<readonly string[]> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  const asked: string[] = []
  const hear = (request: { readonly url: () => string }): void => void asked.push(new URL(request.url()).pathname)
  // What the page before still asks for is not of this one.
  await page.waitForLoadState('networkidle')
  page.on('request', hear)
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  page.off('request', hear)
  await devtools.detach()
  return asked
}

/** More than allowed are shown by name, so that a failure says which. */
const tooMany = (asked: readonly string[]): readonly string[] => (asked.length > requestsMax ? asked : [])

test.each(pages)('the first view of %s is few requests, without a session', async (_, path) => {
  const on = await stage.openPhone('es-ES')
  const asked = await requestsOf(on, path)
  expect(asked.length).toBeGreaterThan(5)
  expect(tooMany(asked)).toEqual([])
  expect(on.troubles).toEqual([])
})

test('and with one', async () => {
  const on = await stage.openPhone('es-ES')
  const [customer] = stage.server.block.customers
  if (customer === undefined) throw new Error('no demo customer')
  await on.page.goto('/pages/account/login')
  await signIn(on, { phone: customer.account, password: customer.password })
  await arriveAt(on, '/pages/tabbar/home')
  for (const [name, path] of pages) {
    expect({ name, asked: tooMany(await requestsOf(on, path)) }).toEqual({ name, asked: [] })
  }
  expect(on.troubles).toEqual([])
})
