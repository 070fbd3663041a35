import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type DepositsStand, depositsStand, staff } from '../testing/deposits-stand.ts'

// Who decides about a transfer with a proof has opened it, and reads the amount from it: attacked without a browser.

let stand: DepositsStand
beforeAll(async () => {
  stand = await depositsStand()
})
afterAll(() => stand.close())

const dataOf = (answer: { readonly json: { readonly data?: unknown } }) =>
  JSON.parse(JSON.stringify(answer.json.data ?? {}))
const code = ({ json }: { readonly json: { readonly code: number } }): number => json.code
const rowOf = async (externalId: string): Promise<Record<string, unknown>> => {
  const [row] = await stand.app.database.owner<Record<string, unknown>[]>`
    select * from deposit where external_id = ${externalId}`
  return row ?? {}
}

describe('a transfer with a proof', () => {
  let proofs = 0
  const proved = async (amount: string): Promise<string> => {
    proofs += 1
    const body = { channelId: 'transfer-mxn', amount, proofFileId: `fil_${`${proofs}1`.padStart(26, '0')}` }
    const answer = await stand.as(1, '/user/recharge/add', body)
    return dataOf(answer).deposit.depositId
  }
  /** The line of an imported statement that is a deposit. */
  const statement = async (depositId: string, number: string, amount: string) => {
    const payer = { payerName: 'María López', payerAccount: '032180000118359719' }
    const [lineId = ''] = await stand.imported('MXN', { number, amount, ...payer })
    return { depositId, lineId, amount, reason: 'found-on-statement' }
  }

  it('is proposed and agreed to only by who has opened its proof, or may not see proofs', async () => {
    const depositId = await proved('706.00')
    const wish = await statement(depositId, 'BANK-14', '706.00')
    const unopened = (who: 'teresa' | 'carlos' | 'aldo') => `${staff[who].operatorId} ${depositId}`
    for (const who of ['teresa', 'carlos', 'aldo'] as const) stand.unopened.add(unopened(who))
    const propose = () => stand.asStaff('teresa', '/deposits/confirm', wish)
    expect((await propose()).json).toMatchObject({ code: 21_056, data: { rejection: 'proof-unopened' } })
    stand.unopened.delete(unopened('teresa'))
    const first = dataOf(await propose()).approvalId
    // That a colleague opened it is not enough.
    expect(code(await stand.approve('carlos', first, wish.reason))).toBe(21_056)
    expect(await rowOf('BANK-14')).toEqual({})
    expect((await stand.approve('aldo', first, wish.reason)).status).toBe(200)
    await stand.engine.readRails()
    expect(await rowOf('BANK-14')).toMatchObject({ id: depositId, stage: 'credited' })
  })

  it('shows what was announced to nobody before somebody proposed what they read, which is in what is agreed to', async () => {
    const depositId = await proved('707.00')
    const seen = async () => dataOf(await stand.asStaff('teresa', `/deposits/case?depositId=${depositId}`)).deposit
    const row = async () => {
      const { rows } = dataOf(await stand.asStaff('teresa', '/deposits?kind=proof'))
      return rows.find(({ caseId }: { caseId: string }) => caseId === depositId)
    }
    expect(JSON.stringify([await seen(), await row()])).not.toContain('707')
    expect(await row()).toMatchObject({ kind: 'proof', asset: 'MXN' })
    const wish = await statement(depositId, 'BANK-15', '707.00')
    const { approvalId } = dataOf(await stand.asStaff('teresa', '/deposits/confirm', wish))
    expect(await seen()).toMatchObject({ asked: '707.00' })
    const [stored] = await stand.app.database.owner`select payload from approval where id = ${approvalId}`
    expect(JSON.stringify(stored)).toContain('read')
    const { facts } = dataOf(await stand.asStaff('carlos', `/approvals/detail?approvalId=${approvalId}`))
    expect(facts).toContainEqual({ labelKey: 'facts.read', value: '707.00 MXN' })
    expect((await stand.approve('carlos', approvalId, wish.reason)).status).toBe(200)
    await stand.engine.readRails()
  })
})
