import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { messages as approvalsEn } from '@bolsillo/approvals/messages/en-US'
import { messages as approvalsEs } from '@bolsillo/approvals/messages/es-ES'
import { messages as approvalsPt } from '@bolsillo/approvals/messages/pt-BR'
import { messages as contentEn } from '@bolsillo/content/messages/en-US'
import { messages as contentEs } from '@bolsillo/content/messages/es-ES'
import { messages as contentPt } from '@bolsillo/content/messages/pt-BR'
import { messages as depositsEn } from '@bolsillo/deposits/messages/en-US'
import { messages as depositsEs } from '@bolsillo/deposits/messages/es-ES'
import { messages as depositsPt } from '@bolsillo/deposits/messages/pt-BR'
import { mail as mailEn } from '@bolsillo/identity/messages/mail/en-US'
import { mail as mailEs } from '@bolsillo/identity/messages/mail/es-ES'
import { mail as mailPt } from '@bolsillo/identity/messages/mail/pt-BR'
import { messages as kycEn } from '@bolsillo/kyc/messages/en-US'
import { messages as kycEs } from '@bolsillo/kyc/messages/es-ES'
import { messages as kycPt } from '@bolsillo/kyc/messages/pt-BR'
import { writeShortText } from '@bolsillo/rail-phone-messages'
import { writeLetter } from '@bolsillo/rail-smtp'
import { messages as supportEn } from '@bolsillo/support/messages/en-US'
import { messages as supportEs } from '@bolsillo/support/messages/es-ES'
import { messages as supportPt } from '@bolsillo/support/messages/pt-BR'
import { messages as withdrawalsEn } from '@bolsillo/withdrawals/messages/en-US'
import { messages as withdrawalsEs } from '@bolsillo/withdrawals/messages/es-ES'
import { messages as withdrawalsPt } from '@bolsillo/withdrawals/messages/pt-BR'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { axeFaults } from '../screens/walk.ts'
import { type Language, languages, openBrowser, pictures } from '../stage/phone.ts'

// Every letter there is, as a program that shows mail shows it: on a phone and on a desk, by day and in the dark.

const noticesOf = (...rooms: readonly { readonly notices: unknown }[]): readonly unknown[] =>
  rooms.map(({ notices }) => notices)
const written: Readonly<Record<Language, readonly unknown[]>> = {
  'es-ES': [mailEs, ...noticesOf(approvalsEs, contentEs, depositsEs, kycEs, supportEs, withdrawalsEs)],
  'en-US': [mailEn, ...noticesOf(approvalsEn, contentEn, depositsEn, kycEn, supportEn, withdrawalsEn)],
  'pt-BR': [mailPt, ...noticesOf(approvalsPt, contentPt, depositsPt, kycPt, supportPt, withdrawalsPt)],
}

const appUrl = 'https://app.bolsillo.example'
const places = { appUrl, origins: [appUrl], practice: true }
const isAlbum = process.env.PICTURES !== undefined
const wanted = new RegExp(process.env.PICTURES_ONLY ?? '')
const looks = [
  { width: 390, theme: 'light' },
  { width: 390, theme: 'dark' },
  { width: 600, theme: 'light' },
  { width: 600, theme: 'dark' },
] as const

interface Template {
  readonly name: string
  readonly title: string
  readonly text: string
}

/** Everything with a title and a text, wherever it is in the words of a room. */
function templatesIn(words: unknown, name = ''): readonly Template[] {
  if (typeof words !== 'object' || words === null) return []
  const { title, text } = words as { readonly title?: unknown; readonly text?: unknown }
  if (typeof title === 'string' && typeof text === 'string') return [{ name, title, text }]
  return Object.entries(words).flatMap(([key, value]) => templatesIn(value, name === '' ? key : `${name}-${key}`))
}

// The longest that is likely: what fits with them fits.
const values: Readonly<Record<string, string>> = {
  code: '481920',
  minutes: '10',
  hours: '24',
  link: `${appUrl}/pages/account/freeze?token=${'q7Xw'.repeat(11)}`,
  email: 'mariana.gutierrez.villasenor@correo-electronico.example',
  phone: '+52 55 •••• 1907',
  device: 'Samsung Internet · Android',
  network: '2806:2f0:9060:4a1c::/64',
  amount: '12,345,678.90 MXN',
  reference: 'R-48192031',
  reason: '…',
  name: 'María Ruiz Villaseñor',
  account: 'maria.ruiz',
  roles: 'support, auditor',
  from: '30/11/2026 09:00',
  until: '30/11/2026 09:00',
  when: '30/11/2026 09:00',
  factor: 'Pixel 9',
  left: '7',
}

function letterOf(language: Language, { title, text }: Template) {
  const used = [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  const fill = (words: string): string => words.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? `‹${name}›`)
  const code = used.includes('code') ? { code: '481920' } : {}
  return { language, title: fill(title), text: fill(text), ...code, hasLink: /\{link\}$/.test(text) }
}

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser?.close())

