import { type Id, type Instant, instant } from '@bolsillo/kernel'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { AlertFact, FactKind, RecordedFact } from '../domain/index.ts'

/** An alert on recorded facts as it is stored. Units: see the migration. */
export interface FactAlert {
  readonly id: Id<'alr'>
  readonly customerId: Id<'cus'>
  readonly symbol: string
  readonly kind: FactKind
  readonly fact: AlertFact
  readonly wanted: bigint
  readonly arming: number
  readonly armedAt: Instant
  readonly rises: boolean
  readonly level: bigint
  readonly reference: bigint | undefined
  readonly createdAt: Instant
  readonly fired: { readonly from: Instant; readonly at: Instant; readonly value: bigint } | undefined
  /** Rises with each change, over alerts of all kinds. */
  readonly changeNo: bigint
}

interface FactAlertRow {
  readonly id: Id<'alr'>
  readonly customer_id: Id<'cus'>
  readonly symbol: string
  readonly kind: FactKind
  readonly fact: AlertFact
  readonly wanted: bigint
  readonly arming: number
  readonly armed_at: bigint
  readonly rises: boolean
  readonly level: bigint
  readonly reference: bigint | null
  readonly created_at: bigint
  readonly fired_from: bigint | null
  readonly fired_at: bigint | null
  readonly fired_value: bigint | null
  readonly change_no: bigint
}

const factAlertOf = (row: FactAlertRow): FactAlert => ({
  id: row.id,
  customerId: row.customer_id,
  symbol: row.symbol,
  kind: row.kind,
  fact: row.fact,
  wanted: row.wanted,
  arming: row.arming,
  armedAt: instant(Number(row.armed_at)),
  rises: row.rises,
  level: row.level,
  reference: row.reference ?? undefined,
  createdAt: instant(Number(row.created_at)),
  fired:
    row.fired_from === null
      ? undefined
      : {
          from: instant(Number(row.fired_from)),
          at: instant(Number(row.fired_at)),
          value: row.fired_value ?? 0n,
        },
  changeNo: row.change_no,
})

/** A customer's alerts on facts. */
export async function findFactAlerts(db: Db, customerId: Id<'cus'>): Promise<readonly FactAlert[]> {
  const rows = await db<FactAlertRow[]>`select * from fact_alert where customer_id = ${customerId}`
  return rows.map(factAlertOf)
}

/** One alert of a customer. */
export async function findFactAlert(db: Db, customerId: Id<'cus'>, alertId: string): Promise<FactAlert | undefined> {
  const [row] = await db<FactAlertRow[]>`
    select * from fact_alert where id = ${alertId} and customer_id = ${customerId}`
  return row === undefined ? undefined : factAlertOf(row)
}

/** Stores an alert as it is armed: a new one, or one that fired. */
export async function saveFactArmed(tx: Tx, alert: Omit<FactAlert, 'changeNo'>): Promise<void> {
  await tx`
    insert into fact_alert (id, customer_id, symbol, kind, fact, wanted, arming, armed_at, rises, level, reference,
      created_at, change_no)
    values (${alert.id}, ${alert.customerId}, ${alert.symbol}, ${alert.kind}, ${alert.fact}, ${alert.wanted},
      ${alert.arming}, ${alert.armedAt}, ${alert.rises}, ${alert.level}, ${alert.reference ?? null},
      ${alert.createdAt}, nextval('price_alert_change'))
    on conflict (id) do update set
      arming = excluded.arming, armed_at = excluded.armed_at, level = excluded.level, reference = excluded.reference,
      change_no = excluded.change_no, fired_from = null, fired_at = null, fired_value = null`
}

/** Removes an alert of a customer. */
export async function deleteFactAlert(tx: Tx, customerId: Id<'cus'>, alertId: string): Promise<void> {
  await tx`delete from fact_alert where id = ${alertId} and customer_id = ${customerId}`
}

/** Of which instruments alerts wait for a fact, and since when the oldest of each does. */
export async function findWaiting(tx: Tx, fact: AlertFact): Promise<ReadonlyMap<string, Instant>> {
  const rows = await tx<{ symbol: string; since: bigint }[]>`
    select symbol, min(armed_at) as since from fact_alert where fact = ${fact} and fired_at is null group by symbol`
  return new Map(rows.map(({ symbol, since }) => [symbol, instant(Number(since))]))
}

/** Up to when alerts were compared with a fact, by instrument; of volumes under the empty name. */
export async function findPlaces(tx: Tx, fact: AlertFact): Promise<ReadonlyMap<string, Instant>> {
  const rows = await tx<{ symbol: string; upto: bigint }[]>`
    select symbol, upto from fact_alert_place where fact = ${fact}`
  return new Map(rows.map(({ symbol, upto }) => [symbol, instant(Number(upto))]))
}

/** Moves a place on, and never back. */
export async function saveFactPlace(tx: Tx, fact: AlertFact, symbol: string, upto: Instant): Promise<void> {
  await tx`
    insert into fact_alert_place as place (fact, symbol, upto) values (${fact}, ${symbol}, ${upto})
    on conflict (fact, symbol) do update set upto = greatest(place.upto, excluded.upto)`
}

/** An arming, and the first fact that reached it. */
export interface ReachedByFact extends Pick<FactAlert, 'id' | 'arming'> {
  readonly by: Pick<RecordedFact, 'from' | 'at' | 'value'>
}

/** The armed alerts that any of these facts reaches, each with the first that does; at most so many. */
export async function findReached(
  tx: Tx,
  facts: readonly RecordedFact[],
  most: number,
): Promise<readonly ReachedByFact[]> {
  const rows = await tx<{ id: Id<'alr'>; arming: number; begin: bigint; at: bigint; value: bigint }[]>`
    select distinct on (alert.id) alert.id, alert.arming, seen.begin, seen.at, seen.value
    from unnest(
      ${facts.map(({ fact }) => fact)}::text[],
      ${facts.map(({ symbol }) => symbol)}::text[],
      ${facts.map(({ from }) => String(from))}::bigint[],
      ${facts.map(({ at }) => String(at))}::bigint[],
      ${facts.map(({ value }) => String(value))}::bigint[]
    ) as seen (fact, symbol, begin, at, value)
    join fact_alert as alert on alert.fact = seen.fact and alert.symbol = seen.symbol
    where alert.fired_at is null and alert.armed_at < seen.begin
      and case when alert.rises then alert.level <= seen.value else alert.level >= seen.value end
    order by alert.id, seen.begin limit ${most}`
  return rows.map(({ id, arming, begin, at, value }) => ({
    id,
    arming,
    by: { from: Number(begin), at: Number(at), value },
  }))
}

/** Stores what fired. Undefined where that arming fired already, or the alert was removed. */
export async function saveFactFired(tx: Tx, { id, arming, by }: ReachedByFact): Promise<FactAlert | undefined> {
  const [row] = await tx<FactAlertRow[]>`
    update fact_alert set fired_from = ${by.from}, fired_at = ${by.at}, fired_value = ${by.value},
      change_no = nextval('price_alert_change')
    where id = ${id} and arming = ${arming} and fired_at is null
    returning *`
  return row === undefined ? undefined : factAlertOf(row)
}
