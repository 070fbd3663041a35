import type { RequestOf } from '@bolsillo/contract'
import { refuseDecimal } from '@bolsillo/contract'
import {
  assert,
  type Money,
  minOf,
  type Rejection,
  readMoney,
  reject,
  writeDecimal,
  writeMoney,
} from '@bolsillo/kernel'
import { available, customerAccount, emptyBalance } from '@bolsillo/ledger/domain'
import { type Own, useCase, type WriteContext } from '@bolsillo/server-kit'
import { readTransferable as readCall, rejections, transfer as transferCall, transferCoins } from '../contract/index.ts'
import { keeps, movable, movableOf, purses, transferEntry } from '../domain/index.ts'
import type { ExchangeDeps, LeavingLimit } from './deps.ts'

/** What can be moved between purses. */
export const readTransferable = useCase(readCall, async (_, { db, customer }, { ledger, leaving }: ExchangeDeps) => {
  const { customerId } = customer
  const balances = await ledger.balancesOfCustomer(db, customerId)
  const pairs = movable.flatMap((asset) =>
    purses.filter((purse) => keeps(purse, asset)).map((purse) => ({ purse, asset })),
  )
  const limits = new Map<string, LeavingLimit>()
  for (const { purse, asset } of pairs)
    limits.set(`${purse} ${asset.code}`, await leaving(db, { customerId, purse, asset: asset.code }))
  return {
    assets: movable.map((asset) => ({
      asset: asset.code,
      scale: asset.scale,
      purses: purses
        .filter((purse) => keeps(purse, asset))
        .map((purse) => {
          const own = balances.find((balance) => balance.purse === purse && balance.asset === asset.code)
          const { posted, held } = own ?? emptyBalance
          return {
            purse,
            available: writeDecimal(atMost(posted - held, limits.get(`${purse} ${asset.code}`)), asset.scale),
            held: writeDecimal(held, asset.scale),
          }
        }),
    })),
  }
})

/** What of an amount a limit lets go. */
function atMost(minor: bigint, limit: LeavingLimit): bigint {
  if (limit === undefined) return minor
  return limit.kind === 'at-most' ? minOf(minor, limit.minor) : 0n
}

/** Moves money between purses, under both paths it has. */
export const transfers = [useCase(transferCall, transfer), useCase(transferCoins, transfer)]

async function transfer(
  { from, to, asset: code, amount }: RequestOf<typeof transferCall>,
  { tx, customer, now }: Own<WriteContext>,
  { ledger, services, leaving, leavingRefusal }: ExchangeDeps,
) {
  const { customerId } = customer
  if (from === to) return reject(rejections.transferSame, { field: 'to' })
  const asset = movableOf(code)
  if (asset === undefined || !keeps(from, asset) || !keeps(to, asset)) {
    return reject(rejections.transferAsset, { field: 'asset', values: { asset: code } })
  }
  const reading = readMoney(amount, asset)
  const least = `${writeDecimal(1n, asset.scale)} ${code}`
  const unfit = reject(rejections.transferAmount, { field: 'amount', values: { least } })
  if (reading.kind !== 'value') return refuseDecimal('amount', reading, unfit)
  if (reading.money.minor === 0n) return unfit
  const accounts = [from, to].map((purse) => ({ purse, account: customerAccount(customerId, purse, code) }))
  // The lock names both accounts before anything is read: of many at once each sees what the one before it left.
  const locked = await ledger.lock(
    tx,
    accounts.map(({ account }) => account),
  )
  const free = available(locked.get(customerAccount(customerId, from, code)) ?? emptyBalance)
  const { minor } = reading.money
  const refusal =
    leavingProblem(reading.money, await leaving(tx, { customerId, purse: from, asset: code })) ??
    (minor > free ? undefined : await leavingRefusal(tx, { customerId, purse: from, asset: code, minor }))
  if (refusal !== undefined) return refusal
  const id = services.ids.next('ent')
  const entry = transferEntry({ id, at: now, customerId, from, to, amount: reading.money })
  const outcome = await ledger.post(tx, [entry])
  if (outcome.kind === 'insufficient') {
    const own = customerAccount(customerId, from, code)
    assert(outcome.account === own, `a transfer lacks on ${outcome.account}, which is not where it comes from`)
    const left = `${writeDecimal(outcome.available, asset.scale)} ${code}`
    return reject(rejections.transferFunds, { field: 'amount', values: { available: left } })
  }
  const balances = await ledger.balances(
    tx,
    accounts.map(({ account }) => account),
  )
  return {
    entryId: id,
    at: now,
    asset: code,
    amount: writeMoney(reading.money),
    balances: accounts.map(({ purse, account }) => {
      const balance = balances.get(account) ?? emptyBalance
      const { held } = balance
      return {
        purse,
        available: writeDecimal(available(balance), asset.scale),
        held: writeDecimal(held, asset.scale),
      }
    }),
  }
}

/** Why another room keeps the money where it is. */
function leavingProblem({ minor, asset }: Money, limit: LeavingLimit): Rejection | undefined {
  if (limit === undefined) return undefined
  if (limit.kind !== 'at-most') {
    const { transferLiquidation, transferUnpriced } = rejections
    return reject(limit.kind === 'liquidation' ? transferLiquidation : transferUnpriced, { field: 'from' })
  }
  if (minor <= limit.minor) return undefined
  const left = `${writeDecimal(limit.minor, asset.scale)} ${asset.code}`
  return reject(rejections.transferNeeded, { field: 'amount', values: { available: left } })
}
