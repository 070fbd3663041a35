import { seededRng } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { deviceCookieOf } from './device-cookie.ts'

const key = 'k'.repeat(43)
const of = (cookie: string | undefined, isSecure = false) =>
  deviceCookieOf(cookie === undefined ? {} : { cookie }, seededRng(1), isSecure)

describe('the cookie of a browser', () => {
  it('is made at the first contact, out of reach of scripts and other sites, and stays', () => {
    const first = of(undefined)
    expect(first.set).toMatch(/^bolsillo-device=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/)
    const again = of(`a=b; ${first.set?.split(';')[0]}; c=d`)
    expect(again).toEqual({ holder: first.holder, set: undefined })
    expect(first.holder).not.toContain(String(first.set?.slice(16, 59)))
  })

  it('has a name over https that no other host can set, and takes no other', () => {
    expect(of(undefined, true).set).toMatch(/^__Host-bolsillo-device=.*; Secure$/)
    expect(of(`bolsillo-device=${key}`, true).set).toBeDefined()
    expect(of(`__Host-bolsillo-device=${key}`, true).set).toBeUndefined()
  })

  it.each([
    ['another name', `x-bolsillo-device=${key}`],
    ['too short', 'bolsillo-device=abc'],
    ['other letters', `bolsillo-device=${'k'.repeat(42)}"`],
    ['two of one name', `bolsillo-device=${key}; bolsillo-device=${'j'.repeat(43)}`],
    ['nothing', ''],
  ])('is made anew for %s', (_, cookie) => {
    expect(of(cookie).set).toBeDefined()
  })
})
