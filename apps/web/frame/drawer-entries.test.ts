import { describe, expect, it } from 'vitest'
import { drawerEntries, entryHref, visibleEntries } from './drawer-entries.ts'

const login = '/pages/common/login'
const paths = (entries: typeof drawerEntries): readonly string[] => entries.map(({ path }) => path)

describe('the drawer’s rows', () => {
  it('hides what leads to a room that does not exist', () => {
    const existing = new Set(['/pages/user/security', '/pages/common/lang'])
    const shown = visibleEntries(drawerEntries, (path) => existing.has(path), { openAutoApply: 1, signedIn: true })
    expect(paths(shown)).toEqual(['/pages/user/security', '/pages/common/lang'])
  })

  it('shows automatic subscription only while it is open', () => {
    const all = (): boolean => true
    const signedIn = true
    expect(paths(visibleEntries(drawerEntries, all, { openAutoApply: 0, signedIn }))).not.toContain(
      '/pages/user/ipoSwitch',
    )
    expect(paths(visibleEntries(drawerEntries, all, { openAutoApply: 1, signedIn }))).toContain('/pages/user/ipoSwitch')
  })

  it('leads a customer to the notices, and a visitor to the practice codes', () => {
    const shown = (signedIn: boolean) =>
      paths(visibleEntries(drawerEntries, () => true, { openAutoApply: 1, signedIn })).filter((path) =>
        ['/pages/user/happenings', '/pages/practice/inbox'].includes(path),
      )
    expect(shown(true)).toEqual(['/pages/user/happenings'])
    expect(shown(false)).toEqual(['/pages/practice/inbox'])
  })

  it('has the specification’s rows in its order before ours', () => {
    expect(paths(drawerEntries).slice(0, 6)).toEqual([
      '/pages/wallet/bankList',
      '/pages/user/security',
      '/pages/recharge/rechargeRecord',
      '/pages/withdraw/withdrawRecord',
      '/pages/fundsDetail/stockFundsDetail',
      '/pages/user/ipoSwitch',
    ])
  })

  it('leads a visitor to the login page and back, unless the entry is public', () => {
    const banks = drawerEntries.find(({ path }) => path === '/pages/wallet/bankList')
    const language = drawerEntries.find(({ path }) => path === '/pages/common/lang')
    if (banks === undefined || language === undefined) throw new Error('the entries of this test are gone')
    expect(entryHref(banks, true, login)).toBe('/pages/wallet/bankList?type=2')
    expect(entryHref(banks, false, login)).toBe(`${login}?back=%2Fpages%2Fwallet%2FbankList%3Ftype%3D2`)
    expect(entryHref(language, false, login)).toBe('/pages/common/lang')
  })
})
