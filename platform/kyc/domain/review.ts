import type { Transitions } from '@bolsillo/cases/domain'
import type { TradeDate } from '@bolsillo/kernel'
import { dayNumber, readTradeDate } from '@bolsillo/kernel'
import { curpFitsName } from './curp-and-name.ts'
import { readCurp, readRfc } from './identifiers.ts'
import { expiresSoonDays } from './kyc-bounds.ts'
import type { PaperField, Papers } from './papers.ts'

/** The states of a customer's identity, as the specification has them. */
export type IdentityState = 'none' | 'pending' | 'succ' | 'fail'

/** Where an identity may go from each of its states. */
export const identityMoves: Transitions<IdentityState> = {
  none: ['pending'],
  pending: ['succ', 'fail'],
  // Resubmission is allowed after a refusal. What is verified stays so: doubts about a customer restrict the account,
  // which is open about it, and never take back papers that were in order.
  succ: [],
  fail: ['pending'],
}

const ofText = ['differs-from-document', 'unreadable-on-document'] as const
const ofPhoto = ['blurred', 'cropped', 'glare', 'covered', 'wrong-side', 'not-the-document', 'altered'] as const

/** Why staff may refuse a field: closed lists. What is not in them cannot be asked of a customer. */
export const refusalReasons = {
  country: ['differs-from-document'],
  certificate: ['other-kind-shown', 'not-accepted'],
  name: [...ofText, 'incomplete'],
  birthDate: ofText,
  number: ofText,
  expiry: [...ofText, 'expired-meanwhile'],
  curp: ['differs-from-document', 'of-somebody-else'],
  rfc: ['of-somebody-else'],
  cpf: ['differs-from-document', 'of-somebody-else'],
  cnpj: ['of-somebody-else'],
  front: ofPhoto,
  back: ofPhoto,
} as const satisfies Readonly<Record<PaperField, readonly string[]>>

export type RefusalReason = (typeof refusalReasons)[PaperField][number]

/** A field staff refused, and why. */
export interface FieldRefusal {
  readonly field: PaperField
  readonly reason: RefusalReason
}

/** Reads `field:reason`; undefined when the reason is not one of the field's. */
export function readRefusal(text: string): FieldRefusal | undefined {
  const [name = '', given = ''] = text.split(':')
  for (const [field, reasons] of Object.entries(refusalReasons)) {
    const reason = reasons.find((known) => known === given)
    if (field === name && reason !== undefined) return { field: name as PaperField, reason }
  }
  return undefined
}

/** A refusal of these begins everything anew: the rest was about another document. */
export function startsOver(refusals: readonly FieldRefusal[]): boolean {
  return refusals.some(({ field }) => field === 'country' || field === 'certificate')
}

/** What a reviewer should look at twice. None of them decides. */
type ReviewHint = 'curp-name-doubtful' | 'rfc-check-digit' | 'rfc-birth-date' | 'expires-soon' | 'duplicate'

/** What is odd about papers, for whoever reviews them. */
export function reviewHints(papers: Papers, today: TradeDate, hasDuplicates: boolean): readonly ReviewHint[] {
  const hints: ReviewHint[] = []
  const curp = papers.curp === undefined ? undefined : readCurp(papers.curp)
  if (curp?.kind === 'valid' && curpFitsName(curp, papers.name) !== 'fits') hints.push('curp-name-doubtful')
  const rfc = papers.rfc === undefined ? undefined : readRfc(papers.rfc)
  if (rfc?.kind === 'valid') {
    if (rfc.doubt === 'check-digit') hints.push('rfc-check-digit')
    if (rfc.isPerson && rfc.yymmdd !== papers.birthDate.slice(2).replaceAll('-', '')) hints.push('rfc-birth-date')
  }
  const expiry = papers.expiry === undefined ? undefined : readTradeDate(papers.expiry)
  if (expiry !== undefined && dayNumber(expiry) - dayNumber(today) < expiresSoonDays) hints.push('expires-soon')
  if (hasDuplicates) hints.push('duplicate')
  return hints
}

/** A text with all but its ends covered: `BOXW••••••••••••09`. For readers who may know that it is there, not what it is. */
export function masked(text: string): string {
  const shown = text.length > 8 ? 2 : text.length > 4 ? 1 : 0
  return (
    text.slice(0, shown) + '•'.repeat(Math.max(0, text.length - 2 * shown)) + (shown === 0 ? '' : text.slice(-shown))
  )
}
