import { addressOf } from '@bolsillo/identity/domain'
import type { OutgoingMessage } from '@bolsillo/identity/server'
import { type Id, idOf, instant } from '@bolsillo/kernel'
import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPracticeInbox } from './index.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.drop()
})

const { rail, inbox } = createPracticeInbox()
const idAt = <Prefix extends string>(prefix: Prefix, n: number): Id<Prefix> =>
  idOf(prefix, `${prefix}_${String(n).padStart(26, '0')}`)
const message = (n: number, { code = '123456', ...more }: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id: idAt('msg', n),
  to: addressOf('+525512341907'),
  kind: 'register-code',
  language: 'pt-BR',
  title: 'Título',
  text: 'Texto 123456',
  ...(code === '' ? {} : { code }),
  at: instant(1_700_000_000_000 + n),
  ...more,
})
const accept = (sent: OutgoingMessage) => transaction(database.sql, (tx) => rail.accept(tx, sent))

describe('the practice rail', () => {
  it('keeps what would have been sent, and says it is simulated', async () => {
    expect(rail).toMatchObject({ id: 'practice-inbox', simulated: true })
    const sent = message(1, { deviceHash: 'd1' })
    await accept(sent)
    expect(await inbox.all(database.sql, { limit: 10 })).toEqual([
      { id: sent.id, to: sent.to, hasCode: true, at: sent.at },
    ])
  })

  it('keeps nothing of a transaction that failed', async () => {
    const failing = transaction(database.sql, async (tx) => {
      await rail.accept(tx, message(2))
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect(await inbox.all(database.sql, { limit: 10 })).toHaveLength(1)
  })

  it('gives a device what it asked for about nobody, and what concerns its customers, newest first', async () => {
    const [ana, luis] = [idAt('cus', 1), idAt('cus', 2)]
    const notice = { code: '' }
    await accept(message(3, { deviceHash: 'd1', customerId: ana, ...notice }))
    await accept(message(4, { deviceHash: 'd2', customerId: luis, ...notice }))
    await accept(message(5, { deviceHash: 'd2', ...notice }))
    await accept(message(6, { deviceHash: 'd1', ...notice }))
    const of = async (deviceHash: string, customerIds: readonly Id<'cus'>[]) => {
      const found = await inbox.ofDevice(database.sql, { deviceHash, asker: {}, customerIds, limit: 10 })
      return found.map(({ id }) => Number(id.slice(4)))
    }
    expect(await of('d1', [])).toEqual([6])
    expect(await of('d1', [ana])).toEqual([6, 3])
    expect(await of('d2', [ana])).toEqual([5, 3])
    expect(await of('', [])).toEqual([])
    expect((await inbox.all(database.sql, { before: idAt('msg', 4), limit: 1 })).map(({ id }) => id)).toEqual([
      idAt('msg', 3),
    ])
  })

  it('gives a code only to the browser or the session that asked for it', async () => {
    const ana = idAt('cus', 1)
    const asker = { holder: 'h1', sessionId: idAt('ses', 1) }
    const sent = message(7, { deviceHash: 'd9', customerId: ana, asker })
    await accept(sent)
    const of = async (by: { holder?: string; sessionId?: Id<'ses'> }, customerIds: readonly Id<'cus'>[] = [ana]) => {
      const query = { deviceHash: 'd9', asker: by, customerIds, limit: 10 }
      return (await inbox.ofDevice(database.sql, query)).filter(({ code }) => code !== undefined)
    }
    expect(await of({ holder: 'h1' })).toEqual([sent])
    expect(await of({ sessionId: idAt('ses', 1) })).toEqual([sent])
    expect(await of({ holder: 'h2', sessionId: idAt('ses', 2) })).toEqual([])
    expect(await of({})).toEqual([])
    // A request about an account that never signed in on the device gets nothing either.
    expect(await of(asker, [])).toEqual([])
  })

  it('cannot be rewritten by the running server', async () => {
    await expect(database.sql`update practice_message set code = '000000'`).rejects.toThrow(/permission denied/)
    await expect(database.sql`delete from practice_message`).rejects.toThrow(/permission denied/)
  })
})
