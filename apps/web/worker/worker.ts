import {
  type Answered,
  buildOf,
  cacheOf,
  cachesToDelete,
  counterparts,
  filesFor,
  isFile,
  markedAsKept,
  namedFiles,
  passingCache,
  planOf,
} from './decisions.ts'
import { listenForNotices } from './notify.ts'
import { isToWorker, type PageClient, type ToWorker, type WorkerScope } from './scope.ts'

/** What the build writes into the worker: its name, the files of its first view, and all its files. */
declare const builtWith: {
  readonly build: string
  readonly shell: readonly string[]
  readonly files: readonly string[]
}

const scope = globalThis as unknown as WorkerScope
const { build: own, shell, files } = builtWith

/** A page that has not answered by then is shown from the device. */
const pageWithinMs = 10_000
/** A page that does not say its build by then needs every file. */
const sayWithinMs = 1000
const anyHeaders = { ignoreVary: true } as const

scope.addEventListener('install', (event) => event.waitUntil(install()))
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim().then(tidy)))
scope.addEventListener('message', (event) => {
  if (isToWorker(event.data)) event.waitUntil(hear(event.data, event.ports))
})
listenForNotices(scope)
scope.addEventListener('fetch', (event) => {
  const plan = planOf(event.request, scope.location.origin)
  if (plan === 'asset') event.respondWith(assetAnswer(event.request))
  if (plan === 'page') event.respondWith(pageAnswer(event.request))
})

/**
 * Brings the first view of this build whole, and what the device uses of the build before it. Only then does it take over: a
 * line lost in the middle leaves the build before it as it was. Open pages go on with their own files, which stay.
 */
async function install(): Promise<void> {
  const cache = await caches.open(cacheOf(own))
  const page = await fetch('/', { cache: 'no-cache' })
  const html = await page.clone().text()
  if (!isFile('/', factsOf(page)) || buildOf(html) !== own) throw new Error('the server has another build by now')
  await Promise.all(
    [...new Set([...shell, ...counterparts(await keptFiles(), files)])].map((file) => bring(cache, file)),
  )
  // The page last: with it the cache is whole.
  await cache.put('/', page)
  await scope.skipWaiting()
}

async function keptFiles(): Promise<readonly string[]> {
  const kept = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
  return kept.flat().map(({ url }) => new URL(url).pathname.slice(1))
}

function factsOf({ status, redirected, headers }: Response): Answered {
  return { status, redirected, type: headers.get('content-type') ?? '' }
}

/** Brings a file into a cache. @throws Error when the server does not have it. */
async function bring(cache: Cache, file: string): Promise<void> {
  const path = `/${file}`
  if ((await cache.match(path, anyHeaders)) !== undefined) return
  const answer = await fetch(path)
  if (!isFile(path, factsOf(answer))) throw new Error(`${path} did not come`)
  await cache.put(path, answer)
}

/** A file of any build: from the device, or from the network, and then kept if it is of this one. */
async function assetAnswer(request: Request): Promise<Response> {
  const kept = await caches.match(request, anyHeaders)
  if (kept !== undefined) return kept
  const answer = await fetch(request)
  const { pathname } = new URL(request.url)
  if (files.includes(pathname.slice(1)) && isFile(pathname, factsOf(answer))) {
    const copy = answer.clone()
    const cache = await caches.open(cacheOf(own))
    await cache.put(pathname, copy).catch(() => undefined)
  }
  return answer
}

/** A page: the network's, once all it needs is here; without the network, the one of this build. */
async function pageAnswer(request: Request): Promise<Response> {
  const kept = await (await caches.open(cacheOf(own))).match('/', anyHeaders)
  if (kept === undefined) return await fetch(request)
  try {
    return await within(pageWithinMs, wholePage(request))
  } catch {
    return new Response(markedAsKept(await kept.text()), { headers: kept.headers })
  }
}

async function wholePage(request: Request): Promise<Response> {
  const answer = await fetch(request)
  if (answer.status >= 500) throw new Error('the server does not work')
  if (!isFile('/', factsOf(answer))) return answer
  const html = await answer.clone().text()
  if (buildOf(html) === own || buildOf(html) === '') return answer
  // A page of the next build: what it needs comes first, so that it never shows half of itself.
  const cache = await caches.open(passingCache)
  const needed = namedFiles(html, answer.headers.get('link') ?? '')
  await Promise.all(needed.map((file) => bring(cache, file)))
  return answer
}

function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  return Promise.race([
    work,
    new Promise<never>((_, fail) => setTimeout(() => fail(new Error(`longer than ${ms} ms`)), ms)),
  ])
}

async function hear(message: ToWorker, ports: readonly MessagePort[]): Promise<void> {
  if (message.kind === 'which') ports[0]?.postMessage(own)
  if (message.kind === 'here') await tidy()
  if (message.kind === 'keep') await keepAll(message.language)
}

/** Brings what is missing of this build, one file after the other. Ends where one does not come: the next start goes on. */
async function keepAll(language: string): Promise<void> {
  const cache = await caches.open(cacheOf(own))
  try {
    for (const file of filesFor(language, files)) await bring(cache, file)
  } catch {
    // The line is gone, or the server has another build: its own worker comes.
  }
}

/** Deletes the files of builds no open page is of. */
async function tidy(): Promise<void> {
  // What a newer worker is bringing is not this one's to judge.
  if (scope.registration.installing !== null || scope.registration.waiting !== null) return
  const pages = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const builds = await Promise.all(pages.map(buildOfPage))
  await Promise.all(cachesToDelete(await caches.keys(), own, builds).map((name) => caches.delete(name)))
}

function buildOfPage(page: PageClient): Promise<string | undefined> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(typeof data === 'string' && data !== '' ? data : undefined)
    setTimeout(() => resolve(undefined), sayWithinMs)
    page.postMessage({ kind: 'which' }, [port2])
  })
}
