import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, extname, join, relative, sep } from 'node:path'
import { serviceWorkerPolicy, wholePagePolicy } from '@bolsillo/server-kit'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** One file of a built web app, in memory: there are few, and no other path can be served. */
interface WebFile {
  readonly type: string
  readonly cacheControl: string
  readonly etag: string
  /** The policy of a self-contained page; an app's own page has the server's policy. */
  readonly policy: string | undefined
  readonly plain: Buffer
  readonly br: Buffer | undefined
  readonly gzip: Buffer | undefined
}

/** A built web app, answering GET and HEAD. */
interface WebFiles {
  /** Answers when the path is a file of the app or a page of it. @returns false when it is neither. */
  readonly answer: (request: FastifyRequest, reply: FastifyReply) => boolean
}

/** `sha256-…` of the style elements in the page of a built app: the only ones its policy allows. */
export function styleHashesOf(folder: string): readonly string[] {
  const page = join(folder, 'index.html')
  const html = existsSync(page) ? readFileSync(page, 'utf8') : ''
  return [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(
    ([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`,
  )
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}

/** Reads the folder an app was built to. */
export function readWebFiles(folder: string): WebFiles {
  const files = new Map<string, WebFile>()
  for (const path of existsSync(folder) ? pathsBelow(folder) : []) {
    const name = relative(folder, path).split(sep).join('/')
    const type = types[extname(path)]
    if (type !== undefined && !name.startsWith('.')) files.set(`/${name}`, readFile(path, name, type))
  }
  const preloads = readPreloads(folder)
  return {
    answer: (request, reply) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return false
      const path = decodePath(request.raw.url ?? '/')
      // A page's path has no file: the app's router shows it. A path with an extension must be a file.
      const page = extname(path) === '' ? files.get('/index.html') : undefined
      const file = files.get(path) ?? page
      if (file === undefined) return false
      const needed = file === page ? preloads(path, String(request.headers.cookie ?? '')) : ''
      if (needed !== '') reply.header('link', needed)
      send(request, reply, file)
      return true
    },
  }
}

/** What the app's build writes of the files each page needs (apps/web/build/first-load.ts); another app writes none. */
interface Preloads {
  readonly every: readonly string[]
  readonly pages: Readonly<Record<string, readonly string[]>>
  readonly words: Readonly<Record<string, { readonly first: readonly string[]; readonly rest: readonly string[] }>>
}

/** The page that needs only the first words. */
const firstPath = '/pages/tabbar/home'
const standardLanguage = 'es-ES'

/** The header that has a browser ask for all files of a page at once, in the language it was last shown in. */
function readPreloads(folder: string): (page: string, cookie: string) => string {
  const path = join(folder, '.vite/preloads.json')
  if (!existsSync(path)) return () => ''
  const { every, ...by } = JSON.parse(readFileSync(path, 'utf8')) as Preloads
  const pages = new Map(Object.entries(by.pages))
  const words = new Map(Object.entries(by.words))
  return (page, cookie) => {
    const language = /(?:^|;\s*)lang=([\w-]+)/.exec(cookie)?.[1] ?? ''
    const { first = [], rest = [] } = words.get(language) ?? words.get(standardLanguage) ?? {}
    const files = [...every, ...first, ...(page === firstPath ? [] : rest), ...(pages.get(page) ?? [])]
    return files.map((file) => `</${file}>; rel=modulepreload`).join(', ')
  }
}

function pathsBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
}

function readFile(path: string, name: string, type: string): WebFile {
  const plain = readFileSync(path)
  const beside = (ending: string): Buffer | undefined => {
    const packed = `${path}${ending}`
    return existsSync(packed) ? readFileSync(packed) : undefined
  }
  const isHashed = name.startsWith('assets/')
  return {
    type,
    // A file with a hash in its name never changes; what names files of a build is revalidated each time, so that it
    // names the newest.
    cacheControl: isHashed
      ? 'public, max-age=31536000, immutable'
      : type.startsWith('text/html') || namesFiles.test(name)
        ? 'no-cache'
        : 'public, max-age=3600',
    policy: policyOf(name, plain),
    etag: `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
    plain,
    br: beside('.br'),
    gzip: beside('.gz'),
  }
}

/** The service worker, the name of the build, and what a phone installs. */
const namesFiles = /^(?:sw\.js|build\.json|manifest[\w-]*\.webmanifest)$/

function policyOf(name: string, plain: Buffer): string | undefined {
  if (name === 'sw.js') return serviceWorkerPolicy
  const isWhole = extname(name) === '.html' && basename(name) !== 'index.html'
  return isWhole ? wholePagePolicy(plain.toString('utf8')) : undefined
}

function decodePath(url: string): string {
  const path = url.split(/[?#]/)[0] ?? '/'
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function send(request: FastifyRequest, reply: FastifyReply, file: WebFile): void {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  const encoding =
    accepts(accepted, 'br') && file.br ? 'br' : accepts(accepted, 'gzip') && file.gzip ? 'gzip' : undefined
  const body = (encoding === undefined ? undefined : file[encoding]) ?? file.plain
  reply
    .header('content-type', file.type)
    .header('cache-control', file.cacheControl)
    .header('etag', file.etag)
    .header('vary', 'accept-encoding')
  if (file.policy !== undefined) reply.header('content-security-policy', file.policy)
  if (encoding !== undefined) reply.header('content-encoding', encoding)
  if (request.headers['if-none-match'] === file.etag) reply.code(304).send()
  else if (request.method === 'HEAD') reply.header('content-length', body.length).send()
  else reply.send(body)
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name = '', quality = 'q=1'] = part.trim().split(';')
    return name.trim() === encoding && !/^\s*q=0(\.0*)?\s*$/.test(quality)
  })
}
