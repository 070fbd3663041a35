import { messages as approvalsEs } from '@bolsillo/approvals/messages/es-ES'
import { listDeposits } from '@bolsillo/deposits/contract'
import { messages as depositsEs } from '@bolsillo/deposits/messages/es-ES'
import { messages as exchangeEs } from '@bolsillo/exchange/messages/es-ES'
import { messages as filesEs } from '@bolsillo/files/messages/es-ES'
import { finishAuthenticator, startAuthenticator } from '@bolsillo/identity/contract'
import { messages as identityEs } from '@bolsillo/identity/messages/es-ES'
import { instant, wallTime } from '@bolsillo/kernel'
import { messages as kycEs } from '@bolsillo/kyc/messages/es-ES'
import { readAssets } from '@bolsillo/ledger/contract'
import { readOwnProof } from '@bolsillo/proof/contract'
import { messages as proofEs } from '@bolsillo/proof/messages/es-ES'
import { readStatement } from '@bolsillo/statements/contract'
import { homeZone } from '@bolsillo/statements/domain'
import { messages as withdrawalsEs } from '@bolsillo/withdrawals/messages/es-ES'
import { generateSync } from 'otplib'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { approveOnly, openFirstCase } from './people/approving.ts'
import { asTimeGoesOn } from './people/as-time-goes-on.ts'
import { chooseLine, importPracticeStatement, payByPracticeBank } from './people/bank-statement.ts'
import { button, layer, openLogin, signIn, textbox, tokenOn } from './people/customer.ts'
import { type Desk, openDesk } from './people/desk.ts'
import { ask } from './stage/api.ts'
import { openBrowser, openPhone, type Phone } from './stage/phone.ts'
import { type RunningServer, startServer } from './stage/server-process.ts'
import { expectSoundBooks } from './stage/stage.ts'
import { startingWith } from './stage/words.ts'

// Money in and out, by a customer on a phone and two of the staff at their desks, side by side, in Spanish.

const lucia = {
  name: 'Lucía Torres Mora',
  birthDate: '1990-05-12',
  curp: 'TOML900512MDFRRC04',
  number: 'IDMEX1790051234',
  expiry: '2031-06-30',
}

/** How long a look at a button may take that need not be there. */
const lookMs = 500

let server: RunningServer
let browser: Browser
let phone: Phone
/** The two of the staff that any movement takes. */
let desk: Desk
let secondDesk: Desk
/** A picture as a camera gives it. */
let photo: Buffer

beforeAll(async () => {
  server = await startServer()
  browser = await openBrowser()
  phone = await openPhone(browser, server.block.url, 'es-ES')
  await phone.page.goto('/pages/common/login')
  photo = await phone.page.screenshot({ type: 'jpeg', clip: { x: 0, y: 0, width: 390, height: 244 } })
  await comeBack()
})
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  const name = `failed-${task.name.split(' ').slice(0, 5).join('-')}`
  await phone?.shot(name)
  await desk?.shot(name)
  await secondDesk?.shot(`${name}-second`)
})
afterAll(async () => {
  await browser?.close()
  await expectSoundBooks(server)
  await server?.destroy()
})

/** Everybody signs in again: a session nobody used for a day is over. */
async function comeBack(): Promise<void> {
  const [, customer] = server.block.customers
  const [operator, second] = server.block.operators
  if (customer === undefined || operator === undefined || second === undefined) throw new Error('no demo')
  // The phone's own clock goes with the server's.
  await phone.context.clock.setSystemTime(await server.now())
  await openLogin(phone)
  await signIn(phone, { phone: customer.account, password: customer.password })
  await phone.page.waitForURL('**/pages/tabbar/home')
  for (const one of [desk, secondDesk]) await one?.context.close()
  desk = await openDesk(browser, server, operator)
  secondDesk = await openDesk(browser, server, second)
}

/** Gives a photo to the field of a name, and waits until it is kept. */
async function givePhoto(label: string): Promise<void> {
  const field = phone.page.getByRole('group', { name: label })
  await field
    .locator('input[type=file]')
    .last()
    .setInputFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: photo })
  await field.getByText(filesEs.field.ready, { exact: true }).waitFor()
}

