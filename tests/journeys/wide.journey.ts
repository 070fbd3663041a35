import { login, loginInfo } from '@bolsillo/identity/contract'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { customerScreens } from './screens/customer-screens.ts'
import type { Screen } from './screens/screen.ts'
import { seeScreen } from './screens/see-screen.ts'
import { settle } from './screens/settle.ts'
import { show } from './screens/walk.ts'
import { ask } from './stage/api.ts'
import { openBrowser, openPhone, patienceMs, troublesOf } from './stage/phone.ts'
import { type RunningServer, startServer } from './stage/server-process.ts'
import { wordsOf } from './stage/words.ts'

// Every width but a phone's: pages that fit, targets a thumb hits, no request that fails; the desk, its keys, and where the
// focus goes.

let server: RunningServer
let browser: Browser
let session: { readonly token: string; readonly user: string }

beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser()
  const [demo] = server.block.customers
  if (demo === undefined) throw new Error('no demo customer')
  const { token } = await ask(server.block.url, login, { account: demo.account, password: demo.password })
  const { user } = await ask(server.block.url, loginInfo, {}, { token })
  session = { token, user: JSON.stringify(user) }
})
afterAll(async () => {
  await browser?.close()
  await server?.destroy()
})

const words = wordsOf('es-ES')
const home = '/pages/tabbar/home'
const chartOf = (symbol: string): string => `/pages/stock/stockKline?symbol=${symbol}`

/** A screen of a width, with the demo customer signed in. */
async function openScreen(
  width: number,
  { height = 900, signedIn = true } = {},
): Promise<{
  readonly page: Page
  readonly context: BrowserContext
  readonly troubles: readonly string[]
  readonly failed: string[]
}> {
  const context = await browser.newContext({
    baseURL: server.block.url,
    serviceWorkers: 'block',
    viewport: { width, height },
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    reducedMotion: 'reduce',
  })
  await context.addInitScript(
    (kept) => {
      if (kept === undefined) return
      localStorage.setItem('userToken', kept.token)
      localStorage.setItem('userInfo', kept.user)
    },
    signedIn ? session : undefined,
  )
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  return { page, context, troubles: troublesOf(page), failed: failuresOf(page) }
}

/** Requests that fail from now on. What a page no longer waits for when it is left did not fail. */
function failuresOf(page: Page): string[] {
  const failed: string[] = []
  page.on('requestfailed', (request) => {
    const said = request.failure()?.errorText ?? ''
    if (said !== 'net::ERR_ABORTED') failed.push(`${request.method()} ${new URL(request.url()).pathname}: ${said}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${new URL(response.url()).pathname}`)
  })
  return failed
}

/** Screens as they open, each page once. */
const plain = [
  ...new Map(
    customerScreens
      .filter(
        ({ who, steps, changes, isCutOff, isRefused, isStretched, showsWaiting }) =>
          who === 'owner' &&
          steps === undefined &&
          changes === undefined &&
          ![isCutOff, isRefused, isStretched, showsWaiting].includes(true),
      )
      .map((screen) => [screen.path, screen]),
  ).values(),
]

/** What is wrong with a screen at this width. */
async function faultsOf(page: Page, screen: Pick<Screen, 'name' | 'path' | 'who'>): Promise<readonly string[]> {
  await show({ page } as Parameters<typeof show>[0], screen)
  const look = async () =>
    await seeScreen(page, { practice: words.parts.practice, language: 'es-ES', targetMin: 44, mayFail: false })
  let seen = await look()
  for (const waitMs of [300, 1_500]) {
    if (seen.faults.length === 0) break
    await page.waitForTimeout(waitMs)
    seen = await look()
  }
  // At the smallest width nothing is shortened but names that stand under what names the same.
  const shortened =
    (page.viewportSize()?.width ?? 0) > 320 ? [] : seen.shortened.map((text) => `“${text}” is shortened`)
  return [...seen.faults, ...shortened].map((fault) => `${screen.name}: ${fault}`)
}

/** Whether the instrument of the page is the one that is marked in the list. */
const isMarked = async (page: Page): Promise<boolean> => {
  const { pathname, search } = new URL(page.url())
  return (await page.locator('li[aria-current] a').getAttribute('href')) === pathname + search
}
const pressedSide = (page: Page) => page.locator('fieldset button[aria-pressed=true]')

