import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import type { Theme } from '../stage/phone.ts'
import type { Album } from './album.ts'
import { allWords } from './all-words.ts'
import { changeWire, type Screen, type Viewer } from './screen.ts'
import { type Seen, seeScreen } from './see-screen.ts'
import { drawn, settle } from './settle.ts'

/** What was found on the screens of a walk. */
export interface Findings {
  readonly faults: string[]
  readonly shortened: string[]
  /** By screen, then by language: the texts that showed. */
  readonly texts: Map<string, Map<string, readonly string[]>>
}

export const noFindings = (): Findings => ({ faults: [], shortened: [], texts: new Map() })

// Keys are dotted paths that begin with a group of a room's words; an unfilled placeholder keeps its braces.
const groups = (await allWords('es-ES')).flatMap((room) => Object.keys(room).filter((key) => key.length > 3))
const rawKey = new RegExp(`(?<![\\w@.-])(?:${[...new Set(groups)].join('|')})\\.[a-z][\\w-]*|\\{\\w+\\}`)

const thumbPx = 44
/** The only theme pictures are made in: `--theme dark`. Both without. */
const wantedTheme = process.env.PICTURES_THEME
const fadingMs = [200, 400, 1_600]
/** A small page that asks for nothing, and the one beside it. */
const between = '/pages/common/lang'
const home = '/pages/tabbar/home'

// The checker alone, for a page that is walked within: it is brought once, not with every look.
const fromBuilder = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))
const axeSource = readFileSync(fromBuilder.resolve('axe-core/axe.min.js'), 'utf8')

/**
 * Opens a page within the running app, which is how customers get from page to page, and waits until it is complete.
 * What shows now is not what is waited for, so it is marked; and another state of the same page is reached over another
 * page, because nothing tells when a page has read its new query.
 */
export async function show(on: Viewer, { path, showsWaiting = false }: Screen): Promise<void> {
  const { page } = on
  if (new URL(path, page.url()).pathname === new URL(page.url()).pathname) {
    await go(on, new URL(page.url()).pathname === between ? home : between)
    await settle(page)
  }
  await go(on, path)
  await settle(page, showsWaiting)
}

async function go({ page }: Viewer, path: string): Promise<void> {
  await page.evaluate((to) => {
    document.querySelector('main')?.setAttribute('data-left', '')
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  }, path)
}

/** A fresh start of the app on a small page: nothing of the last screen is left. */
export async function startAgain({ page }: Viewer): Promise<void> {
  await page.goto(between)
  await settle(page)
}

/** Walks somebody through screens. What is wrong, and what shows, goes to the findings; pictures to the album. */
export async function walk(
  on: Viewer,
  screens: readonly Screen[],
  album: Album | undefined,
  findings: Findings,
): Promise<void> {
  await startAgain(on)
  for (const screen of screens) {
    const restore = await changeWire(on, screen)
    try {
      await show(on, screen)
      await screen.steps?.(on)
      if (screen.steps !== undefined) await settle(on.page, screen.showsWaiting)
      await look(on, screen, album, findings)
      if (screen.isCutOff || screen.changes !== undefined || (await on.page.locator('dialog[open]').count()) > 0) {
        await restore()
        await startAgain(on)
      }
    } catch (error) {
      await on.shot(`failed-${screen.name}`)
      const said = error instanceof Error ? error.message.split('\n').slice(0, 4).join(' ') : 'unknown'
      findings.faults.push(`${screen.name} (${on.language}): ${said}`)
      await startAgain(on)
    } finally {
      await restore()
    }
  }
  for (const trouble of on.troubles) findings.faults.push(`${on.who} (${on.language}): ${trouble}`)
}

/**
 * A fault is one that lasts: colors of a busy chart come a moment after the theme, a sheet slides in. So the page is looked at
 * again while something is amiss, each time after a longer moment.
 */
async function lasting<T>(page: Page, look: () => Promise<T>, isAmiss: (seen: T) => boolean): Promise<T> {
  let seen = await look()
  for (const waitMs of fadingMs) {
    if (!isAmiss(seen)) return seen
    await page.waitForTimeout(waitMs)
    seen = await look()
  }
  return seen
}

/** Looks at what shows now, by day and by night. */
export async function look(on: Viewer, screen: Screen, album: Album | undefined, findings: Findings): Promise<void> {
  const { page, language } = on
  const see = (): Promise<Seen> =>
    seeScreen(page, {
      practice: on.words.parts.practice,
      language,
      targetMin: thumbPx,
      mayFail: screen.isCutOff === true || screen.isRefused === true || screen.showsWaiting === true,
    })
  note(findings, screen, language, await lasting(page, see, ({ faults }) => faults.length > 0))
  const add = (theme: Theme) => async (fault: string) =>
    void findings.faults.push(`${screen.name} (${language}, ${theme}): ${fault}`)
  for (const theme of ['light', 'dark'] as const) {
    // Only colors change with the theme: without an album, the dark theme is walked only where colors are judged.
    if (theme === 'dark' && album === undefined && language !== 'es-ES') continue
    if (theme !== (wantedTheme ?? theme)) continue
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await drawn(page)
    await album?.keep(page, { name: screen.name, language, theme })
    // The accessibility of a screen does not depend on its language; its colors do on the theme.
    if (language === 'es-ES' && screen.isCutOff !== true) {
      const rules = theme === 'light' ? 'all' : 'colours'
      const look = (): Promise<readonly string[]> => axeFaults(page, rules)
      for (const fault of await lasting(page, look, ({ length }) => length > 0)) await add(theme)(fault)
    }
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

/** Keeps what was seen on a screen in a language. */
export function note(findings: Findings, screen: Screen, language: string, seen: Seen): void {
  for (const fault of seen.faults) findings.faults.push(`${screen.name} (${language}): ${fault}`)
  if (screen.isStretched !== true) {
    for (const text of seen.shortened) findings.shortened.push(`${screen.name} (${language}): ${text}`)
  }
  for (const text of seen.texts) {
    const raw = rawKey.exec(text)
    if (raw !== null) findings.faults.push(`${screen.name} (${language}): “${raw[0]}” is no text`)
  }
  const ofScreen = findings.texts.get(screen.name) ?? new Map<string, readonly string[]>()
  ofScreen.set(language, seen.texts)
  findings.texts.set(screen.name, ofScreen)
}

interface Checker {
  readonly run: (
    on: Document,
    options: object,
  ) => Promise<{
    readonly violations: ReadonlyArray<{
      readonly id: string
      readonly impact: string
      readonly nodes: ReadonlyArray<{ readonly html: string }>
    }>
  }>
}

/** What axe finds serious: everything, or only what a theme changes. */
export async function axeFaults(page: Page, rules: 'all' | 'colours'): Promise<readonly string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  if (!isThere) await page.evaluate(axeSource)
  return await page.evaluate(async (wanted) => {
    const { axe } = globalThis as unknown as { axe: Checker }
    const options = wanted === 'all' ? {} : { runOnly: ['color-contrast'] }
    const { violations } = await axe.run(document, { ...options, resultTypes: ['violations'] })
    return violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.slice(0, 3).map(({ html }) => `axe ${id}: ${html.slice(0, 160)}`))
  }, rules)
}
