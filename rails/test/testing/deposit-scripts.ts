import { createHash } from 'node:crypto'
import { coins, currencies, type Money, money } from '@bolsillo/kernel'
import { chainIn } from '../chain-payload.ts'
import { pixPayloads } from '../pix-payload.ts'
import { speiPayloads } from '../spei-payload.ts'
import type { DepositStand } from './deposit-stand.ts'

/** One thing a provider may do to us, and what must be in the customer's account when it is over. */
interface DepositScript {
  readonly name: string
  readonly railId: string
  readonly asset: string
  /** What the provider delivered to this customer in the end, in minor units. */
  readonly credited: bigint
  /** What it delivered for nobody we know. */
  readonly unmatched?: bigint
  readonly run: (stand: DepositStand, payer: { readonly to: string; readonly tag: string }) => Promise<void>
}

const { MXN, BRL } = currencies
const { BTC, ETH, USDT } = coins
type Fields = Record<string, unknown>
const mxn = (minor: bigint): Money => money(minor, MXN)
const at = (stand: DepositStand) => stand.app.services.clock.now()

const speiOf = (stand: DepositStand, to: string, clave: string, minor: bigint): Fields =>
  speiPayloads.writeIn({
    externalId: clave,
    amount: mxn(minor),
    to,
    name: 'Ana López',
    account: '999180000000000015',
    at: at(stand),
  })
const speiBackOf = (stand: DepositStand, clave: string, back: string, minor: bigint): Fields =>
  speiPayloads.writeBack({
    externalId: clave,
    reversalId: back,
    amount: mxn(minor),
    reason: 'Cuenta equivocada',
    at: at(stand),
  })

const spei = (
  name: string,
  credited: bigint,
  run: (
    stand: DepositStand,
    one: { to: string; tag: string; pay: (minor: bigint, clave?: string) => Fields },
  ) => Promise<void>,
  unmatched?: bigint,
): DepositScript => ({
  name,
  railId: 'test-spei',
  asset: 'MXN',
  credited,
  ...(unmatched === undefined ? {} : { unmatched }),
  run: (stand, { to, tag }) => run(stand, { to, tag, pay: (minor, clave = tag) => speiOf(stand, to, clave, minor) }),
})

