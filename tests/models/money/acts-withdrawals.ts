import type { TestAnswer } from '@bolsillo/test-kit'
import { type Act, agree, goodAddresses, goodClabe } from './acts-deposits.ts'
import { propose } from './acts-staff.ts'
import { customerNumbers, customerOf, manualId, nameOf, teresa } from './cast.ts'
import { must, oneSpelling, ownAccount, type Terms, type Withdrawal } from './model.ts'
import {
  accept,
  cameFrom,
  chargesBy,
  isOpen,
  isPayable,
  leftOf,
  numberIn,
  originOf,
  release,
  request,
  requestProblem,
  usableOn,
} from './model-withdrawals.ts'
import { count, dataOf, nextNo, refusalOf, textIn, type World, written } from './stage.ts'

let challenges = 0
const proof = () => {
  challenges += 1
  return { challengeId: `chl_${String(challenges).padStart(26, '0')}`, code: '123456' }
}

/** Everybody adds where they may be paid to by each way; usable after a day. */
export async function addDestinations(world: World): Promise<void> {
  for (const number of customerNumbers)
    for (const terms of world.model.terms) {
      if (terms.code === 'transfer-usd') continue
      const answer = await addOne(world, number, terms)
      const data = dataOf(answer)
      must(data !== undefined, 'destination', `${number} ${terms.code}: ${refusalOf(answer)}`)
      const [id, text] = [textIn(data, 'destination', 'destinationId'), textIn(data, 'destination', 'text')]
      const usableAt = world.now() + 24 * 3_600_000
      const both = terms.code === 'transfer-mxn' ? world.model.terms.filter(({ rail }) => rail === manualId) : [terms]
      for (const channel of both) world.destinations.push({ id, customer: number, channel, text, usableAt })
    }
}

function addOne(world: World, number: number, terms: Terms): Promise<TestAnswer> {
  const { product } = world
  const holder = nameOf(number)
  if (terms.method === 'chain') {
    const address = goodAddresses[terms.rail] ?? ''
    const network = terms.code.split('-')[0]
    return product.as(number, '/coin/withdraw/address/generate', { network, address, label: 'mine', ...proof() })
  }
  if (terms.method === 'spei')
    return product.as(number, '/bank/add', { kind: 'clabe', holder, clabe: goodClabe, ...proof() })
  if (terms.method === 'pix') {
    const key = { keyKind: 'email', key: `cliente${number}@example.com`, holderTaxId: '52998224725' }
    return product.as(number, '/bank/add', { kind: 'pix', holder, ...key, ...proof() })
  }
  const account = { bank: 'Chase', number: `00012345678${number}` }
  return product.as(number, '/bank/add', { kind: 'account', holder, ...account, ...proof() })
}

/** Amounts of withdrawals: some of it, all of it, the last unit, more than there is. */
function someAmount(world: World, free: bigint, terms: Terms): bigint {
  const { random } = world
  const part = free / BigInt(random.whole(2, 6))
  return random.pick([free, part, part, terms.withdrawalMin, terms.withdrawalMin - 1n, free + 1n, 1n])
}

/** A customer asks for a withdrawal, confirming what the rules make of it. */
export const askWithdrawal: Act = async (world) => {
  const { random, model } = world
  const destination = random.maybe(world.destinations)
  if (destination === undefined) return undefined
  const { customer: number, channel: terms } = destination
  const customer = customerOf(number)
  const amount = someAmount(world, usableOn(model, ownAccount(customer, terms.asset)), terms)
  if (amount <= 0n) return undefined
  const { fee, vat, net } = chargesBy(terms, amount)
  const isVerified = model.people.has(customer)
  const problem =
    net <= 0n
      ? 'nothing would arrive'
      : requestProblem(model, { customer, terms, amount, usableAt: destination.usableAt, isVerified }, world.now())
  const path = terms.method === 'chain' ? '/coin/withdraw/add' : '/user/withdraw/add'
  const [asset, of] = [terms.asset, (minor: bigint) => written(minor, terms.asset)]
  const answer = await world.product.as(number, path, {
    destinationId: destination.id,
    asset,
    amount: of(amount),
    fee: of(fee),
    vat: of(vat),
    net: of(net),
    withdrawalPassword: '835270',
    ...proof(),
  })
  const what = `${number} withdraws ${of(amount)} ${asset} by ${terms.code}`
  const data = agree(world, answer, problem, what)
  if (data === undefined) return `${what}: refused, ${problem}`
  keep(world, data, { customer, channel: terms.code, asset, amount, fee, vat, net, goesTo: numberIn(destination.text) })
  return what
}

function keep(world: World, data: unknown, money: Omit<Withdrawal, 'id' | 'state' | 'requestedAt'>): void {
  const id = textIn(data, 'withdrawal', 'withdrawalId')
  request(world.model, { ...money, id, requestedAt: world.now(), state: 'under-review' })
  const aside = world.model.leftAside.get(id) ?? 0n
  if (aside > 0n) count(world, `set aside, then ${money.origin === undefined ? 'withdrawn' : 'returned'}`)
  count(world, money.origin === undefined ? `withdrawals by ${money.channel}` : 'returns to origin')
}

