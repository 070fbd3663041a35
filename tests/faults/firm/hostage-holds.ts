import { camila, carlos, decide, type WithdrawalsStand } from '@bolsillo/withdrawals/fixtures'
import { type Attack, dataIn, refused, unseen, went } from './attack.ts'
import { readLastHold } from './attempts-store.ts'

const hourMs = 3_600_000

/** A customer who asks for withdrawals, and cancels them. */
interface Withdrawing {
  readonly stand: WithdrawalsStand
  readonly asked: (amount?: string) => Promise<string>
  readonly cancel: (withdrawalId: string) => Promise<boolean>
}

/** Holds of reviews, and legal ones, again and again. */
export function byHolds({ stand, asked, cancel }: Withdrawing): readonly Attack[] {
  const { clock } = stand.app.services
  const pass = (ms: number) => clock.advanceMs(ms)
  const hold = (withdrawalId: string) =>
    stand.asStaff(carlos, '/withdrawals/hold', { withdrawalId, reason: 'name-check', hours: '48' })
  const late: { held?: number; withdrawalId?: string } = {}
  return [
    {
      who: 'one of the staff',
      tried: 'hold reviews again and again for the same cause',
      expected: 'withdrawal-hold-too-long',
      attempt: async () => {
        for (late.held = 0; late.held < 60; late.held += 1) {
          late.withdrawalId = await asked('100.00')
          const answer = await hold(late.withdrawalId)
          if (!went(answer)) return refused(answer)
          pass(48 * hourMs)
          await cancel(late.withdrawalId)
        }
        return unseen('sixty holds')
      },
      control: {
        kind: 'allowed',
        what: 'up to 90 days together they are taken: 45 holds of two days',
        goes: async () => late.held === 45 && (await cancel(String(late.withdrawalId))),
      },
    },
    ...byLegalHolds(stand),
  ]
}

/** Legal holds, one after the other. */
function byLegalHolds(stand: WithdrawalsStand): readonly Attack[] {
  const documentSha256 = 'ab'.repeat(32)
  const legal = (more: Record<string, string>) =>
    stand.asStaff(carlos, '/withdrawals/legal-hold', {
      customerId: stand.customerId(3),
      reason: 'court-order',
      evidence: 'Oficio 214/2026',
      days: '90',
      ...more,
    })
  const lastHold = () => readLastHold(stand.app.services.sql)
  const heldFor = async (more: Record<string, string>): Promise<boolean> => {
    const { approvalId } = dataIn(await legal(more))
    return went(await decide(stand, approvalId, camila, 'approve', 'court-order'))
  }
  return [
    {
      who: 'two of the staff together',
      tried: 'a second legal hold without a document of an authority',
      expected: 'legal-hold-document-missing',
      attempt: async () => {
        await heldFor({})
        await stand.asStaff(camila, '/withdrawals/legal-hold/end', { holdId: await lastHold() })
        return refused(await legal({}))
      },
      control: {
        kind: 'allowed',
        what: 'with a document it is agreed',
        goes: () => heldFor({ documentSha256, documentName: 'oficio-215.pdf' }),
      },
    },
    {
      who: 'two of the staff together',
      tried: 'the same document for another legal hold',
      expected: 'legal-hold-document-used',
      attempt: async () => {
        await stand.asStaff(camila, '/withdrawals/legal-hold/end', { holdId: await lastHold() })
        return refused(await legal({ documentSha256, documentName: 'oficio-215.pdf' }))
      },
      control: {
        kind: 'allowed',
        what: 'another document is taken',
        goes: async () => {
          const isHeld = await heldFor({ documentSha256: 'cd'.repeat(32), documentName: 'oficio-216.pdf' })
          await stand.asStaff(camila, '/withdrawals/legal-hold/end', { holdId: await lastHold() })
          return isHeld
        },
      },
    },
  ]
}
