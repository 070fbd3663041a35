import { type DepositsStand, depositsStand, moveMoney, pesos, staff } from '@bolsillo/deposits/fixtures'
import { money, present } from '@bolsillo/kernel'
import { byHandSettings } from '@bolsillo/payments/domain'
import { watchEveryMs } from '@bolsillo/payments/server'
import {
  type Attack,
  dataIn,
  found,
  type Outcome,
  passes,
  refused,
  refusedByDatabase,
  stopped,
  unseen,
  went,
} from './attack.ts'
import {
  editBalance,
  readDeposit,
  setTrigger,
  stealDeposit,
  Undone,
  writeApprovedCredit,
  writeLineAmount,
  writeLineUse,
} from './attempts-store.ts'
import { dayMs, falseStatements, payer, reason } from './false-statements.ts'

// Money from nothing by staff (decision 83): statements nobody's bank wrote, lines used twice, sums beyond the caps, and what
// is owed above what is held.

/** Deposits with the caps the attacks are about. */
export function openDeposits(): Promise<DepositsStand> {
  const mxn = present(byHandSettings.MXN, 'the caps of pesos')
  return depositsStand({
    settings: [
      { setting: mxn.entry, value: '900000' },
      { setting: mxn.day, value: '1500000' },
      { setting: mxn.three, value: '100000' },
    ],
  })
}

/** Lines of the firm's statements, and what staff do with them by hand. */
function byHandOf(stand: DepositsStand) {
  const { owner, sql } = stand.app.database
  let lines = 0
  const line = async (amount: string): Promise<string> => {
    lines += 1
    const [lineId = ''] = await stand.imported('MXN', { number: `FIRM-${lines}`, amount, ...payer })
    return lineId
  }
  const propose = (lineId: string, who: keyof typeof staff = 'teresa') =>
    stand.asStaff(who, '/deposits/unmatched', { lineId, reason })
  const late: { lineId?: string; approvalId?: string; id?: string } = {}
  const lineId = (): string => String(late.lineId)
  const proposed = async (amount: string): Promise<void> => {
    late.lineId = await line(amount)
    late.approvalId = dataIn(await propose(lineId())).approvalId
  }
  const agree = (who: keyof typeof staff) => stand.approve(who, String(late.approvalId), reason)
  const isDone = async (who: keyof typeof staff): Promise<boolean> => dataIn(await agree(who)).state === 'approved'
  const lastNumber = (): string => `FIRM-${lines}`
  return { stand, owner, sql, late, line, propose, lineId, proposed, agree, isDone, lastNumber }
}

type ByHand = ReturnType<typeof byHandOf>

export function inventedMoney(stand: DepositsStand): readonly Attack[] {
  const desk = byHandOf(stand)
  return [
    ...ofNoLine(desk),
    ...ofOneLineTwice(desk),
    ...aboveCaps(desk),
    ...ofHeldMoney(desk),
    ...falseStatements(stand),
    ...owedAboveHeld(stand),
  ]
}

/** Credits of what no statement has, and by whoever imported it. */
function ofNoLine(desk: ByHand): readonly Attack[] {
  const { late, line, propose, lineId, proposed, agree, isDone, stand } = desk
  return [
    {
      who: 'two of the staff together',
      tried: 'credit 777,000 pesos without a line of a statement',
      expected: 'statement-line-unknown',
      attempt: async () => refused(await propose('bsl_01KJ0000000000000000000099')),
      control: {
        kind: 'allowed',
        what: 'a line that was imported is proposed',
        goes: async () => went(await propose(await line('10.00'))),
      },
    },
    {
      who: 'two of the staff together',
      tried: 'type an amount beside a line of a statement',
      expected: 'field-unknown',
      attempt: async () => {
        late.lineId = await line('10.00')
        const typed = { lineId: late.lineId, reason, amount: '777000.00' }
        return refused(await stand.asStaff('teresa', '/deposits/unmatched', typed))
      },
      control: {
        kind: 'allowed',
        what: 'without it the line’s own is taken',
        goes: async () => went(await propose(lineId())),
      },
    },
    {
      who: 'one of the staff',
      tried: 'propose a line of a statement one imported',
      expected: 'statement-line-importer',
      attempt: async () => {
        late.lineId = await line('20.00')
        return refused(await propose(late.lineId, 'ines'))
      },
      control: { kind: 'allowed', what: 'somebody else proposes it', goes: async () => went(await propose(lineId())) },
    },
    {
      who: 'two of the staff together',
      tried: 'decide on a line of a statement one imported',
      expected: 'statement-line-importer',
      attempt: async () => {
        await proposed('30.00')
        return refused(await agree('ines'))
      },
      control: { kind: 'allowed', what: 'a third person decides', goes: () => isDone('carlos') },
    },
  ]
}

