import { csvStatement } from '@bolsillo/payments/fixtures'
import { propose } from './acts-staff.ts'
import {
  customerNumbers,
  customerOf,
  ines,
  manualId,
  nameOf,
  papersOf,
  personOf,
  strangerName,
  teresa,
} from './cast.ts'
import { availableOn, type Deposit, must, oneSpelling, ownAccount, type Terms } from './model.ts'
import { claimProblem, dayLeft, end, matchDeposit, settleClaim, standing, startReturn } from './model-deposits.ts'
import { announceLimitProblem } from './model-limits.ts'
import { count, dataOf, nextNo, refusalOf, textIn, type World, written } from './stage.ts'

/** What an act did, in a line; undefined when there was nothing to do it to. */
export type Act = (world: World) => Promise<string | undefined>

/** Amounts people choose: the least, a little beside it, something ordinary, and a lot. */
export function someAmount(world: World, terms: Terms): bigint {
  const { random } = world
  const { depositMin } = terms
  const ordinary = depositMin * BigInt(random.whole(2, 60)) + BigInt(random.whole(0, 99))
  return random.pick([ordinary, ordinary, ordinary, ordinary, depositMin, depositMin - 1n, 1n, depositMin * 2_000n])
}

/** Shows every customer where they pay in, and adds where they may be paid to: how worlds begin. */
export async function showAddresses(world: World): Promise<void> {
  for (const number of customerNumbers)
    for (const terms of world.model.terms) {
      const isChain = terms.method === 'chain'
      const network = terms.code.split('-')[0]
      const answer = isChain
        ? await world.product.as(number, '/coin/recharge/address/generate', { asset: terms.asset, network })
        : await world.product.as(number, '/user/recharge/address', { channelId: terms.code })
      const data = dataOf(answer)
      must(data !== undefined, 'pay-in', `${terms.code}: ${refusalOf(answer)}`)
      const kind = textIn(data, 'payIn', 'kind')
      const field = { clabe: 'clabe', pix: 'txid', address: 'address', account: 'reference' }[kind] ?? kind
      const to = textIn(data, 'payIn', field)
      world.payIn.set(`${number} ${terms.code}`, to)
      world.model.addresses.set(`${terms.rail} ${to}`, customerOf(number))
    }
}

/** A customer says that money is coming. */
export const announce: Act = async (world) => {
  const { random, model } = world
  const number = random.pick(customerNumbers)
  const terms = random.pick(model.terms)
  const minor = someAmount(world, terms)
  const amount = written(minor, terms.asset)
  const isChain = terms.method === 'chain'
  const hash = isChain && random.chance(40) ? hashOf(world) : undefined
  const withProof = terms.method === 'transfer' && random.chance(70)
  const network = terms.code.split('-')[0]
  const answer = isChain
    ? await world.product.as(number, '/coin/recharge/add', {
        asset: terms.asset,
        network,
        amount,
        ...(hash === undefined ? {} : { transaction: hash }),
      })
    : await world.product.as(number, '/user/recharge/add', {
        channelId: terms.code,
        amount,
        ...(withProof ? { proofFileId: `fil_${'0'.repeat(22)}${nextNo(world)}` } : {}),
      })
  const problem = announceProblem(world, number, terms, minor)
  const data = agree(world, answer, problem, `${number} announces ${amount} by ${terms.code}`)
  if (data === undefined) return `${number} announces ${amount} by ${terms.code}: refused, ${problem}`
  count(world, withProof ? 'announced with a proof' : 'announced')
  model.deposits.push({
    id: textIn(data, 'deposit', 'depositId'),
    rail: terms.rail,
    asset: terms.asset,
    customer: customerOf(number),
    asked: minor,
    ...(hash === undefined ? {} : { hint: hash }),
    announcedAt: world.now(),
    reversed: 0n,
    takenByRail: 0n,
    stage: withProof ? 'proof-check' : 'awaiting-payment',
    marks: [],
    claims: [],
  })
  return `${number} announces ${amount} by ${terms.code}${withProof ? ' with a proof' : ''}`
}

/** The hash of a transaction, as a chain has it. */
export const hashOf = (world: World): string => `${nextNo(world)}${world.random.whole(1000, 9999)}`.padStart(64, 'a')

