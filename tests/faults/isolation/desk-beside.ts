import { checkBooks } from '@bolsillo/checker/check-books'
import {
  currencies,
  type Id,
  integerBetween,
  isRejection,
  money,
  pick,
  priceOf,
  quantityOf,
  type Rng,
  seededRng,
} from '@bolsillo/kernel'
import { accountId, available, customerAccount, emptyBalance } from '@bolsillo/ledger/domain'
import { createLedger, type Ledger } from '@bolsillo/ledger/server'
import { transaction } from '@bolsillo/server-kit'
import { fixedSettings } from '@bolsillo/settings/fixtures'
import { type TestServices, testDatabase, testServices } from '@bolsillo/test-kit'
import {
  createBookVenue,
  fixtureMarket,
  fixtureTicket,
  numberedInstrument,
  settleDesk,
} from '@bolsillo/trading/fixtures'
import { createTrading, deskLimits, type Trading } from '@bolsillo/trading/server'

const [customerCount, traders, movers] = [6, 12, 4] as const
const centavosEach = 500_000n
const instrument = numberedInstrument(1)
const custodian = 'venue-simulated'

export interface BesideResult {
  readonly placed: number
  readonly refused: number
  readonly moved: number
  readonly findings: readonly string[]
  /** What the checker says of the same books after somebody took money out of a balance beside the ledger. */
  readonly control: readonly string[]
}

/**
 * Customers trade with each other through a desk that decides every batch ahead of the one before, while another process
 * moves the very cash those orders are decided on, so that what was decided on is often not there any more.
 */
export async function deskBeside(forMs: number, seed: number): Promise<BesideResult> {
  const database = await testDatabase({ connectionsMax: movers + 6 })
  const services = testServices({ sql: database.sql, seed })
  const [own, other] = [createLedger(), createLedger()]
  const venue = createBookVenue({ id: 'simulated', clock: services.clock, instrumentIds: [instrument.id] })
  const { facts, feed, setLockMs } = fixtureMarket([instrument], { [instrument.id]: 6000n }, venue.best)
  // Shares may be sold at once, so that everybody can go on trading.
  setLockMs(0)
  const { trading, desk } = createTrading({
    services,
    ledger: own,
    settings: fixedSettings(),
    facts,
    feed,
    venues: [venue],
    custodian,
    limits: { ...deskLimits, batchMax: 4, partMax: 1 },
  })
  try {
    await desk.start()
    const customers = Array.from({ length: customerCount }, () => services.ids.next('cus'))
    for (const customerId of customers) await move(services, other, customerId, centavosEach)
    venue.quote(instrument.id, 'sell', 6000, 500)
    const counts = { placed: 0, refused: 0, moved: 0 }
    const until = performance.now() + forMs
    const tasks = [
      ...Array.from({ length: traders }, (_, at) => async () => {
        const rng = seededRng(seed, `trader ${at}`)
        while (performance.now() < until) {
          const isPlaced = await trade(services, trading, pick(rng, customers), rng)
          if (isPlaced) counts.placed += 1
          else counts.refused += 1
        }
      }),
      ...Array.from({ length: movers }, (_, at) => async () => {
        const rng = seededRng(seed, `mover ${at}`)
        while (performance.now() < until) {
          const amount = BigInt(integerBetween(rng, -300_000, 300_000))
          if (await move(services, other, pick(rng, customers), amount)) counts.moved += 1
        }
      }),
    ]
    await Promise.all(tasks.map((task) => task()))
    await settleDesk(desk)
    const words = async (): Promise<string[]> =>
      (await checkBooks(database.owner, { market: 'fixture' })).map(({ invariant, what }) => `${invariant} ${what}`)
    const findings = await words()
    await database.owner`update ledger_balance set posted = posted - 1 where posted > held and side = 1`
    return { ...counts, findings, control: await words() }
  } finally {
    await desk.stop()
    await database.drop()
  }
}

async function trade(services: TestServices, trading: Trading, customerId: Id<'cus'>, rng: Rng): Promise<boolean> {
  const ticket = fixtureTicket(services, customerId, {
    instrumentId: instrument.id,
    side: pick(rng, ['buy', 'sell'] as const),
    timeInForce: pick(rng, ['gtc', 'ioc'] as const),
    limitPrice: priceOf(BigInt(6000 + integerBetween(rng, -20, 20))),
    quantity: quantityOf(BigInt(integerBetween(rng, 1, 40))),
  })
  const placed = await trading.place(ticket)
  if (isRejection(placed)) return false
  if (integerBetween(rng, 0, 1) === 0)
    await trading.cancel({ orderId: placed.order.orderId, customerId, receivedAt: services.clock.now() })
  return true
}

/** Gives a customer pesos, or takes what is free of as many. @returns whether anything moved. */
async function move(services: TestServices, ledger: Ledger, customerId: Id<'cus'>, wanted: bigint): Promise<boolean> {
  const { code } = money(0n, currencies.MXN).asset
  const [account, custody] = [customerAccount(customerId, 'stock', code), accountId(custodian, 'custody', code)]
  return await transaction(services.sql, async (tx) => {
    const balances = await ledger.lock(tx, [account, custody])
    const free = available(balances.get(account) ?? emptyBalance)
    const posted = -wanted > free ? -free : wanted
    if (posted === 0n) return false
    const id = services.ids.next('ent')
    const outcome = await ledger.post(tx, [
      {
        id,
        kind: 'transfer',
        at: services.clock.now(),
        actor: 'seed',
        reference: `transfer:${id}`,
        details: {},
        postings: [
          { account, posted, held: 0n },
          { account: custody, posted: -posted, held: 0n },
        ],
      },
    ])
    return outcome.kind === 'posted'
  })
}
