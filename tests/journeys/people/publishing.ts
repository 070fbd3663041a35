import { messages as contentEs } from '@bolsillo/content/messages/es-ES'
import { present } from '@bolsillo/kernel'
import type { Browser } from 'playwright-core'
import type { RunningServer } from '../stage/server-process.ts'
import { approveOnly } from './approving.ts'
import { type Desk, openDesk } from './desk.ts'

const { console: t } = contentEs

/** What somebody of the staff writes in the three languages, in the order of the form: title and text of each. */
export interface Written {
  readonly kind: 'notice' | 'news' | 'ad'
  readonly isPinned?: boolean
  readonly symbols?: string
  readonly words: ReadonlyArray<readonly [title: string, text: string]>
}

/** Publishes articles by the console, one after the other: one of the staff writes and proposes, another decides. */
export async function publishArticles(
  browser: Browser,
  server: RunningServer,
  articles: readonly Written[],
): Promise<void> {
  const writer = await openDesk(browser, server, present(server.block.operators[0], 'somebody of the staff'))
  const second = await openDesk(browser, server, present(server.block.operators[1], 'a second of the staff'))
  for (const article of articles) {
    await write(writer, article)
    await writer.page.getByRole('button', { name: t.propose, exact: true }).click()
    await writer.page.getByText(t.waits, { exact: true }).waitFor()
    await approveOnly(second)
  }
  await writer.context.close()
  await second.context.close()
}

/** Writes an article of its own. It is a draft then, and open. */
async function write({ page, open }: Desk, { kind, isPinned = false, symbols, words }: Written): Promise<void> {
  await open('content')
  await page.getByRole('button', { name: t.new, exact: true }).click()
  await page.getByLabel(t.kind, { exact: true }).selectOption(kind)
  if (isPinned) await page.getByText(t.pinned, { exact: true }).click()
  if (symbols !== undefined) await page.getByLabel(t.symbols).fill(symbols)
  for (const [place, language] of ['Español', 'English', 'Português'].entries()) {
    const [title, text] = present(words[place], language)
    await page.getByLabel(`${t.titleOf} (${language})`).fill(title)
    await page.getByLabel(`${t.textOf} (${language})`).fill(text)
  }
  await page.getByRole('button', { name: t.save, exact: true }).click()
  await page.getByRole('button', { name: t.propose, exact: true }).waitFor()
}
