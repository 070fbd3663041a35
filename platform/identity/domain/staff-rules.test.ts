import { instant } from '@bolsillo/kernel'
import { describe, expect, it } from 'vitest'
import { rolesHeldByFew, rolesInForce } from './staff-rules.ts'

const now = instant(1000)
const account = (roles: readonly string[], waitingRoles: readonly string[] = [], powersFrom?: number) => ({
  roles,
  waitingRoles,
  powersFrom: powersFrom === undefined ? undefined : instant(powersFrom),
})

describe('the roles that count', () => {
  it.each([
    ['all where none waits', account(['admin', 'support'], [], 0), ['admin', 'support']],
    ['all from the time on', account(['admin'], ['admin'], 1000), ['admin']],
    ['none a moment before', account(['admin'], ['admin'], 1001), []],
    ['none while nobody has confirmed who it is', account(['admin'], ['admin']), []],
    ['what somebody had before, while more waits', account(['admin', 'support'], ['admin'], 2000), ['support']],
  ])('are %s', (_, one, roles) => {
    expect(rolesInForce(one, now)).toEqual(roles)
  })
})

describe('taking a role', () => {
  const target = account(['admin', 'treasury'], [], 0)
  const admin = account(['admin'], [], 0)

  it('leaves somebody alone with it when at most one other has it', () => {
    expect(rolesHeldByFew(target, [admin, admin], [], now)).toEqual(['treasury'])
    expect(rolesHeldByFew(target, [admin], [], now)).toEqual(['admin', 'treasury'])
    expect(rolesHeldByFew(target, [admin], ['admin'], now)).toEqual(['treasury'])
    expect(rolesHeldByFew(target, [admin, target, target], [], now)).toEqual([])
  })

  it('counts nobody whose powers have not begun, and takes nothing that does not count', () => {
    const waiting = account(['admin', 'treasury'], ['admin', 'treasury'], 2000)
    expect(rolesHeldByFew(target, [target, waiting], [], now)).toEqual(['admin', 'treasury'])
    expect(rolesHeldByFew(waiting, [target], [], now)).toEqual([])
  })
})
