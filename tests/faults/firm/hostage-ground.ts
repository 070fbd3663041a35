import { instant, present } from '@bolsillo/kernel'
import { channels } from '@bolsillo/payments/domain'
import { transaction } from '@bolsillo/server-kit'
import type { Setting, SettingValue } from '@bolsillo/settings/domain'
import type { WithdrawalsStand } from '@bolsillo/withdrawals/fixtures'
import { dataIn, type Outcome, stopped, unseen, went } from './attack.ts'

/** A customer with money, and what staff and customers do about withdrawals. */
export async function groundOf(stand: WithdrawalsStand) {
  await stand.fund(1, 'MXN', 1_000_000_00n)
  const clabe = await stand.usableClabe(1)
  const now = () => stand.app.services.clock.now()
  const pass = (ms: number) => stand.app.services.clock.advanceMs(ms)
  const settingsOf = (channel: string) =>
    present(
      channels.find(({ code }) => code === channel),
      channel,
    ).settings
  const [spei, tron] = [settingsOf('spei-mxn'), settingsOf('tron-usdt')]
  const change = async (setting: Setting, value: SettingValue, effectiveAt: number): Promise<Outcome> => {
    const wish = { setting, value, effectiveAt: instant(effectiveAt), actor: 'everybody', reason: 'all roles agree' }
    const problem = await transaction(stand.app.services.sql, (tx) => stand.settings.change(tx, wish))
    await stand.settings.refresh()
    return problem === undefined ? unseen('the setting changed') : stopped(problem)
  }
  const changes = async (setting: Setting, value: SettingValue, effectiveAt: number): Promise<boolean> =>
    (await change(setting, value, effectiveAt)).kind === 'unseen'
  const ask = async (amount = '1000.00') =>
    await stand.as(1, '/user/withdraw/add', await stand.confirmed(1, clabe, amount))
  const asked = async (amount?: string): Promise<string> => dataIn(await ask(amount)).withdrawal.withdrawalId
  const cancel = async (withdrawalId: string): Promise<boolean> =>
    went(await stand.as(1, '/user/withdraw/cancel', { withdrawalId }))
  const sql = stand.app.services.sql
  return { stand, now, pass, spei, tron, change, changes, ask, asked, cancel, sql }
}

export type Ground = Awaited<ReturnType<typeof groundOf>>
