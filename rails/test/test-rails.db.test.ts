import { coins, currencies, idOf, instant, type Money, money, present } from '@bolsillo/kernel'
import { readAddress, readBrCode, readClabe, readCpf } from '@bolsillo/payments/domain'
import { type GoldenPayload, type RailStand, railAcceptance } from '@bolsillo/payments/testing'
import { transaction } from '@bolsillo/server-kit'
import { type TestDatabase, type TestServices, testDatabase, testServices } from '@bolsillo/test-kit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestRails, type TestRails } from './index.ts'
import { readPayload } from './practice-rail.ts'

let database: TestDatabase
let services: TestServices
let test: TestRails
beforeAll(async () => {
  database = await testDatabase()
  services = testServices({ sql: database.sql })
  test = createTestRails({ services, confirmationsOf: () => 3 })
})
afterAll(async () => {
  await database.drop()
})

const at = instant(1_780_000_000_000)
const payoutId = idOf('pay', 'pay_01KJ0000000000000000000001')
const hash = 'f'.repeat(64)
const block = 'ab'.repeat(32)

const golden: Readonly<Record<string, readonly GoldenPayload[]>> = {
  'test-spei': [
    {
      name: 'a transfer in',
      raw: '{"tipo":"abono","estado":"liquidada","claveRastreo":"BOLS0001","monto":"1500.00","moneda":"MXN","clabeBeneficiario":"999180000000000015","nombreOrdenante":"ANA LOPEZ","clabeOrdenante":"032180000118359719","fechaOperacion":1780000000000}',
      means: [
        {
          kind: 'received',
          externalId: 'BOLS0001',
          amount: money(150_000n, currencies.MXN),
          to: '999180000000000015',
          from: { name: 'ANA LOPEZ', account: '032180000118359719' },
          confirmations: { seen: 1, needed: 1 },
          at,
        },
      ],
    },
    {
      name: 'a transfer taken back',
      raw: '{"tipo":"devolucion","claveRastreo":"BOLS0001","claveDevolucion":"DEV1","monto":"0.01","moneda":"MXN","causa":"Cuenta bloqueada","fechaOperacion":1780000000000}',
      means: [
        {
          kind: 'reversed',
          externalId: 'BOLS0001',
          reversalId: 'DEV1',
          amount: money(1n, currencies.MXN),
          reason: 'Cuenta bloqueada',
          at,
        },
      ],
    },
    {
      name: 'a transfer out',
      raw: `{"tipo":"cargo","estado":"liquidada","idOrden":"${payoutId}","claveRastreo":"BOLS0002","monto":"10.00","moneda":"MXN","fechaOperacion":1780000000000}`,
      means: [
        { kind: 'payout-confirmed', payoutId, externalId: 'BOLS0002', amount: money(1_000n, currencies.MXN), at },
      ],
    },
  ],
  'test-pix': [
    {
      name: 'a PIX in',
      raw: '{"tipo":"pix","endToEndId":"E999","txid":"BOLSILLO0000000001","valor":"50.10","horario":1780000000000,"pagador":{"nome":"JOAO","cpf":"11144477735"}}',
      means: [
        {
          kind: 'received',
          externalId: 'E999',
          amount: money(5_010n, currencies.BRL),
          to: 'BOLSILLO0000000001',
          from: { name: 'JOAO', account: 'cpf:11144477735' },
          confirmations: { seen: 1, needed: 1 },
          at,
        },
      ],
    },
    {
      name: 'a PIX that failed',
      raw: `{"tipo":"envio","idEnvio":"${payoutId}","endToEndId":"E1","valor":"1.00","status":"NAO_REALIZADO","motivo":"chave inexistente","horario":1780000000000}`,
      means: [{ kind: 'payout-failed', payoutId, reason: 'chave inexistente', at }],
    },
  ],
  'test-chain-ethereum': [
    {
      name: 'ether in, to the last unit we count',
      raw: `{"type":"transfer","network":"ethereum","hash":"${hash}","output":2,"block":"${block}","token":"native","value":"1000000019999999999","status":"success","to":"0x9858EfFD232B4033E47d90003D41EC34EcaEda94","from":"0xabc","confirmations":4,"needed":12,"time":1780000000000}`,
      means: [
        {
          kind: 'received',
          externalId: `${hash}:2@abababababababab`,
          payment: `${hash}:2`,
          amount: money(100_000_001n, coins.ETH),
          to: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
          from: { name: '', account: '0xabc' },
          confirmations: { seen: 4, needed: 12 },
          at,
        },
      ],
    },
    {
      name: 'a transaction that failed and is in the chain',
      raw: `{"type":"transfer","network":"ethereum","hash":"${hash}","output":0,"block":"${block}","token":"native","value":"1000000000000000000","status":"reverted","to":"0x98","from":"0xabc","confirmations":4,"needed":12,"time":1780000000000}`,
      means: [],
    },
  ],
  'test-chain-bitcoin': [
    {
      name: 'a block that is no more',
      raw: `{"type":"orphaned","network":"bitcoin","hash":"${hash}","output":0,"block":"${block}","token":"native","value":"7","time":1780000000000}`,
      means: [
        {
          kind: 'reversed',
          externalId: `${hash}:0@abababababababab`,
          reversalId: `${hash}:0@abababababababab#orphaned`,
          amount: money(7n, coins.BTC),
          reason: 'chain-reorganised',
          at,
        },
      ],
    },
  ],
  'test-chain-tron': [],
}

