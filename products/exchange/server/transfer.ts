import type { RequestOf } from '@bolsillo/contract'
import { assert, present, readMoney, reject, writeDecimal, writeMoney } from '@bolsillo/kernel'
import { available, customerAccount, emptyBalance } from '@bolsillo/ledger/domain'
import { type Handler, onRead, onWrite, type WriteContext } from '@bolsillo/server-kit'
import { readTransferable as readCall, rejections, transfer as transferCall, transferCoins } from '../contract.ts'
import { keeps, movable, movableOf, purses, transferEntry } from '../domain/index.ts'
import type { ExchangePorts } from './ports.ts'

/** What can be moved between purses. */
export function readTransferable({ ledger }: ExchangePorts): Handler {
  return onRead(readCall, async (_, { db, customer }) => {
    const { customerId } = present(customer, 'the session of a customer call')
    const balances = await ledger.balancesOfCustomer(db, customerId)
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
              available: writeDecimal(posted - held, asset.scale),
              held: writeDecimal(held, asset.scale),
            }
          }),
      })),
    }
  })
}

/** Moves money between purses, under both paths it has. */
export function transferHandlers(ports: ExchangePorts): readonly Handler[] {
  return [transferCall, transferCoins].map((call) =>
    onWrite(call, (request, context) => transfer(ports, request, context)),
  )
}

async function transfer(
  { ledger, services, leaving }: ExchangePorts,
  { from, to, asset: code, amount }: RequestOf<typeof transferCall>,
  { tx, customer, now }: WriteContext,
) {
  const { customerId } = present(customer, 'the session of a customer call')
  if (from === to) return reject(rejections.transferSame, { field: 'to' })
  const asset = movableOf(code)
  if (asset === undefined || !keeps(from, asset) || !keeps(to, asset)) {
    return reject(rejections.transferAsset, { field: 'asset', values: { asset: code } })
  }
  const reading = readMoney(amount, asset)
  if (reading.kind !== 'value' || reading.money.minor === 0n) {
    const least = writeDecimal(1n, asset.scale)
    return reject(rejections.transferAmount, { field: 'amount', values: { least: `${least} ${code}` } })
  }
  const id = services.ids.next('ent')
  const entry = transferEntry({ id, at: now, customerId, from, to, amount: reading.money })
  // The lock names both accounts before anything is read: of many at once each sees what the one before it left.
  const locked = await ledger.lock(
    tx,
    entry.postings.map(({ account }) => account),
  )
  const free = available(locked.get(customerAccount(customerId, from, code)) ?? emptyBalance)
  const { minor } = reading.money
  const refusal = minor > free ? undefined : await leaving(tx, { customerId, purse: from, asset: code, minor })
  if (refusal !== undefined) return refusal
  const outcome = await ledger.post(tx, [entry])
  if (outcome.kind === 'insufficient') {
    const own = customerAccount(customerId, from, code)
    assert(outcome.account === own, `a transfer lacks on ${outcome.account}, which is not where it comes from`)
    const left = `${writeDecimal(outcome.available, asset.scale)} ${code}`
    return reject(rejections.transferFunds, { field: 'amount', values: { available: left } })
  }
  const accounts = [from, to].map((purse) => ({ purse, account: customerAccount(customerId, purse, code) }))
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
