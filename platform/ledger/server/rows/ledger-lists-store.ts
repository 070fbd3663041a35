import type { Tx } from '@bolsillo/server-kit'
import type { DerivedList, TableChange } from './row-source.ts'

// The two lists that the ledger keeps in rows as they come (decision 71): which act has an id, and which acts posted to an
// account. `sound`: whoever looks for an item finds it, and once.

/** The acts that are found by an id: it is in a row of its own, or in one of many, and nowhere else. */
export const filedList: DerivedList = {
  name: 'ledger_filed',
  key: ['id'],
  columns: { id: 'text', seq: 'bigint', sound: 'boolean' },
  // A row of many is looked for by its lowest id, so its ids rise between its first and its last, and no other row begins there.
  itemsOf: (tableOf) => `
    select id, min(seq) as seq, bool_and(is_found) and count(*) = 1 as sound
    from (
      select id, seq, true as is_found from ${tableOf('ledger_entry_id')}
      union all
      select coalesce(filed.id, many.first_id), many.first_seq + coalesce(filed.place, 1) - 1, many.is_found
      from (
        select first_id, first_seq, ids, coalesce(
          starts_with(first_id, 'ent_') and first_id = ids[1] and last_id = ids[cardinality(ids)]
            and coalesce(last_id < lead(first_id) over (order by first_id), true)
            and not exists (
              select from unnest(ids[:cardinality(ids) - 1], ids[2:]) as pair (one, next)
              where (one collate "C" < next) is not true
            ), false) as is_found
        from ${tableOf('ledger_entry_ids')}
      ) as many left join lateral unnest(many.ids) with ordinality as filed (id, place) on true
    ) as item
    group by id`,
  // What is not found in a row of many is filed by itself, which is right for any id.
  putRight: async (tx, wrong, madeOf) => {
    const many = await tx.unsafe(
      `delete from ledger_entry_ids where first_id in (
         select many.first_id from ledger_entry_ids as many, unnest(many.ids || many.first_id) as one join ${wrong} as wrong
           on wrong.id = one)`,
    )
    const singly = await tx.unsafe(`delete from ledger_entry_id where id in (select id from ${wrong})`)
    const added = await tx.unsafe(
      `insert into ledger_entry_id (id, seq) select made.id, made.seq from ${madeOf('ledger_entry_id')} as made
       where not exists (select from ledger_entry_id as stored where stored.id = made.id)
         and not exists (
           select from (select unnest(ids) as id from ledger_entry_ids) as many where many.id = made.id
         )`,
    )
    return [
      { table: 'ledger_entry_ids', removed: many.count, added: 0 },
      { table: 'ledger_entry_id', removed: singly.count, added: added.count },
    ]
  },
}

/** The acts that posted to an account, ascending: in rows that were put away, and behind them in the row of its balance. */
export const notedList: DerivedList = {
  name: 'ledger_account_acts',
  key: ['account_no', 'seq'],
  columns: { account_no: 'integer', seq: 'bigint', sound: 'boolean' },
  // A row that was put away is looked for by the last act it has. Bytes that are no number are item zero, or an unsound one.
  itemsOf: (tableOf) => `
    select account_no, seq, is_whole and (number < count or last is null or seq = last)
      and seq > coalesce(lag(seq) over (partition by account_no order by last nulls last, number), 0) as sound
    from (
      select part.account_no, part.last, place.number, part.count, octet_length(part.acts) % 8 = 0 as is_whole,
        substring(part.acts from 8 * place.number - 7 for 8)::bigint as seq
      from (
        select account_no, last, acts, greatest(1, (octet_length(acts) + 7) / 8) as count
        from (
          select account_no, last, acts from ${tableOf('ledger_account_acts')}
          union all
          select account_no, null, recent_acts from ${tableOf('ledger_balance')} where recent_acts <> ''
        ) as kept
      ) as part, lateral generate_series(1, part.count) as place (number)
    ) as item`,
  // Of an account of which something is wrong every row is replaced, since the rest is cut at other acts than what is made.
  putRight: async (tx, wrong, madeOf) => {
    const ofWrong = `account_no in (select account_no from ${wrong})`
    const removed = await tx.unsafe(`delete from ledger_account_acts where ${ofWrong}`)
    const added = await tx.unsafe(
      `insert into ledger_account_acts (account_no, last, acts)
       select account_no, last, acts from ${madeOf('ledger_account_acts')} where ${ofWrong}`,
    )
    return [
      { table: 'ledger_account_acts', removed: removed.count, added: added.count },
      await replaceRecent(tx, ofWrong, madeOf('ledger_balance')),
    ]
  },
}

async function replaceRecent(tx: Tx, ofWrong: string, made: string): Promise<TableChange> {
  const done = await tx.unsafe(
    `update ledger_balance as balance set recent_acts = made.recent_acts from ${made} as made
     where made.account_no = balance.account_no and made.recent_acts <> balance.recent_acts and balance.${ofWrong}`,
  )
  return { table: 'ledger_balance', removed: done.count, added: done.count }
}
