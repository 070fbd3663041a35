import { instant } from '@bolsillo/kernel'
import type { AuditEntry } from './domain/index.ts'

/** Maria signs in from her telephone. */
export const mariaSignsIn: AuditEntry = {
  at: instant(Date.UTC(2026, 2, 2, 16)),
  actor: 'cus_01KJ0000000000000000000001',
  action: 'identity.sign-in',
  subject: 'cus_01KJ0000000000000000000001',
  details: { device: 'Chrome, Android' },
}

/** An operator looks at Maria's file: she reads this in her own log. */
export const operatorLooksAtMaria: AuditEntry = {
  at: instant(Date.UTC(2026, 2, 2, 17)),
  actor: 'opr_01KJ0000000000000000000001',
  action: 'identity.view-customer',
  subject: mariaSignsIn.subject,
  details: { reason: 'call 4711' },
}
