/** What the worker does with a request. `pass`: nothing, the browser asks the network as if there were no worker. */
type Plan = 'asset' | 'page' | 'pass'

/** The part of a request that decides. */
interface AskedFor {
  readonly method: string
  readonly mode: string
  readonly url: string
}

/** Files whose name has a hash of what is in them, so that one name never means two contents. */
const assetPath = /^\/assets\/[\w.-]+$/
/** The app's own pages: addresses without an extension. Calls, health and figures of the server are none. */
const pagePath = /^\/(?:pages\/[\w/-]*)?$/

/**
 * What to do with a request: files of a build come from the device, pages from the network first, everything else is the
 * network's alone. Of calls nothing is kept: a figure of a call is of its moment and of one customer.
 */
export function planOf({ method, mode, url }: AskedFor, origin: string): Plan {
  const { origin: of, pathname } = new URL(url)
  if (method !== 'GET' || of !== origin) return 'pass'
  if (assetPath.test(pathname)) return 'asset'
  return mode === 'navigate' && pagePath.test(pathname) ? 'page' : 'pass'
}

/** The part of an answer that decides whether it may be kept. */
export interface Answered {
  readonly status: number
  readonly redirected: boolean
  readonly type: string
}

const types: Readonly<Record<string, RegExp>> = {
  js: /^text\/javascript\b/,
  css: /^text\/css\b/,
  woff2: /^font\/woff2\b/,
  json: /^application\/json\b/,
  '': /^text\/html\b/,
}

/**
 * Whether an answer is the file that was asked for. The sign-in page of a hotel answers everything with 200, and what is
 * kept under a name is never asked for again.
 */
export function isFile(path: string, { status, redirected, type }: Answered): boolean {
  const ending = /\.(\w+)$/.exec(path)?.[1] ?? ''
  return status === 200 && !redirected && (types[ending]?.test(type) ?? /^(?:image|font|text)\//.test(type))
}

const cachePrefix = 'build-'

/** Files of a build this worker is not of, brought before a page of it was shown. */
export const passingCache = 'build-passing'

/** The name of a build's cache. */
export function cacheOf(build: string): string {
  return `${cachePrefix}${build}`
}

/**
 * The caches nobody needs any more: of other builds than the worker's, once every open page is of another one.
 * @param builds the build of each open page; undefined where it did not say, and then nothing is deleted.
 */
export function cachesToDelete(
  names: readonly string[],
  own: string,
  builds: ReadonlyArray<string | undefined>,
): readonly string[] {
  if (builds.includes(undefined)) return []
  const needed = new Set([own, ...builds].map((build) => cacheOf(build ?? '')))
  const passes = builds.some((build) => build !== own)
  return names.filter((name) => name.startsWith(cachePrefix) && !needed.has(name) && !(passes && name === passingCache))
}

/** A file's name without the hash of its content: the same in every build. */
function stemOf(file: string): string {
  return file.replace(/-[\w-]{8}(\.\w+)$/, '$1')
}

/** The files of a build that are in the place of files the device has of another: what its owner uses, in its new form. */
export function counterparts(kept: readonly string[], files: readonly string[]): readonly string[] {
  const stems = new Set(kept.map(stemOf))
  return files.filter((file) => stems.has(stemOf(file)))
}

/** The words of a language: of the others nothing is brought before they are used. */
const wordsOf = /^assets\/(es-ES|en-US|pt-BR)[.-]/

/** The files of a build a device keeps, so that none is missing when the next build has replaced it. */
export function filesFor(language: string, files: readonly string[]): readonly string[] {
  return files.filter((file) => (wordsOf.exec(file)?.[1] ?? language) === language)
}

/** The build a page is of, as its head names it. Empty where it names none. */
export function buildOf(html: string): string {
  return /<meta name="build" content="(\w+)"/.exec(html)?.[1] ?? ''
}

/** The files a page needs before it shows anything: those it names, and those the server names in its header. */
export function namedFiles(html: string, link: string): readonly string[] {
  const inPage = [...html.matchAll(/(?:src|href)="\/(assets\/[\w.-]+)"/g)]
  const inHeader = [...link.matchAll(/<\/(assets\/[\w.-]+)>/g)]
  return [...new Set([...inPage, ...inHeader].map(([, file = '']) => file))]
}

/** A kept page, marked as one that came without the network. */
export function markedAsKept(html: string): string {
  return html.replace('<html ', '<html data-kept ')
}
