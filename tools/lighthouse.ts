import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@bolsillo/journeys/stage/server-process'
import { launch } from 'chrome-launcher'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright-core'
import { chromiumFlags, findChromium } from './chromium.ts'

/**
 * `npm run lighthouse`: home, a chart, the ticket and the positions on a phone (Lighthouse's mobile defaults), with a
 * live market, signed out and signed in. Starts a server of its own on a folder of its own. One JSON line per figure,
 * like `npm run bench`; exit code 1 when one misses its target. The first argument gives the number of runs (default
 * 3; figures are medians), the second a part of the name of the pages to measure.
 */
interface Target {
  readonly name: string
  readonly unit: string
  readonly isMet: (value: number, page: string) => boolean
}

/** What a visitor without a session sees of the positions is the way to them: the login page. */
const pages: ReadonlyArray<{ readonly name: string; readonly path: string }> = [
  { name: 'home', path: '/pages/tabbar/home' },
  { name: 'chart', path: '/pages/stock/stockKline?symbol=WALMEX.MX' },
  { name: 'ticket', path: '/pages/tabbar/trade?family=stock&symbol=WALMEX.MX' },
  { name: 'positions', path: '/pages/tabbar/position' },
]

const targets: readonly Target[] = [
  { name: 'performance', unit: 'score', isMet: (value) => value >= 95 },
  { name: 'accessibility', unit: 'score', isMet: (value) => value >= 100 },
  { name: 'best-practices', unit: 'score', isMet: (value) => value >= 100 },
  { name: 'largest-contentful-paint', unit: 'ms', isMet: (value) => value <= 2000 },
  { name: 'total-blocking-time', unit: 'ms', isMet: (value) => value <= 200 },
  { name: 'cumulative-layout-shift', unit: '', isMet: (value) => value <= 0.05 },
  { name: 'requests', unit: '', isMet: (value) => value <= 25 },
  // Of other pages the size check weighs what they add; the chart's library alone weighs half of what home does.
  { name: 'javascript', unit: 'bytes', isMet: (value, page) => page !== 'home' || value <= 125_000 },
]

type Figures = Readonly<Record<string, number>>

interface RequestItem {
  readonly url?: string
  readonly resourceType?: string
  readonly transferSize?: number
}

/** One Lighthouse run of a page with an empty cache (what the page stored itself, like a session, stays), in the browser at a debugging port, as plain figures; complaints go to standard error. */
async function measure(url: string, port: number): Promise<Figures> {
  const result = await lighthouse(url, {
    port,
    logLevel: 'error',
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
  })
  if (result === undefined) throw new Error('Lighthouse gave no result')
  const { categories, audits } = result.lhr
  const details = audits['network-requests']?.details as { items?: readonly RequestItem[] } | undefined
  const requests = details?.items ?? []
  for (const id of ['accessibility', 'best-practices']) {
    for (const { id: audit } of categories[id]?.auditRefs ?? []) {
      const found = audits[audit]
      if (found?.score !== null && found !== undefined && found.score < 1) {
        process.stderr.write(`${id}: ${found.title} ${JSON.stringify(found.details ?? {}).slice(0, 800)}\n`)
      }
    }
  }
  if (requests.length > 25)
    process.stderr.write(`${requests.map(({ url = '' }) => new URL(url).pathname).join('\n')}\n`)
  const score = (id: string): number => Math.round((categories[id]?.score ?? 0) * 100)
  const value = (id: string): number => audits[id]?.numericValue ?? Number.NaN
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    'largest-contentful-paint': Math.round(value('largest-contentful-paint')),
    'total-blocking-time': Math.round(value('total-blocking-time')),
    'cumulative-layout-shift': Math.round(value('cumulative-layout-shift') * 1000) / 1000,
    requests: requests.length,
    javascript: requests
      .filter((item) => item.resourceType === 'Script')
      .reduce((sum, item) => sum + (item.transferSize ?? 0), 0),
  }
}

/** Signs a demo customer in through the login page itself, in the profile Lighthouse will use. */
async function signIn(profile: string, url: string, account: string, password: string): Promise<void> {
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: [...chromiumFlags],
    viewport: { width: 390, height: 844 },
  })
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(`${url}/pages/account/login`)
  if (account.includes('@')) await page.getByRole('radio').last().click()
  await page.locator('input:not([type=password])').first().fill(account)
  await page.locator('input[type=password]').fill(password)
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => (localStorage.getItem('userToken') ?? '') !== '')
  await context.close()
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

const runs = Math.max(1, Number(process.argv[2] ?? '3') || 3)
const wanted = pages.filter(({ name }) => name.includes(process.argv[3] ?? ''))
const profile = mkdtempSync(join(tmpdir(), 'bolsillo-lighthouse-'))
const server = await startServer()

/** The medians of some runs of a page, in the profile whose session they use. */
async function measureOften(path: string): Promise<Figures> {
  const figures: Figures[] = []
  for (let run = 0; run < runs; run += 1) {
    const browser = await launch({
      chromePath: findChromium(),
      userDataDir: profile,
      chromeFlags: ['--headless=new', ...chromiumFlags],
    })
    try {
      figures.push(await measure(`${server.block.url}${path}`, browser.port))
    } finally {
      browser.kill()
    }
  }
  return Object.fromEntries(targets.map(({ name }) => [name, median(figures.map((one) => one[name] ?? Number.NaN))]))
}

let missed = 0
try {
  for (const who of ['signed-out', 'signed-in'] as const) {
    const customer = server.block.customers[0]
    if (who === 'signed-in' && customer !== undefined)
      await signIn(profile, server.block.url, customer.account, customer.password)
    for (const page of wanted) {
      const figures = await measureOften(page.path)
      for (const { name, unit, isMet } of targets) {
        const value = figures[name] ?? Number.NaN
        const met = isMet(value, page.name)
        if (!met) missed += 1
        console.log(JSON.stringify({ bench: `lighthouse ${page.name} ${who}: ${name}`, value, unit, met, runs }))
      }
    }
  }
} finally {
  await server.destroy()
  rmSync(profile, { recursive: true, force: true })
}
process.exitCode = missed === 0 ? 0 : 1
