import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from '@bolsillo/contract'
import { login, loginInfo } from '@bolsillo/identity/contract'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, register } from './people/customer.ts'
import { publishPlaces } from './people/publish-places.ts'
import { publishArticles } from './people/publishing.ts'
import { type Album, openAlbum } from './screens/album.ts'
import { walkConsole } from './screens/console.ts'
import { writtenArticles } from './screens/content-screens.ts'
import { customerScreens, harderScreens, onceCutOff } from './screens/customer-screens.ts'
import { writtenPlace } from './screens/location-screens.ts'
import type { Screen, Viewer, Who } from './screens/screen.ts'
import { type Openers, walkSheets } from './screens/sheets.ts'
import { untranslated } from './screens/untranslated.ts'
import { type Findings, noFindings, walk } from './screens/walk.ts'
import { ask } from './stage/api.ts'
import { type Language, languages, openBrowser, openPhone, pictures } from './stage/phone.ts'
import { type RunningServer, startServer } from './stage/server-process.ts'
import { expectSoundBooks } from './stage/stage.ts'
import { wordsOf } from './stage/words.ts'

// Every page of both apps, in every language and both themes: what a machine can see of it; and, for `npm run pictures`,
// pictures and sheets of them for a person to look at.

const person: Person = { phone: '5598761234', password: 'Cometa-4 amarillo', tradePassword: '640193' }
const isAlbum = process.env.PICTURES !== undefined
/** Which screens are walked, by name: `npm run pictures -- FOLDER --only deposit`. */
const wanted = new RegExp(process.env.PICTURES_ONLY ?? '')
/** The languages that are walked: `--language pt-BR`. */
const wantedLanguages = languages.filter((language) => (process.env.PICTURES_LANGUAGE ?? language) === language)
/** How many walks go on at once: much of a walk is waiting, the rest keeps a core busy. */
const walkers = 4
/** A walk has few enough screens that no walk ends long after the others. */
const perWalk = 22

let server: RunningServer
let browser: Browser
/** A customer with a history, and one with nothing yet. */
let visitors: Readonly<Record<Who, Visitor | undefined>>
let pages: readonly Route[]
let sections: readonly Route[]

beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser()
  const [demo] = server.block.customers
  if (demo === undefined) throw new Error('no demo customer')
  const phone = await openPhone(browser, server.block.url, 'es-ES')
  await register(phone, person, isAlbum)
  await phone.context.close()
  visitors = {
    nobody: undefined,
    novice: await visitor(`+52${person.phone}`, person.password, person.tradePassword),
    owner: await visitor(demo.account, demo.password, demo.tradePassword),
  }
  await publishArticles(browser, server, writtenArticles)
  await publishPlaces(browser, server, [writtenPlace])
  pages = await routesOf('../../apps/web/routes.ts', 'pages')
  sections = await routesOf('../../apps/console/sections.ts', 'sections')
})
afterAll(async () => {
  await browser?.close()
  await expectSoundBooks(server)
  await server?.destroy()
})

/** Somebody signed in: what the app keeps of them. */
interface Visitor {
  readonly token: string
  readonly user: string
  readonly tradePassword: string
}

async function visitor(account: string, password: string, tradePassword: string): Promise<Visitor> {
  const { url } = server.block
  const { token } = await ask(url, login, { account, password })
  const { user } = await ask(url, loginInfo, {}, { token })
  return { token, user: JSON.stringify(user), tradePassword }
}

const route = z.object({ path: z.string() })
type Route = z.infer<typeof route>

/** The routes of an app, as its code has them. Home comes with them, and its colors are set on the page at once. */
async function routesOf(file: string, name: string): Promise<readonly Route[]> {
  Reflect.set(globalThis, 'document', { documentElement: { dataset: {} } })
  const module: unknown = await import(/* @vite-ignore */ new URL(file, import.meta.url).href)
  Reflect.deleteProperty(globalThis, 'document')
  return z.object({ [name]: z.array(route) }).parse(module)[name] ?? []
}

/** The screens that are listed, and each page of the code that none of them shows: a new page is seen as it opens. */
function allScreens(): readonly Screen[] {
  const listed = new Set(customerScreens.map(({ path }) => path.split('?')[0]))
  const others = pages
    .map(({ path }) => path)
    .filter((path) => !listed.has(path))
    .map((path) => ({ name: path.replace('/pages/', '').replaceAll('/', '-'), path, who: 'owner' as const }))
  const cutOff = others.map((screen) => ({ ...screen, name: `cut-off-${screen.name}`, ...onceCutOff }))
  return [...customerScreens, ...harderScreens, ...others, ...cutOff]
}

