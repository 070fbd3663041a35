import { type Instant, instant, money } from '@bolsillo/kernel'
import { operationsSettings } from '@bolsillo/settings/domain'
import { fixedSettings } from '@bolsillo/settings/fixtures'
import { describe, expect, it } from 'vitest'
import { channels, isWithinHours, minuteOfDay, type PaymentRail } from '../domain/index.ts'
import { channelStates, depositRefusal, withdrawalRefusal } from './channel-states.ts'

const rail = (id: string, part: Partial<PaymentRail>): PaymentRail => ({
  id,
  simulated: true,
  method: 'spei',
  assets: ['MXN'],
  payInAddress: () => ({ kind: 'clabe', clabe: '', bank: '', holder: '' }),
  destinationProblem: () => undefined,
  pay: async () => undefined,
  events: async () => ({ events: [], unread: [], cursor: undefined }),
  statement: async () => [],
  ...part,
})
const rails = [
  rail('a-bank', {}),
  rail('by-hand', { method: 'transfer', assets: ['MXN', 'USD'] }),
  rail('a-chain', { method: 'chain', assets: ['ETH', 'USDT'], networks: ['ethereum'] }),
]
// 10:00 and 21:00 in Mexico City.
const [morning, night] = [instant(Date.UTC(2026, 2, 2, 16)), instant(Date.UTC(2026, 2, 3, 3))]
const stateAt = (code: string, now: Instant, settings = fixedSettings()) => {
  const found = channelStates(rails, settings, now).find(({ channel }) => channel.code === code)
  if (found === undefined) throw new Error(`no ${code}`)
  return found
}
const settingsOf = (code: string) => {
  const found = channels.find((channel) => channel.code === code)
  if (found === undefined) throw new Error(`no ${code}`)
  return found.settings
}

describe('channels', () => {
  it('are those some rail serves, each by its own', () => {
    const served = channelStates(rails, fixedSettings(), morning).map(({ channel, railId }) => [channel.code, railId])
    expect(served).toEqual([
      ['spei-mxn', 'a-bank'],
      ['transfer-mxn', 'by-hand'],
      ['transfer-usd', 'by-hand'],
      ['ethereum-eth', 'a-chain'],
      ['ethereum-usdt', 'a-chain'],
    ])
  })

  it('keep their hours by the clock of Mexico City, for deposits only', () => {
    expect([minuteOfDay(morning), minuteOfDay(night)]).toEqual([600, 1260])
    const { opensAt, closesAt } = settingsOf('transfer-usd')
    const office = fixedSettings([
      { setting: opensAt, value: 8 * 60 },
      { setting: closesAt, value: 20 * 60 },
    ])
    expect(depositRefusal(stateAt('transfer-usd', morning, office), undefined)).toBeUndefined()
    expect(depositRefusal(stateAt('transfer-usd', night, office), undefined)).toMatchObject({
      spec: { name: 'deposits-closed' },
    })
    expect(withdrawalRefusal(stateAt('transfer-usd', night, office), undefined)).toBeUndefined()
    expect(depositRefusal(stateAt('spei-mxn', night), undefined)).toBeUndefined()
  })

  it('cannot be closed for good: the last way out of an asset stays open, and every channel eight hours', () => {
    const off = (...codes: string[]) =>
      fixedSettings(codes.map((code) => ({ setting: settingsOf(code).withdrawalsOpen, value: false })))
    expect(stateAt('spei-mxn', morning, off('spei-mxn')).withdrawalsOpen).toBe(false)
    expect(stateAt('transfer-mxn', morning, off('spei-mxn')).withdrawalsOpen).toBe(true)
    for (const code of ['spei-mxn', 'transfer-mxn']) {
      expect(stateAt(code, morning, off('spei-mxn', 'transfer-mxn')).withdrawalsOpen).toBe(true)
    }
    expect(stateAt('ethereum-usdt', morning, off('ethereum-usdt', 'tron-usdt')).withdrawalsOpen).toBe(true)
    const { opensAt, closesAt } = settingsOf('spei-mxn')
    const hours = (opens: number, closes: number) => {
      const set = fixedSettings([
        { setting: opensAt, value: opens },
        { setting: closesAt, value: closes },
      ])
      const state = stateAt('spei-mxn', morning, set)
      return [state.opensAt, state.closesAt]
    }
    expect(hours(540, 541)).toEqual([540, 1020])
    expect(hours(1380, 1381)).toEqual([1380, 420])
    expect(hours(540, 1020)).toEqual([540, 1020])
    expect(hours(0, 1440)).toEqual([0, 0])
  })

  it.each([
    [0, 480, 1200, false],
    [480, 480, 1200, true],
    [1199, 480, 1200, true],
    [1200, 480, 1200, false],
    [60, 1320, 120, true],
    [1330, 1320, 120, true],
    [600, 1320, 120, false],
    [600, 0, 0, true],
    [600, 900, 900, true],
  ])('at minute %i with hours %i to %i are open: %s', (minute, opensAt, closesAt, open) => {
    expect(isWithinHours(minute, opensAt, closesAt)).toBe(open)
  })

  it('refuse amounts below the least and above the largest, and name the field and the bound', () => {
    const state = stateAt('spei-mxn', morning)
    const amount = (minor: bigint) => money(minor, state.channel.asset)
    expect(depositRefusal(state, amount(5_000n))).toBeUndefined()
    expect(depositRefusal(state, amount(4_999n))).toMatchObject({
      spec: { name: 'deposit-below-min' },
      field: 'amount',
      values: { min: '50.00', asset: 'MXN' },
    })
    expect(depositRefusal(state, amount(200_000_001n))).toMatchObject({ spec: { name: 'deposit-above-max' } })
    expect(withdrawalRefusal(state, amount(9_999n))).toMatchObject({ spec: { name: 'withdrawal-below-min' } })
    expect(withdrawalRefusal(state, amount(100_000_001n))).toMatchObject({ spec: { name: 'withdrawal-above-max' } })
  })

  it('are switched off one by one, and deposits all together in an emergency', () => {
    const off = fixedSettings([{ setting: settingsOf('spei-mxn').depositsOpen, value: false }])
    expect(stateAt('spei-mxn', morning, off).depositsOpen).toBe(false)
    expect(stateAt('transfer-usd', morning, off).depositsOpen).toBe(true)
    const paused = fixedSettings([{ setting: operationsSettings.deposits, value: morning + 60_000 }])
    expect(channelStates(rails, paused, morning).some(({ depositsOpen }) => depositsOpen)).toBe(false)
    expect(stateAt('spei-mxn', instant(morning + 60_000), paused).depositsOpen).toBe(true)
    const stopped = fixedSettings([{ setting: settingsOf('spei-mxn').withdrawalsOpen, value: false }])
    expect(withdrawalRefusal(stateAt('spei-mxn', morning, stopped), undefined)).toMatchObject({
      spec: { name: 'withdrawals-closed' },
    })
  })
})
