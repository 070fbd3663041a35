import { present } from '@bolsillo/kernel'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type Language, openBrowser, openPhone, type Phone, type Theme } from './phone.ts'
import { type RunningServer, startServer } from './server-process.ts'

/** What a file of journeys is played on: a server and a browser of its own, from before its first journey to after its last. */
export interface Stage {
  readonly server: RunningServer
  readonly browser: Browser
  /** The phone of a journey: closed after it, and where the journey failed its screen is kept. */
  readonly openPhone: (language: Language, theme?: Theme, deviceScaleFactor?: number) => Promise<Phone>
}

/**
 * Sets a stage up for the file that calls it. The books are read after each journey, or once after all of them where
 * journeys are short and move little.
 */
export function openStage(name: string, booksAfter: 'each' | 'all'): Stage {
  let server: RunningServer | undefined
  let browser: Browser | undefined
  let phone: Phone | undefined
  beforeAll(async () => {
    server = await startServer()
    browser = await openBrowser()
  })
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await phone?.shot(`failed-${name}`)
    await phone?.context.close()
    phone = undefined
    if (booksAfter === 'each') await expectSoundBooks(server)
  })
  afterAll(async () => {
    try {
      await browser?.close()
      if (booksAfter === 'all') await expectSoundBooks(server)
    } finally {
      await server?.destroy()
    }
  })
  return {
    get server() {
      return present(server, 'the server of the stage')
    },
    get browser() {
      return present(browser, 'the browser of the stage')
    },
    openPhone: async (language, theme, deviceScaleFactor) => {
      const { url } = present(server, 'the server of the stage').block
      phone = await openPhone(present(browser, 'the browser of the stage'), url, language, theme, deviceScaleFactor)
      return phone
    },
  }
}

/** Says that the ledger's own check and the independent checker find nothing wrong. Of a server that never ran, nothing. */
export async function expectSoundBooks(server: RunningServer | undefined): Promise<void> {
  if (server === undefined) return
  const [verified, checked] = await Promise.all([server.verifyLedger(), server.checkBooks()])
  expect(verified).toContain('every balance and hold follows')
  expect(checked).toContain('"findings":0')
}
