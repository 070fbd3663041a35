import { createHash } from 'node:crypto'
import { assert, type Id, idOf, type Money, present } from '@bolsillo/kernel'
import { accountId, customerAccount, type JournalEntry } from '@bolsillo/ledger/domain'
import { createLedger, type Ledger, verifyLedger } from '@bolsillo/ledger/server'
import { type PaymentRail, payableAssets, payInKey, railCustody, railDetails } from '@bolsillo/payments/domain'
import { createPayments, type Delivery, noticeMac, type PaymentEngine, type Payments } from '@bolsillo/payments/server'
import { type Tx, transaction } from '@bolsillo/server-kit'
import { fixedSettings } from '@bolsillo/settings/fixtures'
import { type TestAnswer, type TestApp, testApp, testCustomer } from '@bolsillo/test-kit'
import { createTestRails, type TestRails } from '../index.ts'

/** Payments over the practice rails and a real ledger, with a taker of deposits that does the least that is right. */
export interface DepositStand {
  readonly app: TestApp
  readonly payments: Payments
  readonly engine: PaymentEngine
  readonly ledger: Ledger
  readonly test: TestRails
  /** Where a new customer pays in by a rail, and who that is. */
  readonly newPayer: (railId: string) => Promise<{ readonly customerId: Id<'cus'>; readonly to: string }>
  /** Makes a rail's provider say something, whatever it is. */
  readonly say: (railId: string, ...payloads: readonly (string | Readonly<Record<string, unknown>>)[]) => Promise<void>
  /** Advances time, then reads and dispatches everything. */
  readonly pass: (ms?: number) => Promise<void>
  /** What a customer was credited of an asset, minor units. */
  readonly creditedTo: (customerId: Id<'cus'>, asset: string) => Promise<bigint>
  readonly unmatched: (asset: string) => Promise<bigint>
  /** How many times the taker shall still fail, before or after it posted. */
  readonly failing: { before: number; after: number }
  readonly knock: (
    railId: string,
    message: {
      readonly body: string
      readonly signed?: string
      readonly atMs?: number
      readonly noticeId?: string
      readonly secretOf?: string
      readonly headers?: Readonly<Record<string, string>>
    },
  ) => Promise<TestAnswer>
  readonly close: () => Promise<void>
}

/** The same entry id for the same happening, so that the ledger itself refuses to post it twice. */
function entryIdOf(...facts: readonly string[]): Id<'ent'> {
  const digits = BigInt(`0x${createHash('sha256').update(facts.join('|')).digest('hex').slice(0, 30)}`)
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
  let text = ''
  for (let left = digits; text.length < 26; left /= 32n) text = `${alphabet[Number(left % 32n)] ?? '0'}${text}`
  return idOf('ent', `ent_0${text.slice(1)}`)
}

const purseOf = (asset: string): 'stock' | 'coin' => (['MXN', 'USD', 'BRL'].includes(asset) ? 'stock' : 'coin')

function entryOf(
  what: 'deposit' | 'deposit-reversal',
  id: Id<'ent'>,
  delivery: Delivery<'received'> | Delivery<'reversed'>,
  amount: Money,
  own: ReturnType<typeof accountId>,
): JournalEntry {
  const { railId, event } = delivery
  const sign = what === 'deposit' ? 1n : -1n
  const externalId = event.kind === 'reversed' ? event.reversalId : event.externalId
  return {
    id,
    kind: what,
    at: event.at,
    actor: 'payments',
    reference: `rail:${railId}`,
    details: railDetails(railId, externalId),
    postings: [
      { account: own, posted: sign * amount.minor, held: 0n },
      { account: railCustody(railId, amount.asset.code), posted: -sign * amount.minor, held: 0n },
    ],
  }
}

