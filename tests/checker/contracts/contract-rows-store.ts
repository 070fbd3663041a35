import type { BooksRead } from '../books-store.ts'

// What the checker reads of contracts. Whole numbers travel as text and become bigints here.

export interface ContractPositionRow {
  readonly positionId: string
  readonly customerId: string
  readonly symbol: string
  readonly mode: 'isolated' | 'cross'
  readonly size: bigint
  readonly entry: bigint
  readonly margin: bigint
  readonly holdId: string | undefined
  readonly realised: bigint
  readonly funding: bigint
  readonly fees: bigint
  readonly vat: bigint
  readonly liquidationId: string | undefined
  readonly updatedAt: bigint
  readonly isClosed: boolean
}

/** Every position in a contract, open and closed, in an order that is always the same, because findings are reported in it. */
export async function readContractPositions(read: BooksRead): Promise<readonly ContractPositionRow[]> {
  const rows = await read<Texts<ContractPositionRow, 'isClosed' | 'mode'>[]>`
    select position_id as "positionId", customer_id as "customerId", symbol, mode, size::text, entry::text, margin::text,
      hold_id as "holdId", realised::text, funding::text, fees::text, vat::text, liquidation_id as "liquidationId",
      updated_at::text as "updatedAt", closed_at is not null as "isClosed"
    from contract_position order by position_id`
  return rows.map((row) => ({
    ...row,
    size: BigInt(row.size),
    entry: BigInt(row.entry),
    margin: BigInt(row.margin),
    holdId: row.holdId ?? undefined,
    realised: BigInt(row.realised),
    funding: BigInt(row.funding),
    fees: BigInt(row.fees),
    vat: BigInt(row.vat),
    liquidationId: row.liquidationId ?? undefined,
    updatedAt: BigInt(row.updatedAt),
  }))
}

export interface BookingRow {
  readonly entryId: string
  readonly positionId: string
  readonly customerId: string
  readonly symbol: string
  readonly what: string
  readonly orderId: string | undefined
  readonly liquidationId: string | undefined
  /** Units, below zero sold. */
  readonly size: bigint
  readonly price: bigint
  readonly realised: bigint
  readonly fee: bigint
  readonly vat: bigint
  readonly feeUncharged: bigint
  readonly vatUncharged: bigint
  readonly liquidationFee: bigint
  readonly fundPaid: bigint
  readonly marketBore: bigint
  readonly at: bigint
}

/** What entries did to positions. */
export async function readBookings(read: BooksRead): Promise<readonly BookingRow[]> {
  const rows = await read<Texts<BookingRow, never>[]>`
    select entry_id as "entryId", position_id as "positionId", customer_id as "customerId", symbol, what,
      order_id as "orderId", liquidation_id as "liquidationId", size::text, coalesce(price, 0)::text as price,
      realised::text, fee::text, vat::text, fee_uncharged::text as "feeUncharged", vat_uncharged::text as "vatUncharged",
      liquidation_fee::text as "liquidationFee", fund_paid::text as "fundPaid", market_bore::text as "marketBore", at::text
    from contract_booking`
  return rows.map((row) => ({
    ...row,
    orderId: row.orderId ?? undefined,
    liquidationId: row.liquidationId ?? undefined,
    size: BigInt(row.size),
    price: BigInt(row.price),
    realised: BigInt(row.realised),
    fee: BigInt(row.fee),
    vat: BigInt(row.vat),
    feeUncharged: BigInt(row.feeUncharged),
    vatUncharged: BigInt(row.vatUncharged),
    liquidationFee: BigInt(row.liquidationFee),
    fundPaid: BigInt(row.fundPaid),
    marketBore: BigInt(row.marketBore),
    at: BigInt(row.at),
  }))
}

export interface PaymentRow {
  readonly customerId: string
  readonly symbol: string
  readonly at: bigint
  readonly positionId: string
  readonly size: bigint
  readonly minor: bigint
  readonly entryId: string | undefined
}

/** What positions paid (below zero) and were paid at instants of funding. */
export async function readPayments(read: BooksRead): Promise<readonly PaymentRow[]> {
  const rows = await read<Texts<PaymentRow, never>[]>`
    select customer_id as "customerId", symbol, at::text, position_id as "positionId", size::text, minor::text,
      entry_id as "entryId"
    from contract_funding_payment`
  return rows.map((row) => ({
    ...row,
    at: BigInt(row.at),
    size: BigInt(row.size),
    minor: BigInt(row.minor),
    entryId: row.entryId ?? undefined,
  }))
}

export interface FundingRow {
  readonly symbol: string
  readonly at: bigint
  readonly rate: bigint
  readonly mark: bigint
  readonly looks: bigint
  readonly holders: bigint
  readonly paid: bigint
  /** Paid on what there was at the instant; before that rule it was what there was when it was paid. */
  readonly byInstant: boolean
}