test('papers are refused in part, corrected, and verified', async () => {
  const { page } = phone
  const { page: t, fields, reasons } = kycEs
  await page.goto('/pages/user/kyc')
  await phone.shot('kyc-before')
  await button(phone, t.begin).click()
  await textbox(phone, fields.number).fill(lucia.number)
  await page.getByLabel(new RegExp(`^${fields.expiry}`)).fill(lucia.expiry)
  await textbox(phone, fields.name).fill(lucia.name)
  await page.getByLabel(fields.birthDate).fill(lucia.birthDate)
  await textbox(phone, fields.curp).fill(lucia.curp)
  await givePhoto(fields.front)
  await givePhoto(fields.back)
  await phone.shot('kyc-filled')
  await button(phone, t.send).click()
  await page.getByText(t.pendingTitle).waitFor()
  await phone.shot('kyc-pending')

  const { console: c } = kycEs
  await openFirstCase(desk, 'identity', c.title)
  await desk.page.getByRole('button', { name: new RegExp(c.showPhotos) }).click()
  await desk.page.locator('img').first().waitFor()
  await desk.shot('identity-case')
  await desk.page.keyboard.press('r')
  await desk.page.getByLabel(fields.back, { exact: true }).selectOption({ label: reasons.blurred })
  await desk.shot('identity-refusing')
  await desk.page.getByRole('button', { name: c.refuseConfirm, exact: true }).click()
  await desk.page.getByText(c.empty).waitFor()

  await page.reload()
  await page.getByText(t.failTitle).waitFor()
  await phone.shot('kyc-refused')
  await givePhoto(fields.back)
  await button(phone, t.sendAgain).click()
  await page.getByText(t.pendingTitle).waitFor()
  await openFirstCase(desk, 'identity', c.title)
  // Nobody verifies what they have not seen: the key says so, the button waits, and then it asks once more.
  const verify = desk.page.getByRole('button', { name: new RegExp(`^${c.verify}`) })
  const unopened = c.openFirst.replace('{opened}', '0').replace('{all}', '2')
  await desk.page.getByText(unopened, { exact: true }).waitFor()
  expect(await verify.isDisabled()).toBe(true)
  await desk.page.keyboard.press('a')
  await desk.page.getByRole('status').filter({ hasText: unopened }).waitFor()
  await desk.shot('identity-unopened')
  await desk.page.keyboard.press('v')
  await desk.page.locator('img').nth(1).waitFor()
  await desk.page.keyboard.press('a')
  const asked = desk.page.getByRole('alertdialog', { name: c.verifyTitle })
  await asked.getByText(lucia.name).waitFor()
  await desk.shot('identity-verifying')
  await asked.getByRole('button', { name: c.verify, exact: true }).click()
  await desk.page.getByText(c.empty).waitFor()
  await page.reload()
  await page.getByText(t.succTitle).waitFor()
  await phone.shot('kyc-verified')
  expect([...phone.troubles, ...desk.troubles]).toEqual([])
})

const { practice } = depositsEs

/** Makes the simulated bank or chain deliver an amount on a page of paying in. */
async function payIn(path: string, amount: string): Promise<void> {
  await phone.page.goto(path)
  await textbox(phone, depositsEs.common.amount).last().fill(amount)
  await button(phone, practice.action).click()
  await phone.page.getByText(practice.sent).waitFor()
}

test('money comes in by SPEI, PIX and a chain, and is credited once it has arrived', async () => {
  const { page } = phone
  for (const [path, amount, name] of [
    ['/pages/recharge/bankRecharge?channelId=spei-mxn', '5000.00', 'deposit-spei'],
    ['/pages/recharge/bankRecharge?channelId=pix-brl', '300.00', 'deposit-pix'],
    ['/pages/recharge/coinRecharge?asset=BTC&network=bitcoin', '0.01', 'deposit-btc'],
  ] as const) {
    if (name === 'deposit-btc') {
      // A coin is sent to an address: it is made first.
      await page.goto(path)
      await button(phone, depositsEs.crypto.generate).click()
      await page.getByRole('heading', { name: depositsEs.crypto.address, exact: true }).waitFor()
    }
    await payIn(path, amount)
    await phone.shot(name)
  }
  const token = await tokenOn(phone)
  const deposits = async (): Promise<string> => {
    const { rows } = await ask(server.block.url, listDeposits, {}, { token })
    return rows
      .map(({ asset, state }) => `${asset} ${state}`)
      .sort()
      .join()
  }
  await asTimeGoesOn(server, deposits, (all) => all === 'BRL complete,BTC complete,MXN complete')
  await page.goto('/pages/recharge/rechargeRecord')
  await page.getByText(depositsEs.stages.credited).or(page.getByText(depositsEs.states.complete)).first().waitFor()
  await phone.shot('deposits')
  expect(phone.troubles).toEqual([])
})

