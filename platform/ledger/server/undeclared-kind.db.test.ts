import { createAuditLog } from '@bolsillo/audit/server'
import { fixedSettings } from '@bolsillo/settings/fixtures'
import { testApp } from '@bolsillo/test-kit'
import { expect, it } from 'vitest'
import { createLedger } from './create-ledger.ts'
import { createLedgerRoom } from './ledger-room.ts'
import { fixedValuation } from './testing/fixed-valuation.ts'

it('refuses to start where the database allows a kind of entry that does not declare what it is to a customer', async () => {
  const made: { room?: ReturnType<typeof createLedgerRoom>['room'] } = {}
  const app = await testApp({
    rooms: (services) => {
      const { room } = createLedgerRoom({
        ...{ services, ledger: createLedger(), audit: createAuditLog(), publisher: { publish: () => undefined } },
        ...{ valuation: fixedValuation, settings: fixedSettings(), custodian: 'venue-simulated' },
      })
      made.room = room
      return [room]
    },
  })
  const { owner } = app.database
  await made.room?.start?.()
  await made.room?.stop?.()
  await owner`alter table ledger_entry_rule disable trigger user`
  await owner`
    insert into ledger_entry_rule (kind, actor, subject, lines, needs, customers_max, assets_max, shape, cause, of_desk)
    select 'bonus', actor, subject, lines, needs, customers_max, assets_max, shape, cause, of_desk
    from ledger_entry_rule where kind = 'deposit'`
  await expect(made.room?.start?.()).rejects.toThrow('entries of bonus do not declare what they are to a customer')
  await app.close()
})
