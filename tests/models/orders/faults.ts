import type { PlantedFault } from '../second-model.ts'

const exchange = 'platform/trading/domain/asset-exchange.ts'
const store = 'platform/trading/server/rows/open-orders-store.ts'
const owed = 'platform/trading/server/desk/owed-work.ts'
const sums = 'platform/trading/domain/order-sums.ts'
const life = 'platform/trading/server/desk/order-life.ts'

/** Faults the product once had, and this model finds. */
export const orderFaults: readonly PlantedFault[] = [
  {
    name: 'pairs-rest-at-the-worst-price',
    what: 'After a start the limit leg of a purchase with a stop beside it rests at the worst price of the pair.',
    source: [
      { file: store, before: "isPaired === 't' || ", after: '' },
      { file: sums, before: 'const bound = fillBound(order)', after: 'const bound = order.worstPrice' },
    ],
    seed: 1,
  },
  {
    name: 'a-pair-costs-twice',
    what: 'The stop of a pair charges minimum commission and rounding anew for what its twin has filled.',
    source: [
      {
        file: life,
        before: 'pairFilled: pairFilledOf(from, instrumentOf(batch.world, from.instrumentId).scale),',
        after: '',
      },
    ],
    seed: 6,
  },
  {
    name: 'armed-beyond-the-price-waits',
    what: 'A stop that is armed when the last price is beyond it already waits for another print.',
    source: [
      { file: owed, before: 'const last = known.facts.quote(instrumentId)?.last', after: 'const last = undefined' },
    ],
    seed: 10,
  },
  {
    name: 'a-tiny-sale-costs-money',
    what: 'A further fill of a sale of some cents is charged more than it brings.',
    source: [
      {
        file: exchange,
        before:
          "const sums = order.side === 'sell' ? chargedSums(order, settled.sums, instrument.scale) : settled.sums",
        after: 'const sums = settled.sums',
      },
    ],
    seed: 1,
  },
  {
    name: 'reached-stops-are-forgotten',
    what: 'A stop that was reached is turned away with the batch that failed, and nothing looks for it again.',
    source: [{ file: owed, before: '[...reached].filter((orderId) => stillWaits(known, orderId, now))', after: '[]' }],
    seed: 1,
  },
  {
    name: 'a-twin-stays-behind',
    what: 'Of a pair only the leg whose price is moved is in the new order.',
    source: [
      {
        file: 'platform/trading/server/orders/replace-form.ts',
        before: 'const twin = life.linked.find(({ orderId, state }) => orderId === order.twinId && isOpen(state))',
        after: 'const twin = undefined',
      },
    ],
    seed: 1,
  },
  {
    name: 'tiers-count-today',
    what: 'A fee tier counts what was traded since midnight, too, and changes within a day.',
    source: [
      {
        file: 'products/spot/domain/fee-tiers.ts',
        before: 'const until = instant(now - (now % dayMs))',
        after: 'const until = now',
      },
    ],
    seed: 1,
  },
  {
    name: 'rests-stay-for-ever',
    what: 'What is less than a lot cannot be sold.',
    source: [
      {
        file: 'platform/trading/domain/order-rules.ts',
        before: 'if (quantity === undefined || sellsAll(ticket, facts) ||',
        after: 'if (quantity === undefined ||',
      },
    ],
    seed: 1,
  },
]
