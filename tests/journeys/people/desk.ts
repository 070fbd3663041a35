import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { messages as identityEs } from '@bolsillo/identity/messages/es-ES'
import { generateSync } from 'otplib'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { patienceMs, pictures, troublesOf } from '../stage/phone.ts'
import type { Operator, RunningServer } from '../stage/server-process.ts'

const stepMs = 30_000
/** The last half minute of which each of the staff gave a code, at whichever desk: a code is taken once. */
const lastSteps = new WeakMap<Operator, number>()

/** Somebody of the staff at a screen of 1440 × 900, signed in to the console. */
export interface Desk {
  readonly page: Page
  readonly context: BrowserContext
  /** Opens a section: `identity`. */
  readonly open: (section: string) => Promise<void>
  /** Types a code of the authenticator app into the field of the dialog or page that asks for one. A code is good once. */
  readonly giveCode: () => Promise<void>
  readonly shot: (name: string) => Promise<void>
  /** Uncaught errors and console errors. A journey ends with none. */
  readonly troubles: readonly string[]
}

/** Signs somebody of the staff in, in Spanish, with password and code. */
export async function openDesk(browser: Browser, server: RunningServer, operator: Operator): Promise<Desk> {
  const context = await browser.newContext({
    baseURL: server.block.console,
    viewport: { width: 1440, height: 900 },
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  const troubles = troublesOf(page)
  const { operator: t, factors } = identityEs
  const giveCode = async (): Promise<void> => {
    // The next code is waited for by moving the clock.
    const lastStep = lastSteps.get(operator) ?? 0
    const step = Math.floor((await server.now()) / stepMs)
    if (step === lastStep) await server.advanceClockMs(stepMs)
    lastSteps.set(operator, Math.max(step, lastStep + 1))
    const epoch = Math.floor((await server.now()) / 1000)
    await page
      .getByLabel(factors.codeLabel)
      .last()
      .fill(generateSync({ secret: operator.totpSecret, epoch }))
  }
  await page.goto('/')
  await page.getByRole('textbox', { name: t.account }).fill(operator.account)
  await page.getByLabel(t.password, { exact: true }).fill(operator.password)
  await page.getByRole('button', { name: t.next, exact: true }).click()
  await giveCode()
  await page.getByRole('navigation').first().waitFor()
  return {
    page,
    context,
    troubles,
    giveCode,
    open: async (section) => {
      await page.goto(`/${section}`)
      await page.locator('main').waitFor()
    },
    shot: async (name) => {
      const folder = join(pictures, 'console')
      mkdirSync(folder, { recursive: true })
      await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
    },
  }
}
