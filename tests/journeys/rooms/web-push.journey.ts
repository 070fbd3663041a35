import { listAlerts, setAlert } from '@bolsillo/alerts/contract'
import { messages as alerts } from '@bolsillo/alerts/messages/es-ES'
import { login } from '@bolsillo/identity/contract'
import { present } from '@bolsillo/kernel'
import { listPushDevices } from '@bolsillo/rail-web-push/contract'
import { messages as push } from '@bolsillo/rail-web-push/messages/es-ES'
import { openPushService, type TestPushService } from '@bolsillo/rail-web-push/testing'
import type { Browser, CDPSession } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asTimeGoesOn } from '../people/as-time-goes-on.ts'
import { button, signInAs, signOut, tokenOn } from '../people/customer.ts'
import { ask } from '../stage/api.ts'
import { openBrowser, openPhone, type Phone } from '../stage/phone.ts'
import { type RunningServer, startServer } from '../stage/server-process.ts'
import { expectSoundBooks } from '../stage/stage.ts'

// Somebody sets an alert, closes the app and is woken by it. The push service is one of this machine, because the browser's own
// is on the network; all else is real: the question, the keys, the encryption, the worker.

const page = '/pages/user/deviceNotices'
/** One tick of it is more than the least move an alert takes. */
const symbol = 'PEPE-USDT'

let service: TestPushService
let server: RunningServer
let browser: Browser
beforeAll(async () => {
  service = await openPushService()
  server = await startServer({ PUSH_SERVICES: service.host })
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.destroy()
  await service?.close()
})

/** A phone whose browser subscribes at our push service. */
async function openSubscriber(): Promise<Phone> {
  const on = await openPhone(browser, server.block.url, 'es-ES', 'light', 2, 'allow')
  await on.context.exposeFunction('subscribeAtTest', (key: string) => service.subscribe('phone', key))
  await on.context.addInitScript(() => {
    let own: object | null = null
    const subscribe = async (options: { readonly applicationServerKey: string }): Promise<object> => {
      const { subscribeAtTest } = window as unknown as {
        subscribeAtTest: (key: string) => Promise<{ endpoint: string; p256dh: string; auth: string }>
      }
      const { endpoint, ...keys } = await subscribeAtTest(options.applicationServerKey)
      own = {
        endpoint,
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => {
          own = null
          return true
        },
      }
      return own
    }
    if (!('PushManager' in window)) return
    Object.assign(PushManager.prototype, { subscribe, getSubscription: async () => own })
  })
  return on
}

/** Hands a message to the worker, as the browser does with one of its push service. */
async function deliverTo(cdp: CDPSession, origin: string, data: string): Promise<void> {
  const registered = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations
      if (one !== undefined) resolve(one.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  await cdp.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data })
}

const shownOn = (on: Phone) =>
  on.page.evaluate(async () => {
    const shown = await (await navigator.serviceWorker.ready).getNotifications()
    return shown.map(({ title, body, data }) => ({ title, body, data: data as unknown }))
  })

test('an alert wakes a phone whose app is closed, until its owner signs out there', async () => {
  const on = await openSubscriber()
  const { url, customers } = server.block
  const customer = present(customers[0], 'a demo customer')
  await signInAs(on, customer)
  await on.page.goto(page)
  await button(on, push.enable).waitFor()
  await on.shot('device-notices-off')
  await on.context.grantPermissions(['notifications'])
  await on.page.reload()
  await button(on, push.enable).click()
  await button(on, push.disable).waitFor()
  await on.page.getByText(push.here).last().waitFor()
  await on.shot('device-notices-on')

  await button(on, push.test.send).click()
  await on.page.getByText(push.tested).waitFor()
  await expect.poll(() => service.delivered.length, { timeout: 20_000 }).toBe(1)
  const [first] = service.delivered
  const cdp = await on.context.newCDPSession(on.page)
  await deliverTo(cdp, url, JSON.stringify(first?.content))
  await expect.poll(() => shownOn(on)).toEqual([{ title: push.test.title, body: push.test.text, data: { path: page } }])

  const token = await tokenOn(on)
  await ask(url, setAlert, { symbol, kind: 'move', value: '0.10' }, { token })
  // No page of the app is open: a file of the same origin.
  await on.page.goto('/build.json')
  await asTimeGoesOn(
    server,
    () => ask(url, listAlerts, {}, { token }),
    ({ rows: [row] }) => row?.fired !== undefined,
  )
  await expect.poll(() => service.delivered.length, { timeout: 20_000 }).toBe(2)
  const { fired } = present((await ask(url, listAlerts, {}, { token })).rows[0], 'the alert')
  expect(service.delivered[1]).toMatchObject({
    urgency: 'high',
    content: { title: alerts.acts.fire, path: '/pages/user/alerts', text: expect.stringContaining('PEPE') },
  })
  expect(fired).toBeDefined()

  await on.page.goto('/pages/user/activity')
  await on.page.getByText(push.acts.add).first().waitFor()
  await signOut(on)
  await server.advanceClockMs(61_000)
  const again = await ask(url, login, { account: customer.account, password: customer.password })
  const rows = async () => (await ask(url, listPushDevices, {}, { token: again.token })).rows
  await expect.poll(rows, { timeout: 20_000 }).toEqual([])
  await expectSoundBooks(server)
  expect(on.troubles).toEqual([])
})
