import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readWebFiles, styleHashesOf } from './web-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'bolsillo-web-'))
let app: FastifyInstance

beforeAll(() => {
  mkdirSync(join(folder, 'web/assets'), { recursive: true })
  const write = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content)
  write('web/index.html', '<p>web')
  write('web/.sources', 'secret')
  write('web/sw.js', 'let worker')
  write('web/build.json', '{}')
  write('web/manifest-pt-BR.webmanifest', '{}')
  write('web/icon.svg', '<svg/>')
  write('web/whole.html', '<script>let whole</script>')
  write('web/assets/a-1.js', 'let a')
  write('web/assets/a-1.js.br', brotliCompressSync('let a'))
  write('outside.txt', 'outside')
  mkdirSync(join(folder, 'web/.vite'))
  write(
    'web/.vite/preloads.json',
    JSON.stringify({
      every: ['assets/entry.js'],
      pages: { '/pages/stock/order': ['assets/a-1.js'], '/pages/tabbar/home': ['assets/after.js'] },
      words: {
        'es-ES': { first: ['assets/es.js'], rest: ['assets/es.rest.js'] },
        'pt-BR': { first: ['assets/pt.js'], rest: ['assets/pt.rest.js'] },
      },
    }),
  )
  mkdirSync(join(folder, 'styled'))
  write('styled/index.html', '<style>p{color:red}</style><p style="color:blue">')
  const files = readWebFiles(join(folder, 'web'))
  app = Fastify({ exposeHeadRoutes: false })
  app.setNotFoundHandler((request, reply) => (files.answer(request, reply) ? reply : reply.code(404).send('none')))
})
afterAll(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

describe('the files of a built web app', () => {
  it.each([
    ['/', 200, '<p>web'],
    ['/pages/stock/stockKline?symbol=WALMEX.MX', 200, '<p>web'],
    ['/assets/a-1.js', 200, 'let a'],
    ['/assets/gone-2.js', 404, 'none'],
    ['/.sources', 200, '<p>web'],
    ['/../outside.txt', 404, 'none'],
    ['/%2e%2e/outside.txt', 404, 'none'],
  ])('answer %s with %i', async (url, status, body) => {
    const answer = await app.inject(url)
    expect([answer.statusCode, answer.body]).toEqual([status, body])
  })

  it('let a page that is whole in one file run its own script', async () => {
    const policy = async (url: string) => (await app.inject(url)).headers['content-security-policy']
    expect(await policy('/whole.html')).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/]{43}='; style-src 'none';/,
    )
    expect(await policy('/index.html')).toBeUndefined()
  })

  it('are asked for again where they name files of a build, and let a service worker ask only this server', async () => {
    const headers = async (url: string) => {
      const {
        'cache-control': cache,
        'content-type': type,
        'content-security-policy': policy,
      } = (await app.inject(url)).headers
      return { cache, type: String(type).split(';')[0], policy }
    }
    expect(await headers('/sw.js')).toEqual({
      cache: 'no-cache',
      type: 'text/javascript',
      policy: "default-src 'none'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'",
    })
    expect(await headers('/build.json')).toEqual({ cache: 'no-cache', type: 'application/json' })
    expect(await headers('/manifest-pt-BR.webmanifest')).toEqual({
      cache: 'no-cache',
      type: 'application/manifest+json',
    })
    expect(await headers('/icon.svg')).toMatchObject({ cache: 'public, max-age=3600' })
    expect(await headers('/assets/a-1.js')).toMatchObject({ cache: expect.stringContaining('immutable') })
  })

  it('are named with the page that needs them, the entry first, so that a browser asks for all at once', async () => {
    const named = async (url: string, cookie = '') => {
      const { link } = (await app.inject({ url, headers: { cookie } })).headers
      return [...String(link ?? '').matchAll(/<\/assets\/([\w.-]+)\.js>; rel=modulepreload/g)].map(([, name]) => name)
    }
    expect(await named('/pages/stock/order?orderId=x')).toEqual(['entry', 'es', 'es.rest', 'a-1'])
    expect(await named('/pages/tabbar/home')).toEqual(['entry', 'es', 'after'])
    expect(await named('/pages/stock/income', 'a=1; lang=pt-BR')).toEqual(['entry', 'pt', 'pt.rest'])
    expect(await named('/pages/stock/income', 'lang=__proto__, x')).toEqual(['entry', 'es', 'es.rest'])
    expect(await named('/assets/a-1.js')).toEqual([])
  })

  it('have a hash for the style in the page, and for no other', () => {
    expect(styleHashesOf(join(folder, 'styled'))).toEqual(['sha256-p0bF+un5yUb9MBO6xRb8kPHlY2BdpHVtLiFkDrZPF64='])
    expect(styleHashesOf(join(folder, 'web'))).toEqual([])
    expect(styleHashesOf(join(folder, 'gone'))).toEqual([])
  })

  it('come packed to whom unpacks, never change under a hash, and are asked for again as pages', async () => {
    const packed = await app.inject({ url: '/assets/a-1.js', headers: { 'accept-encoding': 'gzip, br' } })
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      vary: 'accept-encoding',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(packed.rawPayload).toEqual(brotliCompressSync('let a'))
    const plain = await app.inject({ url: '/assets/a-1.js', headers: { 'accept-encoding': 'br;q=0' } })
    expect(plain.headers['content-encoding']).toBeUndefined()
    const page = await app.inject('/')
    expect(page.headers['cache-control']).toBe('no-cache')
    const again = await app.inject({ url: '/', headers: { 'if-none-match': String(page.headers.etag) } })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect((await app.inject({ method: 'HEAD', url: '/' })).statusCode).toBe(200)
    expect((await app.inject({ method: 'POST', url: '/' })).statusCode).toBe(404)
  })
})