describe('the desk', () => {
  it('shows rail, instruments, chart, ticket, book and trades, each once, and no tab bar', async () => {
    const { page, context, troubles, failed } = await openScreen(1440)
    await page.goto(chartOf('WALMEX.MX'))
    await page.locator('[data-dock] [data-amount] input').waitFor()
    await page.locator('#kline-chart canvas').first().waitFor()
    await settle(page)
    await expect.poll(() => page.getByRole('navigation').count()).toBe(1)
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1)
    expect(await page.locator('[data-dock]').count()).toBe(1)
    expect(await page.getByRole('heading', { name: words.trading.panels.book, exact: true }).count()).toBe(1)
    const { content, screen } = await page.evaluate(() => ({
      content: document.documentElement.scrollHeight,
      screen: innerHeight,
    }))
    expect(content).toBe(screen)
    expect(troubles).toEqual([])
    expect(failed).toEqual([])
    await context.close()
  })

  it('is led by keys: search, arrows, side, review, and back with what was typed', async () => {
    const { page, context } = await openScreen(1440)
    await page.goto(chartOf('WALMEX.MX'))
    await page.locator('[data-dock] [data-amount] input').waitFor()
    // The list comes after the ticket; keys pressed before it are nobody's.
    const list = page.getByRole('searchbox', { name: words.trading.workspace.keys.search })
    await list.waitFor()
    await page.keyboard.press('/')
    await expect.poll(() => list.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('aapl')
    const found = page.locator('section ul a')
    await expect.poll(() => found.evaluateAll((links) => links[0]?.getAttribute('href'))).toBe(chartOf('AAPL.US'))
    await expect.poll(() => found.count()).toBeLessThan(5)
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${chartOf('AAPL.US')}`)
    await page.getByRole('radio', { name: words.core.families.stock }).click()
    await page.locator('section li a').nth(2).click()
    const before = page.url()
    await page.evaluate(() =>
      document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
    )
    // The sheet has left the history: nobody's finger goes back sooner.
    await expect.poll(() => page.evaluate(() => history.state.layer)).toBeUndefined()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => page.url()).not.toBe(before)
    await expect.poll(() => isMarked(page)).toBe(true)
    const below = page.url()
    await page.keyboard.press('ArrowUp')
    await expect.poll(() => page.url()).not.toBe(below)
    await context.close()
  })
})

describe('what is owned, on the desk', () => {
  it('shows what is owned of a share once, in the table, with the way to selling it', async () => {
    const { page, context, troubles, failed } = await openScreen(1440)
    await page.goto(chartOf('WALMEX.MX'))
    const row = page.locator('tr[aria-current]')
    await row.waitFor()
    expect(await page.locator('#kline-panel tbody tr').first().getAttribute('aria-current')).toBe('true')
    const { owned } = words.trading
    const average = page.getByText(owned.average, { exact: true })
    const strip = page.getByText(owned.title, { exact: true })
    expect([await row.count(), await average.count(), await strip.count()]).toEqual([1, 1, 0])
    await page.getByRole('button', { name: owned.open }).click()
    await page.locator('dialog[open]').getByRole('button', { name: words.trading.sides.sell, exact: true }).waitFor()
    await page.keyboard.press('Escape')
    // Where there is no table, the strip has it.
    await page.setViewportSize({ width: 1000, height: 900 })
    await strip.waitFor()
    expect([await row.count(), await average.count()]).toEqual([0, 1])
    expect([troubles, failed]).toEqual([[], []])
    await context.close()
  })
})

describe('the ticket of the desk', () => {
  it('takes an amount by keys alone, and letters typed in a field switch nothing', async () => {
    const { page, context } = await openScreen(1440)
    await page.goto(chartOf('WALMEX.MX'))
    const amount = page.locator('[data-dock] [data-amount] input')
    await amount.waitFor()
    await settle(page)
    await page.keyboard.press('s')
    await expect.poll(() => pressedSide(page).textContent()).toContain(words.trading.sides.sell)
    await expect.poll(() => amount.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.press('b')
    expect(await pressedSide(page).textContent()).toContain(words.trading.sides.sell)
    await page.keyboard.press('Escape')
    await page.keyboard.press('b')
    await expect.poll(() => pressedSide(page).textContent()).toContain(words.trading.sides.buy)
    await expect.poll(() => amount.evaluate((field) => field === document.activeElement)).toBe(true)
    await page.keyboard.type('3')
    await page.keyboard.press('Enter')
    const review = page.getByRole('heading', { name: words.trading.ticket.reviewTitle.buy })
    await review.waitFor()
    await page.keyboard.press('Escape')
    await review.waitFor({ state: 'detached' })
    expect(await amount.inputValue()).toBe('3')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('heading', { name: words.trading.workspace.keys.title }).waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await context.close()
  })

  it('is not loaded by a phone', async () => {
    const { page, context } = await openPhone(browser, server.block.url, 'es-ES')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(chartOf('WALMEX.MX'))
    await page.locator('#kline-chart canvas').first().waitFor()
    expect(asked.filter((path) => /desk|instruments|rail|held/.test(path))).toEqual([])
    await context.close()
  })
})

describe('the keyboard', () => {
  it.each([390, 1440])('reaches the content first, past the frame, at %i px', async (width) => {
    const { page, context } = await openScreen(width)
    await page.goto(home)
    await settle(page)
    await page.keyboard.press('Tab')
    const link = page.getByRole('link', { name: words.core.tabs.skip })
    expect(await link.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN')
    await context.close()
  })

  it('finds the focus where it was after a sheet and after the way back', async () => {
    const { page, context } = await openScreen(390, { height: 844 })
    // A slow phone: the link is pressed before what loads after the page is there.
    await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.goto(home)
    await settle(page)
    const to = chartOf('AAPL.US')
    await page.locator(`main a[href="${to}"]`).first().focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**${to}`)
    const buy = page.getByRole('button', { name: words.trading.sides.buy, exact: true })
    await buy.waitFor()
    await buy.focus()
    await page.keyboard.press('Enter')
    await page.locator('dialog[open]').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('dialog[open]').waitFor({ state: 'detached' })
    await expect.poll(() => buy.evaluate((one) => one === document.activeElement)).toBe(true)
    await page.evaluate(() =>
      document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined,
    )
    // The sheet has left the history: nobody's finger goes back sooner.
    await expect.poll(() => page.evaluate(() => history.state.layer)).toBeUndefined()
    await page.goBack()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('href') ?? '')).toBe(to)
    await context.close()
  })
})

