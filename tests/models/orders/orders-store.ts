import type { Db } from '@bolsillo/server-kit'

export interface OrderSeen {
  readonly order_id: string
  readonly customer_id: string
  readonly parent_id: string | null
  readonly twin_id: string | null
  readonly limit_price: bigint | null
  readonly state: string
  readonly quantity: bigint | null
  readonly filled_quantity: bigint
  readonly filled_amount: bigint
  readonly fee: bigint
  readonly vat: bigint
  readonly held: bigint
  readonly end_reason: string | null
}

/** All orders placed from an instant on. */
export function findOrdersSeen(db: Db, from: number): Promise<OrderSeen[]> {
  return db<OrderSeen[]>`
    select order_id, customer_id, parent_id, twin_id, limit_price, state, quantity, filled_quantity, filled_amount, fee, vat,
      held, end_reason
    from trade_order where received_at >= ${BigInt(from)} order by order_id`.execute()
}

export interface PositionSeen {
  readonly customer_id: string
  readonly instrument_id: string
  readonly quantity: bigint
  readonly cost: bigint
  readonly realised: bigint
  readonly fees: bigint
  readonly vat: bigint
}

export function findPositionsSeen(db: Db): Promise<PositionSeen[]> {
  return db<PositionSeen[]>`
    select customer_id, instrument_id, quantity, cost, realised, fees, vat from position`.execute()
}

export interface BalanceSeen {
  readonly id: string
  readonly posted: bigint
  readonly held: bigint
}

export function findBalancesSeen(db: Db): Promise<BalanceSeen[]> {
  return db<BalanceSeen[]>`
    select account.id, balance.posted, balance.held
    from ledger_account as account join ledger_balance as balance using (account_no)`.execute()
}

export interface LockSeen {
  readonly customer_id: string
  readonly instrument_id: string
  readonly sellable_at: bigint
  readonly quantity: bigint
}

export function findLocksSeen(db: Db): Promise<LockSeen[]> {
  return db<LockSeen[]>`select customer_id, instrument_id, sellable_at, quantity from position_lock`.execute()
}