test('a transfer with a proof is found on the statement by one, approved by another, and credited', async () => {
  const { page } = phone
  const { offline, common, console: c } = depositsEs
  await page.goto('/pages/recharge/offlineRecharge?channelId=transfer-mxn')
  // The field above that of the practice bank, which has the same name once it is there.
  await button(phone, offline.submit).waitFor()
  await textbox(phone, common.amount).first().fill('800.00')
  await givePhoto(offline.proof)
  await phone.shot('deposit-offline')
  await payByPracticeBank(phone, '800.00')
  await button(phone, offline.submit).click()
  await page.waitForURL('**/rechargeRecord?*')
  await phone.shot('deposit-offline-sent')

  await importPracticeStatement(browser, server, 'MXN')
  await openFirstCase(desk, 'deposits', c.title)
  await chooseLine(desk, '800')
  await desk.shot('deposit-confirming')
  await desk.page.getByRole('button', { name: c.propose, exact: true }).click()
  await desk.page.getByText(c.proposalMine).waitFor()
  await approveOnly(secondDesk, 'deposit-approving')
  const credited = async (): Promise<number> => {
    const { rows } = await ask(server.block.url, listDeposits, {}, { token: await tokenOn(phone) })
    return rows.filter(({ state }) => state === 'complete').length
  }
  await asTimeGoesOn(server, credited, (count) => count === 4)
  expect([...phone.troubles, ...desk.troubles, ...secondDesk.troubles]).toEqual([])
})

/** The codes of the customer's authenticator app. */
let nextCode: () => Promise<string>

test('pesos become dollars at an offer with all its parts, executed as it was shown', async () => {
  const { page } = phone
  const { convert, offer } = exchangeEs
  await page.goto('/pages/exchange/exchange')
  await textbox(phone, convert.give).fill('1000.00')
  await phone.shot('convert')
  await button(phone, convert.ask).click()
  await layer(phone).getByText(offer.mid, { exact: true }).waitFor()
  await phone.shot('convert-offer')
  await takeOffer()
  await phone.shot('convert-done')
  expect(phone.troubles).toEqual([])
})

/**
 * Confirms the offer that shows. One lives ten seconds, which a busy machine may spend drawing it: then another is asked
 * for, as a customer would.
 */
async function takeOffer(): Promise<void> {
  const { offer } = exchangeEs
  const sheet = layer(phone)
  const choices = [button(sheet, offer.again), sheet.getByRole('button', { name: startingWith(offer.confirm) })]
  await expect
    .poll(async () => {
      for (const choice of choices) {
        // It may be over, or already confirmed, between the look and the press.
        if (await choice.isEnabled({ timeout: lookMs }).catch(() => false))
          await choice.click({ timeout: lookMs }).catch(() => undefined)
      }
      return await balanceOf('USD')
    })
    .toBeGreaterThan(0)
}

/** What the customer has of an asset in the stock purse, as the call says it. */
async function balanceOf(asset: string): Promise<number> {
  const { balances } = await ask(server.block.url, readAssets, {}, { token: await tokenOn(phone) })
  return Number(balances.find((row) => row.asset === asset && row.purse === 'stock')?.posted ?? '0')
}

test('a withdrawal to a new CLABE waits a day, is proposed by one, approved by another, and arrives', async () => {
  const { page } = phone
  const { url, customers } = server.block
  const t = withdrawalsEs
  const password = customers[1]?.password ?? ''
  const { secret } = await ask(url, startAuthenticator, { loginPassword: password }, { token: await tokenOn(phone) })
  nextCode = async () => {
    // Each code is good once.
    await server.advanceClockMs(30_000)
    return generateSync({ secret, epoch: Math.floor((await server.now()) / 1000) })
  }
  await ask(url, finishAuthenticator, { code: await nextCode() }, { token: await tokenOn(phone) })

  await page.goto('/pages/wallet/addBank')
  await textbox(phone, t.add.clabe).fill('032180000118359719')
  await phone.shot('add-bank')
  await button(phone, t.add.next).click()
  await page.getByLabel(identityEs.factors.codeLabel).fill(await nextCode())
  await page.getByText(t.add.saved).waitFor()
  await page.goto('/pages/wallet/bankList?type=2')
  await phone.shot('bank-list-waiting')
  await server.advanceClockMs(24 * 3_600_000 + 60_000)
  await comeBack()

  const before = await balanceOf('MXN')
  await page.goto('/pages/withdraw/bankWithdraw')
  // The only destination there is, is chosen already.
  await page.getByText(/^0321/).waitFor()
  await textbox(phone, t.form.amount).fill('1500.00')
  await phone.shot('withdraw-form')
  await button(phone, t.form.next).click()
  await page.getByLabel(t.confirm.password, { exact: true }).fill(customers[1]?.withdrawalPassword ?? '')
  await phone.shot('withdraw-confirm')
  await layer(phone).getByRole('button', { name: t.form.next, exact: true }).click()
  await page.getByLabel(identityEs.factors.codeLabel).fill(await nextCode())
  await page.getByText(t.states['under-review'], { exact: true }).first().waitFor()
  await phone.shot('withdraw-under-review')

  await openFirstCase(desk, 'withdrawals', t.console.title)
  await desk.page.getByText(t.console.verifiedName).waitFor()
  await desk.shot('withdrawal-case')
  await desk.page.getByRole('button', { name: new RegExp(`^${t.console.pay}`) }).click()
  await desk.page.getByText(t.console.proposedByYou).waitFor()
  await desk.shot('withdrawal-proposed')
  await approveOnly(secondDesk, 'withdrawal-approving')
  const complete = (): Promise<number> => page.getByText(t.states.complete, { exact: true }).count()
  await asTimeGoesOn(server, complete, (count) => count > 0)
  await phone.shot('withdraw-complete')
  expect(before - (await balanceOf('MXN'))).toBe(1500)
  expect([...phone.troubles, ...desk.troubles, ...secondDesk.troubles]).toEqual([])
})