function announceProblem({ model, now }: World, number: number, terms: Terms, minor: bigint): string | undefined {
  const customer = customerOf(number)
  if (!model.people.has(customer)) return 'not verified'
  if (minor < terms.depositMin) return 'below the least'
  if (minor > terms.depositMax) return 'above the most'
  const open = model.deposits.filter(
    (one) => one.customer === customer && (one.stage === 'awaiting-payment' || one.stage === 'proof-check'),
  )
  const announced = open.filter(({ asset }) => asset === terms.asset).reduce((sum, { asked = 0n }) => sum + asked, 0n)
  const left = dayLeft(model, customer, terms.asset, now())
  if (left !== undefined && announced + minor > left) return 'over the limit of a day'
  const own = announceLimitProblem(model, customer, terms.asset, minor, now())
  if (own !== undefined) return own
  return open.length >= 10 ? 'too many are open' : undefined
}

/**
 * Holds an answer against what the rules say: refused exactly when there is a problem.
 * @returns the answer's data, when it was done.
 */
export function agree(
  world: World,
  answer: Parameters<typeof dataOf>[0],
  problem: string | undefined,
  what: string,
): Readonly<Record<string, unknown>> | undefined {
  const data = dataOf(answer)
  if (data === undefined) {
    const isNoWonder = problem !== undefined || (world.isFailing && answer.status >= 500)
    must(isNoWonder, 'refused', `${what}: refused (${refusalOf(answer)}) though no rule forbids it`)
    must(answer.status < 500 || world.isFailing, 'broken', `${what}: ${refusalOf(answer)}`)
    count(world, 'refusals')
    return undefined
  }
  must(problem === undefined, 'allowed', `${what}: done although ${problem}`)
  return data
}

/** A customer takes an announcement back. */
export const cancelAnnouncement: Act = async (world) => {
  const { random, model } = world
  const deposit = random.maybe(model.deposits.filter((one) => one.asked !== undefined && one.customer !== undefined))
  if (deposit === undefined) return undefined
  const number = Number((deposit.customer ?? '').slice(-4))
  const problem = deposit.stage === 'awaiting-payment' ? undefined : `it is ${deposit.stage}`
  const answer = await world.product.as(number, '/user/recharge/cancel', { depositId: deposit.id })
  if (agree(world, answer, problem, `${number} cancels ${deposit.id}`) === undefined)
    return `${deposit.id} not cancelled`
  end(deposit, 'cancelled', world.now())
  return `${number} cancels ${deposit.id}`
}

/** The papers of the last customer run out, or are there again. */
export const turnPapers: Act = async (world) => {
  const number = customerNumbers.at(-1) ?? 1
  const customer = customerOf(number)
  const had = world.outside.papers.delete(customer)
  if (had) world.model.people.delete(customer)
  else {
    world.outside.papers.set(customer, papersOf(number))
    world.model.people.set(customer, personOf(number))
  }
  return `${number} is ${had ? 'not verified any more' : 'verified again'}`
}

const held = (world: World): Deposit[] => world.model.deposits.filter(({ stage }) => stage === 'held')

/** Staff propose whose held money is. */
export const proposeMatch: Act = async (world) => {
  const { random, model } = world
  const deposit = random.maybe(held(world))
  if (deposit?.id === undefined) return undefined
  const number = random.pick(customerNumbers)
  const customer = customerOf(number)
  const amount = standing(deposit)
  const what = `${deposit.id} belongs to ${number}`
  const problem = (): string | undefined => {
    if (deposit.stage !== 'held') return `it is ${deposit.stage}`
    if (standing(deposit) !== amount) return 'another amount was seen'
    return model.people.has(customer) ? undefined : 'not verified'
  }
  const path = '/deposits/match'
  const body = { depositId: deposit.id, customer: customer.slice(-8), reason: 'reference-mistyped' }
  const effect = (): void => {
    matchDeposit(model, deposit, customer, world.now())
    count(world, 'matched')
  }
  return await propose(world, { path, body, what, problem, effect })
}

/** Whether a rail can pay back to who sent something. */
export function canGoBack(world: World, deposit: Deposit): boolean {
  const terms = world.model.terms.find(({ rail, asset }) => rail === deposit.rail && asset === deposit.asset)
  const account = deposit.payer?.account ?? ''
  switch (terms?.method) {
    case undefined:
      return false
    case 'spei':
      return account === goodClabe
    case 'pix':
      return account === goodPix
    case 'transfer':
      return /^[0-9]{18}$|^[^/]+\/[0-9A-Za-z]{4,34}$/.test(account)
    default:
      return account === goodAddresses[deposit.rail]
  }
}

export const goodClabe = '032180000118359719'
export const goodPix = 'cpf:52998224725'
export const goodAddresses: Readonly<Record<string, string>> = {
  'test-bitcoin': 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  'test-tron': 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
}

