import type { Id } from '@bolsillo/kernel'
import { money, present, rescale, writeDecimal } from '@bolsillo/kernel'
import { available, emptyBalance } from '@bolsillo/ledger/domain'
import type { Tx } from '@bolsillo/server-kit'
import type { Books, FillToSettle, Order, SettledFill, TradedInstrument } from '@bolsillo/trading/domain'
import { isOpen, remainingOf } from '@bolsillo/trading/domain'
import type { DeskProduct, FactsChange } from '@bolsillo/trading/server'
import { insuranceAccount, marginPurse, sharedAccounts } from '../domain/contract-transfers.ts'
import {
  admissionProblem,
  type ContractFacts,
  type ContractPosition,
  type ContractRecord,
  type ContractTerms,
  closingBound,
  contractTerms,
  crossAccount,
  mayBeUncarried,
  noContracts,
  openPosition,
  orderNeed,
  readTerms,
  settleFill,
  spendable,
  uncarried,
} from '../domain/index.ts'
import {
  addLateFunding,
  findOpenOf,
  insertBookings,
  insertEnds,
  insertFundingPayments,
  insertSteps,
  savePositions,
} from './contracts-store.ts'
import { findContractFlows } from './market-side-store.ts'

/** What the product asks of the room around it. */
interface ContractProductDeps {
  /** The mark of a contract now, in price units. */
  readonly markOf: (symbol: string) => bigint | undefined
  /** The sequence of the last print of a contract. */
  readonly lastPrintOf: (symbol: string) => number | undefined
  /** Scales of a contract that exists. */
  readonly instrumentOf: (symbol: string) => TradedInstrument | undefined
  /** Told after every commit which customers' contracts changed. */
  readonly onChanged: (customerIds: readonly Id<'cus'>[]) => void
}

/**
 * Contracts as the desk trades them: an opening order reserves margin and commission, a fill folds the position and moves
 * only its result. What the desk remembers is known by the customer, because cross positions answer for each other.
 */
export function contractProduct(deps: ContractProductDeps): DeskProduct<ContractFacts> {
  return {
    product: 'contract',
    accounts: ({ customerId }, _, custodian) => [marginPurse(customerId), ...sharedAccounts(custodian)],
    factsKey: ({ customerId }) => `contract ${customerId}`,
    held: ({ customerId }, { scale }) => ({ account: marginPurse(customerId), asset: scale.quote }),
    needOf,
    problem: (order, instrument, books) => problem(deps, order, instrument, books),
    fill: (fill, books) => settle(deps, fill, books),
    mayBeUnfit: ({ side, worstPrice: price, reduceOnly, instrumentId, terms }) =>
      mayBeUncarried({ side, price, reduceOnly, terms: readTerms(terms) }, deps.markOf(instrumentId)),
    unfit: (orders, instrument, books) => unfit(deps, orders, instrument, books),
    read: async (db, holdings) => {
      const ids = [...new Set(holdings.map(({ customerId }) => customerId))]
      const byCustomer = Map.groupBy(await findOpenOf(db, ids), ({ customerId }) => customerId)
      return new Map(
        ids.map((id): [string, ContractFacts] => [
          `contract ${id}`,
          { ...noContracts, positions: byCustomer.get(id) ?? [] },
        ]),
      )
    },
    save: saveChanges,
    marketSide: (db, instruments) => marketSide(deps, db, instruments),
    committed: (changes) => deps.onChanged(changes.map(({ holding }) => holding.customerId)),
  }
}

function termsIn(deps: ContractProductDeps): (symbol: string) => ContractTerms {
  return (symbol) => {
    const instrument = deps.instrumentOf(symbol)
    if (instrument === undefined) throw new Error(`no contract ${symbol}`)
    return contractTerms(instrument)
  }
}

function needOf(order: Order, instrument: TradedInstrument): bigint {
  if (!isOpen(order.state) || order.reduceOnly) return 0n
  return orderNeed(contractTerms(instrument), {
    side: order.side,
    remaining: remainingOf(order),
    worstPrice: order.worstPrice,
    terms: readTerms(order.terms),
  })
}

/** Of resting orders that are about to be met: those their customers cannot answer for at the marks of now. */
function unfit(
  deps: ContractProductDeps,
  orders: readonly Order[],
  instrument: TradedInstrument,
  books: Books<ContractFacts>,
) {
  return [...Map.groupBy(orders, ({ customerId }) => customerId)].flatMap(([customerId, own]) => {
    const [first] = own
    if (first === undefined) return []
    const resting = own.map((order) => ({
      ...{ orderId: order.orderId, side: order.side, reduceOnly: order.reduceOnly, held: order.held },
      ...{ remaining: remainingOf(order), price: order.worstPrice, terms: readTerms(order.terms) },
    }))
    return uncarried(resting, {
      ...{ facts: books.facts(first), terms: contractTerms(instrument), customerId, now: books.now },
      custodian: books.custodian,
      available: available(books.balance(marginPurse(customerId))),
      ...{ markOf: deps.markOf, termsOf: termsIn(deps) },
    })
  })
}

