import type { BooksRead } from './books-store.ts'
import type { DerivedLedger } from './check-ledger.ts'
import type { Findings } from './finding.ts'
import { readWithdrawals, type WithdrawalRow } from './withdrawals-store.ts'

/** Where each step may lead from, by what is written in the README of withdrawals and nowhere in their code. */
const leads: Readonly<Record<string, readonly [from: string, to: string]>> = {
  accept: ['under-review', 'doing'],
  refuse: ['under-review', 'fail'],
  cancel: ['under-review', 'cancelled'],
  'payout-confirmed': ['doing', 'complete'],
  'payout-failed': ['doing', 'fail'],
}
const notes = ['requested', 'escalated', 'held', 'hold-ended', 'payout-sent']

/**
 * I5, I7, I11 and I12 of withdrawals: what is reserved, that only legal steps were taken, one payment each, two people.
 * @returns the holds that belong to withdrawals under review.
 */
export async function checkWithdrawals(
  read: BooksRead,
  ledger: DerivedLedger,
  findings: Findings,
): Promise<ReadonlySet<string>> {
  const holders = new Set<string>()
  const onTheWay = new Map<string, bigint>()
  for (const row of await readWithdrawals(read)) {
    checkSums(row, findings)
    checkHeld(row, ledger, holders, findings)
    checkSteps(row, findings)
    checkPayment(row, findings)
    checkMoved(row, ledger, findings)
    if (row.state === 'doing') onTheWay.set(row.asset, (onTheWay.get(row.asset) ?? 0n) + row.net)
  }
  // Deposits on their way back stand there too, so the account holds at least what withdrawals wait for.
  for (const [asset, net] of onTheWay) {
    const held = ledger.posted.get(`house:payouts:${asset}`) ?? 0n
    if (held < net) findings.add('I11', `house:payouts:${asset} has ${held}, withdrawals on their way come to ${net}`)
  }
  return holders
}

function checkSums({ id, amount, fee, vat, net }: WithdrawalRow, findings: Findings): void {
  if (amount !== fee + vat + net || net <= 0n || fee < 0n || vat < 0n)
    findings.add('I16', `${id}: ${amount} is not ${fee} + ${vat} + ${net}`)
}

/** I5: under review the whole amount is reserved on the customer's account; after that nothing of it is. */
function checkHeld(row: WithdrawalRow, ledger: DerivedLedger, holders: Set<string>, findings: Findings): void {
  const { id, holdId, account, amount, state } = row
  const hold = ledger.holds.get(holdId)
  const expected = state === 'under-review' ? amount : 0n
  if (hold === undefined || hold.account !== account || hold.opened !== amount || hold.remaining !== expected)
    findings.add(
      'I5',
      `${id} (${state}) of ${amount} on ${account}: hold ${holdId} has ${hold?.remaining} of ${hold?.opened} on ${hold?.account}`,
    )
  if (holders.has(holdId)) findings.add('I5', `hold ${holdId} belongs to two withdrawals, one of them ${id}`)
  if (state === 'under-review') holders.add(holdId)
}

/** I7: the history begins with the request, takes only legal steps, and ends where the withdrawal stands. */
function checkSteps({ id, state, history }: WithdrawalRow, findings: Findings): void {
  let at = 'under-review'
  for (const [index, { step }] of history.entries()) {
    const [what = '', to = ''] = step.split(' ')
    const move = leads[what]
    const isFirst = what === 'requested'
    if (isFirst !== (index === 0)) findings.add('I7', `${id}: step ${index} is ${step}`)
    if (move === undefined && !notes.includes(what)) findings.add('I7', `${id}: unknown step ${step}`)
    if (move !== undefined && (move[0] !== at || move[1] !== to)) findings.add('I7', `${id}: ${step} from ${at}`)
    if (move === undefined && to !== at) findings.add('I7', `${id}: ${step} while ${at}`)
    at = to
  }
  if (at !== state) findings.add('I7', `${id} is ${state}, its history ends ${at}`)
}

/** I11: one payment of the net once accepted, none before. I12: two people accepted it. */
function checkPayment(row: WithdrawalRow, findings: Findings): void {
  const { id, history, payouts, paid, net, maker, checker } = row
  const isAccepted = history.some(({ step }) => step.startsWith('accept '))
  if (payouts !== (isAccepted ? 1 : 0)) findings.add('I11', `${id}: ${payouts} payments`)
  if (isAccepted && paid !== net) findings.add('I11', `${id}: ${paid} is paid of a net of ${net}`)
  if (isAccepted && (maker === undefined || checker === undefined || maker === checker))
    findings.add('I12', `${id} was accepted by ${maker} and ${checker}`)
}

/** What all its entries together did to the customer's account: minus the amount while it left, else nothing. */
function checkMoved({ id, account, amount, state, history }: WithdrawalRow, ledger: DerivedLedger, findings: Findings) {
  let moved = 0n
  for (const { entryId } of history) {
    if (entryId === undefined) continue
    const entry = ledger.entries.get(entryId)
    if (entry === undefined) findings.add('I4', `${id}: entry ${entryId} is not in the journal`)
    else if (entry.reference !== `withdrawal:${id}`)
      findings.add('I4', `${id}: entry ${entryId} is of ${entry.reference}`)
    for (const line of entry?.moved ?? []) if (line.account === account) moved += line.posted
  }
  const expected = state === 'doing' || state === 'complete' ? -amount : 0n
  if (moved !== expected) findings.add('I4', `${id} (${state}) moved ${moved} on ${account} instead of ${expected}`)
}
