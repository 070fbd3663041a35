import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BrowserRouter, isForApp, Route, Routes, useLocation, useNavigate, useSearchParams, wayOut } from './router.tsx'

/** A browser's history and address, as far as the router uses them. */
function browserAt(address: string) {
  const at = { url: new URL(address), state: undefined as unknown, entries: 1 }
  const go = (state: unknown, url: URL | string | undefined): void => {
    at.state = state
    if (url !== undefined) at.url = new URL(url, at.url)
  }
  return {
    at,
    window: {
      get location() {
        return at.url
      },
      history: {
        get state() {
          return at.state
        },
        pushState: (state: unknown, _: string, url?: URL) => {
          at.entries += 1
          go(state, url)
        },
        replaceState: (state: unknown, _: string, url?: URL) => go(state, url),
        go: vi.fn(),
      },
    },
  }
}

let browser = browserAt('https://bolsillo.test/')
beforeEach(() => {
  browser = browserAt('https://bolsillo.test/pages/stock/List/?type=US&page=2#end')
  vi.stubGlobal('window', browser.window)
})
afterEach(() => vi.unstubAllGlobals())

/** Renders a component within the router and returns what it read there. */
function within<T>(use: () => T): T {
  let value: T | undefined
  function Reader() {
    value = use()
    return null
  }
  renderToStaticMarkup(
    <BrowserRouter>
      <Reader />
    </BrowserRouter>,
  )
  return value as T
}

describe('the router', () => {
  it('reads where the app is, and numbers its entries from the first one on', () => {
    const { pathname, search, hash } = within(useLocation)
    expect([pathname, search, hash]).toEqual(['/pages/stock/List/', '?type=US&page=2', '#end'])
    expect(browser.at.state).toMatchObject({ idx: 0 })
    const navigate = within(useNavigate)
    expect(wayOut('first')).toBeUndefined()
    navigate('/pages/tabbar/home')
    expect(wayOut('first')).toBe('/pages/tabbar/home')
    expect(browser.at).toMatchObject({ entries: 2, state: { idx: 1 } })
    const { key } = browser.at.state as { readonly key: string }
    navigate('/pages/common/login?back=x', { replace: true })
    // What came in its place was not a way out of it.
    expect(wayOut(key)).toBeUndefined()
    expect(browser.at).toMatchObject({ entries: 2, state: { idx: 1 } })
    expect(browser.at.url.href).toBe('https://bolsillo.test/pages/common/login?back=x')
    navigate(-1)
    expect(browser.window.history.go).toHaveBeenCalledWith(-1)
  })

  it('changes the query of this page, twice in one event too', () => {
    const [params, setParams] = within(useSearchParams)
    expect(params.get('type')).toBe('US')
    const set = (name: string, value: string) => (current: URLSearchParams) => {
      const next = new URLSearchParams(current)
      next.set(name, value)
      return next
    }
    setParams(set('type', 'IN'), { replace: true })
    setParams(set('page', '3'), { replace: true })
    expect(browser.at.url.search).toBe('?type=IN&page=3')
    expect(browser.at.entries).toBe(1)
    setParams({})
    expect(browser.at.url.href).toBe('https://bolsillo.test/pages/stock/List/')
  })

  it('shows the first page of an address, whatever its case and its last slash, or that of every other', () => {
    const shown = (first: string): string =>
      renderToStaticMarkup(
        <BrowserRouter>
          <Routes>
            <Route path={first} element="first" />
            {null}
            <Route path="/pages/stock/list" element="second" />
            <Route path="*" element="other" />
          </Routes>
        </BrowserRouter>,
      )
    expect(shown('/pages/stock')).toBe('second')
    expect(shown('/pages/stock/list')).toBe('first')
    browser.at.url = new URL('https://bolsillo.test/pages/stock/list/more')
    expect(shown('/pages/stock/list')).toBe('other')
  })

  it('leaves to the browser what is not a plain press on an address of ours', () => {
    const plain = { button: 0, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false, defaultPrevented: false }
    const own = new URL('https://bolsillo.test/pages/x')
    expect(isForApp(plain, own)).toBe(true)
    expect(isForApp(plain, new URL('https://elsewhere.test/pages/x'))).toBe(false)
    for (const other of [{ button: 1 }, { metaKey: true }, { ctrlKey: true }, { shiftKey: true }, { altKey: true }]) {
      expect(isForApp({ ...plain, ...other }, own)).toBe(false)
    }
    expect(isForApp({ ...plain, defaultPrevented: true }, own)).toBe(false)
  })
})
