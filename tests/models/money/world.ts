import type { ModelFinding, ModelRun, SecondModel } from '../second-model.ts'
import * as deposits from './acts-deposits.ts'
import * as money from './acts-exchange.ts'
import * as limits from './acts-limits.ts'
import * as rails from './acts-rails.ts'
import { decide } from './acts-staff.ts'
import * as stuck from './acts-stuck.ts'
import * as time from './acts-time.ts'
import * as withdrawals from './acts-withdrawals.ts'
import { compare } from './compare.ts'
import { follow } from './follow.ts'
import { Breach } from './model.ts'
import { settle } from './settle.ts'
import { closeWorld, count, failNever, openWorld, type World } from './stage.ts'

/** What can happen in a step, and how often it does. */
const acts: readonly (readonly [number, string, deposits.Act])[] = [
  [8, 'announce', deposits.announce],
  [1, 'cancel an announcement', deposits.cancelAnnouncement],
  [14, 'pay in', rails.payIn],
  [6, 'confirm further', rails.confirmFurther],
  [3, 'tell again', rails.tellAgain],
  [5, 'take back', rails.takeBack],
  [3, 'include again', rails.includeAgain],
  [12, 'read rails', time.readRails],
  [2, 'match', deposits.proposeMatch],
  [2, 'return', deposits.proposeReturn],
  [3, 'claim', deposits.proposeClaim],
  [6, 'found on the statement', deposits.proposeFound],
  [1, 'refuse a proof', deposits.refuseProof],
  [2, 'own limit', limits.setOwnLimit],
  [1, 'pause', limits.pauseAll],
  [1, 'look at limits', limits.lookAtLimits],
  [5, 'end what is stuck', stuck.proposeStuckEnd],
  [2, 'end what never came', stuck.proposeNotArrived],
  [2, 'decide', decide],
  [1, 'papers', deposits.turnPapers],
  [14, 'withdraw', withdrawals.askWithdrawal],
  [2, 'cancel a withdrawal', withdrawals.cancelWithdrawal],
  [1, 'refuse a withdrawal', withdrawals.refuseWithdrawal],
  [1, 'hold a review', withdrawals.holdWithdrawal],
  [9, 'accept', withdrawals.proposeAccept],
  [4, 'return to origin', withdrawals.returnToOrigin],
  [4, 'end a transfer by hand', withdrawals.proposeTransferEnd],
  [9, 'send payouts', time.sendPayouts],
  [10, 'end a payment', rails.endPayment],
  [3, 'bring back', rails.bringBack],
  [4, 'throw on payments', rails.throwOnPay],
  [1, 'go silent', rails.goSilent],
  [7, 'offer', money.askOffer],
  [2, 'take an offer', money.takeOffer],
  [1, 'prices', money.movePrices],
  [3, 'transfer', money.transfer],
  [3, 'reconcile', time.reconcile],
  [2, 'jobs', time.runSomeJob],
  [2, 'time', time.passTime],
  [2, 'crash', time.crash],
  [3, 'break a statement', time.breakStatement],
]
const weights = acts.reduce((sum, [weight]) => sum + weight, 0)
const settleEvery = 50

async function step(world: World): Promise<string> {
  for (;;) {
    let at = world.random.whole(0, weights - 1)
    for (const [weight, name, act] of acts) {
      at -= weight
      if (at >= 0) continue
      const line = await act(world)
      if (line !== undefined) return `${name}: ${line}`
      break
    }
  }
}

async function runSteps(
  world: World,
  steps: number,
  write: (line: string) => void,
  at: { step: number },
): Promise<void> {
  await deposits.showAddresses(world)
  await withdrawals.addDestinations(world)
  world.outside.clock.advanceMs(1_000)
  for (at.step = 1; at.step <= steps; at.step += 1) {
    world.outside.clock.advanceMs(world.random.whole(1, 90) * 1_000)
    write(`${at.step} ${await step(world)}`)
    await follow(world)
    await compare(world)
    // A statement that was to fail and was not reached fails no other step.
    if (world.isFailing && world.random.chance(40)) await failNever(world)
    if (at.step % settleEvery === 0 || at.step === steps) {
      write(`${at.step} everything settles`)
      await settle(world)
    }
  }
}

/** Runs a world of a seed to its end, or to the first thing that is not as the rules have it. */
async function run({
  seed,
  steps,
  lines: wantsLines,
}: {
  readonly seed: number
  readonly steps: number
  readonly lines: boolean
}): Promise<ModelRun> {
  const lines: string[] = []
  const findings: ModelFinding[] = []
  const world = await openWorld(seed)
  const at = { step: 0 }
  const write = (line: string): void => {
    if (wantsLines) lines.push(line)
  }
  try {
    await runSteps(world, steps, write, at)
  } catch (error) {
    if (!(error instanceof Breach)) throw error
    findings.push({ step: at.step, rule: error.rule, what: error.message })
  }
  if (wantsLines && findings.length > 0)
    for (const problem of world.product.problems().slice(-5)) lines.push(`log: ${problem}`)
  for (const [by, times] of world.model.asideBy) count(world, `set aside by ${by}`, times)
  for (const { marks } of world.model.deposits) for (const mark of marks) count(world, `credited as ${mark}`)
  await closeWorld(world)
  return { seed, steps: at.step, figures: Object.fromEntries([...world.figures].sort()), findings, lines }
}

/** The second opinion about money in and out. */
export const moneyModel: SecondModel = { name: 'money', run }
