import type { DepositStand } from './deposit-stand.ts'

/** Messages at the door for providers. None of them is money; a forged one is not even heard. */
interface KnockScript {
  readonly name: string
  readonly status: number
  readonly knock: (stand: DepositStand, body: string, noticeId: string) => ReturnType<DepositStand['knock']>
}

const minutes = 60_000
const nowOf = (stand: DepositStand): number => stand.app.services.clock.now()
export const knockScripts: readonly KnockScript[] = [
  { name: 'signed and in time', status: 200, knock: (s, body, noticeId) => s.knock('test-spei', { body, noticeId }) },
  {
    name: 'without a signature',
    status: 401,
    knock: (s, body, noticeId) => s.knock('test-spei', { body, noticeId, headers: { 'x-rail-signature': '' } }),
  },
  {
    name: 'forged: another secret',
    status: 401,
    knock: (s, body, noticeId) => s.knock('test-spei', { body, noticeId, secretOf: 'test-pix' }),
  },
  {
    name: 'forged: one digit of the signature',
    status: 401,
    knock: (s, body, noticeId) =>
      s.knock('test-spei', {
        body,
        noticeId,
        headers: { 'x-rail-signature': `t=${Math.floor(nowOf(s) / 1000)},v1=${'0'.repeat(64)}` },
      }),
  },
  {
    name: 'six minutes old',
    status: 401,
    knock: (s, body, noticeId) => s.knock('test-spei', { body, noticeId, atMs: nowOf(s) - 6 * minutes }),
  },
  {
    name: 'six minutes ahead',
    status: 401,
    knock: (s, body, noticeId) => s.knock('test-spei', { body, noticeId, atMs: nowOf(s) + 6 * minutes }),
  },
  {
    name: 'four minutes old',
    status: 200,
    knock: (s, body, noticeId) => s.knock('test-spei', { body, noticeId, atMs: nowOf(s) - 4 * minutes }),
  },
  {
    name: 'its time made new',
    status: 401,
    knock: (s, body, noticeId) =>
      s.knock('test-spei', {
        body,
        noticeId,
        atMs: nowOf(s) - 60 * minutes,
        headers: { 'x-rail-signature': `t=${Math.floor(nowOf(s) / 1000)},v1=${'a'.repeat(64)}` },
      }),
  },
  {
    name: 'the body written anew',
    status: 401,
    knock: (s, body, noticeId) =>
      s.knock('test-spei', { body: JSON.stringify(JSON.parse(body), null, 1), signed: body, noticeId }),
  },
  {
    name: 'the fields in another order',
    status: 401,
    knock: (s, body, noticeId) => s.knock('test-spei', { body: reordered(body), signed: body, noticeId }),
  },
  {
    name: 'for another notice',
    status: 401,
    knock: (s, body, noticeId) =>
      s.knock('test-spei', { body, noticeId, headers: { 'x-rail-event': `${noticeId}-other` } }),
  },
  {
    name: 'without an id',
    status: 401,
    knock: (s, body, noticeId) => s.knock('test-spei', { body, noticeId, headers: { 'x-rail-event': '' } }),
  },
  { name: 'with no body', status: 200, knock: (s, _, noticeId) => s.knock('test-spei', { body: '', noticeId }) },
]

function reordered(body: string): string {
  const fields: unknown = JSON.parse(body)
  return JSON.stringify(Object.fromEntries(Object.entries(Object(fields)).reverse()))
}
