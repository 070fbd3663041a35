import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { settle } from './screens/settle.ts'
import { languages, openBrowser, openPhone, type Phone } from './stage/phone.ts'
import { type RunningServer, startServer } from './stage/server-process.ts'

// What surrounds every page: ribbon, tabs, drawer, wide layout, small and zoomed screens, lost lines and chunks.

let server: RunningServer
let browser: Browser

beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser()
})
afterAll(async () => {
  await browser?.close()
  await server?.destroy()
})

const watchedMs = 2_000
const homePath = '/pages/tabbar/home'

async function signIn({ page }: Phone): Promise<void> {
  const customer = server.block.customers[0]
  if (customer === undefined) throw new Error('the server has no demo customer')
  await page.goto('/pages/common/start')
  const token = await page.evaluate(async ({ account, password }) => {
    const answer = await fetch('/ipcf-api/user/login', {
      method: 'POST',
      headers: { 'x-requested-with': 'XMLHttpRequest', 'idempotency-key': `frame-${account.replace(/\W/g, '')}` },
      body: new URLSearchParams({ account, password }),
    })
    const { data } = await answer.json()
    localStorage.setItem('userToken', data.token)
    localStorage.setItem('userInfo', JSON.stringify(data.user))
    return String(data.token)
  }, customer)
  expect(token.length).toBeGreaterThan(20)
}

/** The page and what it is too wide for, in CSS pixels. */
function widths(page: Page): Promise<{ readonly content: number; readonly screen: number }> {
  return page.evaluate(() => ({
    content: document.documentElement.scrollWidth,
    screen: document.documentElement.clientWidth,
  }))
}