/** Every screen in a language, by who looks at it, in parts of a walk's length. */
function walksIn(language: Language): ReadonlyArray<{ readonly who: Who; readonly screens: readonly Screen[] }> {
  const here = allScreens().filter(
    ({ name, languages: only }) => (only === undefined || only.includes(language)) && wanted.test(name),
  )
  return [...Map.groupBy(here, ({ who }) => who)].flatMap(([who, screens]) =>
    Array.from({ length: Math.ceil(screens.length / perWalk) }, (_, part) => ({
      who,
      screens: screens.slice(part * perWalk, (part + 1) * perWalk),
    })),
  )
}

/** Screens as they open, each page once: what they offer over themselves is opened from there. */
function plainScreens(language: Language): ReturnType<typeof walksIn> {
  const plain = allScreens().filter(
    ({ steps, changes, isCutOff, isStretched, isRefused, showsWaiting }) =>
      steps === undefined && changes === undefined && !isCutOff && !isStretched && !isRefused && !showsWaiting,
  )
  const once = new Set([...new Map(plain.map((screen) => [`${screen.who} ${screen.path}`, screen])).values()])
  return walksIn(language)
    .map(({ who, screens }) => ({ who, screens: screens.filter((screen) => once.has(screen)) }))
    .filter(({ screens }) => screens.length > 0)
}

/** One person's walk on a phone of their own. */
async function onPhone(
  { who, language }: { readonly who: Who; readonly language: Language },
  walkOn: (viewer: Viewer) => Promise<void>,
): Promise<void> {
  const phone = await openPhone(browser, server.block.url, language, 'light', 1)
  const { token = '', user = '', tradePassword = '' } = visitors[who] ?? {}
  if (token !== '') {
    await phone.context.addInitScript(
      (kept) => {
        localStorage.setItem('userToken', kept.token)
        localStorage.setItem('userInfo', kept.user)
      },
      { token, user },
    )
  }
  await walkOn({ ...phone, words: wordsOf(language), who, tradePassword })
  await phone.context.close()
}

/** Runs tasks, some at once. */
async function inTurns(tasks: ReadonlyArray<() => Promise<void>>): Promise<void> {
  const waiting = [...tasks]
  await Promise.all(
    Array.from({ length: walkers }, async () => {
      for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) await task()
    }),
  )
}

/** Keeps what only a person can judge, beside the pictures. */
async function closeAlbum(albums: readonly Album[], findings: Findings): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  writeFileSync(join(pictures, 'faults.txt'), [...new Set(findings.faults)].sort().join('\n'))
  writeFileSync(join(pictures, 'shortened.txt'), [...new Set(findings.shortened)].sort().join('\n'))
  for (const album of albums) await album.drawSheets(browser)
}

test('there is no page of either app that nobody looks at', () => {
  const seen = new Set(allScreens().map(({ path }) => path.split('?')[0]))
  expect(pages.map(({ path }) => path).filter((path) => !seen.has(path))).toEqual([])
  expect(sections.length).toBeGreaterThan(0)
})

test('every page of both apps is sound in every language, by day and by night', async () => {
  const phoneAlbum = isAlbum ? openAlbum({ folder: pictures, title: 'phone' }) : undefined
  const deskAlbum = isAlbum ? openAlbum({ folder: pictures, title: 'desk' }) : undefined
  const findings = noFindings()
  const walks = wantedLanguages.flatMap((language) => walksIn(language).map((part) => ({ ...part, language })))
  const wantedSections = sections.map(({ path }) => path).filter((path) => wanted.test(`console-${path.slice(1)}`))
  await inTurns([
    () => walkConsole(browser, server, { paths: wantedSections, languages: wantedLanguages }, deskAlbum, findings),
    ...walks.map((part) => () => onPhone(part, (on) => walk(on, part.screens, phoneAlbum, findings))),
  ])
  const faults = [...findings.faults, ...untranslated(findings.texts)]
  if (phoneAlbum !== undefined && deskAlbum !== undefined)
    await closeAlbum([phoneAlbum, deskAlbum], { ...findings, faults })
  expect([...new Set(faults)].sort()).toEqual([])
}, 2_400_000)

// Pressing every button of every page takes as long as all the rest: it is done where pictures are made for people.
test.runIf(isAlbum)(
  'whatever a page opens over itself is sound in every language',
  async () => {
    const findings = noFindings()
    const openers: Openers = new Map()
    // What opens something is found in one language, and opened again in the others.
    for (const some of [wantedLanguages.slice(0, 1), wantedLanguages.slice(1)]) {
      const walks = some.flatMap((language) => plainScreens(language).map((part) => ({ ...part, language })))
      await inTurns(
        walks.map((part) => () => onPhone(part, (on) => walkSheets(on, part.screens, openers, undefined, findings))),
      )
    }
    const opened = [...openers.values()].reduce((sum, found) => sum + found.length, 0)
    console.log(`${opened} sheets of ${openers.size} screens were opened`)
    const faults = [...findings.faults, ...untranslated(findings.texts)]
    expect([...new Set(faults)].sort()).toEqual([])
    if (process.env.PICTURES_ONLY === undefined) expect(opened).toBeGreaterThan(20)
  },
  2_400_000,
)
