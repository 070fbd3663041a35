import { type Instant, instant, present, reject, writeDecimal } from '@bolsillo/kernel'
import { emptyBalance } from '@bolsillo/ledger/domain'
import { type Handler, onRead } from '@bolsillo/server-kit'
import {
  contractMark,
  fundingHistory,
  insuranceFund,
  multiple,
  ownFunding,
  contractsRejections as r,
} from '../contract.ts'
import { insuranceAccount, marginAssetCode } from '../domain/contract-transfers.ts'
import { marginScale } from '../domain/index.ts'
import { type ContractsWorld, contractOf } from './contracts-world.ts'
import type { Engine } from './engine.ts'
import { findFunding, findOwnFunding } from './funding-store.ts'
import { sumFundPaid } from './liquidation-store.ts'
import { writeContract, writeMark } from './rows.ts'

const pageSize = 50
const money = (minor: bigint): string => writeDecimal(minor, marginScale)
/** Decimals of a rate: parts of a billion. */
const rateScale = 9

const unknown = (symbol: string) => reject(r.contractUnknown, { field: 'symbol', values: { symbol } })

/** Leverages, margin tables, fees and funding of one contract or all. */
export function listLeverages({ contracts, services }: ContractsWorld): Handler {
  return onRead(multiple, async ({ symbol }) => {
    const rows = contracts.filter(({ id }) => symbol === undefined || id === symbol)
    if (symbol !== undefined && rows.length === 0) return unknown(symbol)
    return { rows: rows.map((one) => writeContract(one, services.mode)) }
  })
}

/** Marks with all they are made of. */
export function readMarks(world: ContractsWorld): Handler {
  return onRead(contractMark, async ({ symbol }) => {
    if (symbol !== undefined && world.instrumentOf(symbol) === undefined) return unknown(symbol)
    const marks = world.marks.all().filter((mark) => symbol === undefined || mark.symbol === symbol)
    return { rows: marks.map((mark) => writeMark(mark, contractOf(world, mark.symbol).scale.priceScale)) }
  })
}

/** Funding of a contract as it was paid, newest first. */
export function listFunding(world: ContractsWorld): Handler {
  return onRead(fundingHistory, async ({ symbol, cursor, limit = pageSize }, { db }) => {
    const instrument = world.instrumentOf(symbol)
    if (instrument === undefined) return unknown(symbol)
    const before = instantOf(cursor)
    const rows = await findFunding(db, symbol, { before, limit: limit + 1 })
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    return {
      rows: shown.map((row) => ({
        symbol,
        at: Number(row.at),
        rate: writeDecimal(row.rate, rateScale),
        mark: writeDecimal(row.mark, instrument.scale.priceScale),
        looks: row.looks,
        holders: row.holders,
        paid: money(row.paid),
      })),
      ...(rows.length > limit && last !== undefined ? { next: String(last.at) } : {}),
    }
  })
}

function instantOf(text: string | undefined): Instant | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? instant(Number(text)) : undefined
}

/** What the customer paid and was paid, newest first. */
export function listOwnFunding(world: ContractsWorld): Handler {
  return onRead(ownFunding, async ({ symbol, cursor, limit = pageSize }, { db, customer }) => {
    const { customerId } = present(customer, 'the session of a customer call')
    const [at, from = ''] = (cursor ?? '').split(':')
    const time = instantOf(at)
    const before = time === undefined ? undefined : { at: time, symbol: from }
    const rows = await findOwnFunding(db, customerId, { symbol, before, limit: limit + 1 })
    const shown = rows.slice(0, limit)
    const last = shown.at(-1)
    return {
      rows: shown.map((row) => {
        const { scale } = contractOf(world, row.symbol)
        return {
          symbol: row.symbol,
          at: Number(row.at),
          positionId: row.position_id,
          size: writeDecimal(row.size, scale.quantityScale),
          rate: writeDecimal(row.rate, rateScale),
          mark: writeDecimal(row.mark, scale.priceScale),
          amount: money(row.minor),
          entryId: row.entry_id ?? '',
        }
      }),
      ...(rows.length > limit && last !== undefined ? { next: `${last.at}:${last.symbol}` } : {}),
    }
  })
}

/** The insurance fund: its balance, every movement of its ledger account, and the liquidations under way. */
export function readInsuranceFund({ ledger }: ContractsWorld, { liveness }: Pick<Engine, 'liveness'>): Handler {
  return onRead(insuranceFund, async ({ cursor, limit = pageSize }, { db }) => {
    const [seq, line] = (cursor ?? '').split(':')
    const isCursor = seq !== undefined && line !== undefined && /^\d{1,18}$/.test(seq) && /^\d{1,2}$/.test(line)
    const [balances, lines, paid] = await Promise.all([
      ledger.balances(db, [insuranceAccount]),
      ledger.entriesOfAccount(db, insuranceAccount, {
        limit: limit + 1,
        ...(isCursor ? { before: { seq: BigInt(seq), line: Number(line) } } : {}),
      }),
      sumFundPaid(db),
    ])
    const { posted } = balances.get(insuranceAccount) ?? emptyBalance
    const shown = lines.slice(0, limit)
    const last = shown.at(-1)
    return {
      asset: marginAssetCode,
      balance: money(posted),
      received: money(posted + paid),
      paid: money(paid),
      liquidations: writeLiveness(liveness()),
      rows: shown.map((one) => {
        const posting = present(one.entry.postings[one.line], 'the line of an entry')
        return {
          seq: String(one.seq),
          entryId: one.entry.id,
          at: one.entry.at,
          kind: one.entry.kind,
          amount: money(posting.posted),
          balanceAfter: money(posting.postedAfter),
        }
      }),
      ...(lines.length > limit && last !== undefined ? { next: `${last.seq}:${last.line}` } : {}),
    }
  })
}

function writeLiveness({ below, belowSince, late, lateSince, blind }: ReturnType<Engine['liveness']>) {
  return {
    below,
    ...(belowSince === undefined ? {} : { belowSince }),
    late,
    ...(lateSince === undefined ? {} : { lateSince }),
    blind,
  }
}
