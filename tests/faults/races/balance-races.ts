import { setTimeout as sleep } from 'node:timers/promises'
import { takePracticeGrant } from '@bolsillo/ledger/contract'
import { buy, cancel, convert, quoteConversion } from '@bolsillo/stocks/contract'
import { type RaceMarket, type Racer, symbols } from './race-market.ts'
import { countEffects, sumPostings } from './race-store.ts'
import { doneOf, expectThat, orderIdOf, type Race, sendersAtOnce, tally, unclean } from './round.ts'
import type { Post, RaceAnswer } from './senders.ts'

const symbol = symbols.lot
const pesoScale = 2

const writePesos = (minor: bigint): string => `${minor / 100n}.${String(minor % 100n).padStart(pesoScale, '0')}`

const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))

/** A purchase that rests far below the market and reserves a part of the cash. */
export async function restingBuy(market: RaceMarket, racer: Racer, part: { readonly percent: bigint }): Promise<Post> {
  const { bid, write, tick } = await market.quote(symbol)
  const { posted, held } = await sumPostings(market.sql, racer.customerId, 'MXN')
  const price = ((bid * 7n) / 10n / tick) * tick
  // Units of the price are hundredths of a centavo; the fee of 0.29 % lies well within the tenth left out.
  const shares = ((((posted - held) * part.percent) / 100n) * 100n) / price
  const fields = { symbol, type: 'limit', timeInForce: 'gtc', quantity: String(shares), limitPrice: write(price) }
  return { path: buy.path, token: racer.token, fields }
}

async function cancelAll(market: RaceMarket, racer: Racer, answers: readonly RaceAnswer[]): Promise<string[]> {
  const orderIds = [...new Set(answers.map(orderIdOf))]
  const cancels = orderIds.map((orderId) => ({
    path: cancel.path,
    token: racer.token,
    key: market.newKey(),
    fields: { orderId },
  }))
  return unclean(cancel, await market.race(cancels))
}

const granting = (market: RaceMarket, racer: Racer): Post => ({
  path: takePracticeGrant.path,
  token: racer.token,
  key: market.newKey(),
  fields: {},
})

/** Takes the practice grant of a customer, without a race. */
export async function takeGrant(market: RaceMarket, racer: Racer): Promise<void> {
  await market.send(granting(market, racer))
}

const practiceGrant: Race = {
  name: 'races-practice-grant',
  done: 'fifty requests for the practice grant of one customer, each with a key of its own, released together',
  round: async (market, racer) => {
    const answers = await market.race(many(sendersAtOnce, () => granting(market, racer)))
    const { grants } = await countEffects(market.sql, racer.customerId)
    const { posted } = await sumPostings(market.sql, racer.customerId, 'MXN')
    return {
      outcomes: { ...tally(answers), effects: grants },
      problems: [
        ...unclean(takePracticeGrant, answers),
        ...expectThat(doneOf(answers).length === 1, `${doneOf(answers).length} grants were answered`),
        ...expectThat(grants === 1 && posted === 10_000_000n, `${grants} grants of ${posted} centavos in all`),
      ],
    }
  },
}

/** Sends again what was answered with "in flight", with its key, one after the other: together they would block each other. */
async function settled(market: RaceMarket, answers: readonly RaceAnswer[]): Promise<readonly RaceAnswer[]> {
  const last: RaceAnswer[] = []
  for (const answer of answers) {
    last.push(answer.rejection === 'idempotency-key-in-flight' ? await market.send(answer.post) : answer)
  }
  return last
}

/** Fifty times the same order; `keyed` false is the control, in which nothing says that it is the same. */
export async function sameOrder(
  market: RaceMarket,
  racer: Racer,
  keyed: boolean,
): Promise<{ readonly first: readonly RaceAnswer[]; readonly last: readonly RaceAnswer[]; readonly orders: number }> {
  const post = await restingBuy(market, racer, { percent: 1n })
  const key = market.newKey()
  const before = await countEffects(market.sql, racer.customerId)
  const first = await market.race(many(sendersAtOnce, () => (keyed ? { ...post, key } : post)))
  const last = await settled(market, first)
  const after = await countEffects(market.sql, racer.customerId)
  return { first, last, orders: after.orders - before.orders }
}

const sameKey: Race = {
  name: 'races-same-key',
  done: 'one order sent by fifty senders with one key, released together; whoever was told to wait asked again',
  round: async (market, racer) => {
    const { first, last, orders } = await sameOrder(market, racer, true)
    const bodies = new Set(doneOf(last).map(({ body }) => body))
    return {
      outcomes: { ...tally(first), effects: orders },
      problems: [
        ...unclean(buy, last),
        ...expectThat(orders === 1, `${orders} orders for one key`),
        ...expectThat(
          bodies.size === 1 && doneOf(last).length === sendersAtOnce,
          `${doneOf(last).length} answered, ${bodies.size} different bodies: ${JSON.stringify(tally(last))}`,
        ),
        ...(await cancelAll(market, racer, doneOf(last))),
      ],
    }
  },
}

