import { type Id, type Instant, instant, maxOf, type Price, priceOf } from '@bolsillo/kernel'
import type { RecordedPrint } from '@bolsillo/market/server'
import type { Db, Tx } from '@bolsillo/server-kit'
import type { ArmedAlert, Levels, PriceKind } from '../domain/index.ts'

/** The recorded print that an alert fired by. */
export interface Fired {
  readonly no: bigint
  readonly at: Instant
  readonly price: Price
  readonly sequence: number
  readonly source: string
}

/** An alert as it is stored. */
export interface Alert {
  readonly id: Id<'alr'>
  readonly customerId: Id<'cus'>
  readonly symbol: string
  readonly kind: PriceKind
  readonly wanted: bigint
  readonly arming: number
  readonly reference: Price
  readonly armedAt: Instant
  readonly levels: Levels
  readonly createdAt: Instant
  readonly fired: Fired | undefined
  /** Rises with each change, over alerts of all kinds. */
  readonly changeNo: bigint
}

interface AlertRow {
  readonly id: Id<'alr'>
  readonly customer_id: Id<'cus'>
  readonly symbol: string
  readonly kind: PriceKind
  readonly wanted: bigint
  readonly arming: number
  readonly reference: bigint
  readonly armed_at: bigint
  readonly above: bigint | null
  readonly below: bigint | null
  readonly created_at: bigint
  readonly fired_no: bigint | null
  readonly fired_at: bigint | null
  readonly fired_price: bigint | null
  readonly fired_sequence: bigint | null
  readonly fired_source: string | null
  readonly change_no: bigint
}

const alertOf = (row: AlertRow): Alert => ({
  id: row.id,
  customerId: row.customer_id,
  symbol: row.symbol,
  kind: row.kind,
  wanted: row.wanted,
  arming: row.arming,
  reference: priceOf(row.reference),
  armedAt: instant(Number(row.armed_at)),
  levels: {
    ...(row.above === null ? {} : { above: priceOf(row.above) }),
    ...(row.below === null ? {} : { below: priceOf(row.below) }),
  },
  createdAt: instant(Number(row.created_at)),
  fired:
    row.fired_no === null
      ? undefined
      : {
          no: row.fired_no,
          at: instant(Number(row.fired_at)),
          price: priceOf(row.fired_price ?? 0n),
          sequence: Number(row.fired_sequence),
          source: row.fired_source ?? '',
        },
  changeNo: row.change_no,
})

/**
 * Locks the place: up to which print alerts were compared. Who sets or arms an alert locks it first, so that no print of
 * later than that is compared before the alert is there.
 */
export async function lockPlace(tx: Tx): Promise<bigint> {
  const [row] = await tx<{ print_no: bigint }[]>`select print_no from price_alert_place for update`
  return row?.print_no ?? 0n
}

/** Moves the place on, and never back. */
export async function savePlace(tx: Tx, printNo: bigint): Promise<void> {
  await tx`update price_alert_place set print_no = greatest(print_no, ${printNo})`
}

/** A customer's alerts on prices. */
export async function findAlerts(db: Db, customerId: Id<'cus'>): Promise<readonly Alert[]> {
  const rows = await db<AlertRow[]>`select * from price_alert where customer_id = ${customerId}`
  return rows.map(alertOf)
}

/** One alert on a price of a customer. */
export async function findAlert(db: Db, customerId: Id<'cus'>, alertId: string): Promise<Alert | undefined> {
  const [row] = await db<AlertRow[]>`select * from price_alert where id = ${alertId} and customer_id = ${customerId}`
  return row === undefined ? undefined : alertOf(row)
}

/** Stores an alert as it is armed: a new one, or one that fired. */
export async function saveArmed(tx: Tx, alert: Omit<Alert, 'changeNo'>): Promise<void> {
  const { above = null, below = null } = alert.levels
  await tx`
    insert into price_alert (id, customer_id, symbol, kind, wanted, arming, reference, armed_at, above, below,
      created_at, change_no)
    values (${alert.id}, ${alert.customerId}, ${alert.symbol}, ${alert.kind}, ${alert.wanted}, ${alert.arming},
      ${alert.reference}, ${alert.armedAt}, ${above}, ${below}, ${alert.createdAt}, nextval('price_alert_change'))
    on conflict (id) do update set
      arming = excluded.arming, reference = excluded.reference, armed_at = excluded.armed_at,
      above = excluded.above, below = excluded.below, change_no = excluded.change_no,
      fired_no = null, fired_at = null, fired_price = null, fired_sequence = null, fired_source = null`
}

/** Removes an alert of a customer. */
export async function deleteAlert(tx: Tx, customerId: Id<'cus'>, alertId: string): Promise<void> {
  await tx`delete from price_alert where id = ${alertId} and customer_id = ${customerId}`
}

/** What was armed after a change, with the number of the last change. */
export async function findArmedSince(
  tx: Tx,
  change: bigint,
): Promise<{ readonly armed: readonly ArmedAlert[]; readonly change: bigint }> {
  const rows = await tx<Pick<AlertRow, 'id' | 'symbol' | 'arming' | 'armed_at' | 'above' | 'below' | 'change_no'>[]>`
    select id, symbol, arming, armed_at, above, below, change_no from price_alert
    where change_no > ${change} and fired_no is null`
  return {
    armed: rows.map((row) => ({
      id: row.id,
      symbol: row.symbol,
      arming: row.arming,
      armedAt: instant(Number(row.armed_at)),
      ...(row.above === null ? {} : { above: priceOf(row.above) }),
      ...(row.below === null ? {} : { below: priceOf(row.below) }),
    })),
    change: rows.reduce((most, row) => maxOf(most, row.change_no), change),
  }
}

/** An arming, and the print that reached it. */
export interface Reached {
  readonly alert: Pick<ArmedAlert, 'id' | 'arming'>
  readonly print: RecordedPrint
}

/** Stores what fired, one statement: an arming that fired already, or an alert that was removed, is not among the answer. */
export async function saveFired(tx: Tx, reached: readonly Reached[]): Promise<readonly Alert[]> {
  const rows = await tx<AlertRow[]>`
    update price_alert as alert set
      fired_no = hit.no, fired_at = hit.at, fired_price = hit.price, fired_sequence = hit.sequence,
      fired_source = hit.source, change_no = nextval('price_alert_change')
    from unnest(
      ${reached.map(({ alert }) => alert.id)}::text[],
      ${reached.map(({ alert }) => alert.arming)}::integer[],
      ${reached.map(({ print }) => String(print.no))}::bigint[],
      ${reached.map(({ print }) => String(print.at))}::bigint[],
      ${reached.map(({ print }) => String(print.price))}::bigint[],
      ${reached.map(({ print }) => String(print.sequence))}::bigint[],
      ${reached.map(({ print }) => print.source)}::text[]
    ) as hit (id, arming, no, at, price, sequence, source)
    where alert.id = hit.id and alert.arming = hit.arming and alert.fired_no is null
    returning alert.*`
  return rows.map(alertOf)
}