function problem(deps: ContractProductDeps, order: Order, instrument: TradedInstrument, books: Books<ContractFacts>) {
  const facts = books.facts(order)
  const free = available(books.balance(marginPurse(order.customerId)))
  const termsOf = termsIn(deps)
  const cross = crossAccount(facts, free, deps.markOf, termsOf)
  const position = openPosition(facts, instrument.id)
  const { markOf } = deps
  return admissionProblem({
    facts,
    terms: contractTerms(instrument),
    order: {
      side: order.side,
      quantity: order.quantity ?? 0n,
      worstPrice: order.worstPrice,
      reduceOnly: order.reduceOnly,
      terms: readTerms(order.terms),
    },
    resting: books
      .resting(order)
      .filter(({ orderId }) => orderId !== order.orderId)
      .map((one) => ({
        ...{ side: one.side, remaining: remainingOf(one), reduceOnly: one.reduceOnly },
        mode: readTerms(one.terms).mode,
      })),
    mark: markOf(instrument.id),
    spendable: spendable(cross, free),
    cross,
    bound: position && closingBound({ facts, position, available: free, markOf, termsOf }),
  })
}

function settle(
  deps: ContractProductDeps,
  fill: FillToSettle,
  books: Books<ContractFacts>,
): SettledFill<ContractFacts> {
  const { order, instrument, price, quantity } = fill
  const purse = marginPurse(order.customerId)
  const { scale } = instrument
  const settled = settleFill(books.facts(order), {
    terms: contractTerms(instrument),
    customerId: order.customerId,
    order: {
      ...readTerms(order.terms),
      ...{ orderId: order.orderId, side: order.side, isFirstFill: order.filledQuantity === 0n },
    },
    mark: deps.markOf(instrument.id),
    lastPrint: deps.lastPrintOf(instrument.id),
    isDeleveraging: false,
    price,
    quantity,
    fee: fill.sums.fee.minor,
    vat: fill.sums.vat.minor,
    released: fill.released,
    orderHoldId: fill.holdId,
    available: available(books.balance(purse)),
    fund: (books.balance(insuranceAccount) ?? emptyBalance).posted,
    custodian: books.custodian,
    details: {
      instrument: instrument.id,
      side: order.side,
      quantity: writeDecimal(quantity, scale.quantityScale),
      price: writeDecimal(price, scale.priceScale),
    },
    at: fill.at,
    entryId: fill.entryId,
    newId: books.newId,
  })
  const charged = { fee: money(settled.booked.fee, scale.quote), vat: money(settled.booked.vat, scale.quote) }
  return { entries: [settled.entry], facts: settled.facts, charged }
}

async function saveChanges(tx: Tx, changes: readonly FactsChange<ContractFacts>[]): Promise<void> {
  await savePositions(tx, changes.flatMap(changedPositions))
  const records = changes.flatMap(newRecords)
  await addLateFunding(
    tx,
    records.filter((one) => one.kind === 'funding').filter(({ isLate }) => isLate),
  )
  await Promise.all([
    insertBookings(
      tx,
      records.filter((one) => one.kind === 'booking'),
    ),
    insertFundingPayments(
      tx,
      records.filter((one) => one.kind === 'funding'),
    ),
    insertSteps(
      tx,
      records.filter((one) => one.kind === 'step'),
    ),
    insertEnds(
      tx,
      records.filter((one) => one.kind === 'end'),
    ),
  ])
}

/** What the market's own side got and paid by contracts, by stretches of time. */
async function marketSide(
  deps: ContractProductDeps,
  ...[db, instruments]: Parameters<NonNullable<DeskProduct<ContractFacts>['marketSide']>>
) {
  const own = instruments.filter(({ id }) => deps.instrumentOf(id) !== undefined)
  const spans = own.flatMap(({ id: symbol, spans: days }) => [
    { symbol, day: undefined, from: 0, to: days[0]?.from ?? 0 },
    ...days.map(({ date: day, from, to }) => ({ symbol, day, from, to })),
  ])
  const scales = new Map(own.map(({ id, scale }) => [id, scale]))
  return (await findContractFlows(db, spans)).map(
    ({ symbol, day, isDemo, bought, sold, boughtExact, soldExact, other }) => {
      const { priceScale, quantityScale, quote } = present(scales.get(symbol), symbol)
      const money = (exact: bigint): bigint => rescale(exact, priceScale + quantityScale, quote.scale, 'half-even')
      const [paid, got] = [money(boughtExact), money(soldExact)]
      return { instrumentId: symbol, date: day, isDemo, boughtUnits: bought, soldUnits: sold, paid, got, other }
    },
  )
}

/** Positions that are not what they were. Every change makes a new object. */
function changedPositions({ before, after }: FactsChange<ContractFacts>): readonly ContractPosition[] {
  const known = new Set(before.positions)
  return after.positions.filter((position) => !known.has(position))
}

function newRecords({ before, after }: FactsChange<ContractFacts>): readonly ContractRecord[] {
  const known = new Set(before.records)
  return after.records.filter((record) => !known.has(record))
}
