import { expect, it } from 'vitest'
import { isCrossUsedUp, isNear } from './near-liquidation.ts'

it.each([
  ['100.00', '24.75', false],
  ['100.00', '69.99', false],
  ['100.00', '70.00', true],
  ['100.00', '1450.00', true],
  ['100.00', undefined, true],
  [undefined, undefined, false],
])('a position at mark %s with a margin ratio of %s is close to liquidation: %s', (mark, marginRatio, near) => {
  expect(
    isNear({ ...(mark === undefined ? {} : { mark }), ...(marginRatio === undefined ? {} : { marginRatio }) }, 70),
  ).toBe(near)
})

it.each([
  ['1000.00', '50.00', false],
  ['0.000000', '50.00', true],
  ['-20.00', '50.00', true],
  ['-20.00', '0.000000', false],
  [undefined, undefined, false],
])('cross positions with an equity of %s that must keep %s are used up: %s', (crossEquity, crossMaintenance, used) => {
  const account = {
    ...(crossEquity === undefined ? {} : { crossEquity }),
    ...(crossMaintenance === undefined ? {} : { crossMaintenance }),
  }
  expect(isCrossUsedUp(account)).toBe(used)
})
