import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readWebFiles } from './web-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'bolsillo-web-'))
let app: FastifyInstance

beforeAll(() => {
  mkdirSync(join(folder, 'web/assets'), { recursive: true })
  const write = (name: string, content: string | Buffer) => writeFileSync(join(folder, name), content)
  write('web/index.html', '<p>web')
  write('web/.sources', 'secret')
  write('web/whole.html', '<script>let whole</script>')
  write('web/assets/a-1.js', 'let a')
  write('web/assets/a-1.js.br', brotliCompressSync('let a'))
  write('outside.txt', 'outside')
  mkdirSync(join(folder, 'web/.vite'))
  write('web/.vite/preloads.json', '{"/pages/stock/order":["assets/a-1.js","assets/b-2.js"]}')
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

  it('are named with the page that needs them, so that a browser asks for all at once', async () => {
    const link = async (url: string) => (await app.inject(url)).headers.link
    const both = '</assets/a-1.js>; rel=modulepreload, </assets/b-2.js>; rel=modulepreload'
    expect(await link('/pages/stock/order?orderId=x')).toBe(both)
    expect(await link('/pages/stock/income')).toBeUndefined()
    expect(await link('/assets/a-1.js')).toBeUndefined()
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