const reviewed = (world: World): Withdrawal[] =>
  [...world.model.withdrawals.values()].filter(({ state }) => state === 'under-review')

/** A customer cancels a withdrawal; too late when it was accepted. */
export const cancelWithdrawal: Act = async (world) => {
  const withdrawal = world.random.maybe([...world.model.withdrawals.values()].slice(-6))
  if (withdrawal === undefined) return undefined
  const { state, id } = withdrawal
  if (state === 'cancelled') return undefined
  const number = Number(withdrawal.customer.slice(-4))
  const answer = await world.product.as(number, '/user/withdraw/cancel', { withdrawalId: id })
  const problem = state === 'under-review' ? undefined : `it is ${state}`
  if (agree(world, answer, problem, `${number} cancels ${id}`) === undefined)
    return `${id} not cancelled, it is ${state}`
  release(world.model, withdrawal, 'cancelled')
  count(world, 'withdrawals cancelled')
  return `${id} is cancelled`
}

/** What goes back where it came from is neither refused nor held by staff. */
const goesBack = ({ origin }: Withdrawal): string | undefined =>
  origin === undefined ? undefined : 'it goes back where it came from'

/** One person refuses a withdrawal. */
export const refuseWithdrawal: Act = async (world) => {
  const withdrawal = world.random.maybe(reviewed(world))
  if (withdrawal === undefined) return undefined
  const body = { withdrawalId: withdrawal.id, reason: 'customer-asked' }
  const answer = await world.product.asStaff(teresa, '/withdrawals/refuse', body)
  const all = [...world.model.withdrawals.values()]
  const isAgain = all.some(({ customer, isRefused }) => customer === withdrawal.customer && isRefused === true)
  const problem = goesBack(withdrawal) ?? (isAgain ? 'a second refusal takes two people' : undefined)
  if (agree(world, answer, problem, `${withdrawal.id} refused`) === undefined) return `${withdrawal.id} not refused`
  release(world.model, withdrawal, 'fail')
  withdrawal.isRefused = true
  count(world, 'withdrawals refused')
  return `${withdrawal.id} is refused`
}

/** One person holds a review for some hours. */
export const holdWithdrawal: Act = async (world) => {
  const withdrawal = world.random.maybe(reviewed(world).filter(({ holdUntil }) => holdUntil === undefined))
  if (withdrawal === undefined) return undefined
  const hours = world.random.whole(1, 12)
  const body = { withdrawalId: withdrawal.id, reason: 'security-check', hours }
  const answer = await world.product.asStaff(teresa, '/withdrawals/hold', body)
  if (agree(world, answer, goesBack(withdrawal), `${withdrawal.id} held`) === undefined)
    return `${withdrawal.id} not held`
  withdrawal.holdUntil = world.now() + hours * 3_600_000
  count(world, 'reviews held')
  return `${withdrawal.id} is held for ${hours} h`
}

/** Staff propose paying a withdrawal. */
export const proposeAccept: Act = async (world) => {
  const withdrawal = world.random.maybe(reviewed(world))
  return withdrawal === undefined ? undefined : await acceptOne(world, withdrawal)
}

/** Two people accept a withdrawal: the second one decides at once or later. */
export async function acceptOne(world: World, withdrawal: Withdrawal): Promise<string | undefined> {
  const { model } = world
  const { id, asset, amount, net } = withdrawal
  const text = world.texts.get(id) ?? (await textOf(world, withdrawal))
  const held = (): string | undefined => ((withdrawal.holdUntil ?? 0) > world.now() ? 'its review is held' : undefined)
  const problem = (): string | undefined => {
    if (withdrawal.state !== 'under-review') return `it is ${withdrawal.state}`
    return held() ?? (isPayable(model, asset, net) ? undefined : 'nobody holds enough for it')
  }
  const effect = (): void => {
    accept(model, withdrawal)
    count(world, 'withdrawals accepted')
  }
  const body = { withdrawalId: id, amount: written(amount, asset), net: written(net, asset), destination: text }
  // Whether there is enough for it is looked at when it is decided; proposing may look already.
  const atFirst = withdrawal.state === 'under-review' ? held() : `it is ${withdrawal.state}`
  const mayRefuse = !isPayable(model, asset, net)
  return await propose(world, {
    path: '/withdrawals/accept',
    body,
    what: `${id} is paid`,
    problem,
    effect,
    atFirst,
    mayRefuse,
    by: [0, 1, 2],
  })
}

async function textOf(world: World, withdrawal: Withdrawal): Promise<string> {
  const number = Number(withdrawal.customer.slice(-4))
  const data = dataOf(await world.product.as(number, `/user/withdraw/info?withdrawalId=${withdrawal.id}`))
  const text = textIn(data, 'withdrawal', 'destination', 'text')
  world.texts.set(withdrawal.id, text)
  return text
}

