import { knownServices } from '@bolsillo/rail-web-push'
import { describe, expect, it } from 'vitest'
import { readPushServices } from './read-push.ts'

const refuse = (line: string): never => {
  throw new Error(line)
}

describe('the push services of an installation', () => {
  it('are those of the browsers, unless others are named or none', () => {
    expect(readPushServices(undefined, false, refuse)).toBe(knownServices)
    expect(readPushServices('none', false, refuse)).toEqual([])
    expect(readPushServices('FCM.googleapis.com, *.push.apple.com', false, refuse)).toEqual([
      ...['fcm.googleapis.com', '*.push.apple.com'],
    ])
  })

  it.each([
    ...['127.0.0.1:9000', 'localhost', '[::1]', '10.0.0.1', '169.254.169.254', 'push.example:8443'],
    ...['*', '*.', '*.com', 'push', 'https://push.example', 'a..example', '-a.example', 'fcm.googleapis.com,'],
  ])('are no address of a network, and nothing that is every host: %s', (text) => {
    expect(() => readPushServices(text, false, refuse)).toThrow(/^PUSH_SERVICES=/)
  })

  it('may be of this machine in a test', () => {
    expect(readPushServices('127.0.0.1:9000', true, refuse)).toEqual(['127.0.0.1:9000'])
  })
})
