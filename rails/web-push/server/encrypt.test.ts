import { createECDH } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decrypt } from '../testing/push-service.ts'
import { encryptTo, plainMax, readKeys } from './encrypt.ts'

// The example of RFC 8291, section 5 and appendix A.
const example = {
  text: 'When I grow up, I want to be a watermelon',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  browserKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  ownKey: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  message:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}
const bytes = (text: string): Buffer => Buffer.from(text, 'base64url')
const pairOf = (key: string) => {
  const keys = createECDH('prime256v1')
  keys.setPrivateKey(bytes(key))
  return keys
}

describe('a message to a browser', () => {
  it('is what the RFC says it is, byte for byte, and a browser reads it', () => {
    const browser = { p256dh: bytes(example.p256dh), auth: bytes(example.auth) }
    const own = { keys: pairOf(example.ownKey), salt: bytes(example.salt) }
    const message = encryptTo(browser, Buffer.from(example.text), own)
    expect(message.toString('base64url')).toBe(example.message)
    expect(decrypt(message, { keys: pairOf(example.browserKey), auth: browser.auth })).toBe(example.text)
  })

  it('fits into what push services take, also the longest', () => {
    const browser = { p256dh: bytes(example.p256dh), auth: bytes(example.auth) }
    const own = { keys: pairOf(example.ownKey), salt: bytes(example.salt) }
    expect(encryptTo(browser, Buffer.alloc(plainMax), own)).toHaveLength(4096)
  })
})

describe('the keys of a subscription', () => {
  it('are read as browsers write them', () => {
    expect(readKeys(example.p256dh, example.auth)).toEqual({ p256dh: bytes(example.p256dh), auth: bytes(example.auth) })
  })

  const offCurve = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 1)]).toString('base64url')
  it.each([
    ['a point that is not on the curve', offCurve, example.auth, 'p256dh'],
    ['a point that is too short', example.p256dh.slice(0, 40), example.auth, 'p256dh'],
    ['a secret that is too short', example.p256dh, 'BTBZ', 'auth'],
    ['no base64url', 'a b', example.auth, 'p256dh'],
    ['nothing', '', '', 'p256dh'],
    ['the point at infinity', Buffer.alloc(65).toString('base64url'), example.auth, 'p256dh'],
  ])('are none: %s', (_, p256dh, auth, wrong) => {
    expect(readKeys(p256dh, auth)).toBe(wrong)
  })
})