test('the statement, the balances and the proof of liabilities say the same (I15), and the phone finds it so', async () => {
  const { page } = phone
  const { url } = server.block
  // The next day, when the next proof is made.
  const { number } = await ask(url, readOwnProof, {}, { token: await tokenOn(phone) })
  await server.advanceClockMs(86_400_000)
  await comeBack()
  const token = await tokenOn(phone)
  await expect
    .poll(async () => (await ask(url, readOwnProof, {}, { token })).number, { timeout: 120_000, interval: 500 })
    .toBeGreaterThan(number)
  const own = await ask(url, readOwnProof, {}, { token })
  const { balances } = await ask(url, readAssets, {}, { token })
  // The customer's day: in the evening of Mexico it is tomorrow in Greenwich.
  const day = wallTime(instant(await server.now()), homeZone).date
  const { accounts } = await ask(url, readStatement, { from: day, to: day } as never, { token })
  for (const { asset, balance } of own.leaves) {
    const units = (text: string): bigint => BigInt(text.replace('.', ''))
    const sum = (rows: readonly { readonly asset: string; readonly amount: string }[]): bigint =>
      rows.filter((row) => row.asset === asset).reduce((all, row) => all + units(row.amount), 0n)
    // The assets page lists cash and coins; shares are in the statement.
    const shown = balances.filter((row) => row.asset === asset)
    if (shown.length > 0)
      expect([asset, sum(shown.map((row) => ({ asset, amount: row.posted })))]).toEqual([asset, BigInt(balance)])
    expect([asset, sum(accounts.map((row) => ({ asset: row.asset, amount: row.closing })))]).toEqual([
      asset,
      BigInt(balance),
    ])
  }
  await page.goto('/pages/user/proof')
  await page.getByText(proofEs.sound, { exact: true }).waitFor()
  await phone.shot('proof')
  await page.goto('/pages/fundsDetail/index')
  await page.locator('main').waitFor()
  await phone.shot('statements')
  await page.goto('/pages/user/record')
  await page.locator('main').waitFor()
  await phone.shot('record')
  expect((await ask(url, listDeposits, {}, { token })).rows.length).toBeGreaterThanOrEqual(3)
  expect(phone.troubles).toEqual([])
})

test('a restricted customer keeps everything they have to see, and gets in again', async () => {
  const { page } = phone
  const { restricted: t } = approvalsEs
  const number = await page.evaluate(() => String(JSON.parse(localStorage.getItem('userInfo') ?? '{}').id))
  await desk.open('restricted')
  await desk.page.getByLabel(t.search, { exact: true }).fill(number)
  // Nobody has a case about them: two people agree on the look first, and it is the case then.
  await desk.page.getByLabel(t.evidence).fill('Oficio 214-4/2026')
  await desk.page.getByRole('button', { name: t.proposeLook, exact: true }).click()
  await desk.page.getByLabel(t.caseId, { exact: true }).and(desk.page.locator('[value^="apv_"]')).waitFor()
  await approveOnly(secondDesk, 'look-approving')
  await desk.page.getByRole('button', { name: t.find, exact: true }).click()
  await desk.page.getByLabel(t.evidence).fill('Oficio 214-4/2026')
  await desk.shot('restricting')
  await desk.page.getByRole('button', { name: t.restrict, exact: true }).last().click()
  await desk.page.getByText(t.waits).waitFor()
  await approveOnly(secondDesk, 'restrict-approving')

  await page.goto('/pages/user/assets')
  await page.waitForURL('**/pages/common/login**')
  const [, customer] = server.block.customers
  await signIn(phone, { phone: customer?.account ?? '', password: customer?.password ?? '' })
  await phone.shot('restricted-sign-in')
  await button(phone, identityEs.login.enterRestricted).click()
  await page.waitForURL((url) => !url.pathname.includes('login'))
  await page.goto('/pages/user/proof')
  await page.getByText(proofEs.sound, { exact: true }).waitFor()
  await page.goto('/pages/user/assets')
  await page.locator('main').waitFor()
  await phone.shot('restricted-assets')
  expect([...desk.troubles, ...secondDesk.troubles]).toEqual([])
})
