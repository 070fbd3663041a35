import { messages as coreEn } from '@bolsillo/app-console/words/en-US'
import { messages as coreEs } from '@bolsillo/app-console/words/es-ES'
import { messages as corePt } from '@bolsillo/app-console/words/pt-BR'
import type { Browser, Page } from 'playwright-core'
import { openDesk } from '../people/desk.ts'
import type { Language } from '../stage/phone.ts'
import type { RunningServer } from '../stage/server-process.ts'
import type { Album } from './album.ts'
import { seeScreen } from './see-screen.ts'
import { settle } from './settle.ts'
import { axeFaults, type Findings, note } from './walk.ts'

const ribbons: Readonly<Record<Language, string>> = {
  'es-ES': coreEs.practice,
  'en-US': coreEn.practice,
  'pt-BR': corePt.practice,
}

/** The smallest target of a mouse, by WCAG 2.2 AA. */
const mousePx = 24

/** Looks at every section of the console, with its first case open where it is a queue. */
export async function walkConsole(
  browser: Browser,
  server: RunningServer,
  { paths, languages }: { readonly paths: readonly string[]; readonly languages: readonly Language[] },
  album: Album | undefined,
  findings: Findings,
): Promise<void> {
  const [operator] = server.block.operators
  if (operator === undefined) throw new Error('no demo staff')
  const desk = await openDesk(browser, server, operator)
  const { page } = desk
  const { width, height } = page.viewportSize() ?? { width: 1440, height: 900 }
  await page.setViewportSize({
    width: Number(process.env.PICTURES_WIDTH ?? width),
    height: Number(process.env.PICTURES_HEIGHT ?? height),
  })
  for (const language of languages) {
    await page.evaluate((lang) => localStorage.setItem('lang', lang), language)
    for (const path of paths) {
      try {
        await lookAt(page, path, language, album, findings)
      } catch (error) {
        const said = error instanceof Error ? error.message.split('\n').slice(0, 4).join(' ') : 'unknown'
        findings.faults.push(`console-${path.slice(1)} (${language}): ${said}`)
      }
    }
  }
  findings.faults.push(...desk.troubles.map((trouble) => `console: ${trouble}`))
  await desk.context.close()
}

/** One section, with its first case open. What is wrong, and what shows, goes to the findings; pictures to the album. */
async function lookAt(
  page: Page,
  path: string,
  language: Language,
  album: Album | undefined,
  findings: Findings,
): Promise<void> {
  const screen = { name: `console-${path.slice(1)}`, path, who: 'nobody' as const }
  await page.goto(path)
  await settle(page)
  const row = page.locator('section ul button').first()
  if ((await row.count()) > 0) {
    await row.click()
    await settle(page)
  }
  const options = { practice: ribbons[language], language, targetMin: mousePx, mayFail: false }
  note(findings, screen, language, await seeScreen(page, options))
  for (const theme of ['light', 'dark'] as const) {
    if (album === undefined && (language !== 'es-ES' || theme === 'dark')) continue
    if (theme !== (process.env.PICTURES_THEME ?? theme)) continue
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await album?.keep(page, { name: screen.name, language, theme })
    if (language !== 'es-ES') continue
    for (const fault of await axeFaults(page, theme === 'light' ? 'all' : 'colours'))
      findings.faults.push(`${screen.name} (${theme}): ${fault}`)
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}
