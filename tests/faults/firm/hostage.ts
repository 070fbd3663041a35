import { currencies, money, present } from '@bolsillo/kernel'
import { limitSetting } from '@bolsillo/kyc/domain'
import { transaction } from '@bolsillo/server-kit'
import {
  noticeMs,
  operationsSettings,
  type Setting,
  type SettingValue,
  settingProblem,
} from '@bolsillo/settings/domain'
import { noticeProblem, pauseProblems } from '@bolsillo/settings/server'
import { withdrawalSettings } from '@bolsillo/withdrawals/domain'
import {
  acceptByTwo,
  carlos,
  challenge,
  decide,
  mariaName,
  otherClabe,
  rightCode,
  rightPassword,
  teresa,
  type WithdrawalsStand,
} from '@bolsillo/withdrawals/fixtures'
import { type Attack, dataIn, found, refused, refusedByDatabase, stopped, unseen, went } from './attack.ts'
import { writeRefusal } from './attempts-store.ts'
import { type Ground, groundOf } from './hostage-ground.ts'
import { byHolds } from './hostage-holds.ts'

// A withdrawal as a hostage (decision 79): every way in which staff keep a customer's money with the powers they have.

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** The attacks, on settings, reviews, holds and returns as they run. */
export async function hostage(stand: WithdrawalsStand): Promise<readonly Attack[]> {
  const ground = await groundOf(stand)
  return [...bySettings(ground), ...byPauses(ground), ...byRefusals(ground), ...byHolds(ground), ...ofReturns(ground)]
}

function bySettings(ground: Ground): readonly Attack[] {
  const { stand, now, pass, spei, tron, change } = ground
  const who = 'all of the staff' as const
  const dayLimit = present(limitSetting(1, 'MXN', 'withdrawal-day'), 'the limit of a day')
  return [
    beyond(ground, 'a largest withdrawal by SPEI of nothing', spei.withdrawalMax, '0.00', spei.withdrawalMax.standard),
    beyond(
      ground,
      'a least withdrawal nobody reaches',
      spei.withdrawalMin,
      '1000000000.00',
      spei.withdrawalMin.standard,
    ),
    beyond(ground, 'a fee of 25,000 pesos', spei.withdrawalFee, '25000.00', '25.00'),
    beyond(ground, 'a fee of a fifth of the withdrawal', withdrawalSettings.shareBpsMax, 2000, 1000),
    beyond(ground, 'a month’s wait for a new destination', withdrawalSettings.destinationWaitHours, 720, 24),
    {
      who,
      tried: 'a limit of nothing a day for a level of customers',
      expected: 'is not in',
      attempt: async () => {
        const problem = settingProblem(dayLimit, '0')
        return problem === undefined ? unseen('it is taken') : stopped(problem)
      },
      control: {
        kind: 'allowed',
        what: `${dayLimit.standard} is taken`,
        goes: async () => settingProblem(dayLimit, dayLimit.standard) === undefined,
      },
    },
    early(ground, 'a higher fee in an hour', spei.withdrawalFee, '25.00'),
    early(ground, 'withdrawals by SPEI switched off in an hour', spei.withdrawalsOpen, false),
    {
      who,
      tried: 'the last way out of an asset switched off, with notice',
      expected: 'the last way stays open',
      attempt: async () => {
        await change(tron.withdrawalsOpen, false, now() + noticeMs)
        pass(noticeMs)
        const { withdrawalsOpen } = present(stand.payments.channel('tron-usdt', now()), 'the only way of USDT')
        return withdrawalsOpen ? stopped('the last way stays open') : unseen('no way is open')
      },
      control: {
        kind: 'allowed',
        what: 'the setting itself is off: it is where it is read that the way stays open',
        goes: async () => stand.settings.get(tron.withdrawalsOpen, now()) === false,
      },
    },
  ]
}

/** A value outside what code allows, announced long before. */
function beyond(ground: Ground, tried: string, setting: Setting, value: SettingValue, sound: SettingValue): Attack {
  const { now, change, changes } = ground
  return {
    who: 'all of the staff',
    tried: `${tried}, announced 300 days before`,
    expected: 'is not in',
    attempt: async () => change(setting, value, now() + 300 * dayMs),
    control: {
      kind: 'allowed',
      what: `${String(sound)} is taken`,
      goes: async () => changes(setting, sound, now() + 300 * dayMs),
    },
  }
}

/** A change for the worse without its notice. */
function early(ground: Ground, tried: string, setting: Setting, value: SettingValue): Attack {
  const { now, change, changes } = ground
  return {
    who: 'all of the staff',
    tried,
    expected: noticeProblem,
    attempt: async () => change(setting, value, now() + hourMs),
    control: {
      kind: 'allowed',
      what: 'after seven days of notice it is taken',
      goes: async () => changes(setting, value, now() + noticeMs),
    },
  }
}

