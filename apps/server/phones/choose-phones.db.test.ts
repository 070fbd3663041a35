import { addressOf } from '@bolsillo/identity/domain'
import { idOf, instant } from '@bolsillo/kernel'
import { fakeAccount } from '@bolsillo/rail-phone-messages/testing'
import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { chooseMessageRail } from '../choose-message-rail.ts'
import { readConfig } from '../config.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(() => database.drop())

it('a number of the demo, or of nobody, is never written to, and a person’s only where a provider is named', async () => {
  const kept: string[] = []
  const accept = async (isNamed: boolean, to: string): Promise<void> => {
    const { rail } = chooseMessageRail({
      config: { ...readConfig({}, '.'), ...(isNamed ? { phones: fakeAccount('twilio', 'http://127.0.0.1:9') } : {}) },
      services: testServices({ sql: database.sql }),
      practiceRail: { id: 'practice', simulated: true, accept: async (_, message) => void kept.push(message.id) },
      appUrl: 'https://app.bolsillo.example',
      consoleUrl: 'https://console.bolsillo.example',
      toDevices: [],
    })
    const id = idOf('msg', `msg_${String(kept.length).padStart(26, '0')}`)
    const words = { kind: 'frozen', language: 'es-ES', title: 'Título', text: 'Texto' } as const
    await transaction(database.sql, (tx) =>
      rail.accept(tx, { id, to: addressOf(to), at: instant(1_700_000_000_000), ...words }),
    )
  }
  for (const to of ['+525555550101', '+525555550199', '+12135550123', 'demo@bolsillo.example']) await accept(true, to)
  await accept(false, '+525512341907')
  expect(kept).toHaveLength(5)
  await accept(true, '+525512341907')
  expect(kept).toHaveLength(5)
  expect(await database.owner`select channel, state from message_outbox`).toMatchObject([
    { channel: 'sms', state: 'waiting' },
  ])
})