/** Scripts of the bank that receives by SPEI. */
export const speiScripts: readonly DepositScript[] = [
  spei('pays', 150_000n, (s, { pay }) => s.say('test-spei', pay(150_000n))),
  spei('tells the same twice', 100n, (s, { pay }) => s.say('test-spei', pay(100n), pay(100n))),
  spei('tells the same again an hour later', 100n, async (s, { pay }) => {
    await s.say('test-spei', pay(100n))
    await s.pass(3_600_000)
    await s.say('test-spei', pay(100n))
  }),
  spei('sends notices with new ids for one payment', 500n, async (s, { pay, tag }) => {
    await s.say('test-spei', pay(500n))
    for (const n of [1, 2, 3]) await s.knock('test-spei', { body: '{}', noticeId: `${tag}-notice-${n}` })
    await s.pass(1_000)
    await s.say('test-spei', pay(500n))
  }),
  spei('delivers less than was announced', 40_000n, (s, { pay }) => s.say('test-spei', pay(40_000n))),
  spei('is off by one centavo below', 99_999n, (s, { pay }) => s.say('test-spei', pay(99_999n))),
  spei('is off by one centavo above', 100_001n, (s, { pay }) => s.say('test-spei', pay(100_001n))),
  spei('says on its way, then settled', 700n, async (s, { pay }) => {
    await s.say('test-spei', { ...pay(700n), estado: 'en-proceso' })
    await s.pass(60_000)
    await s.say('test-spei', pay(700n))
  }),
  spei('says on its way and never more', 0n, (s, { pay }) =>
    s.say('test-spei', { ...pay(700n), estado: 'en-proceso' }),
  ),
  spei('takes all back', 0n, async (s, { pay, tag }) => {
    await s.say('test-spei', pay(900n))
    await s.pass(1_000)
    await s.say('test-spei', speiBackOf(s, tag, `${tag}-back`, 900n))
  }),
  spei('takes a part back', 600n, (s, { pay, tag }) =>
    s.say('test-spei', pay(900n), speiBackOf(s, tag, `${tag}-back`, 300n)),
  ),
  spei('takes it back in two parts', 100n, (s, { pay, tag }) =>
    s.say('test-spei', pay(900n), speiBackOf(s, tag, `${tag}-back-1`, 300n), speiBackOf(s, tag, `${tag}-back-2`, 500n)),
  ),
  spei('tells twice that it took it back', 0n, (s, { pay, tag }) =>
    s.say('test-spei', pay(900n), speiBackOf(s, tag, `${tag}-b`, 900n), speiBackOf(s, tag, `${tag}-b`, 900n)),
  ),
  spei('takes back what it tells only later', 0n, async (s, { pay, tag }) => {
    await s.say('test-spei', speiBackOf(s, tag, `${tag}-back`, 900n))
    await s.pass(1_000)
    await s.say('test-spei', pay(900n))
    await s.pass(20 * 60_000)
  }),
  spei('pays in another currency', 0n, (s, { pay }) => s.say('test-spei', { ...pay(900n), moneda: 'USD' })),
  spei(
    'pays to an account of nobody',
    0n,
    (s, { tag }) => s.say('test-spei', speiOf(s, '999180077777777776', tag, 321n)),
    321n,
  ),
  spei('says what is no JSON, then pays', 10n, (s, { pay }) => s.say('test-spei', '{"tipo":"abono"', pay(10n))),
  spei('says something unheard of, then pays', 10n, (s, { pay }) =>
    s.say('test-spei', { ...pay(1n), tipo: 'regalo' }, pay(10n)),
  ),
  spei('pays a negative amount', 0n, (s, { pay }) => s.say('test-spei', { ...pay(1n), monto: '-5.00' })),
  spei('pays nothing', 0n, (s, { pay }) => s.say('test-spei', { ...pay(1n), monto: '0.00' })),
  spei('writes three decimals', 0n, (s, { pay }) => s.say('test-spei', { ...pay(1n), monto: '5.001' })),
  spei('writes a number instead of text', 0n, (s, { pay }) => s.say('test-spei', { ...pay(1n), monto: 500 })),
  spei('writes 1e3', 0n, (s, { pay }) => s.say('test-spei', { ...pay(1n), monto: '1e3' })),
  spei('pays more than the books can count, then a little', 7n, (s, { pay, tag }) =>
    s.say('test-spei', { ...pay(1n), monto: '99999999999999999.99' }, pay(7n, `${tag}-2`)),
  ),
  spei('tells one payment with two amounts: the first counts', 100n, (s, { pay }) =>
    s.say('test-spei', pay(100n), pay(100_000n)),
  ),
  spei('tells one payment for two customers: the first counts', 100n, (s, { pay, tag }) =>
    s.say('test-spei', pay(100n), speiOf(s, '999180077777777776', tag, 100n)),
  ),
  spei('pays twice the same within a second', 200n, (s, { pay, tag }) =>
    s.say('test-spei', pay(100n), pay(100n, `${tag}-other`)),
  ),
  spei('pays two hundred times', 20_100n, (s, { pay, tag }) =>
    s.say('test-spei', ...Array.from({ length: 200 }, (_, n) => pay(BigInt(n + 1), `${tag}-${n}`))),
  ),
  spei('tells of it three days late', 100n, async (s, { pay }) => {
    const early = pay(100n)
    s.app.services.clock.advanceMs(3 * 86_400_000)
    await s.say('test-spei', early)
  }),
  spei('pays while our side fails twice before it posts', 100n, async (s, { pay }) => {
    s.failing.before = 2
    await s.say('test-spei', pay(100n))
    for (let n = 0; n < 4; n += 1) await s.pass(60_000)
  }),
  spei('pays while our side falls twice after it posted', 100n, async (s, { pay }) => {
    s.failing.after = 2
    await s.say('test-spei', pay(100n))
    for (let n = 0; n < 4; n += 1) await s.pass(60_000)
  }),
  spei('is read by four readers at once', 400n, async (s, { pay, tag }) => {
    await s.say('test-spei', ...[1, 2, 3, 4].map((n) => pay(100n, `${tag}-${n}`)))
    await Promise.all([1, 2, 3, 4].map(() => s.engine.readRails()))
  }),
]

