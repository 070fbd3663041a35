import { gzipSync } from 'node:zlib'

/** The part of Vite's build manifest that sizes need. */
export interface ManifestChunk {
  readonly file: string
  readonly src?: string
  readonly isEntry?: boolean
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
  readonly css?: readonly string[]
  readonly assets?: readonly string[]
}
export type Manifest = Readonly<Record<string, ManifestChunk>>

/** One loaded thing and what it weighs: gzip bytes, or how many files it is. */
export interface Weight {
  readonly name: string
  readonly amount: number
  readonly unit: 'bytes' | 'files'
  readonly limit: number | undefined
}

/**
 * The budget: first load of home, each further page, in bytes of gzip. A page shares chunks with others, which costs it
 * bytes and saves it requests; with home and the parts all pages share it stays below 205 kB.
 */
export const homeLimit = 125_000
export const pageLimit = 60_000
/** What every page but home shares: fields, layers, rows, icons. */
export const partsLimit = 20_000
/**
 * Of the 25 requests of the first view: the page, its font and chunks, and those the frame asks for right after.
 * The others are home's calls, the icon and the stream, which only a browser can count (`first-view.journey.ts`).
 */
export const firstFilesLimit = 6
/** The page with the shape of the app and its style: what the first window of a connection carries, ten packets. */
export const shapeLimit = 14_000

const isHomePage = /home-page\.tsx$/
const isPage = /-page\.tsx$/
const isFirstLanguage = /(?:^|\/)es-ES\.ts$/
const isRest = /(?:^|\/)es-ES\.rest\.ts$/
const isLanguage = /(?:es-ES|en-US|pt-BR)\.ts$/
const isChart = /^kit\/ui\/chart\//
/** Parts and icons of nearly every page but home: counted once, like the words. */
const isPart = /^_(?:kit|icons)-/
/** Parts of the frame that are asked for with the first page, though not before it. */
const isRightAfter = /^_after-|^apps\/web\/frame\/(?:market-ribbon|pauses-banner|line-banner|follow-language)\./

/** A chunk and everything it cannot run without. */
export function closureOf(manifest: Manifest, keys: readonly string[]): Set<string> {
  const closure = new Set<string>()
  const visit = (key: string): void => {
    const chunk = manifest[key]
    if (chunk === undefined || closure.has(key)) return
    closure.add(key)
    for (const next of chunk.imports ?? []) visit(next)
  }
  for (const key of keys) visit(key)
  return closure
}

function keysOf(manifest: Manifest, is: (chunk: ManifestChunk, key: string) => boolean): string[] {
  return Object.entries(manifest)
    .filter(([key, chunk]) => is(chunk, key))
    .map(([key]) => key)
}

/** The source a chunk was made from, from the repository's root. */
function sourceOf(chunk: ManifestChunk, key: string): string {
  return (chunk.src ?? key).replace(/^(?:\.\.\/)+/, '')
}

/**
 * What home, the page around all, each further page and the chart weigh.
 * @param sizeOf gzip bytes of a built file.
 * @throws Error when the manifest has no entry, no home page, no page or no language: then nothing was measured.
 */
export function weigh(manifest: Manifest, sizeOf: (file: string) => number): Weight[] {
  const entry = keysOf(manifest, (chunk) => chunk.isEntry === true)
  const home = keysOf(manifest, (chunk, key) => isHomePage.test(sourceOf(chunk, key)))
  const language = keysOf(manifest, (chunk, key) => isFirstLanguage.test(sourceOf(chunk, key)))
  const pages = keysOf(
    manifest,
    (chunk, key) => isPage.test(sourceOf(chunk, key)) && !isHomePage.test(sourceOf(chunk, key)),
  )
  // Home may be part of the entry; then it has no chunk of its own and is still weighed.
  for (const [what, keys] of Object.entries({ entry, language, pages })) {
    if (keys.length === 0) throw new Error(`the build manifest has no ${what}: nothing to weigh`)
  }
  const total = (keys: Iterable<string>): number =>
    [...new Set([...keys].map((key) => manifest[key]?.file ?? ''))]
      .filter((file) => file.endsWith('.js'))
      .reduce((sum, file) => sum + sizeOf(file), 0)
  const first = closureOf(manifest, [...entry, ...home, ...language])
  const once = (key: string): boolean => first.has(key) || isPart.test(key)
  const chart = closureOf(
    manifest,
    keysOf(manifest, (chunk, key) => isChart.test(sourceOf(chunk, key))),
  )
  const beyond = (key: string): string[] =>
    [...closureOf(manifest, [key])].filter((part) => !once(part) && !chart.has(part) && !isLanguage.test(part))
  const chartAlone = [...chart].filter((key) => !once(key))
  const after = keysOf(manifest, (chunk, key) => isRightAfter.test(sourceOf(chunk, key)))
  const rest = keysOf(manifest, (chunk, key) => isRest.test(sourceOf(chunk, key)))
  const bytes = { unit: 'bytes' } as const
  return [
    { name: 'home, first load', amount: total(first), ...bytes, limit: homeLimit },
    { name: 'page with its style', amount: sizeOf('index.html'), ...bytes, limit: shapeLimit },
    {
      name: 'home, first view',
      amount: filesOf(manifest, new Set([...first, ...closureOf(manifest, after)])),
      unit: 'files',
      limit: firstFilesLimit,
    },
    ...pages.map((key) => ({
      name: sourceOf(manifest[key] ?? { file: '' }, key),
      amount: total(beyond(key)),
      ...bytes,
      limit: pageLimit,
    })),
    {
      name: 'parts beyond home, once',
      amount: total(keysOf(manifest, (_, key) => isPart.test(key))),
      ...bytes,
      limit: partsLimit,
    },
    { name: 'words beyond home, once', amount: total(rest), ...bytes, limit: undefined },
    { name: 'chart, apart', amount: total(chartAlone), ...bytes, limit: undefined },
  ]
}

/** How many files a browser asks for to have these chunks: the page itself, the chunks, their styles and fonts. */
function filesOf(manifest: Manifest, keys: ReadonlySet<string>): number {
  const files = [...keys].flatMap((key) => {
    const { file = '', css = [], assets = [] } = manifest[key] ?? {}
    return [file, ...css, ...assets]
  })
  return 1 + new Set(files).size
}

/** gzip bytes of a text at the level servers use. */
export function gzipBytes(content: Uint8Array): number {
  return gzipSync(content, { level: 9 }).length
}
