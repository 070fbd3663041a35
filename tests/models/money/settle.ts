import { canGoBack } from './acts-deposits.ts'
import { endAs, endOddly } from './acts-rails.ts'
import { endAllStuck, isAnythingStuck } from './acts-stuck.ts'
import { mendAll, readRails, reconcile, runJobs, sendPayouts } from './acts-time.ts'
import { acceptOne } from './acts-withdrawals.ts'
import { manualId } from './cast.ts'
import { compare } from './compare.ts'
import { follow } from './follow.ts'
import { readDifferences, readFreezes, readOpenEvents } from './look-store.ts'
import { accountOf, house, must } from './model.ts'
import { roomFor } from './model-limits.ts'
import { isOpen, isPayable } from './model-withdrawals.ts'
import { count, dataOf, railOf, type World } from './stage.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Money that can go back is held no longer. */
const heldMs = 10 * 24 * hourMs

/**
 * Nothing stands still: with every lie ended and a day gone by, each payment in and out, offer and event has ended or
 * is in a queue of staff with an act that ends it; and what the house keeps for others drains.
 */
export async function settle(world: World): Promise<void> {
  await mendAll(world)
  if (world.proposals.length > 0) count(world, 'left undecided', world.proposals.splice(0).length)
  for (const { id, rail, state } of world.model.payouts.values())
    if (state === 'requested' && world.random.chance(25)) railOf(world, rail)?.refuses.add(id)
  for (let round = 0; round < 8; round += 1) {
    world.outside.clock.advanceMs(round < 4 ? 6 * minuteMs : 5 * hourMs)
    await work(world, round < 4)
  }
  await decideAll(world)
  if (world.random.chance(25)) await waitForReturns(world)
  // A proposal may fall through; then it is open for an hour and made again.
  for (let round = 0; round < 5 || (round < 9 && isAnythingStuck(world)); round += 1) {
    world.outside.clock.advanceMs(20 * minuteMs)
    await work(world)
    world.outside.clock.advanceMs(16 * minuteMs)
    await endAllStuck(world)
    await follow(world)
  }
  await work(world)
  await compare(world)
  await mustHaveEnded(world)
  count(world, 'times all settled')
}

/** Nobody sees to what is held for longer than it may be: what can go back goes by itself. */
async function waitForReturns(world: World): Promise<void> {
  world.outside.clock.advanceMs(heldMs + hourMs)
  await work(world)
  count(world, 'times held money was left alone')
}

/** One round of everything that runs by itself, and the rails end what they were asked for. */
async function work(world: World, mayBeOdd = false): Promise<void> {
  for (const act of [readRails, sendPayouts, readRails, reconcile]) {
    await act(world)
    await follow(world)
  }
  for (const rail of Object.values(world.rails))
    for (const payoutId of rail.taken.keys()) {
      if (world.ended.has(payoutId)) continue
      // People see to what ended oddly, once there has been no news of it for half a day.
      const isOdd = mayBeOdd && world.random.chance(35) && endOddly(world, rail, payoutId) !== undefined
      if (!isOdd) endAs(world, rail, payoutId, 'confirmed')
    }
  await readRails(world)
  await follow(world)
  await runJobs(world)
  await follow(world)
}

/** Staff work their queues off: withdrawals that can be paid are. */
async function decideAll(world: World): Promise<void> {
  const { model } = world
  for (const withdrawal of [...model.withdrawals.values()]) {
    if (withdrawal.state !== 'under-review' || !isPayable(model, withdrawal.asset, withdrawal.net)) continue
    await acceptOne(world, withdrawal)
    await follow(world)
  }
}

async function mustHaveEnded(world: World): Promise<void> {
  const { model } = world
  const { owner } = world.outside.database
  const open = await readOpenEvents(owner)
  for (const row of open) {
    // Behind another one about the same it waits as long as that one does.
    if (open.some((one) => one.seq < row.seq && one.rail_id === row.rail_id && one.about === row.about)) continue
    const what = `${row.rail_id} ${row.kind} ${row.external_id}: ${row.problem}`
    must(await isInQueue(world, row.id), 'liveness', `${what} is neither done nor in a queue`)
    must(await mayWait(world, row), 'liveness', `${what} was not done after a day, and nothing stands in its way`)
    count(world, 'events that wait for staff')
  }
  for (const payout of model.payouts.values()) {
    if (!isOpen(payout)) continue
    must(payout.rail === manualId, 'liveness', `${payout.id} of ${payout.rail} is ${payout.state} after a day`)
    must(await isTransfer(world, payout.id), 'liveness', `${payout.id} by hand is in no queue`)
  }
  mustDepositsHaveEnded(world)
  mustLimitsHaveLet(world)
  await mustFreezesHaveEnded(world)
  for (const asset of new Set(model.terms.map((one) => one.asset))) {
    const byHand = [...model.payouts.values()].filter(
      (one) => isOpen(one) && one.asset === asset && one.rail === manualId,
    )
    const due = byHand.reduce((sum, { minor }) => sum + minor, 0n)
    const left = accountOf(model, house('payouts', asset)).posted
    must(left === due, 'liveness', `${left} ${asset} are still on their way, ${due} of them by hand`)
  }
}

