import { systemClock } from '@bolsillo/kernel'
import { isToWorker, type ToWorker } from '../worker/scope.ts'
import { ownBuild, serversBuild } from './build.ts'

const workerPath = '/sw.js'
/** A newer build is looked for when the app is seen again, at most this often. */
const lookEveryMs = 600_000
const answerWithinMs = 2000

/** Lets exactly one address be the service worker: our own file. The server's CSP names this policy. */
const rules = {
  createScriptURL: (url: string): string => {
    if (url !== workerPath) throw new TypeError('only one file is the service worker')
    return url
  },
}

let isNewer = false
const listeners = new Set<() => void>()

/** Whether another build is whole on this device, and waits for this page to be loaded again. */
export const readIsNewer = (): boolean => isNewer

/** Calls the listener when a newer build is ready. @returns what ends it. */
export function onNewer(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Starts the service worker and follows what it does: answers which build this page is of, notices when a newer one is ready,
 * and has all files of this one kept. @returns whether there is a worker now.
 */
export async function startWorker(language: string): Promise<boolean> {
  const { serviceWorker } = navigator
  if (serviceWorker === undefined || ownBuild() === '') return false
  serviceWorker.addEventListener('message', ({ data, ports }) => {
    if (isToWorker(data) && data.kind === 'which') ports[0]?.postMessage(ownBuild())
  })
  serviceWorker.addEventListener('controllerchange', () => void lookAgain())
  const policy = globalThis.trustedTypes?.createPolicy('bolsillo-service-worker', rules) ?? rules
  const registration: ServiceWorkerRegistration | undefined = await serviceWorker
    .register(policy.createScriptURL(workerPath), { updateViaCache: 'none' })
    // Forbidden by the browser or its owner: the app works as any page.
    .catch(() => undefined)
  if (registration === undefined) return false
  followUpdates(registration)
  const { active } = await serviceWorker.ready
  send(active, { kind: 'here' })
  if (!savesData()) send(active, { kind: 'keep', language })
  await lookAgain()
  return true
}

function send(worker: ServiceWorker | null, message: ToWorker, ports: Transferable[] = []): void {
  worker?.postMessage(message, ports)
}

/** Whether the owner of this phone asked for few bytes. */
function savesData(): boolean {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } }
  return connection?.saveData === true
}

function followUpdates(registration: ServiceWorkerRegistration): void {
  let lookedAt = systemClock.now()
  const look = (): void => {
    lookedAt = systemClock.now()
    // Without the network there is nothing to find.
    registration.update().catch(() => undefined)
  }
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && systemClock.now() - lookedAt >= lookEveryMs) look()
  })
  window.addEventListener('online', look)
}

/** Notices a newer build: the worker is of another one than this page, and so is the server. */
async function lookAgain(): Promise<void> {
  const own = ownBuild()
  const workers = await workersBuild()
  if (workers === undefined || workers === own) return
  // A page of the newest build may still be under the worker of the one before.
  const servers = await serversBuild()
  if (servers === undefined || servers === own) return
  isNewer = true
  for (const listener of listeners) listener()
}

function workersBuild(): Promise<string | undefined> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(typeof data === 'string' ? data : undefined)
    setTimeout(() => resolve(undefined), answerWithinMs)
    send(navigator.serviceWorker.controller, { kind: 'which' }, [port2])
  })
}