describe('a phone on its side', () => {
  const turned = { height: 390 }

  it('says on the first screen what this is, over the buttons and not under them', async () => {
    const { page, context, troubles } = await openScreen(844, { ...turned, signedIn: false })
    await page.goto('/pages/common/start')
    await settle(page)
    const isRead = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      const { left, right, top, bottom } = heading.getBoundingClientRect()
      return document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === heading
    })
    expect([isRead, troubles]).toEqual([true, []])
    await context.close()
  })

  it('shows something in both columns wherever the page is', async () => {
    const { page, context, troubles } = await openScreen(844, turned)
    for (const path of [home, '/pages/tabbar/mine', '/pages/user/assets']) {
      await page.goto(path)
      await page.locator('[data-column]').nth(1).waitFor()
      await settle(page)
      const shown = await page.evaluate(() => {
        const [top, bottom] = [80, innerHeight - 50]
        const sides = [0.3, 0.7].map((part) => part * innerWidth)
        const end = document.documentElement.scrollHeight
        return [0, end / 2, end].map((to) => {
          scrollTo({ top: to, behavior: 'instant' })
          return sides.map((x) =>
            [...document.querySelectorAll('[data-column] > *')].some((part) => {
              const box = part.getBoundingClientRect()
              return box.left < x && box.right > x && box.top < bottom && box.bottom > top
            }),
          )
        })
      })
      expect({ path, shown: shown.flat() }).toEqual({ path, shown: Array.from({ length: 6 }, () => true) })
    }
    expect(troubles).toEqual([])
    await context.close()
  })
})

describe('every page', () => {
  it('fits every width, with targets of 44 px and no request that fails', async () => {
    const wrong = await Promise.all(
      [320, 600, 768, 1024, 1440].map(async (width) => {
        const { page, context, troubles, failed } = await openScreen(width)
        await page.goto('/pages/common/lang')
        await settle(page)
        const faults: string[] = []
        for (const screen of plain) faults.push(...(await faultsOf(page, screen)))
        await context.close()
        return [...faults, ...failed, ...troubles].map((fault) => `${width} px: ${fault}`)
      }),
    )
    expect(wrong.flat()).toEqual([])
  }, 300_000)
})
