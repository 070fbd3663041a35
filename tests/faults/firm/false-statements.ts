import { type DepositsStand, firmAccount, staff } from '@bolsillo/deposits/fixtures'
import { csvStatement, statementUpload, type WrittenLine } from '@bolsillo/payments/fixtures'
import { newTestKey } from '@bolsillo/test-kit'
import { type Attack, dataIn, found, refused, unseen, went } from './attack.ts'

// What a statement of the bank says, and what nobody else can make it say.

export const reason = 'found-on-statement'
export const payer = { payerName: 'María López', payerAccount: '032180000118359719' }
export const dayMs = 86_400_000

const statement = (opening: string, closing: string, ...written: WrittenLine[]) =>
  csvStatement({ account: firmAccount, asset: 'USD', opening, closing, lines: written })

export function falseStatements(stand: DepositsStand): readonly Attack[] {
  const importAs = async (who: keyof typeof staff, file: string) => {
    const { headers, body } = statementUpload(file)
    const { token } = staff[who]
    const path = '/console-api/statements/import'
    return await stand.app.ask({
      method: 'POST',
      path,
      token,
      headers: { ...headers, 'idempotency-key': newTestKey() },
      body,
    })
  }
  const first = statement('0.00', '10.00', { number: 'U-0001', amount: '10.00', ...payer })
  return [
    {
      who: 'one of the staff',
      tried: 'import a statement whose opening and lines are not its closing',
      expected: 'statement-sum',
      attempt: async () =>
        refused(
          await importAs('ines', statement('0.00', '10.00', { number: 'U-0001', amount: '777000.00', ...payer })),
        ),
      control: {
        kind: 'allowed',
        what: 'one that adds up is taken',
        goes: async () => went(await importAs('ines', first)),
      },
    },
    {
      who: 'one of the staff',
      tried: 'import the same statement again',
      expected: 'statement-known',
      attempt: async () => refused(await importAs('clara', first)),
      control: {
        kind: 'allowed',
        what: 'the next one is taken',
        goes: async () =>
          went(await importAs('ines', statement('10.00', '12.00', { number: 'U-0002', amount: '2.00', ...payer }))),
      },
    },
    {
      who: 'one of the staff',
      tried: 'import a line of an earlier statement again, in a new one',
      expected: 'statement-line-known',
      attempt: async () =>
        refused(await importAs('ines', statement('12.00', '14.00', { number: 'u-0002', amount: '2.00', ...payer }))),
      control: {
        kind: 'allowed',
        what: 'a line of its own is taken',
        goes: async () =>
          went(await importAs('ines', statement('12.00', '14.00', { number: 'U-0003', amount: '2.00', ...payer }))),
      },
    },
    inventedStatement(stand, importAs),
  ]
}

/** A statement the bank never wrote is found by the next one it writes. */
function inventedStatement(
  stand: DepositsStand,
  importAs: (who: keyof typeof staff, file: string) => ReturnType<DepositsStand['asStaff']>,
): Attack {
  return {
    who: 'three of the staff together',
    tried: 'invent a whole statement, and credit a line of it',
    expected: 'the bank’s next statement, which does not begin where the invented one ended',
    attempt: async () => {
      const forged = await importAs(
        'ines',
        statement('14.00', '1014.00', { number: 'U-0004', amount: '1000.00', ...payer }),
      )
      if (!went(forged)) return refused(forged)
      const { statementId } = dataIn(forged)
      const listed = await stand.asStaff('ines', `/statements/lines?statementId=${statementId}`)
      const lineId = dataIn(listed).rows[0].lineId
      const { approvalId } = dataIn(await stand.asStaff('teresa', '/deposits/unmatched', { lineId, reason }))
      const decided = await stand.approve('carlos', approvalId, reason)
      if (!went(decided)) return refused(decided)
      stand.app.services.clock.advanceMs(dayMs)
      const next = await importAs('clara', statement('14.00', '15.00', { number: 'U-0005', amount: '1.00', ...payer }))
      const by = 'the bank’s next statement, which does not begin where the invented one ended'
      return dataIn(next).rejection === 'statement-gap' ? found(by, dayMs) : unseen(next.body)
    },
    control: {
      kind: 'allowed',
      what: 'one that begins there is taken',
      goes: async () =>
        went(await importAs('clara', statement('1014.00', '1015.00', { number: 'U-0006', amount: '1.00', ...payer }))),
    },
  }
}
