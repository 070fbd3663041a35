import type { Sql } from '@bolsillo/server-kit'

/** What the rooms recorded about the papers of a customer, for tests of the demo. */
interface ReviewTrail {
  /** `pending by cus`, `succ by opr`. */
  readonly steps: readonly string[]
  readonly caseLooks: number
  readonly picturesOpened: number
  readonly destinations: number
}

/** See above. */
export async function readReviewTrail(owner: Sql, customerId: string): Promise<ReviewTrail> {
  const [row] = await owner<{ steps: string[]; case_looks: number; pictures_opened: number; destinations: number }[]>`
    select
      array(select to_state || ' by ' || left(actor, 3) from identity_step where customer_id = ${customerId} order by place)
        as steps,
      (select count(*)::integer from personal_data_view where customer_id = ${customerId}) as case_looks,
      (select count(distinct file_id)::integer from file_view join stored_file on stored_file.id = file_id
        where stored_file.customer_id = ${customerId}) as pictures_opened,
      (select count(*)::integer from destination where customer_id = ${customerId}) as destinations`
  if (row === undefined) throw new Error('a select without from has a row')
  const { steps, case_looks, pictures_opened, destinations } = row
  return { steps, caseLooks: case_looks, picturesOpened: pictures_opened, destinations }
}

/** The accounts that carry the mark of the demo. */
export async function readDemoMarks(owner: Sql): Promise<readonly string[]> {
  const rows = await owner<{ customer_id: string }[]>`select customer_id from demo_account order by customer_id`
  return rows.map(({ customer_id }) => customer_id)
}
