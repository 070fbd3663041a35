import { idOf } from '@bolsillo/kernel'
import type {
  CustomerSession,
  NeedsPort,
  OperatorSession,
  OperatorSessionPort,
  SessionPort,
} from '@bolsillo/server-kit'

const body = (last: string): string => last.padStart(26, '0')

/** A customer for tests, by number: ids and a token that never change. */
export function testCustomer(number: number, status: 0 | 1 = 1): CustomerSession & { readonly token: string } {
  return {
    customerId: idOf('cus', `cus_${body(String(number))}`),
    sessionId: idOf('ses', `ses_${body(String(number))}`),
    status,
    token: `test-token-of-customer-${number}`,
  }
}

/** Sessions that live as long as they are in the list. */
export function testSessions(customers: readonly (CustomerSession & { readonly token: string })[]): SessionPort & {
  readonly end: (sessionId: string) => void
} {
  const ended = new Set<string>()
  const alive = customers.filter(({ status }) => status === 1)
  return {
    end: (sessionId) => ended.add(sessionId),
    find: async (token) => customers.find((session) => session.token === token && !ended.has(session.sessionId)),
    live: async (sessions) =>
      new Set(sessions.filter((id) => !ended.has(id) && alive.some(({ sessionId }) => sessionId === id))),
  }
}

export const noOperators: OperatorSessionPort = { find: async () => undefined }

/** Somebody of the staff in a test. */
export interface TestOperator extends OperatorSession {
  readonly token: string
}

/** Somebody of the staff, by number: ids and a token that never change. */
export function testOperator(number: number, roles: readonly string[]): TestOperator {
  return {
    operatorId: idOf('opr', `opr_${body(String(number))}`),
    sessionId: idOf('ses', `ses_${body(`9${number}`)}`),
    roles,
    token: `test-token-of-operator-${number}`,
  }
}

/** Sessions of these that never end. */
export function testOperators(staff: readonly TestOperator[]): OperatorSessionPort {
  return { find: async (token) => staff.find((member) => member.token === token) }
}

/** Needs that everybody meets, except those named. */
export function testNeeds(unmet: readonly (keyof NeedsPort)[] = []): NeedsPort {
  const check = (need: keyof NeedsPort) => async (): Promise<boolean> => !unmet.includes(need)
  return {
    'identity-verified': check('identity-verified'),
    'identity-before-trading': check('identity-before-trading'),
    'trade-password-set': check('trade-password-set'),
    'withdrawal-password-set': check('withdrawal-password-set'),
    'second-factor-set': check('second-factor-set'),
    vip: check('vip'),
  }
}
