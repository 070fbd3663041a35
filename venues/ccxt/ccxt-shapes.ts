import type { ExchangeId } from './exchanges.ts'
import { asFields, asText, attempt, type Fields, Malformed } from './reading/fields.ts'

// What we use of ccxt, and nothing else of it: its list of markets, its raw public REST calls (answers as the exchange
// sent them, decimals as texts), and the address of the public stream. Its unified order books and trades are never
// read: they have been through binary floats (`safeFloat`, `Float64Array`).

/** A raw REST call of ccxt's ("implicit API"): parameters as the exchange names them, the exchange's own answer. */
type RawCall = (parameters: Readonly<Record<string, string | number>>) => Promise<unknown>

/** One exchange of ccxt, as far as we use it. */
export interface CcxtExchange {
  readonly fetchMarkets: () => Promise<unknown>
  readonly call: (name: string) => RawCall
  readonly streamUrl: string
}

/** Where ccxt keeps what we ask for, by exchange. */
export const ccxtNames = {
  binance: {
    stream: ['spot'],
    wholeBook: 'publicGetDepth',
    trades: 'publicGetTrades',
    // Else it asks three more machines for contracts nobody here has.
    options: { fetchMarkets: { types: ['spot'] } },
  },
  kraken: { stream: ['publicV2'], wholeBook: undefined, trades: 'publicGetTrades', options: {} },
} as const satisfies Record<
  ExchangeId,
  {
    readonly stream: readonly string[]
    readonly wholeBook: string | undefined
    readonly trades: string
    readonly options: object
  }
>

const timeoutMs = 10_000

/** A function of an object, bound to it. @throws Malformed */
function methodOf(of: object, name: string): (...given: readonly unknown[]) => unknown {
  const found: unknown = Reflect.get(of, name)
  if (typeof found !== 'function') throw new Malformed(`ccxt has no ${name}`)
  return (...given) => Reflect.apply(found, of, given)
}

/**
 * Makes one exchange out of the loaded library. `settings` go to ccxt as they are (addresses of a test, a proxy).
 * Says what is missing when the library is not of the shape we know.
 */
export function openCcxtExchange(
  library: unknown,
  id: ExchangeId,
  settings: Fields = {},
): { readonly value: CcxtExchange } | { readonly refused: string } {
  return attempt(() => {
    const namespace = asFields(library, 'ccxt')
    // Only the classes with streams (`pro`) know the streams' addresses.
    const Exchange = asFields(namespace.pro ?? asFields(namespace.default, 'ccxt').pro, 'ccxt.pro')[id]
    if (typeof Exchange !== 'function') throw new Malformed(`ccxt has no exchange ${id}`)
    const { options, ...names } = ccxtNames[id]
    const own = { enableRateLimit: true, timeout: timeoutMs, options, ...settings }
    const exchange: unknown = Reflect.construct(Exchange, [own])
    if (typeof exchange !== 'object' || exchange === null) throw new Malformed(`ccxt has no exchange ${id}`)
    const urls = asFields(asFields(Reflect.get(exchange, 'urls'), 'urls').api, 'urls.api')
    const fetchMarkets = methodOf(exchange, 'fetchMarkets')
    const calls = new Map(
      [names.wholeBook, names.trades].flatMap((name) =>
        name === undefined ? [] : [[String(name), methodOf(exchange, name)] as const],
      ),
    )
    let stream: unknown = asFields(urls.ws, 'urls.api.ws')
    for (const step of names.stream) stream = asFields(stream, 'urls.api.ws')[step]
    return {
      fetchMarkets: async () => await fetchMarkets(),
      call: (name) => async (parameters) => await calls.get(name)?.(parameters),
      streamUrl: asText(stream, 'stream address'),
    }
  })
}
