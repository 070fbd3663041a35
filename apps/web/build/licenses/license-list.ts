import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LicensedWork, LicenseList } from '../../pages/licenses/license-list.ts'
import { holdersIn, licenseTextsIn } from './license-texts.ts'
import { isForOnePlatform, type LockedPackages, nameAt, productionPlaces } from './production-packages.ts'

/** What the style of the app is made of, though no module of the bundle is from it. */
const inStyle = ['node_modules/tailwindcss']

/** Who wrote a package, as its manifest says. */
interface Manifest {
  readonly version?: string
  readonly license?: string | { readonly type?: string }
  readonly author?: string | { readonly name?: string }
  readonly contributors?: ReadonlyArray<string | { readonly name?: string }>
}

/** What is known of a package before equal texts are put together. */
interface Found extends Omit<LicensedWork, 'texts'> {
  readonly texts: readonly string[]
}

/**
 * Every package of others that is in the app or runs in production on the server, and the app's font.
 * @param inApp places of the packages whose modules are in the bundle.
 */
export function licenseListOf(root: string, packages: LockedPackages, inApp: ReadonlySet<string>): LicenseList {
  const app = new Set([...inApp, ...inStyle])
  const places = new Set([...productionPlaces(packages), ...app].filter((place) => packages[place]?.link !== true))
  const found = [...places].map((place) => packageAt(root, packages, place, app.has(place)))
  const texts = new Map<string, number>()
  const numberOf = (text: string): number => {
    const number = texts.get(text) ?? texts.size
    texts.set(text, number)
    return number
  }
  const works = [...found, fontOf(root)]
    .sort((a, b) => (`${a.name} ${a.version}` < `${b.name} ${b.version}` ? -1 : 1))
    .map((work) => ({ ...work, texts: work.texts.map(numberOf) }))
  return { works, texts: [...texts.keys()] }
}

function packageAt(root: string, packages: LockedPackages, place: string, inApp: boolean): Found {
  const locked = packages[place] ?? {}
  const name = nameAt(place)
  // Builds of the same sources are the same on every machine, so that of packages for one platform, of which a machine
  // has its own alone, the text is that of the package that asks for them.
  const forOne = isForOnePlatform(locked) || place.includes('wasm32')
  const folder = forOne ? parentOf(packages, place, locked.license) : place
  const manifest = folder === undefined ? {} : manifestIn(join(root, folder))
  const license = locked.license ?? licenseOf(manifest)
  const texts = folder === undefined ? [] : licenseTextsIn(join(root, folder))
  const holders = holdersIn(texts)
  return {
    ...{ name, version: locked.version ?? manifest.version ?? '', ...(license === undefined ? {} : { license }) },
    ...{ holders: holders.length > 0 ? holders : authorsOf(manifest), texts, inApp },
  }
}

/** The package that asks for one of a platform, if its license is the same. */
function parentOf(packages: LockedPackages, place: string, license: string | undefined): string | undefined {
  const name = nameAt(place)
  return Object.entries(packages).find(
    ([other, { optionalDependencies = {}, license: its, os }]) =>
      name in optionalDependencies && its === license && os === undefined && other.includes('node_modules/'),
  )?.[0]
}

function manifestIn(folder: string): Manifest {
  const path = join(folder, 'package.json')
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Manifest) : {}
}

const licenseOf = ({ license }: Manifest): string | undefined => (typeof license === 'string' ? license : license?.type)

/** Names alone: addresses of people are not ours to spread. */
function authorsOf({ author, contributors = [] }: Manifest): readonly string[] {
  return [author ?? [], ...contributors]
    .flat()
    .map((one) => (typeof one === 'string' ? one : (one.name ?? '')).replaceAll(/\s*(?:<[^>]*>|\([^)]*\))/g, '').trim())
    .filter((name) => name !== '')
    .slice(0, 3)
}

/** The font, which is a file of kit/ui and no package. */
function fontOf(root: string): Found {
  const text = readFileSync(join(root, 'kit/ui/fonts/OFL.txt'), 'utf8').trim()
  return {
    name: 'Inter',
    version: 'Variable',
    license: 'OFL-1.1',
    holders: holdersIn([text]),
    texts: [text],
    inApp: true,
  }
}
