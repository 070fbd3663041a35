import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `npm run lock`: adds to package-lock.json the optional packages of other platforms that npm left out because this
 * machine's registry does not carry them. Without them `npm ci` calls the lock file incomplete, and on another
 * platform it would leave its native parts out. Versions come from the package that wants them, which names one.
 */
interface LockedPackage {
  readonly version?: string
  readonly dev?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const path = join(fileURLToPath(new URL('..', import.meta.url)), 'package-lock.json')
const lock = JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, LockedPackage> }

/** Where Node would find `name` from the package at `parent`, if it is locked. */
function isLocked(parent: string, name: string): boolean {
  let place = parent
  for (;;) {
    if (`${place === '' ? '' : `${place}/`}node_modules/${name}` in lock.packages) return true
    if (place === '') return false
    place = place.includes('/node_modules/') ? place.slice(0, place.lastIndexOf('/node_modules/')) : ''
  }
}

const systems = ['android', 'darwin', 'linux', 'win32', 'freebsd', 'openbsd', 'netbsd', 'sunos', 'aix', 'openharmony']
const processors = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'wasm32']

/** The platform a package is for, by its name. */
function platformOf(name: string): { os?: string[]; cpu?: string[]; libc?: string[] } {
  const parts = name.replace('windows', 'win32').split(/[-/]/)
  const system = systems.find((candidate) => parts.includes(candidate))
  const processor = processors.find((candidate) => parts.includes(candidate))
  const libc =
    system !== 'linux' ? undefined : name.includes('musl') ? 'musl' : name.includes('gnu') ? 'glibc' : undefined
  return {
    ...(processor === undefined ? {} : { cpu: [processor] }),
    ...(system === undefined ? {} : { os: [system] }),
    ...(libc === undefined ? {} : { libc: [libc] }),
  }
}

const added: Record<string, object> = {}
for (const [parent, locked] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(locked.optionalDependencies ?? {})) {
    if (isLocked(parent, name)) continue
    const dev = locked.dev === true ? { dev: true } : {}
    added[`node_modules/${name}`] = {
      version: version.replace(/^[~^]/, ''),
      ...dev,
      optional: true,
      ...platformOf(name),
    }
  }
}
const packages = Object.fromEntries(Object.entries({ ...lock.packages, ...added }).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync(path, `${JSON.stringify({ ...lock, packages }, null, 2)}\n`)
console.log(`package-lock.json: ${Object.keys(added).length} packages of other platforms added`)
