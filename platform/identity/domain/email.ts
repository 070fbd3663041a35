import { toAsciiDomain } from './punycode.ts'

/** An e-mail address: local part lower-cased, domain in ASCII. Always the same text for the same mailbox. */
export interface Email {
  readonly kind: 'email'
  readonly address: string
}

// RFC 5321: 64 before the @, 254 in all. RFC 1035: 63 a label, 253 a name.
const limits = { local: 64, whole: 254, label: 63, domain: 253 } as const
const localShape = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const labelShape = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/

/**
 * Reads an e-mail address as typed. Quoted local parts, comments, IP addresses and local parts beyond ASCII are refused:
 * no provider our customers use gives them. `+alias` stays part of the address; domains may be international.
 */
export function readEmail(typed: string): Email | 'email-malformed' {
  if (typed.length > 2 * limits.whole) return 'email-malformed'
  const parts = typed.split('@')
  const local = parts[0]?.toLowerCase() ?? ''
  const domain = parts.length === 2 ? toAsciiDomain(parts[1] ?? '') : undefined
  if (domain === undefined || local.length > limits.local || !localShape.test(local)) return 'email-malformed'
  const labels = domain.split('.')
  const top = labels.at(-1) ?? ''
  const sound =
    labels.length >= 2 &&
    labels.every((label) => label.length <= limits.label && labelShape.test(label)) &&
    top.length >= 2 &&
    !/^[0-9]+$/.test(top) &&
    domain.length <= limits.domain &&
    local.length + 1 + domain.length <= limits.whole
  return sound ? { kind: 'email', address: `${local}@${domain}` } : 'email-malformed'
}

/** `ma•••@correo.mx`. */
export function maskEmail(email: Email): string {
  const [local = '', domain = ''] = email.address.split('@')
  return `${local.slice(0, local.length > 3 ? 2 : 1)}•••@${domain}`
}
