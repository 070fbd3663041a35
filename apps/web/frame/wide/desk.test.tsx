import { readWatchlist } from '@bolsillo/market/contract'
import { BrowserRouter, createWebKit, keyOf, Link, startWords, type WebKit, WebKitProvider } from '@bolsillo/web-kit'
import { beforeAll, describe, expect, it, vi } from 'vitest'

// Modules of the app read the page they run in while they load.
vi.hoisted(() => {
  const page = { documentElement: { dataset: {}, style: {} }, addEventListener: () => undefined }
  const location = new URL('https://bolsillo.test/pages/tabbar/home')
  const history = { state: undefined, replaceState: () => undefined }
  const addEventListener = (): void => undefined
  const matchMedia = () => ({ matches: true, addEventListener })
  vi.stubGlobal('document', page)
  vi.stubGlobal('window', { location, history, addEventListener, matchMedia })
  vi.stubGlobal('location', location)
  vi.stubGlobal('history', history)
  vi.stubGlobal('addEventListener', addEventListener)
  vi.stubGlobal('matchMedia', matchMedia)
})

// A store of a browser has no other state where parts are drawn without one.
vi.mock('react', async (load) => {
  const react = await load<typeof import('react')>()
  const useSyncExternalStore: typeof react.useSyncExternalStore = (subscribe, read, readThere = read) =>
    react.useSyncExternalStore(subscribe, read, readThere)
  return { ...react, useSyncExternalStore }
})

const { UiProvider } = await import('@bolsillo/ui')
const { renderToStaticMarkup } = await import('react-dom/server')
const { bundle, parts } = await import('../../bundles/es-ES.ts')
const { rest } = await import('../../bundles/es-ES.rest.ts')
const { placeOf } = await import('../../pages/families/place-of.ts')
const { FollowedRows } = await import('./instrument-rows.tsx')
const { Rail } = await import('./rail.tsx')

beforeAll(() => startWords(async () => ({ ...bundle, ...rest })))

/** A browser, with or without a customer. */
function kitOf({ signedIn }: { readonly signedIn: boolean }): WebKit {
  const kit = createWebKit({
    language: () => 'es-ES',
    events: { onNotice: () => undefined, onSessionEnded: () => undefined },
  })
  if (signedIn) kit.session.signIn('token')
  else kit.session.clear()
  return kit
}

const draw = (kit: WebKit, part: React.ReactNode): string =>
  renderToStaticMarkup(
    <WebKitProvider kit={kit}>
      <BrowserRouter>
        <UiProvider
          settings={{ language: 'es-ES', zone: 'America/Mexico_City', words: parts, Link, goBack: () => undefined }}
        >
          {part}
        </UiProvider>
      </BrowserRouter>
    </WebKitProvider>,
  )

/** Where the links of what was drawn lead, in their order. */
const linksOf = (html: string): readonly string[] => [...html.matchAll(/href="([^"]+)"/g)].map(([, path = '']) => path)

describe('the rail', () => {
  const notices = ['/pages/user/happenings', '/pages/practice/inbox']
  it.each([
    [true, '/pages/user/happenings'],
    [false, '/pages/practice/inbox'],
  ])('has one way to the notices (signed in: %s)', (signedIn, path) => {
    const links = linksOf(draw(kitOf({ signedIn }), <Rail current="/pages/tabbar/home" />))
    expect(links.filter((link) => notices.includes(link))).toEqual([path])
  })
})

describe('what the customer follows, beside a chart', () => {
  const row = (symbol: string, kind: 'stock' | 'coin' | 'perpetual', ticker: string) => ({
    ...{ symbol, kind, ticker, name: ticker, currency: 'MXN', priceDecimals: 2, spark: [] },
  })
  const rows = [row('A-PERP', 'perpetual', 'A'), row('WALMEX', 'stock', 'WALMEX'), row('B-MXN', 'coin', 'B')]

  it('is the watchlist, of every product, in its owner’s order', () => {
    const kit = kitOf({ signedIn: true })
    kit.queries.setQueryData(keyOf(readWatchlist, {}), { listId: 'first', rows })
    const links = linksOf(draw(kit, <FollowedRows />))
    expect(links).toEqual(rows.map((one) => placeOf(one).href))
  })
})