interface OriginRow {
  readonly originId: string
  readonly asset: string
  readonly text: string
  readonly received: string
  readonly returnable: string
}

/** A customer looks where their money came from, and sends some of it back there. */
export const returnToOrigin: Act = async (world) => {
  const { random, model } = world
  const number = random.pick(customerNumbers)
  const customer = customerOf(number)
  const data = dataOf(await world.product.as(number, '/user/withdraw/origins'))
  if (data === undefined) return undefined
  const rows: readonly OriginRow[] = JSON.parse(JSON.stringify(data.rows ?? []))
  for (const row of rows) lookAt(world, customer, row)
  const row = random.maybe(rows)
  const found = row === undefined ? undefined : placeOf(world, row)
  if (row === undefined || found === undefined) return undefined
  const { terms, origin } = found
  const left = leftOf(model, customer, origin)
  const free = usableOn(model, ownAccount(customer, terms.asset))
  const least = [left, free].sort((a, b) => (a < b ? -1 : 1))[0] ?? 0n
  const amount = random.pick([least, least / 2n, left + 1n, free, terms.withdrawalMin])
  if (amount <= 0n) return undefined
  const { fee, vat, net } = chargesBy(terms, amount, origin)
  const wish = { customer, terms, amount, usableAt: 0, origin, isVerified: true }
  const problem = requestProblem(model, wish, world.now())
  const of = (minor: bigint): string => written(minor, terms.asset)
  const answer = await world.product.as(number, '/user/withdraw/return', {
    originId: row.originId,
    amount: of(amount),
    fee: of(fee),
    vat: of(vat),
    net: of(net),
    withdrawalPassword: '835270',
    ...proof(),
  })
  const what = `${number} returns ${of(amount)} ${terms.asset} to ${row.text}`
  const done = agree(world, answer, problem, what)
  if (done === undefined) return `${what}: refused, ${problem}`
  keep(world, done, {
    customer,
    channel: terms.code,
    asset: terms.asset,
    amount,
    fee,
    vat,
    net,
    origin,
    goesTo: numberIn(origin),
  })
  return what
}

function placeOf(world: World, row: OriginRow): { readonly terms: Terms; readonly origin: string } | undefined {
  const { model } = world
  for (const terms of model.terms) {
    if (terms.asset !== row.asset) continue
    const account = world.model.deposits.find(
      (one) =>
        one.rail === terms.rail && one.asset === terms.asset && row.text.includes(numberIn(one.payer?.account ?? '?')),
    )?.payer?.account
    if (account !== undefined) return { terms, origin: originOf(terms.rail, terms.asset, account) }
  }
  return undefined
}

/** What is shown of a place money came from is what was credited from there. */
function lookAt(world: World, customer: string, row: OriginRow): void {
  const place = placeOf(world, row)
  if (place === undefined) return
  const came = written(cameFrom(world.model, customer, place.origin), row.asset)
  must(
    came === row.received,
    'origin',
    `${customer} is shown ${row.received} ${row.asset} of ${row.text}; ${came} came`,
  )
  count(world, 'comparisons')
}

/** Staff propose how a transfer by hand ended. */
export const proposeTransferEnd: Act = async (world) => {
  const { random, model } = world
  const open = [...model.payouts.values()].filter((one) => one.rail === manualId && isOpen(one))
  const payout = random.maybe(open)
  if (payout === undefined) return undefined
  const isPaid = random.chance(70)
  const before = random.maybe([...model.keysOut])
  const key = random.pick([
    `SALIDA-${nextNo(world)}`,
    `SALIDA-${nextNo(world)}`,
    before ?? 'SALIDA-1',
    before?.toLowerCase() ?? 'SALIDA-1',
  ])
  const used = (): boolean => isPaid && model.keysOut.has(oneSpelling(key))
  const problem = (): string | undefined => {
    if (!isOpen(payout) || world.saidOut.has(payout.id)) return 'it ended'
    return used() ? 'the number served before' : undefined
  }
  const effect = (): void => {
    world.saidOut.add(payout.id)
    if (isPaid) model.keysOut.add(oneSpelling(key))
    count(world, `transfer by hand ${isPaid ? 'paid' : 'failed'}`)
  }
  const [outcome, reason] = isPaid ? ['paid', 'on-bank-statement'] : ['failed', 'bank-returned']
  const body = { payoutId: payout.id, outcome, reason, ...(isPaid ? { trackingNumber: key } : {}) }
  const what = `${payout.id} is ${outcome}${isPaid ? ` as ${key}` : ''}`
  // Treasury alone ends transfers by hand. What did not reach a rail yet may be proposed once more.
  const mayRefuse = world.saidOut.has(payout.id)
  const atFirst = mayRefuse || (isOpen(payout) && !used()) ? undefined : problem()
  return await propose(world, {
    path: '/transfers/propose',
    body,
    what,
    problem,
    effect,
    atFirst,
    mayRefuse,
    by: [0, 2],
  })
}