/** Staff propose to send held money back. */
export const proposeReturn: Act = async (world) => {
  const deposit = world.random.maybe(held(world))
  if (deposit?.id === undefined) return undefined
  const problem = (): string | undefined => {
    if (deposit.stage !== 'held') return `it is ${deposit.stage}`
    return canGoBack(world, deposit) ? undefined : 'the rail cannot pay there'
  }
  const effect = (): void => {
    startReturn(world.model, deposit)
    count(world, 'sent back by two people')
  }
  const body = { depositId: deposit.id, reason: 'owner-unknown' }
  return await propose(world, { path: '/deposits/return', body, what: `${deposit.id} goes back`, problem, effect })
}

/** Staff propose to clear up a claim, or a part of it. */
export const proposeClaim: Act = async (world) => {
  const { random, model } = world
  const all = [
    ...model.deposits.flatMap(({ asset, claims }) => claims.map((claim) => ({ asset, claim, of: 'deposit' }))),
    ...[...model.withdrawals.values()].flatMap(({ asset, claim }) =>
      claim === undefined ? [] : [{ asset, claim, of: 'withdrawal' }],
    ),
  ]
  const found = random.maybe(all.filter(({ claim }) => claim.open > 0n && claim.id !== undefined))
  if (found === undefined) return undefined
  const { claim, asset, of } = found
  const isWriteOff = random.chance(40)
  const has = claim.customer === undefined ? 0n : availableOn(model, ownAccount(claim.customer, asset))
  const minor = random.pick([claim.open, claim.open, 1n, claim.open + 1n, has > 0n ? has : 1n])
  const problem = () => claimProblem(model, claim, asset, minor, isWriteOff)
  const way = isWriteOff ? 'write-off' : 'take-available'
  const effect = (): void => {
    settleClaim(model, claim, asset, minor, isWriteOff)
    count(world, `claim ${way}`)
    count(world, `claim of a ${of} cleared up`)
  }
  const body = { claimId: claim.id, way, amount: written(minor, asset), reason: 'uncollectable' }
  const what = `${written(minor, asset)} ${asset} of ${claim.id}: ${way}`
  // What the house earned is looked at when it is decided, not when it is proposed.
  const atFirst = isWriteOff && minor <= claim.open ? undefined : problem()
  return await propose(world, { path: '/deposits/claim/settle', body, what, problem, effect, atFirst })
}

/** Tracking keys people type: plain, in other letters, with a space, with an accent, used before. */
function someKey(world: World): string {
  const { random, model } = world
  const fresh = `RASTREO-${nextNo(world)}`
  const before = random.maybe([...model.keysIn])
  return random.pick([
    fresh,
    fresh,
    fresh,
    fresh.toLowerCase(),
    ` ${fresh} `,
    `RASTREO ${nextNo(world)}`,
    `TRANSACCIÓN-${nextNo(world)}`,
    before ?? fresh,
    before?.toLowerCase() ?? fresh,
  ])
}

/** Staff propose that the money of a proof, or of nobody, is on the firm's statement. */
export const proposeFound: Act = async (world) => {
  const { random, model } = world
  const proof = random.maybe(model.deposits.filter(({ stage }) => stage === 'proof-check'))
  const isUnmatched = proof === undefined || random.chance(30)
  const terms = model.terms.find(({ code }) => code === random.pick(['transfer-mxn', 'transfer-usd']))
  if (terms === undefined) return undefined
  const asset = isUnmatched ? terms.asset : proof.asset
  const ordinary = proof?.asked !== undefined && random.chance(70) ? proof.asked : someAmount(world, terms)
  const minor = random.chance(4) ? 910_000_000_000_000_000n : ordinary
  const trackingKey = someKey(world)
  const number = random.pick(customerNumbers)
  const owner = isUnmatched ? number : Number((proof.customer ?? '').slice(-4))
  const payerName = random.pick([nameOf(owner), nameOf(owner), strangerName])
  const payerAccount = random.pick(['Banorte/0721800012', 'Banorte/0721800012', 'la cuenta de siempre'])
  const reference = isUnmatched
    ? random.pick(['B999999999', world.payIn.get(`${number} ${terms.code}`) ?? 'nobody'])
    : undefined
  const key = oneSpelling(trackingKey)
  // What is no account is typed by whoever proposes: the bank has none then.
  const isNoAccount = !payerAccount.includes('/')
  const bankHas = { minor, asset, payerName, payerAccount: isNoAccount ? '' : payerAccount, reference: reference ?? '' }
  const line = await lineOf(world, trackingKey, bankHas)
  const deposit = isUnmatched ? undefined : proof
  if (line === undefined) {
    const isOdd = minor > 900_000_000_000_000_000n
    must(isOdd || world.isFailing, 'refused', `a line of ${written(minor, asset)} ${asset} cannot be imported`)
    random.pick([0, 1, 2])
    count(world, 'statements refused')
    return `"${trackingKey}": no statement`
  }
  const shared = {
    lineId: line.lineId,
    reason: 'found-on-statement',
    ...(line.payerAccount === '' ? { payerAccount } : {}),
  }
  const [path, body] =
    deposit === undefined
      ? ['/deposits/unmatched', shared]
      : ['/deposits/confirm', { ...shared, depositId: deposit.id, amount: written(line.minor, line.asset) }]
  const problem = (): string | undefined => {
    if (deposit !== undefined && deposit.stage !== 'proof-check') return `it is ${deposit.stage}`
    if (deposit !== undefined && deposit.asset !== line.asset) return 'the line is of another currency'
    return model.keysIn.has(key) ? 'the line served before' : undefined
  }
  const effect = (): void => {
    model.keysIn.add(key)
    const account = line.payerAccount === '' ? payerAccount : line.payerAccount
    world.found.set(key, { minor: line.minor, asset: line.asset, payerName: line.payerName, payerAccount: account })
    count(world, deposit === undefined ? 'found, of nobody' : 'found, of a proof')
    if (deposit === undefined) return
    deposit.stage = 'confirming'
    deposit.externalId = key
    deposit.newsAt = world.now()
  }
  // What an act would not survive may be refused beforehand: an account in no form a rail knows.
  const isOdd = line.payerAccount === '' && isNoAccount
  const what = `"${trackingKey}" brought ${written(line.minor, line.asset)} ${line.asset} for ${deposit?.id ?? line.reference}`
  return await propose(world, { path, body, what, problem, effect, mayRefuse: isOdd })
}

