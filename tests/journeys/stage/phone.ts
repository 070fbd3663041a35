import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromiumFlags, findChromium } from '@bolsillo/tools/chromium'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'

export const languages = ['es-ES', 'en-US', 'pt-BR'] as const
export type Language = (typeof languages)[number]
export type Theme = 'light' | 'dark'

/**
 * How long a step of a journey may take before it counts as never coming: a bound for what hangs, far above what a busy
 * machine needs. No journey says how fast something is.
 */
export const patienceMs = 60_000

/** Where pictures go: a folder named by `npm run pictures`, or one beside the journeys. */
export const pictures = process.env.PICTURES ?? fileURLToPath(new URL('../screenshots/', import.meta.url))

/** The size of the screen: `npm run pictures -- FOLDER --width 1024` looks at other screens than a phone's. */
const pictureSize = {
  width: Number(process.env.PICTURES_WIDTH ?? 390),
  height: Number(process.env.PICTURES_HEIGHT ?? 844),
}

/** A phone, of 390 × 844 unless pictures want another size, in a language and a theme, with what went wrong on it. */
export interface Phone {
  readonly page: Page
  readonly context: BrowserContext
  readonly language: Language
  /** Uncaught errors, console errors and breaches of the content security policy. A journey ends with none. */
  readonly troubles: readonly string[]
  /** Writes a picture of the screen: `screenshots/<language>-<theme>/<name>.png`. */
  readonly shot: (name: string, theme?: Theme) => Promise<void>
}

/** The browser of a journey. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findChromium(), args: [...chromiumFlags] })
}

/** A phone with nothing stored on it. */
export async function openPhone(
  browser: Browser,
  url: string,
  language: Language,
  theme: Theme = 'light',
  deviceScaleFactor = 2,
  serviceWorkers: 'allow' | 'block' = 'block',
): Promise<Phone> {
  const context = await browser.newContext({
    baseURL: url,
    viewport: pictureSize,
    deviceScaleFactor,
    isMobile: true,
    hasTouch: true,
    locale: language === 'es-ES' ? 'es-MX' : language,
    timezoneId: 'America/Mexico_City',
    colorScheme: theme,
    reducedMotion: 'reduce',
    // What a worker asks the server for passes by the routes journeys put in its way. `installed` has one.
    serviceWorkers,
  })
  await context.addInitScript((lang) => {
    if (localStorage.getItem('lang') === null) localStorage.setItem('lang', lang)
  }, language)
  const page = await context.newPage()
  page.setDefaultTimeout(patienceMs)
  const troubles = troublesOf(page)
  afterLayers(page)
  return {
    page,
    context,
    language,
    troubles,
    shot: async (name, shown = theme) => {
      const folder = join(pictures, `${language}-${shown}`)
      mkdirSync(folder, { recursive: true })
      await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' })
    },
  }
}

/** A layer that was closed takes a step back in the history, which would break off a visit that has just begun. */
function afterLayers(page: Page): void {
  const goto = page.goto.bind(page)
  page.goto = async (url, options) => {
    await page
      .waitForFunction(
        () => history.state?.layer === undefined || document.querySelector('dialog[open]') !== null,
        undefined,
        { timeout: 2_000 },
      )
      .catch(() => undefined)
    return goto(url, options)
  }
}

/** What goes wrong on a page from now on: uncaught errors and what is logged as one. */
export function troublesOf(page: Page): readonly string[] {
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    // The browser itself logs every 4xx answer; those are asserted by what the customer sees.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      troubles.push(message.text())
  })
  return troubles
}
