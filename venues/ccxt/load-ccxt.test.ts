import { describe, expect, it } from 'vitest'
import { openCcxtExchange } from './ccxt-shapes.ts'
import { loadCcxt } from './load-ccxt.ts'

const notFound = (name: string): Error =>
  Object.assign(new Error(`Cannot find package '${name}' imported from load-ccxt.ts`), { code: 'ERR_MODULE_NOT_FOUND' })

describe('the library', () => {
  it('is missing when Node does not find it, and broken when it does not find what the library needs', async () => {
    expect(await loadCcxt(() => Promise.reject(notFound('ccxt')))).toEqual({ missing: true })
    await expect(loadCcxt(() => Promise.reject(notFound('undici')))).rejects.toThrow('undici')
    expect(await loadCcxt(() => Promise.resolve('it'))).toEqual({ library: 'it' })
  })

  const urls = { api: { ws: { spot: 'wss://stream.example' } } }
  class Whole {
    readonly urls = urls
    fetchMarkets(): string {
      return 'markets'
    }
    publicGetDepth(): string {
      return 'book'
    }
    publicGetTrades(): string {
      return 'trades'
    }
  }
  class WithoutDepth {
    readonly urls = urls
    fetchMarkets(): void {}
    publicGetTrades(): void {}
  }
  class WithoutStream extends Whole {
    override readonly urls = { api: { ws: { spot: '' } } }
  }

  it.each([
    [undefined, 'ccxt is not an object'],
    [{}, 'ccxt is not an object'],
    [{ pro: {} }, 'ccxt has no exchange binance'],
    [{ pro: { binance: WithoutDepth } }, 'ccxt has no publicGetDepth'],
    [{ pro: { binance: WithoutStream } }, 'stream address is not a short text'],
  ])('that is not of the shape we know says what is missing (%#)', (library, refused) => {
    expect(openCcxtExchange(library, 'binance')).toEqual({ refused })
  })

  it('is asked by its raw calls', async () => {
    const opened = openCcxtExchange({ default: { pro: { binance: Whole } } }, 'binance')
    if ('refused' in opened) throw new Error(opened.refused)
    expect(opened.value.streamUrl).toBe('wss://stream.example')
    expect(await opened.value.fetchMarkets()).toBe('markets')
    expect(await opened.value.call('publicGetDepth')({})).toBe('book')
  })
})
