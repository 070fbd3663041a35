import { describe, expect, it } from 'vitest'
import { noticeOf, ownPath } from './notices.ts'
import { listenForNotices } from './notify.ts'

const origin = 'https://bolsillo.example'

type Scope = Parameters<typeof listenForNotices>[0]

/** A worker's world that keeps what was asked of it. */
function worldOf(pages: readonly { readonly url: string; readonly isOurs?: boolean }[] = []) {
  const done: string[] = []
  const listeners = new Map<string, (event: object) => void>()
  const work: Promise<unknown>[] = []
  const note = async (what: string): Promise<void> => void done.push(what)
  const scope: Scope = {
    location: { origin },
    navigator: { language: 'pt-PT', setAppBadge: () => note('badge') },
    registration: {
      installing: null,
      waiting: null,
      showNotification: (title, options) => note(`show ${title} ${JSON.stringify(options)}`),
    },
    clients: {
      claim: async () => undefined,
      openWindow: (path) => note(`new ${path}`),
      matchAll: async () =>
        pages.map(({ url, isOurs = true }) => ({
          url,
          postMessage: () => undefined,
          focus: () => note(`focus ${url}`),
          navigate: (path: string) => (isOurs ? note(`go ${path}`) : Promise.reject(new TypeError('not ours'))),
        })),
    },
    addEventListener: (name, listener) => void listeners.set(name, listener as unknown as (event: object) => void),
  }
  listenForNotices(scope)
  const waitUntil = (one: Promise<unknown>): void => void work.push(one)
  const happen = async (name: string, event: object): Promise<readonly string[]> => {
    listeners.get(name)?.({ ...event, waitUntil })
    await Promise.all(work)
    return done
  }
  return {
    push: (text: string | null) => happen('push', { data: text === null ? null : { text: () => text } }),
    touch: (data: unknown) => happen('notificationclick', { notification: { data, close: () => done.push('close') } }),
  }
}

const sent = { id: 'msg_1', title: 'Alerta de precio', text: 'BTC', path: '/pages/user/alerts', language: 'es-ES' }

describe('the worker', () => {
  it('shows a notice as it was sent, and marks the icon', async () => {
    const [shown = '', badge] = await worldOf().push(JSON.stringify(sent))
    expect(shown).toMatch(/^show Alerta de precio /)
    expect(JSON.parse(shown.slice(shown.indexOf('{')))).toEqual({
      ...{ body: 'BTC', tag: 'msg_1', lang: 'es-ES', icon: '/icon-192.png', data: { path: '/pages/user/alerts' } },
    })
    expect(badge).toBe('badge')
  })

  it.each([null, '', '{', '[]', '7', '{"title":5,"text":{"a":1}}'])(
    'shows something that claims nothing for what it cannot read: %s',
    async (text) => {
      const [shown = ''] = await worldOf().push(text)
      expect(shown).toMatch(/^show Bolsillo .*Há algo novo na sua conta.*"\/pages\/tabbar\/home"/)
    },
  )

  it('opens the page of a notice in the window that is open', async () => {
    const url = `${origin}/pages/tabbar/home`
    const elsewhere = { url: 'https://elsewhere.example/pages/tabbar/home' }
    expect(await worldOf([elsewhere, { url }]).touch({ path: '/pages/user/alerts' })).toEqual([
      ...['close', `focus ${url}`, 'go /pages/user/alerts'],
    ])
    const there = `${origin}/pages/user/alerts`
    expect(await worldOf([{ url: there }]).touch({ path: '/pages/user/alerts' })).toEqual(['close', `focus ${there}`])
  })

  it('opens a new one where none is open, or the open one is not under it', async () => {
    expect(await worldOf().touch({ path: '/pages/user/alerts?symbol=BTC-MXN' })).toEqual([
      ...['close', 'new /pages/user/alerts?symbol=BTC-MXN'],
    ])
    const page = { url: `${origin}/`, isOurs: false }
    expect((await worldOf([page]).touch({ path: '/pages/user/alerts' })).at(-1)).toBe('new /pages/user/alerts')
  })

  it.each([
    'https://evil.example/pages/x',
    '//evil.example',
    '/\\evil.example',
    '/pages/../ipcf-api/user/logout',
    '/pages/x#y',
    'javascript:alert(1)',
    '/ipcf-api/user/portfolio',
    '/pages/x?next=https://evil.example',
    '',
    undefined,
    7,
  ])('opens home and nothing else where a notice names no page of the app: %s', (path) => {
    expect(ownPath(path)).toBe('/pages/tabbar/home')
    expect(noticeOf(JSON.stringify({ ...sent, path }), 'es').options.data.path).toBe('/pages/tabbar/home')
  })
})
