import type { Refusal } from '@bolsillo/web-kit'

/** The refusal's text when it is about this field. */
export function refusalOf(refusal: Refusal | null, ...fields: readonly string[]): string | undefined {
  return refusal !== null && refusal.field !== undefined && fields.includes(refusal.field) ? refusal.message : undefined
}

/** What to say of a refusal that is about none of the fields shown. */
export function refusalElsewhere(
  refusal: Refusal | null,
  fields: readonly string[],
  unknown: string,
): string | undefined {
  if (refusal === null) return undefined
  if (refusal.outcome === 'unknown') return unknown
  return refusal.field !== undefined && fields.includes(refusal.field) ? undefined : refusal.message
}
