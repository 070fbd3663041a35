import { globSync, readFileSync } from 'node:fs'
import { isWrittenElsewhere, topicOf } from '@bolsillo/notices/domain'
import { happeningActs, happeningKinds } from '@bolsillo/statements/domain'
import { describe, expect, it } from 'vitest'

// Notices follow what the bell lists, and leave to the rooms what these write by e-mail and SMS with words of their own.
const root = new URL('../../', import.meta.url).pathname
const isOwnPractice = (what: string): boolean => /practice-(?:grant|day|wait)/.test(what)

/** The acts of cases of a room whose notice follows from the declaration. */
const noticed = globSync('{platform,products}/*/server/*-case.ts', { cwd: root }).flatMap((file) => {
  const text = readFileSync(root + file, 'utf8')
  const room = /room: '([a-z]+)'/.exec(text)?.[1] ?? ''
  return [...text.matchAll(/audit: '([a-z-]+)', notice: '/g)].map(([, act]) => `${room}.${act}`)
})
const asEntries: Readonly<Record<string, string>> = {
  'withdrawals.accept': 'withdrawal',
  'withdrawals.complete': 'withdrawal-paid',
}

describe('what the bell lists', () => {
  it.each([...happeningKinds, ...happeningActs])('%s has a topic, or is no news', (what) => {
    expect(topicOf(what) === undefined).toBe(isOwnPractice(what))
  })
})

describe('what a room writes by itself', () => {
  it('is a warning before a liquidation, with its figures; a device gets the short one', () => {
    const about = readFileSync(`${root}products/contracts/server/engine/write-warnings.ts`, 'utf8')
    expect(about).toContain("about: 'contracts.margin-warn'")
    expect(isWrittenElsewhere('contracts.margin-warn', 'email')).toBe(true)
    expect(isWrittenElsewhere('contracts.margin-warn', 'push')).toBe(false)
  })

  it('is found where cases are declared', () => expect(noticed.length).toBeGreaterThan(8))

  it.each(noticed)('is not written twice: %s', (act) => {
    expect(isWrittenElsewhere(asEntries[act] ?? act, 'email')).toBe(true)
    expect(isWrittenElsewhere(asEntries[act] ?? act, 'push')).toBe(false)
  })

  it('is what identity writes about each of its acts, but failed entries', () => {
    const own = happeningActs.filter((act) => act.startsWith('identity.') && !isWrittenElsewhere(act, 'sms'))
    expect(own).toEqual(['identity.sign-in-fail'])
    const told = globSync('platform/identity/server/**/*.ts', { cwd: root })
      .map((file) => readFileSync(root + file, 'utf8'))
      .join('\n')
    for (const kind of ['new-device', 'frozen', 'unfrozen', 'factor-added', 'factor-removed', 'login-password-changed'])
      expect(told).toContain(`'${kind}'`)
  })
})