function mustDepositsHaveEnded(world: World): void {
  for (const deposit of world.model.deposits) {
    const { id, stage, rail, receivedAt = 0 } = deposit
    const waited = world.now() - receivedAt
    const isBank = world.model.terms.some((one) => one.rail === rail && one.method !== 'chain')
    if (stage === 'confirming') {
      const delivery = world.deliveries.find(
        (one) => one.rail.rail.id === rail && one.externalId === deposit.externalId,
      )
      const isWaiting = delivery !== undefined && !delivery.isFinal
      must(isWaiting, 'liveness', `${id} is confirming after a day although it is final`)
    }
    // What failed on its way back waits for another try, longer each time.
    const hasFailed = [...world.model.payouts.values()].some((one) => one.deposit === deposit && one.state === 'failed')
    if (stage === 'held' && isBank && canGoBack(world, deposit) && !hasFailed)
      must(waited <= heldMs, 'liveness', `${id} is held for ${waited} ms and could go back`)
    if (stage === 'returning')
      must(
        [...world.model.payouts.values()].some(
          (one) => one.deposit === deposit && isOpen(one) && one.rail === manualId,
        ),
        'liveness',
        `${id} is on its way back after a day`,
      )
  }
}

/** Nothing stays set aside that a limit has room for. */
function mustLimitsHaveLet({ model, now }: World): void {
  for (const [account, minor] of model.beyond) {
    const [customer = '', , asset = ''] = account.split(':')
    const room = minor === 0n ? 0n : roomFor(model, customer, asset, minor, now())
    must(room === 0n, 'liveness', `${minor} of ${account} are set aside though limits have room for ${room}`)
  }
}

async function mustFreezesHaveEnded(world: World): Promise<void> {
  const { owner } = world.outside.database
  const freezes = await readFreezes(owner, world.now())
  const why = freezes.length === 0 ? [] : await readDifferences(owner)
  const words = freezes.map(({ rail_id, asset }) => `${rail_id} ${asset}`).join(', ')
  must(freezes.length === 0, 'liveness', `frozen though statement and books agree: ${words} (${why.join('; ')})`)
}

async function isInQueue(world: World, eventId: string): Promise<boolean> {
  const data = dataOf(await world.product.asStaff(world.treasury, '/reconciliation'))
  const troubles: readonly { readonly eventId: string }[] = JSON.parse(JSON.stringify(data?.troubles ?? []))
  return troubles.some((one) => one.eventId === eventId)
}

async function isTransfer(world: World, payoutId: string): Promise<boolean> {
  const data = dataOf(await world.product.asStaff(world.treasury, '/transfers'))
  const rows: readonly { readonly payoutId: string }[] = JSON.parse(JSON.stringify(data?.rows ?? []))
  return rows.some((one) => one.payoutId === payoutId)
}

/** What may wait: the second inclusion of an output that still counts, and an event that cannot be true as reported. */
async function mayWait(
  world: World,
  row: { readonly kind: string; readonly rail_id: string; readonly external_id: string; readonly about: string },
): Promise<boolean> {
  const again = world.deliveries.find((one) => one.rail.rail.id === row.rail_id && one.externalId === row.external_id)
  if (row.kind === 'received' && again?.payment !== undefined)
    return world.deliveries.some((one) => one !== again && one.payment === again.payment && one.takenBack < one.minor)
  if (row.kind === 'reversed') {
    // What it takes back was never told as final, or is itself waiting.
    const about = world.deliveries.find((one) => one.rail.rail.id === row.rail_id && one.externalId === row.about)
    return about === undefined || about.payment !== undefined
  }
  return false
}
