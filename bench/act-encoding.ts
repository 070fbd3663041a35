import { type Id, idBytes, idsFrom, instant, seededRng } from '@bolsillo/kernel'
import { type Act, type ActPosting, CborReader, CborWriter, readAct, writeAct } from '@bolsillo/ledger/domain'
import { decode, encode, rfc8949EncodeOptions } from 'cborg'
import { type Figure, figure } from './figure.ts'

// The cost of encoding an act and of decoding an untrusted one: our encoder and decoder beside a maintained library
// for the same bytes.

const actsCount = 20_000
const runsCount = 7
const at = instant(Date.UTC(2026, 2, 2, 16))

/** Fills of an order as the desk books them: eight postings, one of which draws on a hold. */
function fills(): readonly Act[] {
  const ids = idsFrom({ now: () => at }, seededRng(1))
  return Array.from({ length: actsCount }, (_, index): Act => {
    const cost = BigInt(100_000 + ((index * 7919) % 900_000))
    const [fee, account] = [cost / 400n, 40 + ((index * 31) % 20_000)]
    const line = (number: number, posted: bigint, after: bigint): ActPosting => ({
      account: number,
      posted,
      held: 0n,
      postedAfter: after,
      heldAfter: 0n,
    })
    return {
      number: BigInt(index + 1_000_000),
      at,
      kind: 'stock-buy',
      actor: 'desk',
      cause: ids.next('ent'),
      subject: `order:${ids.next('ord')}`,
      payload: { instrument: 'WALMEX.MX', quantity: '50', price: '61.50' },
      postings: [
        { ...line(account, -cost, 9_000_000n), held: -cost, holdId: ids.next('hld'), heldAfter: 120_000n },
        { ...line(account, -fee, 8_999_000n), heldAfter: 120_000n },
        { ...line(account, -fee / 6n, 8_998_000n), heldAfter: 120_000n },
        line(1, cost, -90_000_000_000n),
        line(2, fee, 812_345_678n),
        line(3, fee / 6n, 123_456_789n),
        line(account + 1, 50n, 250n),
        line(4, -50n, -1_000_000n),
      ],
    }
  })
}

/** An act as CBOR items. */
function itemsOf(act: Act): readonly unknown[] {
  const hold = (holdId: Id<'hld'> | undefined) => (holdId === undefined ? null : idBytes(holdId))
  const postings = act.postings.map(({ account, posted, held, holdId, postedAfter, heldAfter }) =>
    holdId === undefined && heldAfter === 0n
      ? [account, posted, postedAfter]
      : [account, posted, postedAfter, held, hold(holdId), heldAfter],
  )
  return [1, act.number, act.at, act.kind, act.actor, act.cause, act.subject, act.payload, postings]
}

function perAct(work: () => void): number[] {
  return Array.from({ length: runsCount + 1 }, () => {
    const startMs = performance.now()
    work()
    return ((performance.now() - startMs) * 1000) / actsCount
  }).slice(1)
}

/** Compares what both write, then measures. */
export async function run(): Promise<readonly Figure[]> {
  const acts = fills()
  const writer = new CborWriter()
  for (const act of acts) writeAct(writer, act)
  const body = writer.bytesFrom(0).slice()
  const others = acts.map((act) => encode(itemsOf(act), rfc8949EncodeOptions))
  if (!Buffer.concat(others).equals(body)) throw new Error('the library writes other bytes')
  const ours = perAct(() => {
    writer.reset()
    for (const act of acts) writeAct(writer, act)
  })
  const theirs = perAct(() => {
    for (const act of acts) encode(itemsOf(act), rfc8949EncodeOptions)
  })
  const read = perAct(() => {
    const reader = new CborReader(body)
    while (!reader.isAtEnd) readAct(reader)
  })
  const readTheirs = perAct(() => {
    for (const bytes of others) decode(bytes, { strict: true, rejectDuplicateMapKeys: true, allowIndefinite: false })
  })
  return [
    figure('act-encode', 'µs', ours, { decimals: 2, peer: { name: 'cborg', values: theirs } }),
    figure('act-decode', 'µs', read, { decimals: 2, peer: { name: 'cborg', values: readTheirs } }),
    figure('act-bytes', 'B', [body.length / actsCount]),
  ]
}