async function findFaults(page: Page, except = 'none-such'): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).exclude(except).analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`)
}

describe('parts', () => {
  it.each(['light', 'dark'] as const)('have no fault axe can find, every part and state, %s', async (theme) => {
    const phone = await openPhone(browser, server.block.url, 'es-ES', theme)
    await phone.page.goto('/pages/practice/gallery')
    await phone.page.locator('[data-part="Ribbon, NavBar, TitleBar, TabBar"]').first().waitFor()
    // Bars are headers and landmarks of a page: four of each on one page are wrong, and only there.
    expect(await findFaults(phone.page, '[data-part^="Ribbon"]')).toEqual([])
    await phone.context.close()
  })

  it('open as sheet and question, with focus inside, and close by Escape', async () => {
    const { page, context } = await openPhone(browser, server.block.url, 'es-ES')
    await page.goto('/pages/practice/gallery')
    for (const name of ['Hoja', 'Pregunta']) {
      const opener = page.getByRole('button', { name, exact: true }).first()
      await opener.click()
      const layer = page.locator('dialog[open]')
      await layer.waitFor()
      await expect.poll(() => page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
      await page.keyboard.press('Escape')
      await layer.waitFor({ state: 'detached' })
    }
    await context.close()
  })
})

/** Home with ribbon, five tabs of 50 px, and nothing that is cut off sideways. */
async function seeHome({ page }: Phone): Promise<void> {
  await page.goto(homePath)
  await page.locator('main a[href*="stockKline"]').first().waitFor()
  const tabs = page.locator('nav').last()
  expect((await tabs.boundingBox())?.height).toBe(50)
  expect(await tabs.getByRole('link').count()).toBe(5)
  await page.getByRole('region', { name: /pr[aá]c?ti/i }).waitFor()
  await settle(page)
  const { content, screen } = await widths(page)
  expect(content).toBe(screen)
}

/** Closes the drawer that is open by Escape and, opened again, by a press beside it. */
async function closeDrawer(page: Page, { menu, panel }: Readonly<Record<'menu' | 'panel', Locator>>): Promise<void> {
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  await menu.click()
  await expect.poll(async () => (await panel.boundingBox())?.x).toBe(0)
  await page.mouse.click(360, 400)
  await panel.waitFor({ state: 'detached' })
}

/** Signs out in the drawer, which asks first. */
async function leave(page: Page, menu: Locator): Promise<void> {
  await menu.click()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await page.getByRole('heading', { name: '¿Seguro que quieres cerrar sesión?' }).waitFor()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cerrar sesión' }).click()
  await page.waitForURL('**/pages/common/login')
}

describe('the frame', () => {
  it.each(languages)(
    'shows ribbon, five tabs of 50 px and home without a fault, signed out and in, %s',
    async (language) => {
      const phone = await openPhone(browser, server.block.url, language)
      for (const who of ['signed-out', 'signed-in']) {
        if (who === 'signed-in') await signIn(phone)
        await seeHome(phone)
        await phone.shot(`frame-home-${who}`)
        expect(await findFaults(phone.page)).toEqual([])
      }
      expect(phone.troubles).toEqual([])
      await phone.context.close()
    },
  )

  it('opens the drawer, 300 px wide; Escape and the mask close it; leaving asks first', async () => {
    const phone = await openPhone(browser, server.block.url, 'es-ES')
    const { page } = phone
    await signIn(phone)
    await page.goto(homePath)
    const menu = page.getByRole('button', { name: 'Abrir el menú' })
    const panel = page.locator('dialog[aria-label="Menú"] > div')
    await menu.click()
    await page.getByRole('button', { name: 'Cerrar sesión' }).waitFor()
    await expect.poll(() => panel.boundingBox()).toMatchObject({ x: 0, y: 0, width: 300, height: 844 })
    await phone.shot('drawer')
    expect(await findFaults(page)).toEqual([])
    await closeDrawer(page, { menu, panel })
    await leave(page, menu)
    expect(await page.evaluate(() => localStorage.getItem('userToken') ?? '')).toBe('')
    await phone.context.close()
  })
})

describe('a small screen', () => {
  it('fits a 360 px screen at 200 % zoom: nothing is cut off sideways', async () => {
    const context = await browser.newContext({
      baseURL: server.block.url,
      viewport: { width: 180, height: 320 },
      serviceWorkers: 'block',
    })
    const page = await context.newPage()
    for (const path of [homePath, '/pages/tabbar/mine', '/pages/common/start', '/pages/common/lang']) {
      await page.goto(path)
      await page.locator('main h2, main h1, main button').first().waitFor()
      await settle(page)
      const { content, screen } = await widths(page)
      expect({ path, content }).toEqual({ path, content: screen })
    }
    // While nothing is answered, placeholders stand where the content will be.
    await page.route('**/ipcf-api/**', () => undefined)
    await page.goto(homePath)
    await page.getByRole('status').first().waitFor()
    const loading = await widths(page)
    expect(loading.content).toBe(loading.screen)
    await context.close()
  })
})

describe('search', () => {
  it('looks through shares, coins and contracts, forgives a typo, and remembers what was opened', async () => {
    const { page, context, troubles } = await openPhone(browser, server.block.url, 'es-ES')
    await page.goto('/pages/stock/search')
    const field = page.getByRole('searchbox')
    await field.fill('aple')
    await page.locator('main a[href*="symbol=AAPL.US"]').waitFor()
    await field.fill('bitcion')
    await page.locator('main a[href*="symbol=BTC-USDT-PERP"]').waitFor()
    await page.locator('main a[href$="symbol=BTC-USDT"]').click()
    await page.waitForURL('**/pages/coin/coinKline?symbol=BTC-USDT')
    await page.goto('/pages/stock/search')
    await page.getByRole('heading', { name: 'Búsquedas recientes' }).waitFor()
    await page.locator('main a[href$="symbol=BTC-USDT"]').waitFor()
    expect(troubles).toEqual([])
    await context.close()
  })
})

describe('trouble', () => {
  it('says that the phone is offline over the page, and stops saying it', async () => {
    const { page, context } = await openPhone(browser, server.block.url, 'es-ES')
    await page.goto(homePath)
    await page.locator('main a[href*="stockKline"]').first().waitFor()
    const banner = page.getByText('Sin conexión. Lo que ves puede no estar al día.')
    await context.setOffline(true)
    await banner.waitFor()
    await context.setOffline(false)
    await banner.waitFor({ state: 'detached' })
    await context.close()
  })

  it('shows an error in place of a page whose chunk fails, and the page when it is tried again', async () => {
    const { page, context } = await openPhone(browser, server.block.url, 'es-ES')
    await page.goto(homePath)
    await page.route('**/assets/mine-page-*.js', (route) => route.abort())
    await page.getByRole('link', { name: 'Cuenta', exact: true }).click()
    await page.getByRole('alert').getByText('No pudimos abrir esta página.').waitFor()
    await page.unroute('**/assets/mine-page-*.js')
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await page.getByRole('heading', { name: 'Cuenta', level: 1 }).waitFor()
    await context.close()
  })

  it('sends a session the server no longer knows to the login page and keeps the way back', async () => {
    const { page, context } = await openPhone(browser, server.block.url, 'es-ES')
    await page.goto('/pages/common/start')
    await page.evaluate(() => localStorage.setItem('userToken', 'x'.repeat(43)))
    await page.goto(homePath)
    await page.waitForURL('**/pages/common/login?back=*')
    expect(new URL(page.url()).searchParams.get('back')).toBe(homePath)
    expect(await page.evaluate(() => localStorage.getItem('userToken') ?? '')).toBe('')
    await context.close()
  })

  it('moves nothing while home loads: a layout shift below 0.05', async () => {
    const phone = await openPhone(browser, server.block.url, 'es-ES')
    await signIn(phone)
    await phone.page.addInitScript(() => {
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          const value = 'value' in entry ? Number(entry.value) : 0
          document.documentElement.dataset.shift = String(Number(document.documentElement.dataset.shift ?? 0) + value)
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await phone.page.goto(homePath)
    await settle(phone.page)
    // Watched for a while after everything has come: what moves by itself moves then.
    await phone.page.waitForTimeout(watchedMs)
    const shift = await phone.page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0))
    expect(shift).toBeLessThan(0.05)
    await phone.context.close()
  })
})
