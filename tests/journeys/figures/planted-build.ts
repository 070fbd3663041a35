import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from 'playwright-core'
import { type FigureFault, switchName } from './faults.ts'

const root = fileURLToPath(new URL('../../../', import.meta.url))

/** Builds the app with all faults in it. @returns its folder. */
export function buildPlanted(): string {
  const folder = mkdtempSync(join(tmpdir(), 'bolsillo-planted-'))
  const config = fileURLToPath(new URL('planted.vite.config.ts', import.meta.url))
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const args = ['build', '--config', config, '--outDir', folder, '--emptyOutDir', '--logLevel', 'error']
  const done = spawnSync(process.execPath, [vite, ...args], {
    cwd: join(root, 'apps/web'),
    stdio: ['ignore', 2, 2],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  if (done.status !== 0) throw new Error('the app could not be built with its faults: what Vite says is above')
  return folder
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Serves the planted app in place of the server's own, with one of its faults switched on. */
export async function plant(context: BrowserContext, folder: string, fault: FigureFault): Promise<void> {
  // A page that is not from the network may open no line to this machine by itself.
  await context.grantPermissions(['local-network-access'])
  await context.addInitScript(`globalThis.${switchName} = ${JSON.stringify(fault.name)}`)
  if (fault.alter !== undefined) await context.addInitScript(`window.figuresAlter = ${fault.alter.toString()}`)
  await context.route(
    (url) => !url.pathname.startsWith('/ipcf-api'),
    async (route) => {
      const { pathname } = new URL(route.request().url())
      const name = extname(pathname) === '' ? '/index.html' : pathname
      const file = join(folder, name)
      if (existsSync(file))
        await route.fulfill({
          body: readFileSync(file),
          contentType: types[extname(name)] ?? 'application/octet-stream',
        })
      else await route.continue()
    },
  )
}
