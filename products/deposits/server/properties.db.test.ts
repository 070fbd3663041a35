import { currencies, money } from '@bolsillo/kernel'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DepositsStand, depositsStand, moveMoney } from './testing/deposits-stand.ts'

let stand: DepositsStand
beforeAll(async () => {
  stand = await depositsStand()
})
afterAll(() => stand.close())

const brl = (minor: bigint) => money(minor, currencies.BRL)

/** A payment and its fate: who it is from, how often it is reported, and what is taken back in which parts. */
const payment = fc.record({
  minor: fc.bigInt(1n, 10n ** 12n),
  isOwn: fc.boolean(),
  told: fc.integer({ min: 1, max: 3 }),
  backs: fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 3 }),
  /** Percent of what the customer has that is spent before anything is taken back. */
  spent: fc.integer({ min: 0, max: 100 }),
})

it('credited = delivered, and every unit is the customer’s, held, claimed or gone back, whatever happens in which order', async () => {
  const to = await stand.target(1, 'pix-brl')
  const own = `${stand.customerId(1)}:stock:BRL`
  let round = 0
  let [delivered, takenBack, spentInAll] = [0n, 0n, 0n]
  await fc.assert(
    fc.asyncProperty(fc.array(payment, { minLength: 1, maxLength: 4 }), async (payments) => {
      round += 1
      for (const [index, { minor, isOwn, told, backs, spent }] of payments.entries()) {
        const externalId = `P${round}.${index}`
        for (let times = 0; times < told; times += 1) {
          stand.rails.pix.deliver({ externalId, amount: brl(minor), to, ...(isOwn ? {} : { name: 'OTRO' }) })
        }
        await stand.engine.readRails()
        delivered += minor
        const [row] = await stand.app.database.owner<Record<string, unknown>[]>`
          select stage, amount_minor, credited_minor from deposit where external_id = ${externalId}`
        expect(row).toMatchObject(
          isOwn ? { stage: 'credited', amount_minor: minor, credited_minor: minor } : { stage: 'held' },
        )
        const part = ((await stand.balance(own)) * BigInt(spent)) / 100n
        if (part > 0n) await moveMoney(stand, own, 'house:fees:BRL', brl(part))
        spentInAll += part
        let left = minor
        for (const [place, percent] of backs.entries()) {
          const back = (minor * BigInt(percent)) / 100n
          if (back === 0n || back > left) continue
          left -= back
          takenBack += back
          stand.rails.pix.takeBack(externalId, `${externalId}-${place}`, brl(back))
        }
        await stand.engine.readRails()
      }
      const [customer, unmatched, claims, custody] = await Promise.all([
        stand.balance(own),
        stand.balance('house:unmatched:BRL'),
        stand.balance('house:claims:BRL'),
        stand.balance('rail-test-pix:custody:BRL'),
      ])
      expect(-custody).toBe(delivered - takenBack)
      expect(customer + unmatched + spentInAll + claims).toBe(delivered - takenBack)
      expect(customer >= 0n && unmatched >= 0n && claims <= 0n).toBe(true)
    }),
    { numRuns: 8, seed: 20261121 },
  )
  expect(await stand.verify()).toBe(true)
})
