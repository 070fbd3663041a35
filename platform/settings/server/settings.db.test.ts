import { createAuditLog } from '@bolsillo/audit/server'
import { plusMs } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appSettings, defineSetting } from '../domain/index.ts'
import { createRegistry } from './settings.ts'

const collar = defineSetting({
  key: 'trading.collar-bps',
  type: 'whole',
  standard: 500,
  min: 1,
  max: 5000,
  purpose: 'How far from the reference an order may be priced.',
})

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.drop()
})

const audit = createAuditLog()
const registry = () => {
  const services = testServices({ sql: database.sql })
  const settings = createRegistry({ services, audit, declared: [...Object.values(appSettings), collar] })
  return { services, settings }
}

describe('the registry', () => {
  it('gives defaults, and publishes only what has a public name', () => {
    const { settings } = registry()
    expect(settings.get(collar)).toBe(500)
    expect(settings.publicValue('areaCode')).toBe('+52')
    expect(settings.publicValue('trading.collar-bps')).toBeUndefined()
    expect(settings.publicValues()).toMatchObject({ mainInd: 'SMA', subInd: 'VOL', systemTradeType: 'coin' })
  })

  it('changes from a date on, in every process, with a record of who and why', async () => {
    const { services, settings } = registry()
    const other = registry()
    const tomorrow = plusMs(services.clock.now(), 86_400_000)
    const actor = 'opr_01KJ0000000000000000000001'
    const change = { setting: collar, value: 300, effectiveAt: tomorrow, actor, reason: 'calmer markets' }
    expect(await transaction(database.sql, (tx) => settings.change(tx, change))).toBeUndefined()
    await other.settings.refresh()
    expect(other.settings.get(collar)).toBe(500)
    expect(other.settings.get(collar, tomorrow)).toBe(300)
    other.services.clock.advanceMs(86_400_000)
    expect(other.settings.get(collar)).toBe(300)
    const [record] = await audit.aboutCustomer(database.sql, 'setting:trading.collar-bps', { limit: 1 })
    expect(record).toMatchObject({
      actor,
      action: 'settings.change',
      details: { value: '300', reason: 'calmer markets' },
    })
  })

  it('refuses values out of bounds, changes to the past and changes without a reason', async () => {
    const { services, settings } = registry()
    const now = services.clock.now()
    const change = { setting: collar, value: 300, effectiveAt: now, actor: 'seed', reason: 'a good one' }
    const problem = (wrong: object) => transaction(database.sql, (tx) => settings.change(tx, { ...change, ...wrong }))
    expect(await problem({ value: 0 })).toBe('is not in 1 … 5000')
    expect(await problem({ effectiveAt: plusMs(now, -1) })).toBe('would begin in the past')
    expect(await problem({ reason: '' })).toMatch(/reason/)
  })

  it('keeps history as it was', async () => {
    await expect(database.owner`delete from setting_change`).rejects.toThrow(/insert-only/)
    await expect(database.sql`update setting_change set value = '1'`).rejects.toThrow(/permission denied/)
  })

  it('does not answer for settings nobody declared', () => {
    const { settings } = registry()
    expect(() => settings.get({ ...collar, key: 'other.thing' })).toThrow(/not declared/)
  })
})
