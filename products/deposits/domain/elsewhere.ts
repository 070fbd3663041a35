import { isSameName, nameWords } from '@bolsillo/kyc/domain'

/** What is known of an account that held money is to go back to instead of its origin. */
export interface ElsewhereFacts {
  /** The payer as the rail reported, and the holder as the payer's bank or a document names them. */
  readonly payer: string
  readonly holder: string
  /** Names of the people of the staff who propose and decide. */
  readonly staff: readonly string[]
  /** Names under which our books know the account: who paid from it, who was paid to it, whose destination it is. */
  readonly known: readonly string[]
}

/** What speaks against an account, in the order it is looked at. */
const elsewhereProblems = ['payer-unnamed', 'holder-other', 'holder-staff', 'account-of-other'] as const
export type ElsewhereProblem = (typeof elsewhereProblems)[number]

/** With fewer words a name is nobody's in particular. */
const wordsMin = 2

/**
 * Why held money must not go to another account of its payer. Names of a customer's own papers may leave out
 * words; here every word must be the same, because two people of the staff could look for a name that merely fits. And an
 * account our books know under another name is that other person's, whatever a document says.
 */
export function elsewhereProblem({ payer, holder, staff, known }: ElsewhereFacts): ElsewhereProblem | undefined {
  const words = [...nameWords(payer)].sort()
  if (words.length < wordsMin) return 'payer-unnamed'
  if (words.join(' ') !== [...nameWords(holder)].sort().join(' ')) return 'holder-other'
  if (staff.some((name) => isSameName(name, payer))) return 'holder-staff'
  return known.every((name) => isSameName(name, payer)) ? undefined : 'account-of-other'
}