type Line = World['lines'] extends Map<string, infer Kept> ? Kept : never

/** The line of a tracking key: the one that was imported before, or a new one. @returns undefined: it was refused. */
async function lineOf(world: World, trackingKey: string, bankHas: Omit<Line, 'lineId'>): Promise<Line | undefined> {
  const key = oneSpelling(trackingKey)
  if (world.lines.has(key) && world.model.keysIn.has(key)) {
    // The same number once more, however it is spelled: no statement has it twice.
    const again = await importLine(world, trackingKey, bankHas)
    must(again === undefined, 'allowed', `"${trackingKey}" came before and is imported as another line`)
  }
  return world.lines.get(key) ?? (await importLine(world, trackingKey, bankHas))
}

/** The bank writes a statement with one more line, and somebody imports it. @returns the line; undefined: it was refused. */
async function importLine(world: World, number: string, bankHas: Omit<Line, 'lineId'>): Promise<Line | undefined> {
  const { product } = world
  const { minor, asset, payerName, payerAccount, reference } = bankHas
  const listed = dataOf(await product.asStaff(ines, '/statements'))
  const rows = (listed?.rows ?? []) as readonly { readonly asset: string; readonly closing: string }[]
  const opening = rows.find((row) => row.asset === asset)?.closing ?? written(0n, asset)
  const closing = written(BigInt(opening.replace('.', '')) + minor, asset)
  const lines = [{ number, amount: written(minor, asset), payerName, payerAccount, reference }]
  const answer = await product.importAs(ines, csvStatement({ account: '0123456789', asset, opening, closing, lines }))
  const statementId = textIn(dataOf(answer), 'statementId')
  if (statementId === '') return undefined
  const found = dataOf(await product.asStaff(ines, `/statements/lines?statementId=${statementId}`))
  const [row] = (found?.rows ?? []) as readonly { readonly lineId: string }[]
  if (row === undefined) return undefined
  const line = { ...bankHas, lineId: row.lineId }
  world.lines.set(oneSpelling(number), line)
  return line
}

/** One person refuses a proof for which nothing came. */
export const refuseProof: Act = async (world) => {
  const deposit = world.random.maybe(world.model.deposits.filter(({ stage }) => stage === 'proof-check'))
  if (deposit === undefined) return undefined
  const body = { depositId: deposit.id, reason: 'payment-not-found' }
  const answer = await world.product.asStaff(teresa, '/deposits/refuse', body)
  if (agree(world, answer, undefined, `${deposit.id} refused`) === undefined) return `${deposit.id} not refused`
  end(deposit, 'payment-not-found', world.now())
  count(world, 'proof refused')
  return `${deposit.id}: nothing came`
}

/** Money credited by hand needs two people who stated it. */
export function mustBeFound(world: World, rail: string, externalId: string, minor: bigint): void {
  if (rail !== manualId) return
  const found = world.found.get(oneSpelling(externalId))
  must(found !== undefined && found.minor === minor, 'found', `${externalId} of ${minor} was not said by two people`)
}