function byPauses(ground: Ground): readonly Attack[] {
  const { now, pass, change, asked, cancel } = ground
  const who = 'two of the staff together' as const
  const pause = (hours: number) => change(operationsSettings.withdrawals, now() + hours * hourMs, now())
  const paused = async (hours: number): Promise<boolean> => (await pause(hours)).kind === 'unseen'
  return [
    {
      who,
      tried: 'a pause of withdrawals of 73 hours',
      expected: pauseProblems['too-long'],
      attempt: () => pause(73),
      control: { kind: 'allowed', what: 'one of 24 hours is taken', goes: () => paused(24) },
    },
    {
      who,
      tried: 'a pause lengthened beyond 72 hours after it began',
      expected: pauseProblems['too-long'],
      attempt: async () => {
        pass(20 * hourMs)
        return await pause(53)
      },
      control: { kind: 'allowed', what: 'up to 72 hours it is lengthened', goes: () => paused(52) },
    },
    {
      who,
      tried: 'a third pause within 30 days',
      expected: pauseProblems['too-often'],
      attempt: async () => {
        pass(52 * hourMs)
        await pause(72)
        pass(72 * hourMs)
        return await pause(1)
      },
      control: {
        kind: 'allowed',
        what: 'in between withdrawals are taken, and after 30 days a pause is',
        goes: async () => {
          const isFree = await cancel(await asked())
          pass(30 * dayMs)
          const again = await paused(1)
          await change(operationsSettings.withdrawals, 0, now())
          return isFree && again
        },
      },
    },
  ]
}

interface Refused {
  first?: string
  second?: string
  approvalId?: string
}

function byRefusals(ground: Ground): readonly Attack[] {
  const { stand, asked } = ground
  const late: Refused = {}
  const refuse = (withdrawalId: string) =>
    stand.asStaff(carlos, '/withdrawals/refuse', { withdrawalId, reason: 'not-asked-by-customer' })
  const reason = 'not-asked-by-customer'
  return [
    {
      who: 'one of the staff',
      tried: 'refuse a customer’s withdrawal a second time alone',
      expected: 'withdrawal-refused-before',
      attempt: async () => {
        late.first = await asked()
        await refuse(late.first)
        late.second = await asked()
        return refused(await refuse(late.second))
      },
      control: {
        kind: 'allowed',
        what: 'two people refuse it, for a listed reason',
        goes: async () => {
          const third = await asked()
          const wish = { withdrawalId: third, reason, evidence: 'Llamada 4411' }
          const { approvalId } = dataIn(await stand.asStaff(carlos, '/withdrawals/refuse/propose', wish))
          return went(await decide(stand, approvalId, teresa, 'approve', reason))
        },
      },
    },
    {
      who: 'one of the staff',
      tried: 'propose the refusal and decide it oneself',
      expected: 'approval-own',
      attempt: async () => {
        const wish = { withdrawalId: late.second, reason, evidence: 'Llamada 4412' }
        late.approvalId = dataIn(await stand.asStaff(carlos, '/withdrawals/refuse/propose', wish)).approvalId
        return refused(await decide(stand, String(late.approvalId), carlos, 'approve', reason))
      },
      control: {
        kind: 'allowed',
        what: 'another person decides it',
        goes: async () => went(await decide(stand, String(late.approvalId), teresa, 'approve', reason)),
      },
    },
    ...byRefusalsOfOthers(ground, late),
  ]
}

/** Refusals for reasons that are none, past the program, and by doing nothing. */
function byRefusalsOfOthers(ground: Ground, late: Refused): readonly Attack[] {
  const { stand, pass, asked, cancel, sql } = ground
  const reason = 'not-asked-by-customer'
  return [
    {
      who: 'two of the staff together',
      tried: 'refuse because no more money was paid in',
      expected: 'field-invalid',
      attempt: async () => {
        late.second = await asked()
        const wish = { withdrawalId: late.second, reason: 'pay-in-first', evidence: 'x' }
        return refused(await stand.asStaff(carlos, '/withdrawals/refuse/propose', wish))
      },
      control: {
        kind: 'allowed',
        what: 'a listed reason is proposed',
        goes: async () => {
          const wish = { withdrawalId: late.second, reason, evidence: 'Llamada 4413' }
          return went(await stand.asStaff(carlos, '/withdrawals/refuse/propose', wish))
        },
      },
    },
    {
      who: 'the login of the server',
      tried: 'write a second refusal past the program',
      expected: 'only by two people',
      attempt: () => refusedByDatabase(() => writeRefusal(sql, String(late.second))),
      control: { kind: 'allowed', what: 'its owner cancels it', goes: () => cancel(String(late.second)) },
    },
    {
      who: 'all of the staff',
      tried: 'do nothing about a withdrawal',
      expected: 'the clock, in the withdrawal’s history its owner reads',
      attempt: async () => {
        late.first = await asked()
        for (let hours = 1; hours <= 200; hours += 1) {
          pass(hourMs)
          await stand.runJobs()
          const { withdrawal } = dataIn(await stand.as(1, `/user/withdraw/info?withdrawalId=${late.first}`))
          if (withdrawal.escalated)
            return found('the clock, in the withdrawal’s history its owner reads', hours * hourMs)
        }
        return unseen('nobody is told')
      },
      control: {
        kind: 'allowed',
        what: 'two people accept it',
        goes: async () => went(await acceptByTwo(stand, String(late.first))),
      },
    },
  ]
}

