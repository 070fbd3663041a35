import { operatorRoles } from '@bolsillo/contract'
import { pinKinds } from '@bolsillo/factors/domain'
import {
  confirmAuthenticator,
  randomDigits,
  randomReadable,
  savePin,
  startAuthenticator,
} from '@bolsillo/factors/server'
import { assert, isRejection } from '@bolsillo/kernel'
import { type Caller, transaction } from '@bolsillo/server-kit'
import { type Address, isAddress, passwordProblem, pinProblem, readAddress } from '../../domain/index.ts'
import type { IdentityDeps } from '../deps.ts'
import type { DemoCustomer, DemoOperator } from '../identity.ts'
import { insertOperator } from '../operator/operator-store.ts'
import { insertDemoAccount } from './demo-store.ts'
import { insertNewCustomer } from './register-customer.ts'

// One of each kind. Numbers and a domain that belong to nobody: 55 5555 01xx is not given out, `.example` never will be.
const demoAccounts = ['+525555550101', 'demo@bolsillo.example'] as const
const demoStaff = [
  { account: 'operador', name: 'Operador', roles: operatorRoles },
  { account: 'revisora', name: 'Revisora', roles: ['support', 'compliance', 'treasury', 'product', 'admin'] },
  // Whoever imports a statement of the bank neither proposes nor decides what its lines credit.
  { account: 'tesorera', name: 'Tesorera', roles: ['treasury'] },
] as const
const seeding = 'seeding'
const caller: Caller = { address: '127.0.0.1', device: '', language: 'es-ES' }

/** Two customers with random passwords, each of which keeps the rules everybody's do. */
export async function createDemoCustomers(deps: IdentityDeps): Promise<readonly DemoCustomer[]> {
  const made: DemoCustomer[] = []
  for (const account of demoAccounts) made.push(await createDemoCustomer(deps, account))
  return made
}

async function createDemoCustomer(deps: IdentityDeps, account: string): Promise<DemoCustomer> {
  const { rng, clock, sql } = deps.services
  const address = readAddress(account)
  assert(isAddress(address), 'a demo account is an address')
  const password = untilSound(
    () => randomReadable(rng, 3, 4),
    (text) => passwordProblem(text, address),
  )
  const pins = { trade: soundPin(deps, address), withdrawal: soundPin(deps, address) }
  const hash = async (secret: string): Promise<string> => {
    const made = await deps.hasher.hash(secret)
    assert(made !== 'busy', 'nobody else signs in while the demo is made')
    return made
  }
  const passwordHash = await hash(password)
  const hashes = { trade: await hash(pins.trade), withdrawal: await hash(pins.withdrawal) }
  const now = clock.now()
  const customerId = await transaction(sql, async (tx) => {
    const id = await insertNewCustomer(
      deps,
      { tx, now, caller },
      {
        ...{ address, passwordHash, invitedBy: undefined },
        // Nobody was offered anything: a demo account accepts on the page of a document.
        offered: {},
      },
    )
    assert(id !== undefined, 'the demo is made once, on an empty database')
    // What they do from now on, they do by everybody's rules: the mark opens nothing, it leaves them out of what is counted.
    await insertDemoAccount(tx, id, now)
    for (const kind of pinKinds) await savePin(tx, { customerId: id, kind, hash: hashes[kind], at: now })
    const details = { by: address.kind, invited: 'false', demo: 'true' }
    await deps.audit.record(tx, { at: now, actor: seeding, action: 'identity.register', subject: id, details })
    return id
  })
  return { customerId, account, password, tradePassword: pins.trade, withdrawalPassword: pins.withdrawal }
}

function soundPin({ services }: IdentityDeps, address: Address): string {
  return untilSound(
    () => randomDigits(services.rng, 6),
    (text) => pinProblem(text, address),
  )
}

/** Three operators: one imports what the bank says, one proposes, another decides. Their authenticator secrets are made to be shown. */
export async function createDemoOperators(deps: IdentityDeps): Promise<readonly DemoOperator[]> {
  const made: DemoOperator[] = []
  for (const person of demoStaff) made.push(await createDemoOperator(deps, person))
  return made
}

async function createDemoOperator(deps: IdentityDeps, person: (typeof demoStaff)[number]): Promise<DemoOperator> {
  const { rng, clock, sql, ids } = deps.services
  const password = randomReadable(rng, 4, 4)
  const passwordHash = await deps.hasher.hash(password)
  assert(passwordHash !== 'busy', 'nobody else signs in while the demo is made')
  const at = clock.now()
  const id = ids.next('opr')
  const { account, name, roles } = person
  const totpSecret = await transaction(sql, async (tx) => {
    await insertOperator(tx, { id, account, name, passwordHash, roles: [...roles], person: undefined }, at)
    const started = await startAuthenticator(deps.factors, tx, { owner: id, label: account, now: at })
    assert(!isRejection(started), 'somebody new has no app yet')
    await confirmAuthenticator(tx, id, at)
    const details = { roles: roles.join(' '), demo: 'true' }
    await deps.audit.record(tx, { at, actor: seeding, action: 'identity.operator-create', subject: id, details })
    return started.secret
  })
  return { operatorId: id, account, password, totpSecret, roles }
}

const drawsMax = 100

/** Draws until a rule has nothing against it. */
function untilSound(draw: () => string, problem: (text: string) => unknown): string {
  for (let tries = 0; tries < drawsMax; tries += 1) {
    const text = draw()
    if (problem(text) === undefined) return text
  }
  assert(false, 'a hundred random passwords are not all common')
  return ''
}