/** Instants of funding that are paid whole. */
export async function readFunding(read: BooksRead): Promise<readonly FundingRow[]> {
  const rows = await read<Texts<FundingRow, 'byInstant'>[]>`
    select symbol, at::text, rate::text, mark::text, looks::text, holders::text, paid::text, by_instant as "byInstant"
    from contract_funding`
  return rows.map((row) => ({
    ...row,
    at: BigInt(row.at),
    rate: BigInt(row.rate),
    mark: BigInt(row.mark),
    looks: BigInt(row.looks),
    holders: BigInt(row.holders),
    paid: BigInt(row.paid),
  }))
}

export interface KeptLooks {
  readonly symbol: string
  readonly at: bigint
  readonly premiums: readonly bigint[]
  /** That of the last look. */
  readonly mark: bigint
}

/** The looks each instant's rate is the mean of, for as many instants as they were kept of, the oldest first. */
export async function readKeptLooks(read: BooksRead): Promise<readonly KeptLooks[]> {
  const rows = await read<{ symbol: string; at: string; premiums: string[]; mark: string }[]>`
    select symbol, at::text, premiums::text[], marks[cardinality(marks)]::text as mark
    from contract_funding_looks as kept order by symbol, kept.at`
  return rows.map(({ symbol, at, premiums, mark }) => ({
    symbol,
    at: BigInt(at),
    premiums: premiums.map(BigInt),
    mark: BigInt(mark),
  }))
}

/** A mark as published: the texts of its prices. */
export interface RecordedMark {
  readonly symbol: string
  readonly mark: string
  readonly index: string
  readonly components: readonly { readonly price: string; readonly used: boolean }[]
  readonly funded: string
  readonly basis: string
  readonly last: string
}

/** What a step of a liquidation was decided on, as recorded. */
export interface RecordedInputs {
  readonly cashFine: string
  readonly fund: string
  readonly equityFine: string
  readonly maintenanceFine: string
  readonly positions: readonly {
    readonly symbol: string
    readonly size: string
    readonly entryFine: string
    readonly mark: string
    readonly priceScale: number
    readonly quantityScale: number
    readonly tiers: readonly {
      readonly upToFine?: string
      readonly initialPpm: string
      readonly maintenancePpm: string
    }[]
  }[]
  readonly marks: readonly RecordedMark[]
}

export interface LiquidationStepRow {
  readonly liquidationId: string
  readonly number: number
  readonly positionId: string
  readonly mode: 'isolated' | 'cross'
  readonly kind: string
  readonly size: bigint
  readonly quantity: bigint
  readonly worstPrice: bigint
  readonly orderId: string | undefined
  readonly inputs: RecordedInputs
  readonly at: bigint
}

/** Steps of all liquidations, in order. */
export async function readLiquidationSteps(read: BooksRead): Promise<readonly LiquidationStepRow[]> {
  const rows = await read<Texts<LiquidationStepRow, 'number' | 'mode' | 'inputs'>[]>`
    select liquidation_id as "liquidationId", number, position_id as "positionId", mode, kind, size::text, quantity::text,
      worst_price::text as "worstPrice", order_id as "orderId", inputs, at::text
    from contract_liquidation_step order by liquidation_id, contract_liquidation_step.number`
  return rows.map((row) => ({
    ...row,
    size: BigInt(row.size),
    quantity: BigInt(row.quantity),
    worstPrice: BigInt(row.worstPrice),
    orderId: row.orderId ?? undefined,
    at: BigInt(row.at),
  }))
}

/** Liquidations that left something safe: by id, the size left. */
export async function readLiquidationEnds(read: BooksRead): Promise<ReadonlyMap<string, bigint>> {
  const rows = await read<{ id: string; size: string }[]>`
    select liquidation_id as id, size::text from contract_liquidation_end`
  return new Map(rows.map(({ id, size }) => [id, BigInt(size)]))
}

/** When looks at the premium were kept, by contract: each is a moment at which there was a mark. Kept for a week. */
export async function readMarkTimes(read: BooksRead): Promise<ReadonlyMap<string, readonly bigint[]>> {
  const rows = await read<{ symbol: string; at: string }[]>`select symbol, at::text from contract_premium order by at`
  const bySymbol = Map.groupBy(rows, ({ symbol }) => symbol)
  return new Map([...bySymbol].map(([symbol, own]) => [symbol, own.map(({ at }) => BigInt(at))]))
}

/** Marks that were kept with looks at the premium: by moment, the oldest first, those of each contract. */
export async function readMarkLooks(read: BooksRead): Promise<ReadonlyMap<bigint, ReadonlyMap<string, bigint>>> {
  const rows = await read<{ symbol: string; at: string; mark: string }[]>`
    select symbol, at::text, mark::text from contract_premium order by contract_premium.at`
  const byMoment = Map.groupBy(rows, ({ at }) => BigInt(at))
  return new Map([...byMoment].map(([at, own]) => [at, new Map(own.map(({ symbol, mark }) => [symbol, BigInt(mark)]))]))
}

type Texts<Row, Kept extends keyof Row> = {
  readonly [Key in keyof Row]: Key extends Kept ? Row[Key] : undefined extends Row[Key] ? string | null : string
}
