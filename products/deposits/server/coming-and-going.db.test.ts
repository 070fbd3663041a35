import { currencies, type Id, money } from '@bolsillo/kernel'
import { type AccountId, accountId, customerAccount, type JournalEntry } from '@bolsillo/ledger/domain'
import { coverEntries, railCustody, railDetails, railOwed, settleEntries } from '@bolsillo/payments/domain'
import { type Tx, transaction } from '@bolsillo/server-kit'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type DepositsStand, depositsStand } from './testing/deposits-stand.ts'

// Money in, out, returned by a bank and taken back, in any order, with a taker that falls after it has posted.

const brl = (minor: bigint) => money(minor, currencies.BRL)
const railId = 'test-pix'
let stand: DepositsStand
let own: AccountId
let falls = 0

beforeAll(async () => {
  stand = await depositsStand()
  own = customerAccount(stand.customerId(1), 'stock', 'BRL')
  const custody = railCustody(railId, 'BRL')
  const owed = railOwed(railId, 'BRL')
  const accounts = [own, custody, owed, accountId('house', 'payouts', 'BRL')]
  const post = async (
    tx: Tx,
    cause: string,
    minor: bigint,
    of: (posted: { rail: bigint; owed: bigint }) => readonly JournalEntry[],
  ) => {
    const balances = await stand.ledger.lock(tx, accounts)
    const postedOn = (account: AccountId): bigint => balances.get(account)?.posted ?? 0n
    const outcome = await stand.ledger.post(tx, of({ rail: postedOn(custody), owed: postedOn(owed) }))
    if (outcome.kind !== 'posted') throw new Error(`${cause} of ${minor} does not fit`)
    if (falls > 0) {
      falls -= 1
      throw new Error('the process falls here')
    }
  }
  const stamp = () => ({ id: stand.app.services.ids.next('ent'), at: stand.app.services.clock.now() })
  const entry = (kind: string, externalId: string, postings: readonly [AccountId, bigint][]): JournalEntry => ({
    ...stamp(),
    kind,
    actor: 'test',
    reference: 'test:out',
    details: railDetails(railId, externalId),
    postings: postings.map(([account, posted]) => ({ account, posted, held: 0n })),
  })
  stand.payments.takePayouts('out', {
    sent: async () => undefined,
    failed: async () => undefined,
    confirmed: (tx, { event: { amount, externalId }, payout }) =>
      post(tx, 'a payment', amount.minor, (posted) => [
        ...coverEntries({ railId, amount, cause: payout?.cause ?? '' }, new Map([[custody, -posted.rail]]), stamp),
        entry('withdrawal-paid', externalId, [
          [own, -amount.minor],
          [custody, amount.minor],
        ]),
      ]),
    returned: async (tx, { amount, returnId, payout }) => {
      await post(tx, 'a return', amount.minor, (posted) => [
        entry('withdrawal-returned', returnId, [
          [own, amount.minor],
          [custody, -amount.minor],
        ]),
        ...settleEntries({ railId, amount, cause: payout.cause }, posted, stamp),
      ])
      return true
    },
    ownerKnown: false,
  })
})
afterAll(() => stand.close())

const share = fc.integer({ min: 1, max: 100 })
const step = fc.oneof(
  fc.record({ kind: fc.constant('in' as const), minor: fc.bigInt(2n, 10n ** 9n), isOwn: fc.boolean() }),
  fc.record({ kind: fc.constant('out' as const), share, fails: fc.boolean() }),
  fc.record({ kind: fc.constant('return' as const), share, fails: fc.boolean() }),
  fc.record({ kind: fc.constant('reverse' as const), share }),
)
const partOf = (whole: bigint, percent: number): bigint => (whole * BigInt(percent)) / 100n

it('every unit has a place, every event ends and the statement is what the books say, whatever came in which order', async () => {
  const to = await stand.target(1, 'pix-brl')
  let no = 0
  const settle = async (): Promise<void> => {
    for (let rounds = 0; rounds < 2; rounds += 1) {
      await stand.engine.readRails()
      stand.app.services.clock.advanceMs(60_000)
    }
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      const deposits: { externalId: string; left: bigint }[] = []
      const payouts: { payoutId: Id<'pay'>; left: bigint }[] = []
      for (const one of steps) {
        no += 1
        if (one.kind === 'in') {
          stand.rails.pix.deliver({
            externalId: `P${no}`,
            amount: brl(one.minor),
            to,
            ...(one.isOwn ? {} : { name: 'X' }),
          })
          deposits.push({ externalId: `P${no}`, left: one.minor })
        } else if (one.kind === 'out') {
          const minor = partOf(await stand.balance(own), one.share)
          if (minor === 0n) continue
          falls = one.fails ? 1 : 0
          const destination = { kind: 'pix', keyKind: 'cpf', key: '1', holder: 'M', holderTaxId: '1' } as const
          const now = stand.app.services.clock.now()
          const wish = {
            cause: `out_${no}`,
            channel: 'pix-brl',
            amount: brl(minor),
            destination,
            reference: 'R',
            now,
          } as const
          const { payoutId } = await transaction(stand.app.services.sql, (tx) => stand.payments.requestPayout(tx, wish))
          // Beside whatever the comparison of the stand froze: what is tested is what comes after.
          await stand.engine.sendPayouts()
          stand.rails.pix.end(payoutId, 'confirmed')
          payouts.push({ payoutId, left: minor })
        } else if (one.kind === 'return') {
          const payout = payouts.at(-1)
          const minor = payout === undefined ? 0n : partOf(payout.left, one.share)
          if (payout === undefined || minor === 0n) continue
          falls = one.fails ? 1 : 0
          stand.rails.pix.returnPayment(payout.payoutId, `R${no}`, brl(minor))
          payout.left -= minor
        } else {
          const deposit = deposits.at(-1)
          const minor = deposit === undefined ? 0n : partOf(deposit.left, one.share)
          if (deposit === undefined || minor === 0n) continue
          stand.rails.pix.takeBack(deposit.externalId, `B${no}`, brl(minor))
          deposit.left -= minor
        }
        await settle()
      }
      const { owner } = stand.app.database
      expect(await owner`select problem from rail_event_state where state <> 'done'`).toEqual([])
      const [held] = await owner`
        select coalesce(sum(amount_minor - reversed_minor), 0)::bigint as minor from deposit where stage = 'held'`
      expect(await stand.balance('house:unmatched:BRL')).toBe(held?.minor)
      const [custody, owed] = [
        await stand.balance(railCustody(railId, 'BRL')),
        await stand.balance(railOwed(railId, 'BRL')),
      ]
      expect(owed === 0n || custody === 0n).toBe(true)
      const claims = await stand.balance('house:claims:BRL')
      expect((await stand.balance(own)) + (held?.minor ?? 0n) + claims + owed + custody).toBe(0n)
      stand.app.services.clock.advanceMs(3_600_000)
      await stand.engine.reconcile()
      const open = await owner`
        select kind, external_id from reconciliation_difference difference where rail_id = ${railId} and kind <> 'late'
          and not exists (select from reconciliation_closing where difference_id = difference.id)`
      expect(open).toEqual([])
    }),
    { numRuns: 6, seed: 20261122 },
  )
  expect(await stand.verify()).toBe(true)
})
