import { factOf } from '@bolsillo/approvals/domain'
import type { ApprovalFact } from '@bolsillo/approvals/server'
import { writeMoneyAndCode } from '@bolsillo/kernel'
import type { StoredLine } from './by-hand.ts'

/** What whoever decides is shown of the line a credit names: enough to find it on the bank's own statement. */
export function lineFacts(line: StoredLine | undefined): readonly ApprovalFact[] {
  if (line === undefined) return []
  const { amount, bookedOn, number, account, statementNo, place, fileHash, payerName, reference } = line
  return [
    factOf('statement', `${account} · ${statementNo} · ${place}`),
    factOf('statementLine', `${bookedOn} · ${number} · ${writeMoneyAndCode(amount)}`),
    factOf('statementPayer', [payerName, reference].filter((text) => text !== '').join(' · ') || '-'),
    factOf('statementHash', fileHash),
  ]
}