/** What is wrong with a letter as it is shown: empty when nothing is. */
async function faultsOf(page: Page, letter: ReturnType<typeof letterOf>): Promise<readonly string[]> {
  const seen = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    lang: document.documentElement.lang,
    text: document.body.textContent,
    pictures: [...document.querySelectorAll('img:not([alt])')].length,
    loads: [...document.querySelectorAll('[src], link[href]')].length,
    links: [...document.querySelectorAll('a')].map(({ href }) => href),
    practice: (document.querySelector('.practice')?.getBoundingClientRect().height ?? 0) > 0,
  }))
  const links = letter.hasLink ? [values.link] : []
  const rest = letter.hasLink ? letter.text.slice(0, letter.text.lastIndexOf(': http')) : letter.text
  return [
    ...(seen.width > 0 ? [`scrolls sideways by ${seen.width} px`] : []),
    ...(seen.lang === letter.language ? [] : ['is in no language']),
    ...(seen.pictures + seen.loads > 0 ? ['loads something'] : []),
    ...(seen.practice ? [] : ['has no mark of the practice market']),
    ...(seen.text.includes(letter.title) && seen.text.includes(rest) ? [] : ['lacks its text']),
    ...(/[{}]|undefined|null/.test(seen.text) ? ['has an empty place'] : []),
    ...(JSON.stringify(seen.links) === JSON.stringify(links) ? [] : [`links to ${seen.links.join()}`]),
  ]
}

/** Writes a picture of short texts, as a phone shows them. */
async function seeBubbles(language: Language, texts: readonly string[]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 })
  await page.setContent(`<html lang="${language}"><body style="margin:12px;font:16px/22px system-ui">`)
  const width = await page.evaluate((all) => {
    for (const text of all) {
      const bubble = document.body.appendChild(document.createElement('p'))
      bubble.style.cssText =
        'max-width:300px;margin:0 0 10px;padding:10px 14px;border-radius:18px;background:#e9e9eb;white-space:pre-wrap;overflow-wrap:anywhere'
      bubble.textContent = text
    }
    return document.documentElement.scrollWidth
  }, texts)
  expect(width).toBe(390)
  await page.screenshot({ path: join(pictures, `short-texts-${language}.png`), fullPage: true })
  await page.close()
}

describe.each(languages)('letters in %s', (language) => {
  const templates = written[language].flatMap((words) => templatesIn(words))

  test('are all of them, as in the other languages', () => {
    expect(templates.length).toBeGreaterThan(60)
    const others = written['es-ES'].flatMap((words) => templatesIn(words))
    expect(templates.map(({ name }) => name)).toEqual(others.map(({ name }) => name))
  })

  test.each(looks)('fit, are legible and whole at $width px, $theme', async ({ width, theme }) => {
    const context = await browser.newContext({
      viewport: { width, height: 500 },
      colorScheme: theme,
      deviceScaleFactor: isAlbum ? 2 : 1,
    })
    const page = await context.newPage()
    const faults: string[] = []
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    for (const template of templates) {
      const letter = letterOf(language, template)
      await page.setContent(writeLetter(letter, places).html)
      const found = [...(await faultsOf(page, letter)), ...(await axeFaults(page, width === 390 ? 'all' : 'colours'))]
      faults.push(...found.map((fault) => `${template.name} ${fault}`))
      if (!isAlbum || !wanted.test(`letter-${template.name}`)) continue
      const folder = join(pictures, `${language}-${theme}`)
      mkdirSync(folder, { recursive: true })
      await page.screenshot({ path: join(folder, `letter-${template.name}-${width}.png`), fullPage: true })
    }
    await context.close()
    expect(faults).toEqual([])
    expect(requests).toEqual([])
  })

  test.runIf(isAlbum)('are seen as the bubbles of a phone', async () => {
    await seeBubbles(
      language,
      templates.map((template) => writeShortText(letterOf(language, template), places)),
    )
  })

  test('say the same as short texts, with the mark, whole, and with no link but ours', () => {
    for (const template of templates) {
      const letter = letterOf(language, template)
      const short = writeShortText(letter, places)
      expect(short, template.name).toMatch(/^\[(?:Práctica|Practice|Prática)/)
      expect(short, template.name).not.toContain('…:')
      expect(short.length, template.name).toBeLessThan(480)
      const links = [...short.matchAll(/https?:\/\/\S+/g)].map(([link]) => link)
      expect(links, template.name).toEqual(letter.hasLink ? [values.link] : [])
      expect(short.replaceAll(/https?:\/\/\S+|\S*@\S+/g, ''), template.name).not.toMatch(/\p{L}\.\p{L}{2,}/u)
    }
  })
})
