import { describe, expect, it } from 'vitest'
import { knownServices, readEndpoint } from './push-services.ts'

describe('the address of a subscription', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
    'https://web.push.apple.com/QAbc',
    'https://wns2-par02p.notify.windows.com/w/?token=BQ',
  ])('of a service that is known is gone to: %s', (text) => {
    expect(readEndpoint(text, knownServices)?.href).toBe(text)
  })

  it.each([
    'http://fcm.googleapis.com/fcm/send/a',
    'https://fcm.googleapis.com:8443/a',
    'https://fcm.googleapis.com.evil.example/a',
    'https://evil.example/fcm.googleapis.com',
    'https://fcm.googleapis.com@evil.example/a',
    'https://user:word@fcm.googleapis.com/a',
    'https://notify.windows.com/w',
    'https://evilnotify.windows.com/w',
    'https://a.notify.windows.com:81/w',
    'https://.notify.windows.com/w',
    'https://127.0.0.1/a',
    'http://127.0.0.1:5432/a',
    'http://localhost/a',
    'https://[::1]/a',
    'http://169.254.169.254/latest/meta-data',
    'https://10.0.0.1/a',
    'https://2130706433/a',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://fcm.googleapis.com/a b',
    'https://fcm.googleapis.com/a\r\nHost: x',
    'https://ｆcm.googleapis.com/a',
    'fcm.googleapis.com',
    '',
  ])('of anybody else is not: %s', (text) => {
    expect(readEndpoint(text, knownServices)).toBeUndefined()
  })

  it('of this machine is gone to where a test names it, at that port alone', () => {
    expect(readEndpoint('http://127.0.0.1:9000/a', ['127.0.0.1:9000'])).toBeDefined()
    expect(readEndpoint('http://127.0.0.1:9001/a', ['127.0.0.1:9000'])).toBeUndefined()
    expect(readEndpoint('http://push.example/a', ['push.example'])).toBeUndefined()
  })
})
