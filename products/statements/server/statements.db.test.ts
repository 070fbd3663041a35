import type { Call, ReplyOf } from '@bolsillo/contract'
import { instant, instantAt, isRejection, plusDays, tradeDate } from '@bolsillo/kernel'
import { accountId, customerAccount } from '@bolsillo/ledger/domain'
import type { TestAnswer } from '@bolsillo/test-kit'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { listMovements, listStatements, readStatement, readStatementFile } from '../contract/index.ts'
import { homeZone } from '../domain/index.ts'
import { type MadeStatement, makeStatement, rowsMax } from './make-statement.ts'
import { type StatementsStand, statementsStand, type TestEntry, textsOfPdf } from './testing/statements-stand.ts'

let stand: StatementsStand

function dataOf<C extends Call>(answer: TestAnswer): ReplyOf<C> {
  expect(answer.json.code === 0 ? 0 : answer.json).toBe(0)
  return answer.json.data as ReplyOf<C>
}
const nameOf = (answer: TestAnswer): unknown => (answer.json.data as { rejection?: string } | undefined)?.rejection
const noon = (date: string): number => instantAt(tradeDate(date), 720, homeZone)
const movements = async (filter: Record<string, unknown> = {}, customer = 1) =>
  dataOf<typeof listMovements>(await stand.as(customer, '/user/point/change/log', filter))

/** A little history: a deposit, shares bought with commission and VAT, a transfer, a coin. */
const story: readonly TestEntry[] = [
  { at: noon('2026-01-10'), moves: [{ asset: 'MXN', minor: 100_000_00n }] },
  {
    at: noon('2026-01-20'),
    kind: 'stock-buy',
    details: { instrument: 'WALMEX.MX', quantity: '50' },
    moves: [
      { asset: 'MXN', minor: -3120_00n },
      { asset: 'MXN', minor: -7_80n, to: 'fees' },
      { asset: 'MXN', minor: -1_25n, to: 'vat' },
      { asset: 'STK:WALMEX.MX', minor: 50n },
    ],
  },
  {
    at: noon('2026-02-05'),
    kind: 'purse-transfer',
    details: { from: 'stock', to: 'coin', amount: '500.00 MXN' },
    moves: [
      { asset: 'MXN', minor: -500_00n },
      { asset: 'MXN', purse: 'coin', minor: 500_00n },
    ],
  },
  { at: noon('2026-02-28'), moves: [{ asset: 'BTC', purse: 'coin', minor: 2500_0000n }] },
  { at: noon('2026-02-28'), customer: 3, moves: [{ asset: 'MXN', minor: 777_00n }] },
]