const pixOf = (stand: DepositStand, to: string, e2e: string, minor: bigint, account = 'cpf:11144477735'): Fields =>
  pixPayloads.writeIn({ externalId: e2e, amount: money(minor, BRL), to, name: 'João Almeida', account, at: at(stand) })
const pixBackOf = (stand: DepositStand, e2e: string, back: string, minor: bigint): Fields =>
  pixPayloads.writeBack({
    externalId: e2e,
    reversalId: back,
    amount: money(minor, BRL),
    reason: 'fraude',
    at: at(stand),
  })

const pix = (
  name: string,
  credited: bigint,
  run: (
    stand: DepositStand,
    one: { to: string; tag: string; pay: (minor: bigint, e2e?: string) => Fields },
  ) => Promise<void>,
  unmatched?: bigint,
): DepositScript => ({
  name,
  railId: 'test-pix',
  asset: 'BRL',
  credited,
  ...(unmatched === undefined ? {} : { unmatched }),
  run: (stand, { to, tag }) => run(stand, { to, tag, pay: (minor, e2e = tag) => pixOf(stand, to, e2e, minor) }),
})

/** Scripts of the bank that receives by PIX. */
export const pixScripts: readonly DepositScript[] = [
  pix('pays', 5_000n, (s, { pay }) => s.say('test-pix', pay(5_000n))),
  pix('is paid twice by one QR', 10_000n, (s, { pay, tag }) => s.say('test-pix', pay(5_000n), pay(5_000n, `${tag}-2`))),
  pix('tells the same three times', 5_000n, (s, { pay }) => s.say('test-pix', pay(5_000n), pay(5_000n), pay(5_000n))),
  pix('gives a part back', 3_500n, (s, { pay, tag }) =>
    s.say('test-pix', pay(5_000n), pixBackOf(s, tag, `${tag}-d`, 1_500n)),
  ),
  pix('gives all back in three parts', 0n, (s, { pay, tag }) =>
    s.say('test-pix', pay(30n), ...[1, 2, 3].map((n) => pixBackOf(s, tag, `${tag}-d${n}`, 10n))),
  ),
  pix('carries another txid', 0n, (s, { tag }) => s.say('test-pix', pixOf(s, 'NOBODYKNOWSTHIS', tag, 77n)), 77n),
  pix(
    'carries our txid in lower case',
    0n,
    (s, { to, tag }) => s.say('test-pix', pixOf(s, to.toLowerCase(), tag, 78n)),
    78n,
  ),
  pix('is paid by a firm', 12n, (s, { to, tag }) => s.say('test-pix', pixOf(s, to, tag, 12n, 'cnpj:16727230000197'))),
  pix('does not say who paid', 0n, (s, { pay }) => s.say('test-pix', { ...pay(9n), pagador: { nome: 'X' } })),
  pix('writes a comma', 0n, (s, { pay }) => s.say('test-pix', { ...pay(9n), valor: '9,00' })),
  pix('adds fields we do not know', 9n, (s, { pay }) =>
    s.say('test-pix', { ...pay(9n), infoPagador: 'oi', componentes: {} }),
  ),
  pix('tells it before any time', 0n, (s, { pay }) => s.say('test-pix', { ...pay(9n), horario: -1 })),
]

const hashOf = (tag: string): string => createHash('sha256').update(tag).digest('hex')

interface ChainTools {
  readonly to: string
  readonly tag: string
  /** One report of a transaction: its confirmations, block and output. */
  readonly tell: (
    amount: Money,
    more?: { seen?: number; block?: string; output?: number; hash?: string; to?: string },
  ) => Fields
  readonly orphan: (amount: Money, more?: { block?: string; output?: number }) => Fields
}