const oneBalance: Race = {
  name: 'races-one-balance',
  done: 'fifty orders with keys of their own, each for 60 % of the cash, released together; then the winner cancelled',
  round: async (market, racer) => {
    const before = await sumPostings(market.sql, racer.customerId, 'MXN')
    const post = await restingBuy(market, racer, { percent: 60n })
    const answers = await market.race(many(sendersAtOnce, () => ({ ...post, key: market.newKey() })))
    const done = doneOf(answers)
    const during = await sumPostings(market.sql, racer.customerId, 'MXN')
    const cleared = await cancelAll(market, racer, done)
    const after = await sumPostings(market.sql, racer.customerId, 'MXN')
    return {
      outcomes: tally(answers),
      problems: [
        ...unclean(buy, answers),
        ...expectThat(done.length === 1, `${done.length} orders were taken`),
        ...expectThat(during.held > 0n && during.held <= during.posted, `${during.held} held of ${during.posted}`),
        ...cleared,
        ...expectThat(
          after.posted === before.posted && after.held === before.held,
          `${after.held} of ${after.posted} held after the cancel`,
        ),
      ],
    }
  },
}

/** Offers of dollars for about 60 % of the pesos. */
export async function conversionQuotes(market: RaceMarket, racer: Racer, count: number): Promise<readonly string[]> {
  const { posted, held } = await sumPostings(market.sql, racer.customerId, 'MXN')
  const wish = (targetAmount: string): Post => ({
    path: quoteConversion.path,
    token: racer.token,
    key: market.newKey(),
    fields: { sourceCurrency: 'MXN', targetCurrency: 'USD', targetAmount },
  })
  let probe = await market.send(wish('100.00'))
  // After time was moved the market needs a moment until its prices are of now.
  for (let tries = 0; probe.rejection === 'conversion-unavailable' && tries < 50; tries += 1) {
    await sleep(50)
    probe = await market.send(wish('100.00'))
  }
  const source = BigInt(String(probe.data.sourceAmount ?? '0').replace('.', ''))
  if (source === 0n) throw new Error(`no conversion was offered: ${probe.body}`)
  const target = ((posted - held) * 60n * 100_00n) / 100n / source
  const quotes = await Promise.all(many(count, () => market.send(wish(writePesos(target)))))
  return quotes.map(({ data }) => String(data.quoteId))
}

const orderOrConversion: Race = {
  name: 'races-order-or-conversion',
  done: 'orders and conversions that each need 60 % of one balance, two offers and as many orders as sixteen senders each, released together',
  round: async (market, racer) => {
    const before = await countEffects(market.sql, racer.customerId)
    const post = await restingBuy(market, racer, { percent: 60n })
    const [one = '', two = ''] = await conversionQuotes(market, racer, 2)
    const converting = (quoteId: string): Post => ({
      path: convert.path,
      token: racer.token,
      key: market.newKey(),
      fields: { quoteId },
    })
    const answers = await market.race([
      ...many(17, () => converting(one)),
      ...many(17, () => converting(two)),
      ...many(16, () => ({ ...post, key: market.newKey() })),
    ])
    const orders = answers.filter((answer) => answer.post.path === buy.path)
    const conversions = answers.filter((answer) => answer.post.path === convert.path)
    const placed = doneOf(orders)
    const { conversions: executed } = await countEffects(market.sql, racer.customerId)
    const effects = placed.length + executed - before.conversions
    // The same offer executed again is answered as the first time.
    const entries = new Set(doneOf(conversions).map(({ data }) => String(data.entryId)))
    const { posted, held } = await sumPostings(market.sql, racer.customerId, 'MXN')
    return {
      outcomes: { ...tally(orders, 'order '), ...tally(conversions, 'conversion '), effects },
      problems: [
        ...unclean(buy, orders),
        ...unclean(convert, conversions),
        ...expectThat(effects === 1, `${placed.length} orders and ${executed - before.conversions} conversions`),
        ...expectThat(entries.size === executed - before.conversions, `${entries.size} entries were answered`),
        ...expectThat(posted >= held && held >= 0n, `${held} held of ${posted}`),
        ...(await cancelAll(market, racer, placed)),
      ],
    }
  },
}

/** Races for what one customer has, on the first day. */
export const balanceRaces: readonly Race[] = [practiceGrant, sameKey, oneBalance, orderOrConversion]
