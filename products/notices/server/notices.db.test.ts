import { instantAt, tradeDate } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { outcomeOf, replyOf } from '@bolsillo/test-kit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as calls from '../contract/index.ts'
import { type NoticesStand, noticesStand } from './testing/notices-stand.ts'
import { alterWaiting, findNotices, movePlace } from './testing/test-outbox-store.ts'

let stand: NoticesStand
let keys = 0
beforeEach(async () => {
  stand = await noticesStand()
})
afterEach(() => stand.close())

const post = (path: string, body: Readonly<Record<string, unknown>>, customer = 1) => {
  keys += 1
  return stand.as(customer, `/user/notice/${path}`, body, `notices-key-${keys}`)
}
const choices = async (customer = 1) =>
  replyOf(calls.readNoticeChoices, await stand.as(customer, '/user/notice/choices'))
const choose = async (topic: string, channel: string, isOn: boolean) =>
  outcomeOf(await post('choice/set', { topic, channel, isOn }))
const sent = async () => (await stand.sent()).map(({ channel, title }) => `${channel}: ${title}`)
const rows = () => findNotices(stand.app.database.owner)
const alert = { symbol: 'WALMEX.MX', price: '61.20' }
/** Moves the clock to the next time of a day in Mexico City. */
const until = (day: string, minute: number): void => {
  const wanted = instantAt(tradeDate(day), minute, 'America/Mexico_City')
  stand.app.services.clock.advanceMs(wanted - stand.now())
}
const night = { from: '22:00', to: '07:00', zone: 'America/Mexico_City' }

describe('what happens to a customer', () => {
  it('is queued once on each channel, in the words of the bell and without amounts', async () => {
    await stand.act('alerts.fire', alert)
    await stand.deposit()
    await stand.pass()
    await stand.pass()
    const found = await stand.sent()
    expect(found).toHaveLength(3)
    const alerted = { title: 'Alerta de precio', text: 'WALMEX llegó a 61.20.', path: '/pages/user/alerts' }
    expect(found).toContainEqual(expect.objectContaining({ channel: 'email', ...alerted }))
    expect(found).toContainEqual(expect.objectContaining({ channel: 'push', ...alerted, urgent: true }))
    // The room of deposits writes its e-mail itself.
    expect(found).toContainEqual(expect.objectContaining({ channel: 'push', path: '/pages/user/record' }))
    expect(JSON.stringify(await stand.sent())).not.toMatch(/5[.,]00|500/)
    expect((await rows()).map(({ state, isErased }) => [state, isErased])).toEqual(Array(3).fill(['queued', true]))
  })

  it('is queued to nobody else, and not when it is no news', async () => {
    await stand.act('support.answer', {}, 3)
    await stand.act('stocks.practice-day')
    await stand.act('identity.code-send')
    await stand.fund(1, 'stock', 'MXN', 100n)
    await stand.pass()
    expect((await stand.sent()).map(({ customerId, channel }) => [customerId, channel])).toEqual([
      [stand.customerId(3), 'push'],
    ])
  })

  it('is neither lost nor repeated when a process ends between two notices', async () => {
    for (let each = 0; each < 3; each += 1) await stand.act('alerts.fire', alert)
    await stand.deposit()
    stand.endOnce(2)
    await expect(stand.pass()).rejects.toThrow()
    expect(await stand.sent()).toEqual([])
    expect(await rows()).toEqual([])
    const other = await stand.another()
    await other.runJob('notices.pass')
    await stand.pass()
    expect(await stand.sent()).toHaveLength(7)
    expect(new Set((await stand.sent()).map(({ key, channel }) => key + channel)).size).toBe(7)
    await other.desk.stop()
  })

  it('is queued once when two processes follow at the same time', async () => {
    const other = await stand.another()
    for (let round = 0; round < 5; round += 1) {
      await stand.act('alerts.fire', alert)
      await stand.deposit()
      await Promise.all([stand.pass(), other.runJob('notices.pass'), stand.pass()])
    }
    expect(await stand.sent()).toHaveLength(15)
    await other.desk.stop()
  })

  it.each(['kept', 'removed'] as const)(
    'is queued although the owner of the database moved the place on, its seal %s',
    async (seal) => {
      await stand.act('alerts.fire', alert)
      await stand.pass()
      const { length } = await stand.sent()
      await stand.act('alerts.fire', alert)
      await stand.deposit()
      await movePlace(stand.app.database.owner, 100, seal)
      await stand.pass()
      await stand.pass()
      expect(
        (await stand.sent())
          .slice(length)
          .map(({ channel }) => channel)
          .sort(),
      ).toEqual(['email', 'push', 'push'])
      expect(await rows()).toHaveLength(length + 3)
    },
  )

  it('waits on a channel that fails, and holds up no other', async () => {
    stand.breakChannel('email')
    for (let each = 0; each < 2; each += 1) await stand.act('alerts.fire', alert)
    await stand.pass()
    expect(await sent()).toEqual(Array(2).fill('push: Alerta de precio'))
    stand.app.services.clock.advanceMs(60_000)
    await stand.pass()
    expect(await sent()).toHaveLength(2)
    stand.breakChannel(undefined)
    await stand.pass()
    expect(await sent()).toHaveLength(2)
    stand.app.services.clock.advanceMs(60_000)
    await stand.pass()
    await stand.pass()
    expect((await sent()).slice(2)).toEqual(Array(2).fill('email: Alerta de precio'))
    expect((await rows()).map(({ state }) => state)).toEqual(Array(4).fill('queued'))
  })

  it('does not let a stranger who guesses passwords flood a phone', async () => {
    for (let each = 0; each < 4; each += 1) await stand.act('identity.sign-in-fail')
    await stand.pass()
    expect(await sent()).toHaveLength(2)
    stand.app.services.clock.advanceMs(3_600_000)
    await stand.act('identity.sign-in-fail')
    await stand.pass()
    expect(await sent()).toHaveLength(4)
  })
})

