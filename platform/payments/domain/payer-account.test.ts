import { expect, it } from 'vitest'
import { readPayerAccount } from './payer-account.ts'

it.each([
  ['032180000118359719', '032180000118359719'],
  [' 032 180 0001183597 19 ', '032180000118359719'],
  ['Chase/000123456789', 'Chase/000123456789'],
  ['Wells Fargo / 000 1234-5678', 'Wells Fargo/00012345678'],
])('the payer’s account %s is %s', (text, account) => {
  expect(readPayerAccount(text)).toEqual({ kind: 'account', account })
})

it.each([
  ['032180000118359718', 'check-digit'],
  ['cuenta de mi tía', 'malformed'],
  ['123456', 'malformed'],
  ['/123456', 'malformed'],
  ['Chase/', 'malformed'],
])('money could not go back to %s: %s', (text, problem) => {
  expect(readPayerAccount(text)).toEqual({ kind: 'problem', problem })
})