/** A line used again, or changed. */
function ofOneLineTwice(desk: ByHand): readonly Attack[] {
  const { owner, sql, late, line, propose, lineId } = desk
  return [
    {
      who: 'three of the staff together',
      tried: 'credit the same line twice',
      expected: 'statement-line-used',
      attempt: async () => refused(await propose(lineId())),
      control: {
        kind: 'allowed',
        what: 'the next line is proposed',
        goes: async () => went(await propose(await line('31.00'))),
      },
    },
    {
      who: 'the login of the server',
      tried: 'use the same line twice, past the program',
      expected: 'duplicate key',
      attempt: async () => {
        const credit = { maker: staff.teresa.operatorId, by: staff.carlos.operatorId, minor: 3_000n }
        late.approvalId = await writeApprovedCredit(owner, credit)
        return refusedByDatabase(() => writeLineUse(sql, lineId(), String(late.approvalId)))
      },
      control: {
        kind: 'allowed',
        what: 'a line nobody used is used',
        goes: async () => {
          const fresh = await line('30.00')
          return passes(() => writeLineUse(sql, fresh, String(late.approvalId)))
        },
      },
    },
    {
      who: 'the login of the server',
      tried: 'write a larger amount on a line',
      expected: 'permission denied',
      attempt: () => refusedByDatabase(() => writeLineAmount(sql, lineId())),
      control: {
        kind: 'allowed',
        what: 'a line as the bank wrote it is imported',
        goes: async () => (await line('32.00')).startsWith('bsl_'),
      },
    },
  ]
}

/** More than two people may, than one entry may, and than a day may. */
function aboveCaps(desk: ByHand): readonly Attack[] {
  const { late, line, propose, lineId, proposed, agree, isDone, stand } = desk
  return [
    {
      who: 'two of the staff together',
      tried: 'credit 777,000 pesos, which takes three people',
      expected: 'a third person is asked',
      attempt: async () => {
        await proposed('777000.00')
        const answer = await agree('carlos')
        return dataIn(answer).state === 'open' ? stopped('a third person is asked') : unseen(answer.body)
      },
      control: { kind: 'allowed', what: 'the third person agrees', goes: () => isDone('clara') },
    },
    {
      who: 'three of the staff together',
      tried: 'credit by hand above the cap of one entry',
      expected: 'by-hand-entry',
      attempt: async () => {
        stand.app.services.clock.advanceMs(2 * dayMs)
        return refused(await propose(await line('900000.01')))
      },
      control: {
        kind: 'allowed',
        what: 'the cap itself is taken',
        goes: async () => {
          await proposed('900000.00')
          await agree('carlos')
          return await isDone('clara')
        },
      },
    },
    {
      who: 'three of the staff together',
      tried: 'credit by hand above the cap of a day, in parts',
      expected: 'by-hand-day',
      attempt: async () => {
        late.lineId = await line('600000.01')
        return refused(await propose(lineId()))
      },
      control: {
        kind: 'allowed',
        what: 'a day later it is proposed',
        goes: async () => {
          stand.app.services.clock.advanceMs(dayMs + 1)
          return went(await propose(lineId()))
        },
      },
    },
  ]
}