describe('choices', () => {
  it('begin without advertising and without orders by e-mail, and are followed from then on', async () => {
    const { channels, topics, quiet } = await choices()
    expect(channels.map(({ channel }) => channel)).toEqual(['email', 'push'])
    expect(topics.find(({ topic }) => topic === 'orders')?.on).toEqual(['push'])
    expect(topics.map(({ topic }) => topic)).not.toContain('marketing')
    expect(quiet).toBeUndefined()
    await choose('alerts', 'push', false)
    await choose('alerts', 'push', false)
    await stand.act('alerts.fire', alert)
    await stand.pass()
    expect(await sent()).toEqual(['email: Alerta de precio'])
    expect((await choices(3)).topics.find(({ topic }) => topic === 'alerts')?.on).toEqual(['email', 'push'])
    const log = await stand.platform.audit.aboutCustomer(stand.app.services.sql, stand.customerId(1), {
      actions: ['notices.choose'],
      limit: 9,
    })
    expect(log.map(({ details }) => details)).toEqual([{ kind: 'alerts', what: 'push', on: 'false' }])
  })

  it('cannot switch security off, nor a channel that is not carried, nor be something else', async () => {
    expect(await choose('security', 'push', false)).toContain('notice-locked')
    expect(await choose('alerts', 'sms', true)).toContain('notice-channel')
    expect(await choose('marketing', 'push', true)).toContain('@topic')
    await stand.act('identity.freeze')
    await stand.pass()
    expect(await sent()).toEqual(['push: Cuenta pausada'])
  })

  it.each([
    [{ from: '25:00' }, 'notice-time'],
    [{ to: '7' }, 'notice-time'],
    [{ to: '22:00' }, 'notice-quiet-empty'],
    [{ zone: 'Mars/Base' }, 'notice-zone'],
  ])('refuse quiet hours that are none: %j', async (change, refusal) => {
    expect(outcomeOf(await post('quiet/set', { ...night, ...change }))).toContain(refusal)
    expect((await choices()).quiet).toBeUndefined()
  })
})

describe('quiet hours', () => {
  beforeEach(async () => {
    until('2026-12-01', 12 * 60)
    await post('quiet/set', night)
    until('2026-12-01', 23 * 60)
  })

  it('hold back what waits until they end, and nothing of security or a liquidation', async () => {
    expect((await choices()).quiet).toEqual(night)
    await stand.act('alerts.fire', alert)
    await stand.act('identity.freeze')
    await stand.pass()
    expect(await sent()).toEqual(['push: Cuenta pausada'])
    until('2026-12-02', 7 * 60 - 1)
    await stand.pass()
    expect(await sent()).toHaveLength(1)
    until('2026-12-02', 7 * 60)
    await stand.pass()
    await stand.pass()
    expect((await sent()).slice(1).sort()).toEqual(['email: Alerta de precio', 'push: Alerta de precio'])
    expect((await rows()).every(({ isErased }) => isErased)).toBe(true)
  })

  it('become one notice when many waited, and what was switched off meanwhile is none', async () => {
    for (let each = 0; each < 5; each += 1) await stand.act('alerts.fire', alert)
    await stand.pass()
    await choose('alerts', 'email', false)
    until('2026-12-02', 8 * 60)
    await stand.pass()
    expect(await sent()).toEqual(['push: Tienes 5 avisos'])
    const states = (await rows()).map(({ channel, state }) => `${channel} ${state}`)
    expect([...new Set(states)].sort()).toEqual(['email dropped', 'push merged'])
  })

  it('end at once when their owner ends them', async () => {
    await stand.act('alerts.fire', alert)
    await stand.pass()
    expect(await sent()).toEqual([])
    await post('quiet/end', {})
    await stand.pass()
    expect(await sent()).toHaveLength(2)
  })

  it('send nothing that the owner of the database wrote, and go on behind it', async () => {
    await stand.act('alerts.fire', alert)
    await stand.pass()
    await alterWaiting(stand.app.database.owner)
    await stand.act('alerts.fire', alert)
    await stand.pass()
    until('2026-12-02', 8 * 60)
    await stand.pass()
    expect(await sent()).toHaveLength(2)
    expect((await rows()).filter(({ state }) => state === 'dropped')).toHaveLength(2)
  })

  it('hold back a notice that a room writes by itself, with its own words', async () => {
    const { customers } = stand.platform
    const words = (text: string) => ({ 'es-ES': text, 'en-US': text, 'pt-BR': text })
    const give = (about: string | undefined, title: string) =>
      transaction(stand.app.services.sql, (tx) =>
        customers.notify(tx, {
          ...(about === undefined ? {} : { about }),
          ...{ customerId: stand.customerId(1), title: words(title), text: words('…'), now: stand.now() },
        }),
      )
    await give('withdrawals.hold', 'Tu retiro tarda')
    await give('identity.restrict', 'Tu cuenta está restringida')
    await give(undefined, 'Algo que nadie apaga')
    expect(await sent()).toEqual(['email: Tu cuenta está restringida', 'email: Algo que nadie apaga'])
    until('2026-12-02', 8 * 60)
    await stand.pass()
    expect((await sent()).at(-1)).toBe('email: Tu retiro tarda')
    await choose('money', 'email', false)
    await give('withdrawals.hold', 'Otro')
    expect(await sent()).toHaveLength(3)
  })
})
