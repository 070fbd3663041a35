/// <reference lib="dom" />
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromiumFlags, findChromium } from '@bolsillo/tools/chromium'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { type Browser, chromium, type Page } from 'playwright-core'
import { build } from 'vite'
import { type Figure, figure } from './figure.ts'

/**
 * 50,000 candles with SMA and VOL on a phone's screen at three device pixels a pixel: first render, and frames a second
 * while a finger pans; then the same with the processor four times slower.
 */
const candleCount = 50_000
const runs = 5
const panMs = 2000
const folder = fileURLToPath(new URL('chart', import.meta.url))
const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

/** Frames a second while the chart is dragged back and forth. */
async function pan(page: Page): Promise<number> {
  const counting = page.evaluate(
    (ms) =>
      new Promise<number>((resolve) => {
        const startedAt = performance.now()
        let frames = 0
        const count = (): void => {
          frames += 1
          const passed = performance.now() - startedAt
          if (passed < ms) requestAnimationFrame(count)
          else resolve((frames * 1000) / passed)
        }
        requestAnimationFrame(count)
      }),
    panMs,
  )
  await page.mouse.move(200, 150)
  await page.mouse.down()
  const until = Date.now() + panMs
  for (let step = 0; Date.now() < until; step += 1) {
    await page.mouse.move(200 + Math.round(150 * Math.sin(step / 12)), 150)
  }
  await page.mouse.up()
  return counting
}

async function measure(browser: Browser, url: string, slowdown: number): Promise<{ render: number; frames: number }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await page.goto(url)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const render = await page.evaluate<number>(`window.showChart(${candleCount})`)
  const frames = await pan(page)
  await context.close()
  return { render, frames }
}

/** Prints the figures; a bench file's entry point. */
export async function run(): Promise<readonly Figure[]> {
  const figures: Figure[] = []
  const outDir = mkdtempSync(join(tmpdir(), 'bolsillo-chart-'))
  await build({ root: folder, logLevel: 'error', plugins: [react(), tailwind()], build: { outDir, emptyOutDir: true } })
  const server = createServer((request, response) => {
    const file = request.url === '/' ? '/index.html' : (request.url ?? '/index.html')
    try {
      const body = readFileSync(join(outDir, file))
      response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream').end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: [...chromiumFlags, '--force-device-scale-factor=3'],
  })
  try {
    for (const slowdown of [1, 4]) {
      const results: Array<{ render: number; frames: number }> = []
      for (let i = 0; i < runs; i += 1) results.push(await measure(browser, url, slowdown))
      const slower = slowdown === 1 ? '' : `-${slowdown}x-slower`
      const renders = results.map((result) => result.render)
      const frames = results.map((result) => result.frames)
      figures.push(figure(`chart-first-render${slower}`, `ms, ${candleCount} candles`, renders))
      figures.push(figure(`chart-pan${slower}`, 'frames/s', frames, { decimals: 1 }))
    }
  } finally {
    await browser.close()
    server.close()
    rmSync(outDir, { recursive: true, force: true })
  }
  return figures
}
