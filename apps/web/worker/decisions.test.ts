import { describe, expect, it } from 'vitest'
import {
  buildOf,
  cacheOf,
  cachesToDelete,
  counterparts,
  filesFor,
  isFile,
  markedAsKept,
  namedFiles,
  passingCache,
  planOf,
} from './decisions.ts'

const origin = 'https://bolsillo.example'

describe('the worker', () => {
  it.each([
    ['GET', 'navigate', '/pages/tabbar/home', 'page'],
    ['GET', 'navigate', '/pages/stock/stockKline?symbol=WALMEX.MX', 'page'],
    ['GET', 'navigate', '/', 'page'],
    ['GET', 'no-cors', '/assets/index-bBZsueaa.js', 'asset'],
    ['GET', 'cors', '/ipcf-api/user/portfolio', 'pass'],
    ['GET', 'navigate', '/ipcf-api/user/portfolio', 'pass'],
    ['GET', 'navigate', '/metrics', 'pass'],
    ['GET', 'navigate', '/verify-proof.html', 'pass'],
    ['GET', 'cors', '/pages/tabbar/home', 'pass'],
    ['GET', 'cors', '/build.json', 'pass'],
    ['GET', 'cors', '/assets/../ipcf-api/user/portfolio', 'pass'],
    ['POST', 'navigate', '/pages/tabbar/home', 'pass'],
    ['POST', 'cors', '/ipcf-api/stock/order/buy', 'pass'],
  ] as const)('%s %s %s: %s', (method, mode, path, plan) => {
    expect(planOf({ method, mode, url: origin + path }, origin)).toBe(plan)
  })

  it('leaves what another origin serves to the network', () => {
    const url = 'https://elsewhere.example/assets/index-bBZsueaa.js'
    expect(planOf({ method: 'GET', mode: 'no-cors', url }, origin)).toBe('pass')
  })

  it('keeps nothing under a name that is not the file itself', () => {
    const script = { status: 200, redirected: false, type: 'text/javascript; charset=utf-8' }
    expect(isFile('/assets/a-1.js', script)).toBe(true)
    // The sign-in page of a network, a file that is gone, an answer from elsewhere.
    expect(isFile('/assets/a-1.js', { ...script, type: 'text/html' })).toBe(false)
    expect(isFile('/assets/a-1.js', { ...script, status: 404 })).toBe(false)
    expect(isFile('/assets/a-1.js', { ...script, redirected: true })).toBe(false)
    expect(isFile('/', { ...script, type: 'text/html; charset=utf-8' })).toBe(true)
    expect(isFile('/', { ...script, type: 'application/json' })).toBe(false)
  })

  const names = [cacheOf('new'), cacheOf('old'), cacheOf('older'), passingCache, 'of something else']
  it.each([
    ['no page is open', [], [cacheOf('old'), cacheOf('older'), passingCache]],
    ['all pages are of its own build', ['new', 'new'], [cacheOf('old'), cacheOf('older'), passingCache]],
    ['one is of the build before', ['new', 'old'], [cacheOf('older')]],
    ['one does not say', ['new', undefined], []],
  ])('deletes caches of other builds only where no page needs them: %s', (_, builds, deleted) => {
    expect(cachesToDelete(names, 'new', builds)).toEqual(deleted)
  })

  it('brings of a new build what the device used of the one before', () => {
    const kept = ['', 'assets/chart-AAAAAAAA.js', 'assets/es-ES.rest-Bb-B_bBB.js', 'assets/gone-CCCCCCCC.js']
    const files = ['assets/chart-DDDDDDDD.js', 'assets/es-ES.rest-EEEEEEEE.js', 'assets/pt-BR.rest-FFFFFFFF.js']
    expect(counterparts(kept, files)).toEqual(['assets/chart-DDDDDDDD.js', 'assets/es-ES.rest-EEEEEEEE.js'])
  })

  it('keeps the words of one language', () => {
    const files = ['assets/a-1.js', 'assets/es-ES-1.js', 'assets/pt-BR.rest-1.js', 'assets/pt-BR-1.js']
    expect(filesFor('pt-BR', files)).toEqual(['assets/a-1.js', 'assets/pt-BR.rest-1.js', 'assets/pt-BR-1.js'])
  })

  const html =
    '<html lang="es-ES"><meta name="build" content="0123abcd" /><link href="/assets/f.woff2"><script src="/assets/i-1.js">'
  it('reads of a page its build and what it needs, and marks the one it kept', () => {
    expect(buildOf(html)).toBe('0123abcd')
    expect(buildOf('<p>Sign in to the network')).toBe('')
    const link = '</assets/i-1.js>; rel=modulepreload, </assets/es-ES.js>; rel=modulepreload'
    expect(namedFiles(html, link)).toEqual(['assets/f.woff2', 'assets/i-1.js', 'assets/es-ES.js'])
    expect(markedAsKept(html)).toMatch(/^<html data-kept lang="es-ES">/)
  })
})
