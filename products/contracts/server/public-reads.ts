import { type Instant, instant, plusMs, present, reject, writeDecimal } from '@bolsillo/kernel'
import { emptyBalance } from '@bolsillo/ledger/domain'
import { type Db, useCase } from '@bolsillo/server-kit'
import {
  contractMark,
  fundingHistory,
  fundingLooks,
  insuranceFund,
  multiple,
  ownFunding,
  contractsRejections as r,
} from '../contract/index.ts'
import { insuranceAccount, insurancePoolId, marginAssetCode } from '../domain/contract-transfers.ts'
import { fundingRate, fundingTerms, marginScale, nextFundingAt, rateScale } from '../domain/index.ts'
import { type ContractsWorld, contractOf } from './contracts-world.ts'
import type { ContractsDeps } from './deps.ts'
import type { Engine } from './engine/engine.ts'
import { findFunding, findFundingAt, findFundingLooks, findOwnFunding, findPremiums } from './funding/funding-store.ts'
import { intervalStart, type PremiumRow } from './funding/marks.ts'
import { sumFund } from './liquidation/liquidation-store.ts'
import { writeContract, writeFundingTerms, writeMark } from './rows.ts'

const pageSize = 50
const intervalMs = fundingTerms.hours * 3_600_000
const money = (minor: bigint): string => writeDecimal(minor, marginScale)

const unknown = (symbol: string) => reject(r.contractUnknown, { field: 'symbol', values: { symbol } })

/** Leverages, margin tables, fees and funding of one contract or all. */
export const listLeverages = useCase(
  multiple,
  async ({ symbol }, _context, { contracts, services }: ContractsWorld) => {
    const rows = contracts.filter(({ id }) => symbol === undefined || id === symbol)
    if (symbol !== undefined && rows.length === 0) return unknown(symbol)
    return { rows: rows.map((one) => writeContract(one, services.mode)) }
  },
)

/** Marks with all they are made of. */
export const readMarks = useCase(contractMark, async ({ symbol }, _context, world: ContractsWorld) => {
  if (symbol !== undefined && world.instrumentOf(symbol) === undefined) return unknown(symbol)
  const marks = world.marks.all().filter((mark) => symbol === undefined || mark.symbol === symbol)
  return { rows: marks.map((mark) => writeMark(mark, contractOf(world, mark.symbol).scale.priceScale)) }
})

/** Funding of a contract as it was paid, newest first. */
export const listFunding = useCase(
  fundingHistory,
  async ({ symbol, cursor, limit = pageSize }, { db }, world: ContractsWorld) => {
    const instrument = world.instrumentOf(symbol)
    if (instrument === undefined) return unknown(symbol)
    const before = cursor === undefined ? undefined : instant(Number(cursor))
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
  },
)

/** The looks behind a rate: of an instant as paid, or of the interval that runs, so far. */
export const listFundingLooks = useCase(fundingLooks, async ({ symbol, at }, { db, now }, world: ContractsWorld) => {
  const instrument = world.instrumentOf(symbol)
  if (instrument === undefined) return unknown(symbol)
  const known = at === undefined ? await readRunning(db, symbol, now) : await readPaid(db, symbol, instant(at))
  if (known === undefined) return reject(r.fundingUnknown, { field: 'at' })
  const { from, rate, mark, looks, rows } = known
  const price = (units: bigint): string => writeDecimal(units, instrument.scale.priceScale)
  return {
    symbol,
    from,
    at: known.at,
    paid: at !== undefined,
    rate: writeDecimal(rate, rateScale),
    mark: price(mark),
    terms: writeFundingTerms(),
    looks,
    rows: rows.map((row) => ({
      at: row.at,
      mark: price(row.mark),
      index: price(row.index),
      premium: writeDecimal(row.premium, rateScale),
    })),
  }
})

interface KnownFunding {
  readonly from: Instant
  readonly at: Instant
  readonly rate: bigint
  readonly mark: bigint
  readonly looks: number
  readonly rows: readonly PremiumRow[]
}

async function readRunning(db: Db, symbol: string, now: Instant): Promise<KnownFunding> {
  const from = intervalStart(now)
  const at = instant(nextFundingAt(now, fundingTerms.hours))
  const rows = await findPremiums(db, symbol, from, at)
  const rate = fundingRate(
    rows.map(({ premium }) => premium),
    fundingTerms,
  )
  return { from, at, rate, mark: rows.at(-1)?.mark ?? 0n, looks: rows.length, rows }
}

async function readPaid(db: Db, symbol: string, at: Instant): Promise<KnownFunding | undefined> {
  const paid = await findFundingAt(db, symbol, at)
  if (paid === undefined) return undefined
  const rows = await findFundingLooks(db, symbol, at)
  return { from: plusMs(at, -intervalMs), at, rate: paid.rate, mark: paid.mark, looks: paid.looks, rows }
}

/** What the customer paid and was paid, newest first. */
export const listOwnFunding = useCase(
  ownFunding,
  async ({ symbol, cursor, limit = pageSize }, { db, customer }, world: ContractsWorld) => {
    if (symbol !== undefined && world.instrumentOf(symbol) === undefined) return unknown(symbol)
    const { customerId } = customer
    const [at = '', from = ''] = cursor?.split(':') ?? []
    const before = cursor === undefined ? undefined : { at: instant(Number(at)), symbol: from }
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
  },
)

/** The insurance fund: its balance, every movement of its ledger account, and the liquidations under way. */
export const readInsuranceFund = useCase(
  insuranceFund,
  async ({ cursor, limit = pageSize }, { db }, { ledger, engine }: ContractsDeps) => {
    const [seq = '', line = ''] = cursor?.split(':') ?? []
    const [balances, lines, fund, pool] = await Promise.all([
      ledger.balances(db, [insuranceAccount]),
      ledger.entriesOfAccount(db, insuranceAccount, {
        limit: limit + 1,
        ...(cursor === undefined ? {} : { before: { seq: BigInt(seq), line: Number(line) } }),
      }),
      sumFund(db),
      ledger.entries(db, [insurancePoolId]),
    ])
    const { posted } = balances.get(insuranceAccount) ?? emptyBalance
    const given = pool.flatMap(({ entry }) => entry.postings).filter(({ account }) => account === insuranceAccount)
    const endowment = given.reduce((sum, posting) => sum + posting.posted, 0n)
    const shown = lines.slice(0, limit)
    const last = shown.at(-1)
    return {
      asset: marginAssetCode,
      balance: money(posted),
      endowment: money(endowment),
      fromLiquidations: money(fund.left),
      paid: money(fund.paid),
      difference: money(endowment + fund.left - fund.paid - posted),
      liquidations: writeLiveness(engine.liveness()),
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
  },
)

function writeLiveness({ below, belowSince, late, lateSince, blind }: ReturnType<Engine['liveness']>) {
  return {
    below,
    ...(belowSince === undefined ? {} : { belowSince }),
    late,
    ...(lateSince === undefined ? {} : { lateSince }),
    blind,
  }
}
