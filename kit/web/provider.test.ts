import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createWebKit, type WebKit } from './provider.tsx'
import { customerOf } from './session.ts'
import { readOfSession, removeOfSession, writeOfSession } from './storage.ts'

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
    removeItem: (name: string) => kept.delete(name),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
  }
}

const user = { id: 'cus_1', account: 'ana', status: 1, idStatus: '' }
const newKit = (): WebKit =>
  createWebKit({ language: () => 'es-ES', events: { onNotice: () => undefined, onSessionEnded: () => undefined } })

let listeners: Array<(event: { readonly key: string }) => void> = []
beforeEach(() => {
  listeners = []
  vi.stubGlobal('localStorage', storage())
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('addEventListener', (_: string, listener: (typeof listeners)[number]) => listeners.push(listener))
  return () => vi.unstubAllGlobals()
})

function signedIn(): WebKit {
  const kit = newKit()
  kit.session.signIn('a')
  kit.session.remember(user)
  writeOfSession('draft one', 'typed')
  writeOfSession('draft two', 'typed')
  sessionStorage.setItem('other', 'kept')
  return kit
}

const kept = (): readonly string[] => [readOfSession('draft one'), readOfSession('draft two')]

describe('what a customer typed in a tab', () => {
  it('stays while it is their session, and can be removed by itself', () => {
    const { session } = signedIn()
    session.remember({ ...user, status: 0 })
    expect(kept()).toEqual(['typed', 'typed'])
    removeOfSession('draft one')
    expect(kept()).toEqual(['', 'typed'])
  })

  it('is removed when the session ends, and nothing else is', () => {
    signedIn().session.clear()
    expect(kept()).toEqual(['', ''])
    expect(sessionStorage.getItem('other')).toBe('kept')
  })

  it('is removed when somebody else signs in, here or in another tab', () => {
    const { session } = signedIn()
    session.signIn('b')
    expect(kept()).toEqual(['', ''])
    writeOfSession('draft one', 'typed')
    localStorage.setItem('userToken', 'c')
    for (const listener of listeners) listener({ key: 'userToken' })
    expect(kept()).toEqual(['', ''])
  })

  it('is removed when the app starts with no session: it ended while this tab was not loaded', () => {
    signedIn()
    newKit()
    expect(kept()).toEqual(['typed', 'typed'])
    localStorage.removeItem('userToken')
    newKit()
    expect(kept()).toEqual(['', ''])
  })

  it('is removed also where storage is forbidden', () => {
    const forbid = (): never => {
      throw new Error('forbidden')
    }
    vi.stubGlobal('sessionStorage', { getItem: forbid, setItem: forbid, removeItem: forbid, key: forbid })
    const kit = newKit()
    kit.session.signIn('a')
    writeOfSession('draft one', 'typed')
    expect(readOfSession('draft one')).toBe('typed')
    kit.session.clear()
    expect(readOfSession('draft one')).toBe('')
  })
})

it('nobody is the customer once the token is gone, whoever was last seen', () => {
  expect(customerOf({ token: 'a', user })).toBe('cus_1')
  expect(customerOf({ token: '', user })).toBeUndefined()
  expect(customerOf({ token: 'a', user: undefined })).toBeUndefined()
})
