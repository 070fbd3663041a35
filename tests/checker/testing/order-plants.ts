import type { ActValue } from '@bolsillo/ledger/domain'
import type { Plant } from './forgotten-plants.ts'
import { one } from './journal-plants.ts'

const bought = "(select max(entry_seq) from trade_fill where side = 'buy')"
const cancelled = "(select max(last_act) from trade_order where state = 'cancelled')"
/** Other steps in the act of an order. */
const steps = (change: (all: readonly (readonly ActValue[])[]) => readonly (readonly ActValue[])[]) =>
  one((act) => {
    const { steps: taken } = act.payload
    const all = Array.isArray(taken) ? taken.filter((step) => Array.isArray(step)) : []
    return { ...act, payload: { ...act.payload, steps: change(all) } }
  })

/** I7: orders whose rows, or whose lives, are not what the journal says of them. */
export const orderPlants: readonly Plant[] = [
  {
    invariant: 'I7',
    what: 'an order that says it has a step more than it has',
    sql: "update trade_order set step_count = step_count + 1 where state = 'cancelled'",
    says: /says it has \d+ steps, there are \d+/,
  },
  {
    invariant: 'I7',
    what: 'a step after the end',
    acts: { of: cancelled, change: steps((all) => [...all, ['resting', 1n]]), heads: 'all' },
    says: /step \d+, resting, follows (?:its end|cancelled)/,
  },
  {
    invariant: 'I7',
    what: 'an order made larger after it was asked for',
    sql: "update trade_order set quantity = quantity + 1 where state = 'cancelled' and quantity is not null",
    says: /ord_\w+ is cancelled\|\d+.*, its last act records cancelled\|\d+/,
  },
  {
    invariant: 'I7',
    what: 'an order said to have come at another time',
    sql: "update trade_order set received_at = received_at - 1 where state = 'cancelled'",
    says: /ord_\w+ is cus_.*, its first act records cus_/,
  },
  {
    invariant: 'I7',
    what: 'an order with a part of its life forgotten',
    sql: "update trade_order set last_act = null where state = 'cancelled'",
    says: /the journal has \d+ acts of orders, \d+ belong to the life of one/,
  },
  {
    invariant: 'I7',
    what: 'an order with the life of another',
    sql: "update trade_order set last_act = (select min(last_act) from trade_order) where state = 'cancelled'",
    says: /act \d+ does not record it/,
  },
  {
    invariant: 'I7',
    what: 'an act of an order that no order leads to',
    acts: {
      of: cancelled,
      change: one((act) => ({ ...act, payload: { ...act.payload, previous: act.number } })),
      heads: 'all',
    },
    says: /act \d+ cannot follow act \d+/,
  },
  {
    invariant: 'I7',
    what: 'an order that came back to life',
    sql: "update trade_order set state = 'open', ended_at = null where state = 'cancelled'",
    says: /is open, its steps leave it cancelled/,
  },
  {
    invariant: 'I7',
    what: 'a step nobody may take',
    acts: { of: cancelled, change: steps((all) => all.map(([, ...rest]) => ['triggered', ...rest])), heads: 'all' },
    says: /step \d+, triggered, follows \w+/,
  },
  {
    invariant: 'I7',
    what: 'a step by somebody else',
    acts: { of: bought, change: one((act) => ({ ...act, actor: 'somebody' })) },
    says: /is of entry ent_\w+: order:ord_\w+ by somebody at/,
  },
  {
    invariant: 'I7',
    what: 'a fill that came from somewhere else',
    sql: `update trade_fill set source = 'elsewhere' where entry_seq = ${bought}`,
    says: /fil_\w+ is .* elsewhere .*, its step records /,
  },
  {
    invariant: 'I7',
    what: 'a fill that no step records',
    sql: `update trade_fill set fill_id = 'fil_made_up' where entry_seq = ${bought}`,
    says: /fil_made_up of ord_\w+ is recorded by no step[\s\S]*fil_\w+, which a step of ord_\w+ records, is not there/,
  },
  {
    invariant: 'I7',
    what: 'a fill whose act has another side of the book for it',
    acts: {
      of: `(select last_act from trade_order where order_id = (select order_id from trade_fill where entry_seq = ${bought}))`,
      change: steps((all) => all.map((step) => (step.length > 8 ? step.with(9, step[9] !== true) : step))),
      heads: 'all',
    },
    says: /fil_\w+ is .* (?:taker|maker) .*, its step records .* (?:maker|taker) /,
  },
  {
    invariant: 'I7',
    what: 'a fill made up as an earlier one',
    sql: `update trade_fill set fill_id = 'fil_made_up' where entry_seq = ${bought};
      create temporary table trade_before_id as select customer_id || ' fil_made_up' as id from trade_fill where fill_id = 'fil_made_up'`,
    says: /what there was before acts were complete is not what was written down/,
  },
]
