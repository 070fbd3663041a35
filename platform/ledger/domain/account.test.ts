import { describe, expect, it } from 'vitest'
import { maria } from '../fixtures.ts'
import { accountId, customerAccount, readAccountId } from './account.ts'
import { accountKinds } from './chart-of-accounts.ts'

describe('an account name', () => {
  it.each([
    [`${maria}:stock:MXN`, 'customer', 'stock', 'MXN', 'credit'],
    [`${maria}:stock:STK:WALMEX.MX`, 'customer', 'stock', 'STK:WALMEX.MX', 'credit'],
    [`${maria}:stock:STK:BRK*B.US`, 'customer', 'stock', 'STK:BRK*B.US', 'credit'],
    ['house:fees:MXN', 'house', 'fees', 'MXN', 'credit'],
    ['house:practice-funding:USD', 'house', 'practice-funding', 'USD', 'credit'],
    ['venue-simulated:custody:STK:AAPL.US', 'venue', 'custody', 'STK:AAPL.US', 'debit'],
    ['rail-test-spei:custody:MXN', 'venue', 'custody', 'MXN', 'debit'],
    ['house:payouts:MXN', 'house', 'payouts', 'MXN', 'credit'],
  ])('%s is read', (text, ownerKind, purse, asset, side) => {
    expect(readAccountId(text)).toMatchObject({ ownerKind, purse, asset, side })
  })

  it.each([
    ['', 'nothing'],
    ['house', 'one part'],
    ['house:fees', 'two parts'],
    ['house:fees:', 'no asset'],
    ['house:stock:MXN', 'a purse the house does not have'],
    [`${maria}:fees:MXN`, 'a purse customers do not have'],
    ['cus_1:stock:MXN', 'an owner that is no customer'],
    ['opr_01KJ0000000000000000000001:stock:MXN', 'an operator'],
    ['venue-:custody:MXN', 'a venue without a name'],
    ['house:fees:mxn', 'an asset in lower case'],
    ['house:fees:MXN ', 'a space'],
    [`house:fees:STK:${'A'.repeat(90)}`, 'a name too long'],
  ])('%s is none: %s', (text) => {
    expect(readAccountId(text)).toBeUndefined()
  })

  it('is made from its parts, and never for an account the chart does not have', () => {
    expect(customerAccount(maria, 'stock', 'MXN')).toBe(`${maria}:stock:MXN`)
    expect(() => accountId('house', 'stock', 'MXN')).toThrow(/no house:stock:MXN/)
  })
})

describe('the chart of accounts', () => {
  it('lets nothing be reserved but on customers’ accounts, and nothing be in debit but custody', () => {
    for (const kind of accountKinds) {
      expect(kind.holds).toBe(kind.owner === 'customer')
      expect(kind.side).toBe(['custody', 'claims'].includes(kind.purse) ? 'debit' : 'credit')
      expect(kind.purpose.length).toBeGreaterThan(20)
    }
  })
})
