import type { ReplyOf } from '@bolsillo/contract'
import type { readIdentity } from '@bolsillo/kyc/contract'
import type { Changes, Screen, Who } from './screen.ts'

type Identity = ReplyOf<typeof readIdentity>

const submittedAt = 1_795_200_000_000
const submission: NonNullable<Identity['submission']> = {
  caseId: 'cas_01JD0000000000000000000000',
  attempt: 1,
  country: 'MX',
  certificate: 'id-card',
  name: 'Lucía Torres Mora',
  number: 'IDMEX••••••1234',
  submittedAt,
  front: 'fil_01JD0000000000000000000000',
  back: 'fil_01JD0000000000000000000001',
} as NonNullable<Identity['submission']>

/** Where a verification may stand; each takes a day and somebody of the staff to reach. */
const identityStates: Readonly<Record<string, (identity: Identity) => Identity>> = {
  pending: (identity) => ({
    ...identity,
    state: 'pending',
    asks: 'nothing',
    submission: { ...submission, dueAt: submittedAt + 86_400_000 },
  }),
  refused: (identity) => ({
    ...identity,
    state: 'fail',
    asks: 'refused',
    submission: { ...submission, decidedAt: submittedAt + 3_600_000 },
    refusals: [
      { field: 'back', reason: 'blurred' },
      { field: 'expiry', reason: 'expired-meanwhile' },
    ],
  }),
}

const inIdentity = (state: string): Changes => ({ '/user/auth': identityStates[state] as never })

const of = (who: Who, paths: readonly string[]): readonly Screen[] =>
  paths.map((path) => ({ name: path.replace('/', '-').replaceAll(/\W+/g, '-'), path: `/pages/${path}`, who }))

/** Money, papers and the customer's own records. */
export const moneyScreens: readonly Screen[] = [
  ...of('owner', [
    ...['kyc', 'userInfo', 'factors', 'exchange', 'record', 'activity'].map((page) => `user/${page}`),
    ...['recharge', 'rechargeChannel', 'bankRecharge', 'offlineRecharge', 'cryptoRecharge', 'coinRechargeList'].map(
      (page) => `recharge/${page}`,
    ),
    ...['coinRecharge', 'rechargeRecord', 'bankRecord', 'cryptoRecord'].map((page) => `recharge/${page}`),
    'recharge/bankRecharge?channelId=pix-brl',
    ...['withdraw', 'bankWithdraw', 'cryptoWithdraw', 'withdrawRecord', 'recordIndex', 'cryptoRecord'].map(
      (page) => `withdraw/${page}`,
    ),
    ...['returnOrigin', 'terms', 'cryptoRecordDetail'].map((page) => `withdraw/${page}`),
    ...['bankList', 'addBank', 'addressList', 'addAdress', 'recordDetail'].map((page) => `wallet/${page}`),
    ...['index', 'stock', 'cryptoConvert', 'cryptoTransfer', 'exchange'].map((page) => `exchange/${page}`),
    ...['index', 'stockFundsDetail', 'cryptoFundsDetail'].map((page) => `fundsDetail/${page}`),
    'coin/assetsRecord',
  ]),
  {
    name: 'user-proof',
    path: '/pages/user/proof',
    who: 'owner',
    // The proof is there once it was checked; its hash is behind the first line that opens.
    steps: async ({ page }) => {
      await page.locator('main button[aria-expanded="false"]').first().click()
      await page.getByText(/^[0-9a-f]{64}$/).waitFor()
    },
  },
  {
    name: 'user-movement',
    path: '/pages/user/record?one',
    who: 'owner',
    steps: async ({ page }) => {
      await page
        .locator('main button')
        .filter({ hasText: /\d\.\d\d/ })
        .first()
        .click()
      await page.getByRole('dialog').locator('button[aria-expanded="false"]').click()
      await page
        .getByRole('dialog')
        .getByText(/^[0-9a-f]{64}$/)
        .waitFor()
    },
  },
  {
    name: 'user-record-filter',
    path: '/pages/user/record?filter',
    who: 'owner',
    steps: async ({ page }) => {
      await page.locator('header button').last().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  // The same ways for somebody who is nobody yet: what comes first is said.
  ...of('novice', [
    'user/kyc',
    'user/userInfo',
    'user/record',
    'recharge/recharge',
    'recharge/bankRecharge',
    'recharge/rechargeRecord',
    'withdraw/withdraw',
    'withdraw/bankWithdraw',
    'withdraw/withdrawRecord',
    'wallet/bankList',
    'exchange/exchange',
    'fundsDetail/index',
  ]).map((screen) => ({ ...screen, name: `first-${screen.name}` })),
  ...Object.keys(identityStates).map((state) => ({
    name: `identity-${state}`,
    path: `/pages/user/kyc?state=${state}`,
    who: 'novice' as const,
    changes: inIdentity(state),
  })),
]
