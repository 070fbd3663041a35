import { readClabe } from './clabe.ts'
import type { DestinationProblem } from './destination-problem.ts'
import { destinationProblem } from './destination-problem.ts'
import { originDestination } from './rail-events.ts'

/** The account a payer's money came from, as a rail tells it, or what is wrong with what somebody typed. */
type PayerAccountReading =
  | { readonly kind: 'account'; readonly account: string }
  | { readonly kind: 'problem'; readonly problem: DestinationProblem }

/**
 * Reads the account of whoever paid by a transfer, as people type it: a CLABE, or `bank/number`. Money can only go back
 * to what is read here, so what cannot be paid to is no payer's account.
 */
export function readPayerAccount(text: string): PayerAccountReading {
  const typed = text.normalize('NFKC').trim()
  const clabe = readClabe(typed)
  if (clabe.kind === 'check-digit') return { kind: 'problem', problem: 'check-digit' }
  const [bank = '', ...rest] = typed.split('/')
  const number = rest.join('').replaceAll(/[\s-]/g, '').toUpperCase()
  const account = clabe.kind === 'clabe' ? clabe.clabe : `${bank.trim()}/${number}`
  const origin = originDestination({ method: 'transfer' }, { name: '', account })
  if (origin === undefined) return { kind: 'problem', problem: 'malformed' }
  const problem = destinationProblem({ method: 'transfer' }, origin)
  return problem === undefined ? { kind: 'account', account } : { kind: 'problem', problem }
}
