import { type Id, type Instant, type Rejection, reject } from '@bolsillo/kernel'
import {
  type Destination,
  destinationKey,
  originText,
  readCnpj,
  readCpf,
  readPayerAccount,
} from '@bolsillo/payments/domain'
import type { Db } from '@bolsillo/server-kit'
import { depositRejections as r } from '../../contract/index.ts'
import { type ElsewhereProblem, elsewhereProblem } from '../../domain/elsewhere.ts'
import { depositSettings } from '../../domain/index.ts'
import type { DepositsDeps } from '../deps.ts'
import { originOf, type ReturnWay } from '../return.ts'
import type { StoredDeposit } from '../stored-deposit.ts'
import { findElsewhere, findPayersOf, hasFailedReturn } from './elsewhere-store.ts'

/** An account of the payer, as staff wrote it, with its holder and the staff involved. */
interface ElsewhereWish {
  /** A CLABE, `bank/number`, or a CPF or CNPJ that is a PIX key. */
  readonly account: string
  readonly holder: string
  /** The maker, and the checker once there is one. */
  readonly staff: readonly Id<'opr'>[]
}

const refusals = {
  'payer-unnamed': r.payerUnnamed,
  'holder-other': r.holderOther,
  'holder-staff': r.holderStaff,
  'account-of-other': r.accountOfOther,
} as const satisfies Readonly<Record<ElsewhereProblem, unknown>>

/** Whether held money can go back to where it came from, as far as anybody knows: it can be paid, and never failed to. */
export async function isOriginPayable(deps: DepositsDeps, db: Db, deposit: StoredDeposit): Promise<boolean> {
  return originOf(deps, deposit) !== undefined && !(await hasFailedReturn(db, deposit.depositId))
}

/**
 * How held money goes to another account of its payer, or why it must not. Asked when it is proposed, when it is decided,
 * and on the day it is sent: what our books know of the account may have changed meanwhile.
 */
export async function wayElsewhere(
  deps: DepositsDeps,
  db: Db,
  deposit: StoredDeposit,
  wish: ElsewhereWish,
  now: Instant,
): Promise<ReturnWay | Rejection> {
  if (await isOriginPayable(deps, db, deposit)) return reject(r.originPayable)
  const { payments } = deps
  const payer = deposit.from?.name ?? ''
  const way = readWay(deps, deposit, wish.account, now)
  const names = await deps.staffNames?.(db, wish.staff)
  const known = way === undefined ? [] : await holdersOf(deps, db, way.destination)
  const staff = [...(names?.values() ?? [])]
  const problem = elsewhereProblem({ payer, holder: wish.holder, staff, known })
  if (problem === 'account-of-other') return reject(refusals[problem], { field: 'account' })
  if (problem !== undefined) return reject(refusals[problem], { field: 'holder' })
  if (way === undefined) return reject(r.accountUnfit, { field: 'account' })
  // Money of nobody known must not become somebody's by being paid to where that somebody pays in.
  return (await payments.isOwnAddress(db, way.destination)) ? reject(r.accountUnfit, { field: 'account' }) : way
}

/** The destination an account is, by the deposit's own rail or another of its asset. The holder is whom the rail named. */
function readWay(
  { payments }: DepositsDeps,
  { railId, asset, from }: StoredDeposit,
  text: string,
  now: Instant,
): ReturnWay | undefined {
  const account = spelled(text)
  if (account === undefined) return undefined
  const name = from?.name ?? ''
  const states = payments.channels(now).filter(({ channel }) => channel.asset.code === asset.code)
  const ownFirst = states.toSorted((a, b) => Number(b.railId === railId) - Number(a.railId === railId))
  for (const { channel, railId: payingRail } of ownFirst) {
    if (channel.method === 'chain') continue
    const destination = payments.originDestination(payingRail, { name, account })
    if (destination === undefined || payments.destinationProblem(channel.code, destination) !== undefined) continue
    return { destination, channel: channel.code }
  }
  return undefined
}

/** One spelling of an account, as rails write where money came from; undefined when it is none. */
function spelled(text: string): string | undefined {
  const typed = text.normalize('NFKC').trim()
  const [cpf, cnpj] = [readCpf(typed.replace(/^cpf:/i, '')), readCnpj(typed.replace(/^cnpj:/i, ''))]
  if (cpf !== undefined) return `cpf:${cpf}`
  if (cnpj !== undefined) return `cnpj:${cnpj}`
  const reading = readPayerAccount(typed)
  return reading.kind === 'account' ? reading.account : undefined
}

/** The account of a way, in that spelling. */
export const accountOf = ({ destination }: ReturnWay): string => originText(destination)

async function holdersOf(deps: DepositsDeps, db: Db, destination: Destination): Promise<readonly string[]> {
  const all = await Promise.all([
    findPayersOf(db, destinationKey(destination)),
    deps.payments.holdersOf(db, destination),
    deps.holdersOf?.(db, destination) ?? [],
  ])
  return all.flat()
}

const dayMs = 24 * 3_600_000

/** Why held money may not rest unclaimed: it moves by itself, something is planned, or nobody had the time to claim it. */
export async function refuseUnclaimed(
  deps: DepositsDeps,
  db: Db,
  deposit: StoredDeposit,
  now: Instant,
): Promise<Rejection | undefined> {
  if (deposit.stage !== 'held') return reject(r.stateUnfit)
  if ((await findElsewhere(db, deposit.depositId)) !== undefined) return reject(r.elsewherePlanned)
  const days = deps.settings.get(depositSettings.heldDaysMax)
  // A rail's clock is its own, and its reports may be old: the days count from our first knowledge, too.
  const since = Math.max(deposit.receivedAt ?? 0, deposit.createdAt)
  const isEarly = since + days * dayMs > now
  // Coins do not go back by themselves: whose address they came from, nobody knows.
  const mayReturn = deposit.method !== 'chain' && (await isOriginPayable(deps, db, deposit))
  return isEarly || mayReturn ? reject(r.unclaimedEarly, { values: { days: String(days) } }) : undefined
}