const destinations: Readonly<Record<string, RailStand['destination']>> = {
  'test-spei': { kind: 'clabe', clabe: '032180000118359719', holder: 'Ana López' },
  'test-pix': { kind: 'pix', keyKind: 'cpf', key: '11144477735', holder: 'João', holderTaxId: '11144477735' },
  'test-chain-bitcoin': { kind: 'address', network: 'bitcoin', address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' },
  'test-chain-ethereum': {
    kind: 'address',
    network: 'ethereum',
    address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda94',
  },
  'test-chain-tron': { kind: 'address', network: 'tron', address: 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' },
}

for (const railId of Object.keys(destinations)) {
  railAcceptance(railId, () => ({
    rail: present(
      test.rails.find(({ id }) => id === railId),
      railId,
    ),
    now: () => services.clock.now(),
    settle: async () => services.clock.advanceMs(120_000),
    payIn: async (to: string, amount: Money) => {
      await transaction(database.sql, (tx) => test.payer.payIn(tx, { railId, to, amount, now: services.clock.now() }))
    },
    destination: present(destinations[railId], railId),
    refusedAmount: (asset) => money(500_013n, asset),
    read: (raw) =>
      readPayload(present(test.dialects.get(railId), railId), raw).events.map(({ raw: _, ...event }) => event),
    golden: golden[railId] ?? [],
  }))
}

describe('what the practice providers give out', () => {
  const dialect = (railId: string) => present(test.dialects.get(railId), railId)

  it('is well formed by the rules of each country and chain', () => {
    const clabe = dialect('test-spei').address(42)
    expect(clabe.kind === 'clabe' ? readClabe(clabe.clabe) : undefined).toMatchObject({
      kind: 'clabe',
      bank: 'Banco de práctica',
    })
    const pix = dialect('test-pix').address(42)
    expect(pix.kind === 'pix' ? readBrCode(pix.brCode) : undefined).toMatchObject({
      txid: 'BOLSILLO0000000042',
      kind: 'static',
    })
    for (const network of ['bitcoin', 'ethereum', 'tron'] as const) {
      const address = dialect(`test-chain-${network}`).address(42)
      expect(address.kind === 'address' ? readAddress(network, address.address) : undefined).toMatchObject({
        kind: 'address',
        unchecked: false,
      })
    }
    const payer = dialect('test-pix').payerAccount(5n)
    expect(readCpf(payer.slice('cpf:'.length))).toBeDefined()
    expect(readClabe(dialect('test-spei').payerAccount(5n)).kind).toBe('clabe')
  })

  it('is the same after a restart, and another for another installation', () => {
    const again = createTestRails({ services, confirmationsOf: () => 3 })
    const elsewhere = createTestRails({
      services: { ...services, secret: (purpose) => services.secret(`other ${purpose}`) },
      confirmationsOf: () => 3,
    })
    const bitcoin = (rails: TestRails) => rails.dialects.get('test-chain-bitcoin')?.address(7)
    expect(bitcoin(again)).toEqual(bitcoin(test))
    expect(bitcoin(elsewhere)).not.toEqual(bitcoin(test))
  })

  it('survives a restart in the middle of a payment', async () => {
    const before = createTestRails({ services, confirmationsOf: () => 3 })
    const to = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'
    const amount = money(77n, coins.BTC)
    await transaction(database.sql, (tx) =>
      before.payer.payIn(tx, { railId: 'test-chain-bitcoin', to, amount, now: services.clock.now() }),
    )
    services.clock.advanceMs(7_000)
    const rail = (rails: TestRails) =>
      present(
        rails.rails.find(({ id }) => id === 'test-chain-bitcoin'),
        'the rail',
      )
    const seen = async (rails: TestRails) =>
      (await rail(rails).events(undefined, 500)).events.filter((event) => event.kind === 'received' && event.to === to)
        .length
    expect(await seen(before)).toBe(1)
    services.clock.advanceMs(60_000)
    expect(await seen(createTestRails({ services, confirmationsOf: () => 3 }))).toBe(3)
  })
})