export async function depositStand(): Promise<DepositStand> {
  const ledger = createLedger()
  const failing = { before: 0, after: 0 }
  const parts: { test?: TestRails; payments?: Payments; engine?: PaymentEngine } = {}
  const app = await testApp({
    rooms: (services) => {
      const test = createTestRails({ services, confirmationsOf: () => 3 })
      const made = createPayments({
        services,
        settings: fixedSettings(),
        ledger,
        rails: test.rails,
        practicePayer: test.payer,
      })
      Object.assign(parts, { test, ...made })
      return [test.room, made.room]
    },
  })
  const test = present(parts.test, 'rails')
  const payments = present(parts.payments, 'payments')
  const engine = present(parts.engine, 'engine')
  payments.takePayIns({
    received: (tx, delivery) => received(ledger, tx, delivery, failing),
    reversed: (tx, delivery) => reversed(ledger, tx, delivery),
    origins: async () => [],
  })
  const { sql, clock } = app.services
  let customers = 100
  const postedOf = async (account: ReturnType<typeof accountId>): Promise<bigint> =>
    (await ledger.balances(sql, [account])).get(account)?.posted ?? 0n
  return {
    app,
    payments,
    engine,
    ledger,
    test,
    failing,
    newPayer: async (railId) => {
      customers += 1
      return await payerOf(app, payments, testCustomer(customers).customerId, railId)
    },
    say: (railId, ...payloads) =>
      transaction(sql, async (tx) => {
        for (const payload of payloads) await present(test.providers.get(railId), railId).say(tx, payload, clock.now())
      }),
    pass: async (ms = 0) => {
      clock.advanceMs(ms)
      await engine.readRails()
    },
    creditedTo: (customerId, asset) => postedOf(customerAccount(customerId, purseOf(asset), asset)),
    unmatched: (asset) => postedOf(accountId('house', 'unmatched', asset)),
    knock: knocking(app, (railId) => present(payments.rail(railId), railId)),
    close: async () => {
      const verdict = await verifyLedger(app.database.owner)
      assert(verdict.ok, 'the books add up')
      await app.close()
    },
  }
}

/** Where a customer pays in by a rail. */
async function payerOf(app: TestApp, payments: Payments, customerId: Id<'cus'>, railId: string) {
  const { sql, clock } = app.services
  const channel = present(
    payments.channels(clock.now()).find((state) => state.railId === railId),
    `channel of ${railId}`,
  )
  const now = clock.now()
  const address = await transaction(sql, (tx) =>
    payments.payInAddress(tx, { customerId, channel: channel.channel.code, now }),
  )
  return { customerId, to: payInKey(address) }
}

/** Sends messages to the door of a rail, signed as its provider would. */
function knocking(app: TestApp, railOf: (railId: string) => PaymentRail): DepositStand['knock'] {
  const { clock } = app.services
  return (railId, { body, signed, atMs, noticeId = 'notice-0001', secretOf, headers }) => {
    const at = Math.floor((atMs ?? clock.now()) / 1000) * 1000
    const secret = railOf(secretOf ?? railId).noticeSecret?.() ?? new Uint8Array()
    const mac = noticeMac(secret, { atMs: at, noticeId, bytes: Buffer.from(signed ?? body) }).toString('hex')
    return app.ask({
      method: 'POST',
      path: `/ipcf-api/rails/${railId}/events`,
      headers: {
        'content-type': 'application/json',
        'x-rail-event': noticeId,
        'x-rail-signature': `t=${at / 1000},v1=${mac}`,
        ...headers,
      },
      body,
    })
  }
}

async function received(
  ledger: Ledger,
  tx: Tx,
  delivery: Delivery<'received'>,
  failing: { before: number; after: number },
): Promise<void> {
  const { event, railId, customerId } = delivery
  if (event.confirmations.seen < event.confirmations.needed) return
  if (failing.before > 0) {
    failing.before -= 1
    throw new Error('the taker is not well')
  }
  const { code } = event.amount.asset
  const own =
    customerId === undefined ? accountId('house', 'unmatched', code) : customerAccount(customerId, purseOf(code), code)
  const id = entryIdOf('in', railId, event.externalId)
  // More confirmations of what was credited are no news.
  if ((await ledger.entries(tx, [id])).length > 0) return
  const posted = await ledger.post(tx, [entryOf('deposit', id, delivery, event.amount, own)])
  assert(posted.kind === 'posted', 'a deposit fits')
  if (failing.after > 0) {
    failing.after -= 1
    throw new Error('the taker fell after it had posted')
  }
}

async function reversed(ledger: Ledger, tx: Tx, delivery: Delivery<'reversed'>): Promise<void> {
  const { event, railId } = delivery
  const [credited] = await ledger.entries(tx, [entryIdOf('in', railId, event.externalId)])
  // Taken back before it counted: nothing was credited, and nothing will be.
  if (credited === undefined) {
    assert(railId.startsWith('test-chain'), 'a reversal of what was never told')
    return
  }
  const own = present(credited.entry.postings[0], 'whose it was').account
  const asset = present(payableAssets[event.amount.asset.code], 'its asset')
  const id = entryIdOf('back', railId, event.reversalId)
  const posted = await ledger.post(tx, [
    entryOf('deposit-reversal', id, delivery, { minor: event.amount.minor, asset }, own),
  ])
  assert(posted.kind === 'posted', 'the customer still has it')
}
