import type { PlantedFault } from '../second-model.ts'

const store = 'platform/trading/server/open-orders-store.ts'
const owed = 'platform/trading/server/owed-work.ts'
const sums = 'platform/trading/domain/order-sums.ts'
const life = 'platform/trading/server/order-life.ts'

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
    seed: 4,
  },
  {
    name: 'armed-beyond-the-price-waits',
    what: 'A stop that is armed when the last price is beyond it already waits for another print.',
    source: [{ file: owed, before: 'const last = facts.quote(instrumentId)?.last', after: 'const last = undefined' }],
    seed: 8,
  },
]
