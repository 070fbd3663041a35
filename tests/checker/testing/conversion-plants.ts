import type { Plant } from './forgotten-plants.ts'

/** Conversions that are not what was offered: one row a violation. */
export const conversionPlants: readonly Plant[] = [
  {
    invariant: 'I16',
    what: 'a conversion with another spread',
    sql: 'update conversion_quote set spread_bps = spread_bps - 10',
    says: /conversion fxq_\w+ took \d+ with \d+ for us and \d+ of rounding, due was/,
  },
  {
    invariant: 'I16',
    what: 'a conversion that took what was too little for another unit',
    sql: "update conversion_quote set source_minor = source_minor + 1, rounding_minor = rounding_minor + 1, exact = 'source'",
    says: /conversion fxq_\w+ took \d+ with \d+ for us and \d+ of rounding, due was/,
  },
  {
    invariant: 'I16',
    what: 'a conversion executed before it was offered',
    sql: 'update conversion_quote set quoted_at = quoted_at + 9000, expires_at = expires_at + 9000',
    says: /conversion fxq_\w+ was executed before it was offered/,
  },
  {
    invariant: 'I16',
    what: 'a conversion that is booked at another time than it was executed',
    sql: 'update conversion_execution set executed_at = executed_at + 1',
    says: /conversion fxq_\w+ was executed at \d+, its entry is of \d+/,
  },
  {
    invariant: 'I7',
    what: 'an offer that stands for a day',
    sql: 'update conversion_quote set expires_at = quoted_at + 86400000',
    says: /offer fxq_\w+ stands for 86400000 ms/,
  },
  {
    invariant: 'I4',
    what: 'a conversion of no offer',
    sql: 'delete from conversion_execution',
    says: /entry ent_\w+ of conversion:fxq_\w+ executes no offer/,
  },
  {
    invariant: 'I4',
    what: 'an entry that executes two offers',
    sql: `with twin as (
        insert into conversion_quote
        select (jsonb_populate_record(null::conversion_quote, to_jsonb(offer) || '{"id": "fxq_x"}')).*
        from conversion_quote offer where id in (select quote_id from conversion_execution) limit 1)
      insert into conversion_execution (quote_id, entry_id, executed_at)
      select 'fxq_x', entry_id, executed_at from conversion_execution limit 1`,
    says: /entry ent_\w+ executes fxq_\w+ and fxq_\w+/,
  },
]