describe('the log of movements', () => {
  beforeAll(async () => {
    stand = await statementsStand()
    await stand.post(...story)
  })
  afterAll(() => stand.close())

  it('has one row for each entry, newest first, with its lines, its other side and its hash', async () => {
    const { rows } = await movements()
    expect(rows.map(({ kind }) => kind)).toEqual(['deposit', 'purse-transfer', 'stock-buy', 'deposit'])
    const buy = rows[2]
    expect(buy?.moved).toEqual([
      { purse: 'stock', asset: 'MXN', posted: '-3129.05' },
      { purse: 'stock', asset: 'STK:WALMEX.MX', posted: '50' },
    ])
    expect(buy?.lines.map(({ part, posted }) => [part, posted])).toEqual([
      ['whole', '-3120.00'],
      ['fees', '-7.80'],
      ['vat', '-1.25'],
      ['whole', '50'],
    ])
    expect(buy?.legs).toContainEqual({ owner: 'house', purse: 'fees', asset: 'MXN', posted: '7.80' })
    expect(buy?.hash).toMatch(/^[0-9a-f]{64}$/)
  })

  it.each([
    ['by purse', { purse: 'coin' }, ['deposit', 'purse-transfer']],
    ['by asset', { asset: 'BTC' }, ['deposit']],
    ['by kind', { group: 'trades' }, ['stock-buy']],
    ['by days, both included', { from: '2026-01-20', to: '2026-02-05' }, ['purse-transfer', 'stock-buy']],
    ['from a day on', { from: '2026-02-05' }, ['deposit', 'purse-transfer']],
    ['up to a day', { to: '2026-01-10' }, ['deposit']],
    ['by all of them', { purse: 'coin', asset: 'MXN', group: 'transfers', from: '2026-02-01' }, ['purse-transfer']],
    ['to nothing', { group: 'withdrawals' }, []],
  ])('is narrowed %s', async (_what, filter, kinds) => {
    expect((await movements(filter)).rows.map(({ kind }) => kind)).toEqual(kinds)
  })

  it('is a customer’s own, and open to a restricted one', async () => {
    expect((await movements({}, 3)).rows).toHaveLength(1)
    expect((await movements({}, 2)).rows).toEqual([])
    expect((await stand.app.ask({ method: 'POST', path: '/ipcf-api/user/point/change/log', body: {} })).status).toBe(
      401,
    )
  })

  it.each([
    ['an unknown zone', { zone: 'Moon/Tranquility' }, 'statement-zone', 'zone'],
    ['days that run backwards', { from: '2026-02-02', to: '2026-02-01' }, 'statement-period', 'from'],
    ['a day that does not exist', { from: '2026-02-30' }, 'field-invalid', 'from'],
    ['a place that is none', { cursor: '7.1' }, 'field-invalid', 'cursor'],
    ['a purse that does not exist', { purse: 'house' }, 'field-invalid', 'purse'],
    ['somebody else', { customerId: 'cus_1' }, 'field-unknown', 'customerId'],
    ['a page of a thousand', { limit: 1000 }, 'field-invalid', 'limit'],
  ])('refuses %s', async (_what, filter, rejection, field) => {
    const answer = await stand.as(1, '/user/point/change/log', filter)
    expect([nameOf(answer), (answer.json.data as { field?: string }).field]).toEqual([rejection, field])
  })

  it('is paged without a gap and without a row twice while others are posted', async () => {
    await stand.post(
      ...Array.from({ length: 25 }, (_, index) => ({
        at: noon('2026-03-01') + index,
        customer: 3,
        moves: [{ asset: 'USD', minor: BigInt(index + 1) }],
      })),
    )
    const seen: string[] = []
    let cursor: string | undefined
    const wanted = (await movements({ limit: 100 }, 3)).rows.map(({ seq }) => seq)
    for (let page = 0; page < 20; page += 1) {
      const reply = await movements({ limit: 4, ...(cursor === undefined ? {} : { cursor }) }, 3)
      seen.push(...reply.rows.map(({ seq }) => seq))
      await stand.post({ at: noon('2026-03-02') + page, customer: 3, moves: [{ asset: 'USD', minor: 1n }] })
      if (reply.next === undefined) break
      cursor = reply.next
    }
    expect(seen).toEqual(wanted)
  })
})

