import { describe, expect, it } from 'vitest'
import { createHostList, readHostName } from './hosts.ts'

describe('the list of hosts', () => {
  const list = createHostList(['localhost', '127.0.0.1', '[::1]', 'App.Bolsillo.example', 'only.example:8443'])
  it.each([
    ['localhost', true],
    ['localhost:8080', true],
    ['LOCALHOST:1', true],
    ['127.0.0.1:8080', true],
    ['[::1]:8080', true],
    ['app.bolsillo.example', true],
    ['only.example:8443', true],
    ['only.example', false],
    ['only.example:80', false],
    ['rebound.evil.example', false],
    ['localhost.evil.example', false],
    ['app.bolsillo.example.', false],
    ['localhost@evil.example', false],
    ['localhost, evil.example', false],
    ['localhost:99999', false],
    ['127.1', false],
    ['::1', false],
    ['', false],
    [undefined, false],
  ])('%s: %s', (host, allowed) => {
    expect(list.allows(host)).toBe(allowed)
  })

  it.each(['*', '*.example', 'a b', 'http://a.example', 'a.example/', '-a.example', 'a..example', 'a:b', '[::1', ''])(
    'takes no %j for a host',
    (text) => {
      expect(readHostName(text)).toBeUndefined()
      expect(() => createHostList([text])).toThrow('no host')
    },
  )
})
