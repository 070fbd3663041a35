import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { type Client, type ClientEvents, createClient } from './client.ts'
import { Refusal } from './refusal.ts'
import { createSession, type SessionNames, type SessionStore } from './session.ts'
import { removeAllOfSession } from './storage.ts'
import { createStream, type Socket, type StreamClient } from './stream.ts'

/** What the hooks work with. One for the life of the app. */
export interface WebKit {
  readonly client: Client
  readonly session: SessionStore
  readonly stream: StreamClient
  readonly queries: QueryClient
}

const Kit = createContext<WebKit | undefined>(undefined)

const staleAfterMs = 15_000
const readTriesMax = 3

/**
 * The settings of an app other than the customers': the prefix of its calls, and the names its session is stored
 * under.
 */
interface Realm {
  readonly prefix: string
  readonly names: SessionNames
}

function connectToStream(): Socket {
  const address = new URL('/ipcf-api/stream', location.href)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  return new WebSocket(address) as unknown as Socket
}

/** The client, session, stream and query cache of the app, wired to each other. */
export function createWebKit(options: {
  readonly language: () => string
  readonly events: ClientEvents
  /** The customers' when left out. */
  readonly realm?: Realm
}): WebKit {
  const { realm } = options
  const session = createSession(realm?.names)
  let { token } = session.read()
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: staleAfterMs,
        // A rejection is final. Only an unknown outcome (no answer, 5xx) is worth a retry, and reads have no effect.
        retry: (tries, error) =>
          tries < readTriesMax && error instanceof Refusal && error.outcome === 'unknown' && !error.offline,
        refetchOnWindowFocus: true,
      },
    },
  })
  const client = createClient({
    token: () => session.read().token,
    language: options.language,
    ...(realm === undefined ? {} : { prefix: realm.prefix, tokenIn: 'cookie' as const }),
    events: {
      onNotice: options.events.onNotice,
      ...(options.events.onClockOffset === undefined ? {} : { onClockOffset: options.events.onClockOffset }),
      onSessionRenewed: (renewed) => {
        // It is the same session: the cache and the stream's socket stay.
        token = renewed
        session.renew(renewed)
      },
      onSessionEnded: () => {
        const wasSignedIn = session.read().token !== ''
        session.clear()
        if (wasSignedIn) options.events.onSessionEnded()
      },
    },
  })
  const stream = createStream({
    connect: connectToStream,
    token: () => session.read().token,
    later: (work, ms) => {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
  })
  // The session may have ended in another tab while this one was not loaded.
  if (token === '') removeAllOfSession()
  session.subscribe(() => {
    if (session.read().token === token) return
    token = session.read().token
    // The cache of one customer, and what they typed, must never be shown to the next.
    queries.clear()
    removeAllOfSession()
    stream.renew()
  })
  return { client, session, stream, queries }
}

/** Gives the kit to the hooks below it, and keeps the stream awake with the page. */
export function WebKitProvider({ kit, children }: { readonly kit: WebKit; readonly children: ReactNode }) {
  useEffect(() => {
    const wake = (): void => {
      if (document.visibilityState === 'visible') kit.stream.retryNow()
    }
    const drop = (): void => kit.stream.dropNow()
    globalThis.addEventListener('online', wake)
    globalThis.addEventListener('offline', drop)
    document.addEventListener('visibilitychange', wake)
    return () => {
      globalThis.removeEventListener('online', wake)
      globalThis.removeEventListener('offline', drop)
      document.removeEventListener('visibilitychange', wake)
    }
  }, [kit])
  return (
    <Kit value={kit}>
      <QueryClientProvider client={kit.queries}>{children}</QueryClientProvider>
    </Kit>
  )
}

/** The kit. Asserts that the provider is above. */
export function useKit(): WebKit {
  const kit = useContext(Kit)
  if (kit === undefined) throw new Error('WebKitProvider is missing above this component')
  return kit
}