describe('a statement', () => {
  beforeEach(async () => {
    stand = await statementsStand()
    await stand.post(...story)
  })
  afterEach(() => stand.close())
  const make = async (from: string, to: string, customer = 1): Promise<MadeStatement> => {
    const made = await makeStatement(
      stand.deps,
      { customerId: stand.customerId(customer), from: tradeDate(from), to: tradeDate(to), zone: undefined, as: 'csv' },
      { db: stand.sql, now: instant(noon('2026-03-15')) },
    )
    if (isRejection(made)) throw new Error(made.spec.name)
    return made
  }
  const closing = ({ accounts }: MadeStatement): Record<string, bigint> =>
    Object.fromEntries(accounts.map((account) => [`${account.purse}:${account.asset}`, account.closing]))

  it('says what there was, came, went and is, and what was charged', async () => {
    const made = await make('2026-01-15', '2026-01-31')
    expect(
      made.accounts.map(({ purse, asset, opening, in: came, out, closing: is }) => [
        purse,
        asset,
        opening,
        came,
        out,
        is,
      ]),
    ).toEqual([
      ['stock', 'MXN', 100_000_00n, 0n, -3129_05n, 96_870_95n],
      ['stock', 'STK:WALMEX.MX', 0n, 50n, 0n, 50n],
    ])
    expect(made).toMatchObject({
      movements: 1,
      fees: [{ asset: 'MXN', amount: 7_80n }],
      vat: [{ asset: 'MXN', amount: 1_25n }],
      positions: [{ asset: 'STK:WALMEX.MX', quantity: '50', price: '62.400', value: '3120.00', currency: 'MXN' }],
    })
  })

  it('names every charge a fee, in movements, CSV and PDF alike, so that its lines sum to the total', async () => {
    // An opened contract moves only its charges.
    await stand.post(
      {
        at: noon('2026-02-10'),
        kind: 'contract-open',
        details: { instrument: 'BTC-USDT-PERP', quantity: '0.1' },
        moves: [
          { asset: 'MXN', minor: -78n, to: 'fees' },
          { asset: 'MXN', minor: -12n, to: 'vat' },
        ],
      },
      {
        at: noon('2026-02-11'),
        kind: 'withdrawal',
        moves: [
          { asset: 'MXN', minor: -100_00n },
          { asset: 'MXN', minor: -5_00n, to: 'fees' },
        ],
      },
    )
    const made = await make('2026-01-15', '2026-02-28')
    expect(made.fees).toEqual([{ asset: 'MXN', amount: 13_58n }])
    expect(made.vat).toEqual([{ asset: 'MXN', amount: 1_37n }])
    const sumOf = (amounts: readonly string[]): bigint =>
      amounts.reduce((sum, text) => sum - BigInt(text.replace(/[.,]/g, '')), 0n)
    const { rows } = await movements({ from: '2026-01-15', to: '2026-02-28', limit: 100 })
    const lines = rows.flatMap((row) => row.lines).filter(({ part }) => part === 'fees')
    expect(sumOf(lines.map(({ posted }) => posted))).toBe(13_58n)
    const file = async (format: string): Promise<Buffer> => {
      const path = `/user/statement/file?from=2026-01-15&to=2026-02-28&format=${format}`
      const { content } = dataOf<typeof readStatementFile>(await stand.as(1, path, undefined, 'en-US'))
      return Buffer.from(content, 'base64')
    }
    const csv = (await file('csv')).toString('utf8')
    expect(sumOf([...csv.matchAll(/,Fee · [^,]*,([^,]*),/g)].map(([, amount = '']) => amount))).toBe(13_58n)
    const texts = textsOfPdf(await file('pdf'))
    const named = texts.flatMap((text, index) => (text.startsWith('Fee · ') ? [texts[index + 1] ?? ''] : []))
    expect(sumOf(named)).toBe(13_58n)
  })

  it('sums a charge that came back with what it was charged for to nothing', async () => {
    const own = customerAccount(stand.customerId(1), 'stock', 'MXN')
    await stand.post({
      at: noon('2026-02-10'),
      kind: 'withdrawal',
      moves: [
        { asset: 'MXN', minor: -100_00n },
        { asset: 'MXN', minor: -5_00n, to: 'fees' },
      ],
    })
    await stand.postings(noon('2026-02-11'), 'withdrawal-return', [
      { account: accountId('venue-simulated', 'custody', 'MXN'), posted: -100_00n, held: 0n },
      { account: accountId('house', 'fees', 'MXN'), posted: -5_00n, held: 0n },
      { account: own, posted: 105_00n, held: 0n },
    ])
    const made = await make('2026-02-10', '2026-02-11')
    expect(made.fees).toEqual([])
    const { rows } = await movements({ from: '2026-02-11', to: '2026-02-11' })
    expect(rows[0]?.lines.map(({ part, posted }) => [part, posted])).toEqual([
      ['whole', '100.00'],
      ['fees', '5.00'],
    ])
    expect(rows[0]?.lines[1]?.postedAfter).toBe('96370.95')
  })

  it('up to now equals the balances, and names the head of the journal', async () => {
    const made = await make('2025-01-01', '2026-03-15')
    const balances = await stand.ledger.balancesOfCustomer(stand.sql, stand.customerId(1))
    expect(closing(made)).toEqual(
      Object.fromEntries(balances.map(({ purse, asset, posted }) => [`${purse}:${asset}`, posted])),
    )
    expect(made.head).toEqual(await stand.ledger.head(stand.sql))
  })

  it('of two periods that meet is the statement of both together, whatever happened and in whatever order it was recorded', async () => {
    const assets = ['MXN', 'USD', 'BTC'] as const
    const first = tradeDate('2026-01-01')
    const entry = fc.record({
      day: fc.integer({ min: 0, max: 60 }),
      minute: fc.integer({ min: 0, max: 1439 }),
      asset: fc.constantFrom(...assets),
      purse: fc.constantFrom('stock', 'coin' as const),
      minor: fc.bigInt(1n, 10n ** 6n),
      out: fc.boolean(),
    })
    const cuts = fc.tuple(
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 0, max: 60 }),
      fc.integer({ min: 0, max: 60 }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 12 }), cuts, async (entries, days) => {
        for (const { day, minute, asset, purse, minor, out } of entries) {
          const at = instantAt(plusDays(first, day), minute, homeZone)
          const account = `${stand.customerId(1)}:${purse}:${asset}` as const
          const has = (await stand.ledger.balances(stand.sql, [account])).get(account)?.posted ?? 0n
          await stand.post({ at, moves: [{ asset, purse, minor: out && has >= minor ? -minor : minor }] })
        }
        const [a = 0, b = 0, c = 0] = days.toSorted((x, y) => x - y)
        if (b === a || c === b) return
        const date = (offset: number): string => plusDays(first, offset)
        const [early, late, both] = [
          await make(date(a), date(b - 1)),
          await make(date(b), date(c)),
          await make(date(a), date(c)),
        ]
        for (const account of both.accounts) {
          const same = (made: MadeStatement) =>
            made.accounts.find(({ purse, asset }) => purse === account.purse && asset === account.asset)
          const [one, two] = [same(early), same(late)]
          expect(one?.opening ?? 0n).toBe(account.opening)
          expect(two?.closing ?? one?.closing ?? 0n).toBe(account.closing)
          expect(two?.opening ?? 0n).toBe(one?.closing ?? 0n)
          expect((one?.in ?? 0n) + (two?.in ?? 0n)).toBe(account.in)
          expect((one?.out ?? 0n) + (two?.out ?? 0n)).toBe(account.out)
          expect([...(one?.lines ?? []), ...(two?.lines ?? [])]).toEqual(account.lines)
          expect(account.lines.at(-1)?.balance ?? account.opening).toBe(account.closing)
        }
        expect(early.movements + late.movements).toBe(both.movements)
      }),
      { numRuns: 25 },
    )
  })

  it('does not change when more is posted behind its head', async () => {
    const before = await make('2026-01-01', '2026-02-28')
    const places = { from: before.period.from, to: before.period.to, upTo: before.head.seq }
    await stand.post({ at: noon('2026-01-05'), moves: [{ asset: 'MXN', minor: 5n }] })
    const again = await stand.history.sums(stand.sql, stand.customerId(1), places)
    const is = again.filter((account) => account.closing !== 0n)
    expect(Object.fromEntries(is.map((account) => [`${account.purse}:${account.asset}`, account.closing]))).toEqual(
      closing(before),
    )
  })

  it('says which of its closing prices nobody traded at', async () => {
    const [before, after] = [await make('2026-01-15', '2026-01-31'), await make('2026-01-15', '2026-02-28')]
    expect(before.positions.map(({ isGenerated }) => isGenerated)).toEqual([true])
    expect(after.positions.map(({ isGenerated }) => isGenerated)).toEqual([false])
    const file = async (to: string): Promise<string> => {
      const path = `/user/statement/file?from=2026-01-15&to=${to}&format=csv`
      const { content } = dataOf<typeof readStatementFile>(await stand.as(1, path, undefined, 'en-US'))
      return Buffer.from(content, 'base64').toString('utf8')
    }
    expect(await file('2026-01-31')).toContain('no one traded at it')
    expect(await file('2026-02-28')).not.toContain('no one traded at it')
  })

  it('is had as a CSV that names the market, the head and every line', async () => {
    const reply = dataOf<typeof readStatementFile>(
      await stand.as(1, '/user/statement/file?from=2026-01-01&to=2026-02-28&format=csv', undefined, 'es-ES'),
    )
    const text = Buffer.from(reply.content, 'base64').toString('utf8')
    expect(reply).toMatchObject({ name: 'bolsillo-estado-2026-01-01-2026-02-28.csv', movements: 4 })
    const { hash, seq } = await stand.ledger.head(stand.sql)
    expect(text.match(/MERCADO DE PRÁCTICA/g)).toHaveLength(2)
    for (const part of [
      `${seq},${hash}`,
      'Compra 50 WALMEX',
      '-3120.00',
      'Comisión · Compra 50 WALMEX,-7.80',
      'Transferencia a Cripto',
      '0.25000000',
    ]) {
      expect(text).toContain(part)
    }
  })

  it.each([
    ['es-ES', 'estado'],
    ['en-US', 'statement'],
    ['pt-BR', 'extrato'],
  ])('is had as a PDF in %s', async (language, name) => {
    const answer = await stand.as(
      1,
      '/user/statement/file?from=2026-01-01&to=2026-02-28&format=pdf',
      undefined,
      language,
    )
    const reply = dataOf<typeof readStatementFile>(answer)
    expect(reply.name).toBe(`bolsillo-${name}-2026-01-01-2026-02-28.pdf`)
    expect(Buffer.from(reply.content, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
  })

  it('of more rows than a file holds is refused in clear words', async () => {
    const many = Array.from({ length: rowsMax.pdf + 1 }, (_, index) => ({
      at: noon('2026-03-01') + index,
      moves: [{ asset: 'USD', minor: 1n }],
    }))
    await stand.post(...many)
    const answer = await stand.as(1, '/user/statement/file?from=2026-03-01&to=2026-03-02&format=pdf')
    expect([answer.status, nameOf(answer)]).toEqual([422, 'statement-too-long'])
    expect(answer.json.msg).toContain('1500 movimientos')
    expect((await stand.as(1, '/user/statement/file?from=2026-03-01&to=2026-03-02&format=csv')).status).toBe(200)
  })

  it.each([
    ['from=2026-02-02&to=2026-02-01', 'statement-period'],
    ['from=2015-01-01&to=2026-02-01', 'statement-period'],
    ['from=2026-02-30&to=2026-03-01', 'field-invalid'],
    ['to=2026-03-01', 'field-missing'],
    ['from=2026-02-01&to=2026-03-01&zone=Nowhere', 'statement-zone'],
  ])('of %s is refused', async (query, rejection) => {
    expect(nameOf(await stand.as(1, `/user/statement?${query}`))).toBe(rejection)
  })

  it('is listed by months', async () => {
    const { months } = dataOf<typeof listStatements>(await stand.as(1, '/user/statement/list'))
    expect(months.at(-1)).toMatchObject({ month: '2026-01', from: '2026-01-01', to: '2026-01-31' })
    const summary = dataOf<typeof readStatement>(await stand.as(1, '/user/statement?from=2026-01-01&to=2026-01-31'))
    expect(summary.accounts[0]).toEqual({
      purse: 'stock',
      asset: 'MXN',
      opening: '0.00',
      in: '100000.00',
      out: '-3129.05',
      closing: '96870.95',
    })
  })
})
