import type { Invariant } from '../finding.ts'
import type { ActEdit } from './act-edits-store.ts'

/** A violation to be planted in sound books: which invariant it breaks, how, and what the finding must say. */
export interface Plant {
  readonly invariant: Invariant
  readonly what: string
  readonly sql?: string
  /** A change of the journal's bytes, made after that of the rows. */
  readonly acts?: ActEdit
  readonly says: RegExp
}

/** Payments under way, and waiting things that staff never end. */
export const forgottenPlants: readonly Plant[] = [
  {
    invariant: 'I11',
    what: 'a payment nobody looks at for two days',
    sql: `insert into payout (id, cause, rail_id, asset, minor) values ('pay_x', 'ret_x', 'test-spei', 'MXN', 90);
      insert into payout_state (payout_id, state, changed_at) values ('pay_x', 'sent', 1000);
      insert into withdrawal_event (seq, withdrawal_id, at, what, state) values (9999, 'wdr_x', 172801000, 'held', 'doing')`,
    says: /payout pay_x is sent since 1000 and in no queue/,
  },
  {
    invariant: 'I11',
    what: 'what a rail told of a payment, put aside and in no queue',
    sql: `insert into payout (id, cause, rail_id, asset, minor) values ('pay_x', 'ret_x', 'test-spei', 'MXN', 90);
      insert into rail_event (id, rail_id, kind, about, told_at) values ('rev_x', 'test-spei', 'payout-confirmed', 'pay_x', 1000);
      insert into rail_event_state (event_id, state) values ('rev_x', 'parked');
      insert into withdrawal_event (seq, withdrawal_id, at, what, state) values (9999, 'wdr_x', 172801000, 'held', 'doing')`,
    says: /event rev_x \(payout-confirmed\) about payout pay_x is put aside since 1000 and in no queue/,
  },
  {
    invariant: 'I11',
    what: 'a review nobody decides and nobody escalates',
    sql: `insert into withdrawal (id, customer_id, asset, amount, net, hold_id, state, returned, requested_at)
        values ('wdr_x', 'cus_x', 'MXN', 100, 90, 'hld_x', 'under-review', false, 1000);
      insert into withdrawal_event (seq, withdrawal_id, at, what, state) values (9999, 'wdr_y', 900000000, 'held', 'doing')`,
    says: /withdrawal wdr_x is under review since 1000 and was never escalated/,
  },
]