const chain = (
  network: 'bitcoin' | 'ethereum' | 'tron',
  asset: string,
  name: string,
  credited: bigint,
  run: (stand: DepositStand, tools: ChainTools) => Promise<void>,
  unmatched?: bigint,
): DepositScript => ({
  name: `${network}: ${name}`,
  railId: `test-chain-${network}`,
  asset,
  credited,
  ...(unmatched === undefined ? {} : { unmatched }),
  run: (stand, { to, tag }) => {
    const tell: ChainTools['tell'] = (amount, { seen = 3, block = 'a', output = 0, hash = tag, to: other = to } = {}) =>
      chainIn({
        network,
        hash: hashOf(hash),
        output,
        block: hashOf(`block ${block} ${tag}`),
        amount,
        to: other,
        from: 'somebody',
        seen,
        needed: 3,
        at: at(stand),
      })
    const orphan: ChainTools['orphan'] = (amount, more) => ({ ...tell(amount, more), type: 'orphaned' })
    return run(stand, { to, tag, tell, orphan })
  },
})

const btc = (minor: bigint): Money => money(minor, BTC)
const eth = (minor: bigint): Money => money(minor, ETH)
const usdt = (minor: bigint): Money => money(minor, USDT)
const on = { btc: 'test-chain-bitcoin', eth: 'test-chain-ethereum', tron: 'test-chain-tron' } as const

