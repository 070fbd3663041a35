/** The part of a service worker's world this one uses: the library of pages does not know it. */
export interface WorkerScope {
  readonly location: { readonly origin: string }
  readonly clients: {
    readonly claim: () => Promise<void>
    readonly matchAll: (options: {
      readonly type: 'window'
      readonly includeUncontrolled: boolean
    }) => Promise<readonly PageClient[]>
    readonly openWindow: (path: string) => Promise<unknown>
  }
  readonly navigator: {
    readonly language: string
    /** Not every phone has numbers on icons. */
    readonly setAppBadge?: () => Promise<void>
  }
  readonly registration: {
    readonly installing: unknown
    readonly waiting: unknown
    readonly showNotification: (title: string, options: object) => Promise<void>
  }
  readonly skipWaiting: () => Promise<void>
  readonly addEventListener: <Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ) => void
}

/** An open page. */
export interface PageClient {
  readonly url: string
  readonly postMessage: (message: unknown, transfer: readonly Transferable[]) => void
  readonly focus: () => Promise<unknown>
  /** Rejected for a page that is not under this worker. */
  readonly navigate: (path: string) => Promise<unknown>
}

interface LastingEvent {
  readonly waitUntil: (work: Promise<unknown>) => void
}

interface WorkerEvents {
  readonly install: LastingEvent
  readonly activate: LastingEvent
  readonly message: LastingEvent & { readonly data: unknown; readonly ports: readonly MessagePort[] }
  readonly push: LastingEvent & { readonly data: { readonly text: () => string } | null }
  readonly notificationclick: LastingEvent & {
    readonly notification: { readonly data: unknown; readonly close: () => void }
  }
  readonly fetch: LastingEvent & {
    readonly request: Request
    readonly respondWith: (answer: Promise<Response>) => void
  }
}

/** What a page says to its worker. `which`: it asks for the worker's build, over the port it sends along. */
export type ToWorker =
  | { readonly kind: 'which' }
  /** A page that shows is of some build now: caches may be free. */
  | { readonly kind: 'here' }
  /** All of this build may be kept, with the words of a language. */
  | { readonly kind: 'keep'; readonly language: string }

/** Whether a message is one of ours. */
export function isToWorker(data: unknown): data is ToWorker {
  return typeof data === 'object' && data !== null && 'kind' in data
}
