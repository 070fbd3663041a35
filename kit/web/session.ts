import { readStored, removeStored, writeStored } from './storage.ts'

/** The last reply of the login-info call, stored so that the first screen after a reload can greet the customer. */
interface StoredUser {
  readonly id: string
  readonly account: string
  readonly status: number
  readonly idStatus: string
  /** Of staff: what they may be. */
  readonly roles?: readonly string[]
}

/** The session as this browser knows it. */
export interface SessionState {
  /** Empty when signed out. For staff the number of their session; the token is in an HttpOnly cookie. */
  readonly token: string
  readonly user: StoredUser | undefined
}

/** The number of the customer who is signed in; undefined when nobody is, and until it is known who. */
export function customerOf({ token, user }: SessionState): string | undefined {
  return token === '' ? undefined : user?.id
}

/** The session, kept under the names the specification gives (`userToken`, `userInfo`), shared by all tabs. */
export interface SessionStore {
  readonly read: () => SessionState
  readonly subscribe: (listener: () => void) => () => void
  readonly signIn: (token: string) => void
  /** Replaces the token of the open session. */
  readonly renew: (token: string) => void
  readonly remember: (user: StoredUser) => void
  /** Removes the token and all data of the customer. */
  readonly clear: () => void
}

function readUser(text: string): StoredUser | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const is = typeof value === 'object' && value !== null && 'id' in value && 'account' in value
    return is ? (value as StoredUser) : undefined
  } catch {
    return undefined
  }
}

/** What a device keeps of a customer's figures to show without a network. */
export const offlineCopyName = 'offlineCopy'

/** Further entries that are removed with the session: the specification's, and ours. */
const customersOwn = ['noticeData', 'newsData', offlineCopyName]

/** The names a session is kept under. */
export interface SessionNames {
  readonly token: string
  readonly user: string
}

const customerNames: SessionNames = { token: 'userToken', user: 'userInfo' }

/** A session store over the browser's storage. */
export function createSession(names: SessionNames = customerNames): SessionStore {
  const listeners = new Set<() => void>()
  const load = (): SessionState => ({ token: readStored(names.token), user: readUser(readStored(names.user)) })
  let state = load()
  const change = (next: SessionState): void => {
    state = next
    for (const listener of listeners) listener()
  }
  // Another tab signed in or out: this one follows.
  globalThis.addEventListener?.('storage', (event: StorageEvent) => {
    if (event.key === null || event.key === names.token || event.key === names.user) change(load())
  })
  return {
    read: () => state,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    signIn: (token) => {
      writeStored(names.token, token)
      removeStored(names.user)
      // Whoever signs in may be somebody else.
      removeStored(offlineCopyName)
      change({ token, user: undefined })
    },
    renew: (token) => {
      writeStored(names.token, token)
      change({ ...state, token })
    },
    remember: (user) => {
      writeStored(names.user, JSON.stringify(user))
      change({ ...state, user })
    },
    clear: () => {
      for (const name of [names.token, names.user, ...customersOwn]) removeStored(name)
      change({ token: '', user: undefined })
    },
  }
}
