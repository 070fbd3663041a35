import type { DerivedTable, PutRow } from '@bolsillo/ledger/server'
import { type Fill, type OrderRecord, type Position, type PositionLock, productFacts } from '../../domain/index.ts'
import { pairFilledText } from './order-rows.ts'

// The columns of trading's tables that follow from acts, and what becomes a row of them.

export const orderTable: DerivedTable = {
  name: 'trade_order',
  key: ['order_id'],
  columns: {
    order_id: 'text',
    customer_id: 'text',
    product: 'text',
    purse: 'text',
    venue: 'text',
    instrument_id: 'text',
    side: 'text',
    type: 'text',
    time_in_force: 'text',
    post_only: 'boolean',
    currency: 'text',
    currency_scale: 'smallint',
    amount: 'bigint',
    limit_price: 'bigint',
    stop_price: 'bigint',
    take_profit: 'bigint',
    stop_loss: 'bigint',
    parent_id: 'text',
    twin_id: 'text',
    fee_schedule: 'text',
    bid_at_receipt: 'bigint',
    ask_at_receipt: 'bigint',
    quote_sequence: 'bigint',
    received_at: 'bigint',
    accepted_at: 'bigint',
    expires_at: 'bigint',
    state: 'text',
    quantity: 'bigint',
    worst_price: 'bigint',
    active_from: 'bigint',
    filled_quantity: 'bigint',
    filled_exact: 'numeric',
    filled_amount: 'bigint',
    fee: 'bigint',
    vat: 'bigint',
    hold_id: 'text',
    held: 'bigint',
    first_fill_at: 'bigint',
    last_fill_at: 'bigint',
    ended_at: 'bigint',
    end_reason: 'text',
    priority: 'bigint',
    updated_at: 'bigint',
    step_count: 'integer',
    taker_exact: 'numeric',
    reduce_only: 'boolean',
    terms: 'text',
    pair_filled: 'text',
    last_act: 'bigint',
  },
}

export const fillTable: DerivedTable = {
  name: 'trade_fill',
  key: ['customer_id', 'fill_id'],
  columns: {
    fill_id: 'text',
    order_id: 'text',
    customer_id: 'text',
    instrument_id: 'text',
    side: 'text',
    price: 'bigint',
    quantity: 'bigint',
    currency: 'text',
    currency_scale: 'smallint',
    amount: 'bigint',
    fee: 'bigint',
    vat: 'bigint',
    liquidity: 'text',
    source: 'text',
    sequence: 'bigint',
    entry_id: 'text',
    entry_seq: 'bigint',
    filled_at: 'bigint',
    settles_on: 'date',
    sellable_at: 'bigint',
    product: 'text',
  },
}

export const positionTable: DerivedTable = {
  name: 'position',
  key: ['customer_id', 'instrument_id'],
  columns: {
    customer_id: 'text',
    instrument_id: 'text',
    quantity: 'bigint',
    currency: 'text',
    currency_scale: 'smallint',
    cost: 'bigint',
    realised: 'bigint',
    fees: 'bigint',
    vat: 'bigint',
    opened_at: 'bigint',
    updated_at: 'bigint',
  },
}

export const lockTable: DerivedTable = {
  name: 'position_lock',
  key: ['customer_id', 'instrument_id', 'sellable_at'],
  columns: { customer_id: 'text', instrument_id: 'text', sellable_at: 'bigint', quantity: 'bigint' },
}

/** An order as its acts leave it. */
export function putOrder(put: PutRow, { order: o, stepCount, lastAct }: OrderRecord): void {
  put(orderTable, {
    order_id: o.orderId,
    customer_id: o.customerId,
    product: o.product,
    purse: productFacts[o.product].purse,
    venue: o.venue,
    instrument_id: o.instrumentId,
    side: o.side,
    type: o.type,
    time_in_force: o.timeInForce,
    post_only: o.postOnly,
    currency: o.filledAmount.asset.code,
    currency_scale: o.filledAmount.asset.scale,
    amount: o.amount?.minor ?? null,
    limit_price: o.limitPrice ?? null,
    stop_price: o.stopPrice ?? null,
    take_profit: o.takeProfit ?? null,
    stop_loss: o.stopLoss ?? null,
    parent_id: o.parentId ?? null,
    twin_id: o.twinId ?? null,
    fee_schedule: o.feeSchedule,
    bid_at_receipt: o.bidAtReceipt ?? null,
    ask_at_receipt: o.askAtReceipt ?? null,
    quote_sequence: o.quoteSequence ?? null,
    received_at: o.receivedAt,
    accepted_at: o.acceptedAt,
    expires_at: o.expiresAt ?? null,
    state: o.state,
    quantity: o.quantity ?? null,
    worst_price: o.worstPrice,
    active_from: o.activeFrom ?? null,
    filled_quantity: o.filledQuantity,
    filled_exact: o.filledExact,
    filled_amount: o.filledAmount.minor,
    fee: o.fee.minor,
    vat: o.vat.minor,
    hold_id: o.holdId ?? null,
    held: o.held,
    first_fill_at: o.firstFillAt ?? null,
    last_fill_at: o.lastFillAt ?? null,
    ended_at: o.endedAt ?? null,
    end_reason: o.endReason ?? null,
    priority: o.priority,
    updated_at: o.updatedAt,
    step_count: stepCount,
    taker_exact: o.takerExact,
    reduce_only: o.reduceOnly,
    terms: o.terms ?? null,
    pair_filled: pairFilledText(o) ?? null,
    last_act: lastAct ?? null,
  })
}

/** A fill. */
export function putFill(put: PutRow, f: Fill): void {
  put(fillTable, {
    fill_id: f.fillId,
    order_id: f.orderId,
    customer_id: f.customerId,
    instrument_id: f.instrumentId,
    side: f.side,
    price: f.price,
    quantity: f.quantity,
    currency: f.amount.asset.code,
    currency_scale: f.amount.asset.scale,
    amount: f.amount.minor,
    fee: f.fee.minor,
    vat: f.vat.minor,
    liquidity: f.liquidity,
    source: f.source,
    sequence: f.sequence,
    entry_id: f.entryId,
    entry_seq: f.entrySeq,
    filled_at: f.at,
    settles_on: f.settlesOn,
    sellable_at: f.sellableAt,
    product: f.product,
  })
}

/** What is left of what was bought. */
export function putPosition(put: PutRow, p: Position): void {
  put(positionTable, {
    customer_id: p.customerId,
    instrument_id: p.instrumentId,
    quantity: p.quantity,
    currency: p.cost.asset.code,
    currency_scale: p.cost.asset.scale,
    cost: p.cost.minor,
    realised: p.realised.minor,
    fees: p.fees.minor,
    vat: p.vat.minor,
    opened_at: p.openedAt,
    updated_at: p.updatedAt,
  })
}

/** What may not be sold before an instant. */
export function putLock(put: PutRow, { customerId, instrumentId, sellableAt, quantity }: PositionLock): void {
  put(lockTable, { customer_id: customerId, instrument_id: instrumentId, sellable_at: sellableAt, quantity })
}