function ofHeldMoney(desk: ByHand): readonly Attack[] {
  const { owner, sql, late, proposed, agree, stand, lastNumber } = desk
  return [
    {
      who: 'the login of the server',
      tried: 'give held money to a customer past the program',
      expected: 'nobody matched deposit',
      attempt: async () => {
        stand.app.services.clock.advanceMs(2 * dayMs)
        await proposed('50.00')
        await agree('carlos')
        await stand.engine.readRails()
        late.id = present(await readDeposit(owner, lastNumber()), 'held money').id
        return refusedByDatabase(() => stealDeposit(sql, String(late.id), stand.customerId(1)))
      },
      control: {
        kind: 'unguarded',
        what: 'without the trigger it is given',
        goes: async () => {
          await setTrigger(owner, 'deposit', 'by_hand', false)
          const took = await stealDeposit(sql, String(late.id), stand.customerId(1)).catch((error: unknown) => error)
          await setTrigger(owner, 'deposit', 'by_hand', true)
          return took instanceof Undone
        },
      },
    },
  ]
}

function owedAboveHeld(stand: DepositsStand): readonly Attack[] {
  const invented = pesos('777000.00')
  const own = `${stand.customerId(1)}:stock:MXN`
  const theirs = `${stand.customerId(3)}:stock:MXN`
  const custody = 'rail-test-spei:custody:MXN'
  const halts = haltsOf(stand)
  const edit = (minor: bigint) => editBalance(stand.app.database.owner, own, minor)
  return [
    halts(
      'the owner of the database',
      'add 777,000 pesos to a balance',
      () => edit(invented.minor),
      () => edit(-invented.minor),
    ),
    halts(
      'the owner of the database',
      'book 777,000 pesos out of custody to a customer, past the grammar, chained and adding up',
      () => moveMoney(stand, custody, theirs, invented),
      () => moveMoney(stand, theirs, custody, invented),
    ),
    halts(
      'all of the staff',
      'send 777,000 pesos of the customers’ from the firm’s account at the bank',
      () => stand.rails.spei.lose(invented),
      () => stand.rails.spei.lose(money(-invented.minor, invented.asset)),
    ),
  ]
}

/** What makes the firm owe more than it holds: credits stop until it is undone. */
function haltsOf(stand: DepositsStand) {
  const isHalted = async (): Promise<boolean> => dataIn(await stand.as(1, '/index/credits')).halts.length > 0
  const look = async (): Promise<void> => {
    stand.app.services.clock.advanceMs(watchEveryMs)
    await stand.engine.watchLiabilities()
  }
  let deliveries = 0
  const credited = async (): Promise<boolean> => {
    deliveries += 1
    const externalId = `FIRM-CREDIT-${deliveries}`
    stand.rails.spei.deliver({ externalId, amount: pesos('50.00'), to: await stand.target(1, 'spei-mxn') })
    await stand.engine.readRails()
    return (await readDeposit(stand.app.database.owner, externalId))?.stage === 'credited'
  }
  const by = 'the public status of credits, which stop'
  return (
    who: Attack['who'],
    tried: string,
    make: () => Promise<void> | void,
    undo: () => Promise<void> | void,
  ): Attack => ({
    who,
    tried,
    expected: by,
    attempt: async (): Promise<Outcome> => {
      await look()
      if ((await isHalted()) || !(await credited())) return unseen('nothing was credited before')
      await make()
      for (let looks = 1; looks <= 8; looks += 1) {
        await look()
        if (await isHalted()) return (await credited()) ? unseen('credits go on') : found(by, looks * watchEveryMs)
      }
      return unseen('credits go on for two minutes')
    },
    control: {
      kind: 'allowed',
      what: 'undone, credits go on by themselves',
      goes: async () => {
        await undo()
        await look()
        return !(await isHalted()) && (await credited())
      },
    },
  })
}
