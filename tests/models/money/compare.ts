import { readBalances, readDeposits, readWithdrawals } from './look-store.ts'
import { accountOf, house, must } from './model.ts'
import { heldSum } from './model-deposits.ts'
import { onItsWay } from './model-withdrawals.ts'
import { count, type World } from './stage.ts'

/** Compares everything with the product, to the unit. */
export async function compare(world: World): Promise<void> {
  await compareBooks(world)
  await compareDeposits(world)
  await compareWithdrawals(world)
  explainHouse(world)
}

async function compareBooks(world: World): Promise<void> {
  const { model } = world
  const rows = new Map((await readBalances(world.outside.database.owner)).map((row) => [row.id, row]))
  const isOwed = (id: string): boolean => id.split(':')[1] === 'owed'
  for (const id of rows.keys()) if (!isOwed(id)) accountOf(model, id)
  for (const [id, { posted, held }] of model.accounts) {
    const row = rows.get(id) ?? { posted: 0n, held: 0n }
    // What a rail gave beyond what it held is owed to it; money that comes to it settles that first.
    const owed = rows.get(id.replace(':custody:', ':owed:'))?.posted ?? 0n
    const expected = id.startsWith('rail-') && posted > 0n ? { posted: 0n, owed: posted } : { posted, owed: 0n }
    const isSame = row.posted === expected.posted && row.held === held
    must(isSame, 'balance', `${id} holds ${row.posted}, reserved ${row.held}; it must hold ${posted}, reserved ${held}`)
    if (!id.startsWith('rail-')) continue
    must(owed === expected.owed, 'balance', `${id}: owed are ${owed}, it must be ${expected.owed}`)
  }
  count(world, 'comparisons', model.accounts.size * 2)
}

async function compareDeposits(world: World): Promise<void> {
  const { model } = world
  const rows = new Map((await readDeposits(world.outside.database.owner)).map((row) => [row.id, row]))
  must(rows.size === model.deposits.length, 'deposits', `there are ${rows.size}, it must be ${model.deposits.length}`)
  for (const deposit of model.deposits) {
    const row = rows.get(deposit.id ?? '')
    must(row !== undefined, 'deposits', `${deposit.rail} ${deposit.externalId} is missing`)
    const told = {
      stage: row.stage,
      customer: row.customer_id,
      asset: row.asset,
      held: row.stage === 'held' ? row.held_reason : null,
      failed: row.fail_reason,
      marks: [...row.marks].sort().join(),
      amount: row.amount_minor,
      reversed: row.reversed_minor,
      credited: row.credited_minor,
    }
    const expected = {
      stage: deposit.stage,
      customer: deposit.customer ?? null,
      asset: deposit.asset,
      held: deposit.stage === 'held' ? (deposit.heldReason ?? null) : null,
      failed: deposit.failReason ?? null,
      marks: [...deposit.marks].sort().join(),
      amount: deposit.amount ?? null,
      reversed: deposit.reversed,
      credited: deposit.credited ?? null,
    }
    const [one, other] = [text(told), text(expected)]
    must(one === other, 'deposit', `${row.id} (${row.rail_id} ${row.external_id}) is ${one}; it must be ${other}`)
  }
  count(world, 'comparisons', model.deposits.length * 9)
}

const text = (row: object): string =>
  JSON.stringify(row, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value))

async function compareWithdrawals(world: World): Promise<void> {
  const { model } = world
  const rows = new Map((await readWithdrawals(world.outside.database.owner)).map((row) => [row.id, row]))
  must(rows.size === model.withdrawals.size, 'withdrawals', `there are ${rows.size}, not ${model.withdrawals.size}`)
  for (const { id, state } of model.withdrawals.values()) {
    const row = rows.get(id)
    must(row?.state === state, 'withdrawal', `${id} is ${row?.state}; it must be ${state}`)
  }
  count(world, 'comparisons', model.withdrawals.size)
}

/** What the house keeps for others is exactly what is on its way and what is held. */
function explainHouse(world: World): void {
  const { model } = world
  for (const asset of new Set(model.terms.map((one) => one.asset))) {
    const payouts = accountOf(model, house('payouts', asset)).posted
    must(
      payouts === onItsWay(model, asset),
      'payouts',
      `${payouts} ${asset} are on their way, ${onItsWay(model, asset)} must be`,
    )
    const unmatched = accountOf(model, house('unmatched', asset)).posted
    must(
      unmatched === heldSum(model, asset),
      'unmatched',
      `${unmatched} ${asset} are held, ${heldSum(model, asset)} must be`,
    )
    count(world, 'comparisons', 2)
  }
}
