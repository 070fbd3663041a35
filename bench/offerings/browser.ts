import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assert } from '@bolsillo/kernel'
import { chromiumFlags, findChromium } from '@bolsillo/tools/chromium'
import { type Browser, chromium } from 'playwright-core'
import { build } from 'vite'
import { type Figure, figure } from '../figure.ts'
import type { PageReplay } from './page/page.ts'
import { makeApplications, makeFile } from './world.ts'

// The file of a million applications run again in a browser: how long it takes, and how long the page stands still in it.

const runsCount = 3
const folder = fileURLToPath(new URL('page', import.meta.url))
const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }

async function replayIn(browser: Browser, url: string): Promise<PageReplay> {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  await page.goto(url)
  const made = await page.evaluate<PageReplay>(`window.replayAllotment('/allotment')`)
  await page.close()
  assert(made.kind === 'equal' && made.moves > 10, 'the file is equal, and its progress moved')
  return made
}

/** A million applications allotted again in a browser. */
export async function run(): Promise<readonly Figure[]> {
  const file = makeFile(makeApplications())
  const outDir = mkdtempSync(join(tmpdir(), 'bolsillo-allotment-'))
  await build({ root: folder, logLevel: 'error', build: { outDir, emptyOutDir: true } })
  const server = createServer(({ url = '/' }, response) => {
    if (url === '/allotment') return response.end(file)
    try {
      const name = url === '/' ? '/index.html' : url
      return response
        .setHeader('content-type', types[extname(name)] ?? 'text/plain')
        .end(readFileSync(join(outDir, name)))
    } catch {
      return response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
  const browser = await chromium.launch({ executablePath: findChromium(), args: [...chromiumFlags] })
  const runs: PageReplay[] = []
  try {
    for (let run = 0; run < runsCount; run += 1) runs.push(await replayIn(browser, url))
  } finally {
    await browser.close()
    server.close()
    rmSync(outDir, { recursive: true, force: true })
  }
  return [
    figure(
      'offerings-browser',
      's',
      runs.map(({ seconds }) => seconds),
      { decimals: 2 },
    ),
    figure(
      'offerings-browser-frame',
      'ms',
      runs.map(({ longestFrameMs }) => longestFrameMs),
    ),
  ]
}

if (import.meta.main) for (const made of await run()) console.log(JSON.stringify(made))
