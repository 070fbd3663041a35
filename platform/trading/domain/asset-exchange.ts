import { assert, type Id, money, quantityOf } from '@bolsillo/kernel'
import type { AccountId, Balance } from '@bolsillo/ledger/domain'
import type { Fill, Position, PositionLock } from './order.ts'
import { fundsProblem, type ShareFacts, sharesProblem } from './order-rules.ts'
import { chargedSums, needOf } from './order-sums.ts'
import { emptyPosition, positionAfter, within } from './position-rules.ts'
import type { Books, FillToSettle, Settlement } from './settlement.ts'
import { assetAccount, cashAccount, fillEntry, sharedAccounts } from './trade-transfers.ts'
import type { AssetProduct, TradedInstrument } from './traded-instrument.ts'

/** What a customer has of an instrument: the position, if there ever was one, and what of it may not be sold yet. */
export interface HoldingFacts {
  readonly position: Position | undefined
  readonly locks: readonly PositionLock[]
}

/** What a holding is known by: its customer and its instrument. */
export function holdingKey(of: { readonly customerId: string; readonly instrumentId: string }): string {
  return `${of.customerId} ${of.instrumentId}`
}

/** What is owned, reserved and locked, of a balance and the locks on it. */
export function shareFacts({ posted, held }: Balance, locks: readonly PositionLock[], now: number): ShareFacts {
  const own = locks.filter(({ sellableAt }) => sellableAt > now)
  return {
    owned: posted,
    held,
    locked: own.reduce((sum, { quantity }) => sum + quantity, 0n),
    unlocksAt: own.length === 0 ? undefined : Math.min(...own.map(({ sellableAt }) => sellableAt)),
  }
}

/**
 * An asset against cash: a purchase reserves and pays cash, a sale reserves and gives the asset. Stocks and coins differ
 * in nothing but their purse, what their calendar says about locks and settlement, and the kinds of their entries.
 */
export function createAssetExchange({ name, onlyBought }: AssetProduct): Settlement<HoldingFacts> {
  const sharesOf = (customerId: Id<'cus'>, instrument: TradedInstrument, books: Books<HoldingFacts>): ShareFacts => {
    const { locks } = books.facts({ customerId, instrumentId: instrument.id })
    return shareFacts(books.balance(assetAccount(customerId, instrument)), locks, books.now)
  }
  const heldAccount = (customerId: Id<'cus'>, side: string, instrument: TradedInstrument): AccountId =>
    side === 'buy' ? cashAccount(customerId, instrument) : assetAccount(customerId, instrument)

  return {
    product: name,
    factsKey: holdingKey,
    accounts: ({ customerId }, instrument, custodian) => [
      cashAccount(customerId, instrument),
      assetAccount(customerId, instrument),
      ...sharedAccounts(instrument, custodian),
    ],
    problem: (order, instrument, books) => {
      if (order.side === 'sell') {
        const shares = sharesOf(order.customerId, instrument, books)
        return sharesProblem(order.quantity ?? 0n, shares, instrument.scale.quantityScale)
      }
      const { posted, held } = books.balance(cashAccount(order.customerId, instrument))
      return fundsProblem(money(needOf(order, instrument.scale), instrument.scale.quote), posted - held)
    },
    sellable: (order, instrument, books) => {
      const { owned, held, locked } = sharesOf(order.customerId, instrument, books)
      return owned - held - locked
    },
    needOf: (order, { scale }) => needOf(order, scale),
    held: (order, instrument) => ({
      account: heldAccount(order.customerId, order.side, instrument),
      asset: order.side === 'buy' ? instrument.scale.quote : instrument.asset,
    }),
    fill: (settled, books) => {
      const { order, instrument, entryId: id, at } = settled
      // A seller pays the cost of a fill from that fill's own amount, never from earlier ones.
      const sums = order.side === 'sell' ? chargedSums(order, settled.sums, instrument.scale) : settled.sums
      const fill = { ...settled, sums }
      const { position, locks } = books.facts(order)
      const owned = books.balance(assetAccount(order.customerId, instrument)).posted
      const known = onlyBought ? position : within(position, owned)
      const done = filledOf(fill)
      assert(
        !onlyBought || order.side === 'buy' || fill.quantity <= (known?.quantity ?? 0n),
        'nobody sells more shares than they bought',
      )
      return {
        entries: [fillEntry({ id, at, order, instrument }, { ...fill, custodian: books.custodian })],
        facts: {
          position: positionAfter(known ?? emptyPosition(done), done),
          locks: order.side === 'buy' && fill.sellableAt > books.now ? locksAfter(locks, fill, books.now) : locks,
        },
        charged: { fee: sums.fee, vat: sums.vat },
      }
    },
  }
}

function filledOf({ order, quantity, sums, at }: FillToSettle): Parameters<typeof positionAfter>[1] {
  const { customerId, instrumentId, side } = order
  return { customerId, instrumentId, side, quantity, amount: sums.amount, fee: sums.fee, vat: sums.vat, at }
}

/** The locks after a purchase that may not be sold yet; those that have lapsed are forgotten. */
function locksAfter(
  before: readonly PositionLock[],
  { order, quantity, sellableAt }: Pick<FillToSettle, 'order' | 'quantity'> & Pick<Fill, 'sellableAt'>,
  now: number,
): readonly PositionLock[] {
  const { customerId, instrumentId } = order
  const others = before.filter((lock) => lock.sellableAt !== sellableAt && lock.sellableAt > now)
  const same = before.find((lock) => lock.sellableAt === sellableAt)
  return [...others, { customerId, instrumentId, sellableAt, quantity: quantityOf((same?.quantity ?? 0n) + quantity) }]
}
