import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const systemPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Flags for a browser that opens nothing but the pages of a test: no sandbox as root, no calls home. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
] as const

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function onPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(':')
  return folders.map((folder) => `${folder}/${name}`).find(isExecutable)
}

function installed(): string | undefined {
  return systemNames.map(onPath).find((path) => path !== undefined) ?? systemPlaces.find(isExecutable)
}

/** Whether apt can install without asking anybody: root on a Debian family. */
function isRootOnDebian(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && onPath('apt-get') !== undefined
}

/** Where playwright-core keeps the browser it downloads, asked of playwright itself. */
function playwrightDownload(): string {
  const cli = fileURLToPath(new URL('../node_modules/playwright-core/cli.js', import.meta.url))
  execFileSync(process.execPath, [cli, 'install', '--with-deps', 'chromium'], { stdio: ['ignore', 2, 2] })
  const script = "import('playwright-core').then((p) => console.log(p.chromium.executablePath()))"
  return execFileSync(process.execPath, ['-e', script], { encoding: 'utf8' }).trim()
}

/**
 * The path of a Chromium: `CHROMIUM_PATH`, else the system's, else one installed now (apt as root on Debian, otherwise
 * playwright's download).
 * @throws Error that names what was tried.
 */
export function findChromium(): string {
  const named = process.env.CHROMIUM_PATH
  if (named !== undefined && named !== '') {
    if (!isExecutable(named)) throw new Error(`CHROMIUM_PATH is ${named}, which is not an executable file`)
    return named
  }
  const found = installed()
  if (found !== undefined) return found
  if (isRootOnDebian()) {
    const system = readFileSync('/etc/debian_version', 'utf8').trim()
    process.stderr.write(`No Chromium found: installing Debian ${system}'s with apt-get\n`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('apt-get', ['update', '-qq'], { stdio: ['ignore', 2, 2], env })
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
      stdio: ['ignore', 2, 2],
      env,
    })
    const now = installed()
    if (now !== undefined) return now
  }
  return playwrightDownload()
}
