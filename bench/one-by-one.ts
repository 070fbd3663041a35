import { integerBetween, seededRng } from '@bolsillo/kernel'
import type { Sql } from '@bolsillo/server-kit'

/**
 * The peer of the desk: a plain back end that executes every order in its own transaction, over several connections,
 * so that PostgreSQL can group their flushes. It does less than the desk: no hash chain, no events, no positions, no
 * fees; matching is decided in memory for free, every second order fills.
 */
export interface OneByOne {
  readonly place: (order: number) => Promise<void>
}

/** Makes the peer's tables and customers. */
export async function createOneByOne(owner: Sql, customers: number, instruments: number): Promise<OneByOne> {
  await owner.unsafe(`
    create table peer_balance (account bigint primary key, posted bigint not null, held bigint not null,
      check (posted - held >= 0)) with (fillfactor = 50);
    create table peer_order (id bigint primary key, customer bigint not null, instrument integer not null, price bigint not null,
      quantity bigint not null, filled bigint not null, state text not null);
    create table peer_fill (id bigint generated always as identity primary key, order_id bigint not null, price bigint not null,
      quantity bigint not null);
    create table peer_posting (id bigint generated always as identity primary key, order_id bigint not null,
      account bigint not null, posted bigint not null, held bigint not null);
    insert into peer_balance select account, 1000000000000, 0 from generate_series(1, ${customers * 2 + instruments}) as account;
  `)
  return oneByOneOn(owner, customers, instruments)
}

/** The peer over tables that are there already. */
export function oneByOneOn(owner: Sql, customers: number, instruments: number): OneByOne {
  const rng = seededRng(13, 'one by one')
  return {
    place: async (order) => {
      const customer = integerBetween(rng, 1, customers)
      const other = integerBetween(rng, 1, customers)
      const fills = rng.nextUint32() % 2 === 0
      const quantity = integerBetween(rng, 1, 20)
      const cost = quantity * 6000
      const touched = fills ? [customer, customer + customers, other, other + customers] : [customer]
      await owner.begin(async (tx) => {
        // All statements travel together; PostgreSQL runs them in order.
        await Promise.all([
          tx`select account, posted, held from peer_balance where account = any (${touched.map(String)}::bigint[])
             order by account for update`,
          tx`insert into peer_order values (${order}, ${customer}, ${order % instruments}, 6000, ${quantity},
             ${fills ? quantity : 0}, ${fills ? 'filled' : 'open'})`,
          ...(fills
            ? [
                tx`insert into peer_fill (order_id, price, quantity) values (${order}, 6000, ${quantity})`,
                tx`insert into peer_posting (order_id, account, posted, held) values
                   (${order}, ${customer}, ${-cost}, 0), (${order}, ${customer + customers}, ${quantity}, 0),
                   (${order}, ${other}, ${cost}, 0), (${order}, ${other + customers}, ${-quantity}, 0)`,
                tx`update peer_balance set posted = peer_balance.posted + change.posted
                   from (values (${customer}::bigint, ${-cost}::bigint), (${customer + customers}::bigint, ${quantity}::bigint),
                     (${other}::bigint, ${cost}::bigint), (${other + customers}::bigint, ${-quantity}::bigint)) as change (account, posted)
                   where peer_balance.account = change.account`,
              ]
            : [
                tx`insert into peer_posting (order_id, account, posted, held) values (${order}, ${customer}, 0, ${cost})`,
                tx`update peer_balance set held = held + ${cost} where account = ${customer}`,
              ]),
        ])
      })
    },
  }
}
