import type { BooksRead } from '../books-store.ts'
import type { Findings } from '../finding.ts'
import type { DerivedLedger } from '../journal/check-ledger.ts'
import { readWithdrawals, type WithdrawalRow } from './withdrawals-store.ts'

/** Where each step may lead from, by what is written in the README of withdrawals and nowhere in their code. */
const leads: Readonly<Record<string, readonly [from: string, to: string]>> = {
  accept: ['under-review', 'doing'],
  refuse: ['under-review', 'fail'],
  cancel: ['under-review', 'cancelled'],
  'payout-confirmed': ['doing', 'complete'],
  'payout-failed': ['doing', 'fail'],
}
const notes = ['requested', 'escalated', 'held', 'hold-ended', 'payout-sent', 'payout-returned']

/** I4, I7 and I16 of withdrawals: what they say they cost, that only legal steps were taken, and what each moved in all. */
export async function checkWithdrawals(read: BooksRead, ledger: DerivedLedger, findings: Findings): Promise<void> {
  for (const row of await readWithdrawals(read)) {
    checkSums(row, findings)
    checkSteps(row, findings)
    checkMoved(row, ledger, findings)
  }
}

function checkSums({ id, amount, fee, vat, net }: WithdrawalRow, findings: Findings): void {
  if (amount !== fee + vat + net || net <= 0n || fee < 0n || vat < 0n)
    findings.add('I16', `${id}: ${amount} is not ${fee} + ${vat} + ${net}`)
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

/**
 * What all its entries together did to the customer's account: minus the amount once it is paid, plus what its bank
 * returned after it had arrived and did not settle its claim; minus what is not still reserved for fee and VAT while it is on
 * its way; else nothing.
 */
function checkMoved(row: WithdrawalRow, ledger: DerivedLedger, findings: Findings) {
  const { id, account, amount, net, back, claim, state, returned, settled, history, holdId } = row
  let moved = 0n
  for (const { entryId } of history) {
    if (entryId === undefined) continue
    const entry = ledger.entries.get(entryId)
    if (entry === undefined) findings.add('I4', `${id}: entry ${entryId} is not in the journal`)
    else if (entry.reference !== `withdrawal:${id}`)
      findings.add('I4', `${id}: entry ${entryId} is of ${entry.reference}`)
    for (const line of entry?.moved ?? []) if (line.account === account) moved += line.posted
  }
  const arrived = net - back + claim
  if (returned > arrived || (returned > 0n && state !== 'complete'))
    findings.add('I4', `${id} (${state}) paid ${arrived}, its bank returned ${returned}`)
  const reserved = ledger.holds.get(holdId)?.remaining ?? 0n
  const expected =
    state === 'doing' ? reserved - amount : state === 'complete' ? returned - settled + back - amount : 0n
  if (moved !== expected) findings.add('I4', `${id} (${state}) moved ${moved} on ${account} instead of ${expected}`)
}
