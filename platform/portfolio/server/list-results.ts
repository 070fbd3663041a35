import type { ReplyOf } from '@bolsillo/contract'
import { type Money, money, writeDecimal, writeMoney } from '@bolsillo/kernel'
import { useCase } from '@bolsillo/server-kit'
import { moneyOf, saleFigures } from '@bolsillo/trading/domain'
import { results } from '../contract/index.ts'
import { assetOf, isCurrency, kindOf, marketsFrom, type Prices } from '../domain/index.ts'
import type { PortfolioDeps } from './deps.ts'
import type { Sale } from './own-books.ts'

type Reply = ReplyOf<typeof results>

const standardRows = 30

/** A sale with what it came to. */
interface Counted {
  readonly seq: bigint
  readonly sale: Sale
  readonly kind: 'share' | 'coin'
  readonly net: Money
  readonly result: bigint | undefined
}

/** See the contract. */
export const listResults = useCase(
  results,
  async (asked, { db, customer, now }, deps: PortfolioDeps): Promise<Reply> => {
    const { kind, since = 0, until = Number.MAX_SAFE_INTEGER, cursor, limit = standardRows } = asked
    const sales = await deps.books.sales(db, customer.customerId)
    const counted = [...sales]
      .map(([seq, sale]) => countedOf(seq, sale))
      .filter((one) => (kind === undefined || one.kind === kind) && one.sale.at >= since && one.sale.at < until)
      .reverse()
    const from = cursor === undefined ? 0 : counted.findIndex(({ seq }) => seq < BigInt(cursor))
    const rows = from < 0 ? [] : counted.slice(from, from + limit)
    const last = rows.at(-1)
    const hasMore = last !== undefined && last !== counted.at(-1)
    const prices = deps.prices.now(now)
    return {
      rows: rows.map((one) => writeRow(prices, one)),
      ...(hasMore ? { next: String(last.seq) } : {}),
      sums: sumsOf(counted),
    }
  },
)

function countedOf(seq: bigint, sale: Sale): Counted {
  // A sale brings one money: what it cost in fees is in the same.
  const [[currency, net] = ['MXN', 0n]] = [...sale.brought]
  const { result } = saleFigures(currency, [{ amount: net, fee: 0n, vat: 0n, part: sale }])
  const kind = kindOf(sale.asset) === 'share' ? 'share' : 'coin'
  return { seq, sale, kind, net: money(net, moneyOf(currency)), result }
}

function writeRow(prices: Prices, { seq, sale, kind, net, result }: Counted): Reply['rows'][number] {
  const { asset, cost, quantity, at } = sale
  const [market] = isCurrency(asset) ? [] : (marketsFrom(asset, 'MXN', (id) => prices.last(id) !== undefined) ?? [])
  return {
    entrySeq: String(seq),
    at,
    kind,
    asset,
    ...(market === undefined ? {} : { symbol: market.id }),
    name: market?.name ?? asset,
    quantity: writeDecimal(quantity, assetOf(asset)?.scale ?? 0),
    currency: net.asset.code,
    net: writeMoney(net),
    cost: [...cost]
      .filter(([, minor]) => minor !== 0n)
      .map(([code, minor]) => ({ currency: code, amount: writeMoney(money(minor, moneyOf(code))) })),
    ...(result === undefined ? {} : { result: writeMoney(money(result, net.asset)) }),
  }
}

function sumsOf(counted: readonly Counted[]): Reply['sums'] {
  return [...Map.groupBy(counted, ({ net }) => net.asset.code)].map(([code, own]) => {
    const sum = (pick: (one: Counted) => bigint): string =>
      writeMoney(
        money(
          own.reduce((total, one) => total + pick(one), 0n),
          moneyOf(code),
        ),
      )
    return {
      currency: code,
      sales: own.length,
      net: sum(({ net }) => net.minor),
      result: sum(({ result }) => result ?? 0n),
      without: own.filter(({ result }) => result === undefined).length,
    }
  })
}