/** Scripts of chains and their nodes. */
export const chainScripts: readonly DepositScript[] = [
  chain('bitcoin', 'BTC', 'one, two, three confirmations', 50_000n, async (s, { tell }) => {
    for (const seen of [1, 2, 3]) {
      await s.say(on.btc, tell(btc(50_000n), { seen }))
      await s.pass(600_000)
    }
  }),
  chain('bitcoin', 'BTC', 'two of three, and no more', 0n, (s, { tell }) =>
    s.say(on.btc, tell(btc(5n), { seen: 1 }), tell(btc(5n), { seen: 2 })),
  ),
  chain('bitcoin', 'BTC', 'from one to six at once', 5n, (s, { tell }) =>
    s.say(on.btc, tell(btc(5n), { seen: 1 }), tell(btc(5n), { seen: 6 })),
  ),
  chain('bitcoin', 'BTC', 'goes on telling after it counted', 5n, (s, { tell }) =>
    s.say(on.btc, ...[3, 4, 5, 6].map((seen) => tell(btc(5n), { seen }))),
  ),
  chain('bitcoin', 'BTC', 'confirmations told backwards', 5n, (s, { tell }) =>
    s.say(on.btc, ...[3, 2, 1].map((seen) => tell(btc(5n), { seen }))),
  ),
  chain('bitcoin', 'BTC', 'the same transaction pays us at two outputs', 12n, (s, { tell }) =>
    s.say(on.btc, tell(btc(5n), { output: 0 }), tell(btc(7n), { output: 1 })),
  ),
  chain('bitcoin', 'BTC', 'one output told with two values: the first counts', 5n, (s, { tell }) =>
    s.say(on.btc, tell(btc(5n)), tell(btc(5_000_000n))),
  ),
  chain('bitcoin', 'BTC', 'reorganised before it counted, included again', 5n, async (s, { tell, orphan }) => {
    await s.say(on.btc, tell(btc(5n), { seen: 2 }), orphan(btc(5n)))
    await s.pass(1_000)
    await s.say(on.btc, ...[1, 2, 3].map((seen) => tell(btc(5n), { seen, block: 'b' })))
  }),
  chain('bitcoin', 'BTC', 'reorganised after it counted, included again', 5n, async (s, { tell, orphan }) => {
    await s.say(on.btc, tell(btc(5n)))
    await s.pass(1_000)
    await s.say(on.btc, orphan(btc(5n)), tell(btc(5n), { block: 'b' }))
  }),
  chain('bitcoin', 'BTC', 'reorganised after it counted, never seen again', 0n, async (s, { tell, orphan }) => {
    await s.say(on.btc, tell(btc(5n)))
    await s.pass(1_000)
    await s.say(on.btc, orphan(btc(5n)))
  }),
  chain('bitcoin', 'BTC', 'told in its new block before it left the old one', 5n, async (s, { tell, orphan }) => {
    await s.say(on.btc, tell(btc(5n)), tell(btc(5n), { block: 'b' }))
    await s.pass(1_000)
    await s.say(on.btc, orphan(btc(5n)))
    await s.pass(20 * 60_000)
  }),
  chain('bitcoin', 'BTC', 'told in two blocks and never taken back: once', 5n, (s, { tell }) =>
    s.say(on.btc, tell(btc(5n)), tell(btc(5n), { block: 'b' })),
  ),
  chain('bitcoin', 'BTC', 'five hundred times dust', 500n, (s, { tell, tag }) =>
    s.say(on.btc, ...Array.from({ length: 500 }, (_, n) => tell(btc(1n), { hash: `${tag}-${n}` }))),
  ),
  chain(
    'bitcoin',
    'BTC',
    'pays an address of nobody',
    0n,
    (s, { tell }) => s.say(on.btc, tell(btc(9n), { to: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' })),
    9n,
  ),
  chain('ethereum', 'ETH', 'failed and is in the chain all the same', 0n, (s, { tell }) =>
    s.say(on.eth, { ...tell(eth(100n)), status: 'reverted' }),
  ),
  chain('ethereum', 'ETH', 'failed first, then another succeeds', 100n, (s, { tell, tag }) =>
    s.say(on.eth, { ...tell(eth(100n)), status: 'reverted' }, tell(eth(100n), { hash: `${tag}-2` })),
  ),
  chain('ethereum', 'ETH', 'dust below our smallest unit, ten thousand times', 0n, (s, { tell, tag }) =>
    s.say(
      on.eth,
      ...Array.from({ length: 10_000 }, (_, n) => ({ ...tell(eth(1n), { hash: `${tag}-${n}` }), value: '9999999999' })),
    ),
  ),
  chain('ethereum', 'ETH', 'what is below our smallest unit is dropped, not rounded up', 1n, (s, { tell }) =>
    s.say(on.eth, { ...tell(eth(1n)), value: '19999999999' }),
  ),
  chain('ethereum', 'ETH', 'our address in lower case', 100n, (s, { tell, to }) =>
    s.say(on.eth, tell(eth(100n), { to: to.toLowerCase() })),
  ),
  chain('ethereum', 'ETH', 'our address in upper case', 100n, (s, { tell, to }) =>
    s.say(on.eth, tell(eth(100n), { to: `0x${to.slice(2).toUpperCase()}` })),
  ),
  chain('ethereum', 'USDT', 'a token we keep', 5_000_000n, (s, { tell }) => s.say(on.eth, tell(usdt(5_000_000n)))),
  chain('ethereum', 'ETH', 'a token we do not keep', 0n, (s, { tell }) =>
    s.say(on.eth, { ...tell(eth(100n)), token: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' }),
  ),
  chain('ethereum', 'ETH', 'more than there is', 0n, (s, { tell }) =>
    s.say(on.eth, { ...tell(eth(1n)), value: '9'.repeat(30) }),
  ),
  chain('ethereum', 'ETH', 'a value with a point', 0n, (s, { tell }) =>
    s.say(on.eth, { ...tell(eth(1n)), value: '1.5' }),
  ),
  chain('ethereum', 'ETH', 'told by the node of another network', 0n, (s, { tell }) =>
    s.say(on.eth, { ...tell(eth(100n)), network: 'bitcoin' }),
  ),
  chain('ethereum', 'ETH', 'not yet in a block', 0n, (s, { tell }) => s.say(on.eth, tell(eth(100n), { seen: 0 }))),
  chain('tron', 'USDT', 'a token we keep', 7_000_000n, (s, { tell }) => s.say(on.tron, tell(usdt(7_000_000n)))),
  chain('tron', 'USDT', 'the coin of the chain, which we do not keep', 0n, (s, { tell }) =>
    s.say(on.tron, { ...tell(usdt(7_000_000n)), token: 'native' }),
  ),
]