function ofReturns(ground: Ground): readonly Attack[] {
  const { stand, now, pass, ask, sql } = ground
  const late: { withdrawalId?: string } = {}
  return [
    {
      who: 'all of the staff',
      tried: 'keep what came in from going back by a pause and limits of nothing',
      expected: 'it is taken all the same',
      attempt: async () => {
        await comesIn(ground)
        Object.assign(stand.facts, { limitDay: 0n, limitMonth: 0n, pausedUntil: now() + 60 * dayMs })
        const answer = await goBack(ground)
        late.withdrawalId = went(answer) ? dataIn(answer).withdrawal.withdrawalId : undefined
        return went(answer) ? stopped('it is taken all the same') : unseen(answer.body)
      },
      control: {
        kind: 'allowed',
        what: 'an ordinary withdrawal waits for the pause',
        goes: async () => {
          const isPaused = dataIn(await ask()).rejection === 'withdrawals-paused'
          Object.assign(stand.facts, { limitDay: undefined, limitMonth: undefined, pausedUntil: 0 })
          return isPaused
        },
      },
    },
    stays(ground, late, 'propose to refuse a return to where the money came from', 'refuse/propose', {
      reason: 'destination-wrong',
      evidence: 'CASE-1',
    }),
    stays(ground, late, 'hold such a return', 'hold', { reason: 'destination-check', hours: '1' }),
    {
      who: 'the login of the server',
      tried: 'write that such a return is refused',
      expected: 'refused by nobody',
      attempt: () => refusedByDatabase(() => writeRefusal(sql, String(late.withdrawalId))),
      control: {
        kind: 'allowed',
        what: 'a day after it was asked for it leaves without anybody',
        goes: async () => {
          pass(dayMs)
          await stand.runJobs()
          const { withdrawal } = dataIn(await stand.as(3, `/user/withdraw/info?withdrawalId=${late.withdrawalId}`))
          return withdrawal.state === 'doing'
        },
      },
    },
  ]
}

/** Money comes in by SPEI to the third customer. */
async function comesIn(ground: Ground): Promise<void> {
  const { stand, now, sql } = ground
  const wish = { customerId: stand.customerId(3), channel: 'spei-mxn', now: now() } as const
  const pay = await transaction(sql, (tx) => stand.payments.payInAddress(tx, wish))
  if (pay.kind !== 'clabe') throw new Error('a CLABE to pay in to')
  stand.spei.receive({
    externalId: 'FIRM0001',
    amount: money(250_000_00n, currencies.MXN),
    to: pay.clabe,
    from: { name: mariaName, account: otherClabe },
    confirmations: { seen: 1, needed: 1 },
    at: now(),
  })
  await stand.engine.readRails()
}

/** Its owner asks for it to go back to where it came from. */
async function goBack(ground: Ground) {
  const { stand } = ground
  const { rows } = dataIn(await stand.as(3, '/user/withdraw/origins'))
  return stand.as(3, '/user/withdraw/return', {
    originId: rows[0]?.originId,
    amount: '250000.00',
    fee: '0.00',
    vat: '0.00',
    net: '250000.00',
    withdrawalPassword: rightPassword,
    challengeId: challenge(),
    code: rightCode,
  })
}

/** What staff may do with a withdrawal, but not with one that goes back. */
function stays(
  ground: Ground,
  late: { readonly withdrawalId?: string },
  tried: string,
  path: string,
  body: Record<string, string>,
): Attack {
  const { stand, asked, cancel } = ground
  return {
    who: 'all of the staff',
    tried,
    expected: 'withdrawal-goes-back',
    attempt: async () =>
      refused(await stand.asStaff(carlos, `/withdrawals/${path}`, { withdrawalId: late.withdrawalId, ...body })),
    control: {
      kind: 'allowed',
      what: 'for an ordinary withdrawal the same is taken',
      goes: async () => {
        const withdrawalId = await asked('100.00')
        const answer = await stand.asStaff(carlos, `/withdrawals/${path}`, { withdrawalId, ...body })
        await cancel(withdrawalId)
        return went(answer)
      },
    },
  }
}
