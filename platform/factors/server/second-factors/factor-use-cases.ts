import type { Details } from '@bolsillo/audit/domain'
import type { RequestOf } from '@bolsillo/contract'
import { isRejection, type Rejection } from '@bolsillo/kernel'
import { type ReadContext, type Tx, type UseCase, useCase, type WriteContext } from '@bolsillo/server-kit'
import type { FactorCalls } from '../../contract/index.ts'
import type { Owner } from '../../domain/index.ts'
import type { FactorDeps } from '../deps.ts'
import { askFactor, confirmIfSet, passkeyOrderOf, proofOf } from './ask-factor.ts'
import * as acts from './manage-factors.ts'
import { verifyFactor } from './verify-factor.ts'

interface Parts {
  readonly factors: FactorDeps
}

/** The accounts that keep second factors, of customers or of staff: all that differs between the two. */
interface FactorAccounts<Deps extends Parts, Account extends { readonly id: Owner }> {
  readonly calls: FactorCalls
  /** Whose session makes the call. */
  readonly ownerOf: (context: ReadContext) => Owner
  /** The account of the session. */
  readonly find: (context: WriteContext) => Promise<Account>
  /** The same, once its login password was found right. */
  readonly findByPassword: (deps: Deps, password: string, context: WriteContext) => Promise<Account | Rejection>
  /** What an authenticator app and a passkey show the account as. */
  readonly labelsOf: (account: Account) => { readonly app: string; readonly passkey: string }
  /** Where a change is made from, for its audit record. */
  readonly whence: (context: WriteContext) => Promise<Details>
  /** What else an added factor causes. `name` is empty for the app. */
  readonly onAdded: (deps: Deps, context: WriteContext, account: Account, name: string) => Promise<void>
  /** Why this account may not be without the factor that was just removed. */
  readonly refuseRemoval: (tx: Tx, account: Account) => Promise<Rejection | undefined>
  /** What else a removed factor causes. */
  readonly onRemoved: (deps: Deps, context: WriteContext, account: Account, name: string) => Promise<void>
}

/** Everything somebody does with their own second factors. */
export function factorUseCases<Deps extends Parts, Account extends { readonly id: Owner }>(
  accounts: FactorAccounts<Deps, Account>,
): readonly UseCase<Deps>[] {
  return [...reading(accounts), ...adding(accounts), ...keeping(accounts)]
}

function reading<Deps extends Parts, Account extends { readonly id: Owner }>({
  calls,
  ownerOf,
}: FactorAccounts<Deps, Account>): readonly UseCase<Deps>[] {
  return [
    useCase(calls.list, async (_request, context) => acts.factorsOf(context.db, ownerOf(context))),
    useCase(calls.challenge, (request, context, { factors }: Deps) =>
      askFactor(factors, context, ownerOf(context), request),
    ),
  ]
}

function adding<Deps extends Parts, Account extends { readonly id: Owner }>(
  accounts: FactorAccounts<Deps, Account>,
): readonly UseCase<Deps>[] {
  const { calls, find, labelsOf } = accounts
  const added = async (deps: Deps, context: WriteContext, account: Account, name: string, factor: acts.FactorName) => {
    await record(deps, context, 'factor-add', account.id, { factor, ...(await accounts.whence(context)) })
    await accounts.onAdded(deps, context, account, name)
  }
  return [
    useCase(calls.startApp, async (request, context, deps: Deps) => {
      const account = await findWhoMayAdd(accounts, deps, request, context)
      if (isRejection(account)) return account
      const start = { owner: account.id, label: labelsOf(account).app, now: context.now }
      return acts.startAuthenticator(deps.factors, context.tx, start)
    }),
    useCase(calls.finishApp, async ({ code }, context, deps: Deps) => {
      const account = await find(context)
      const finish = { owner: account.id, code, now: context.now }
      const done = await acts.finishAuthenticator(deps.factors, context.tx, finish)
      if (isRejection(done)) return done
      await added(deps, context, account, '', 'authenticator')
      return { recoveryCodes: [...done.recoveryCodes] }
    }),
    useCase(calls.startPasskey, async (request, context, deps: Deps) => {
      const account = await findWhoMayAdd(accounts, deps, request, context)
      if (isRejection(account)) return account
      const start = { owner: account.id, origin: context.caller.origin, now: context.now }
      const asked = await acts.startPasskey(deps.factors, context.tx, start)
      return isRejection(asked) ? asked : passkeyOrderOf(asked, { id: account.id, name: labelsOf(account).passkey })
    }),
    useCase(calls.finishPasskey, async (request, context, deps: Deps) => {
      const account = await find(context)
      const finish = { ...request, owner: account.id, now: context.now }
      const done = await acts.finishPasskey(deps.factors, context.tx, finish)
      if (isRejection(done)) return done
      await added(deps, context, account, request.name, done.passkeyId)
      return { passkeyId: done.passkeyId, recoveryCodes: [...done.recoveryCodes] }
    }),
  ]
}

/** To add a factor takes the login password and, when there is a factor already, that one. */
async function findWhoMayAdd<Deps extends Parts, Account extends { readonly id: Owner }>(
  { findByPassword }: FactorAccounts<Deps, Account>,
  deps: Deps,
  request: RequestOf<FactorCalls['startPasskey']>,
  context: WriteContext,
): Promise<Account | Rejection> {
  const account = await findByPassword(deps, request.loginPassword, context)
  if (isRejection(account)) return account
  const purpose = { action: 'add-factor', bound: {} }
  return (await confirmIfSet(deps.factors, context, { owner: account.id, purpose, request })) ?? account
}

function keeping<Deps extends Parts, Account extends { readonly id: Owner }>(
  accounts: FactorAccounts<Deps, Account>,
): readonly UseCase<Deps>[] {
  const { calls, ownerOf, find, whence } = accounts
  return [
    useCase(calls.rename, async (request, context, deps: Deps) => {
      const owner = ownerOf(context)
      const refusal = await acts.namePasskey(context.tx, { owner, ...request })
      if (refusal !== undefined) return refusal
      await record(deps, context, 'factor-name', owner, { factor: request.passkeyId })
      return {}
    }),
    // A recovery code will do, so that a lost phone is not a lost account.
    useCase(calls.remove, async ({ factor, ...proof }, context, deps: Deps) => {
      const account = await find(context)
      const { id: owner } = account
      const purpose = { action: 'remove-factor', bound: { factor } }
      const refusal = await verifyFactor(deps.factors, { owner, purpose, proof: proofOf(proof), now: context.now })
      if (refusal !== undefined) return refusal
      const removed = await acts.removeFactor(context.tx, { owner, factor })
      if (isRejection(removed)) return removed
      const needed = await accounts.refuseRemoval(context.tx, account)
      if (needed !== undefined) return needed
      await record(deps, context, 'factor-remove', owner, { factor, ...(await whence(context)) })
      await accounts.onRemoved(deps, context, account, removed.name)
      return {}
    }),
    useCase(calls.renewRecoveryCodes, async (request, context, deps: Deps) => {
      const { id: owner } = await find(context)
      const { tx, now } = context
      const purpose = { action: 'recovery-codes', bound: {} }
      const refusal = await verifyFactor(deps.factors, { owner, purpose, proof: proofOf(request), now })
      if (refusal !== undefined) return refusal
      const recoveryCodes = [...(await acts.makeRecoveryCodes(deps.factors, tx, owner, now))]
      await record(deps, context, 'recovery-renew', owner, await whence(context))
      return { recoveryCodes }
    }),
  ]
}

async function record(
  { factors }: Parts,
  { tx, now: at }: WriteContext,
  act: 'factor-add' | 'factor-name' | 'factor-remove' | 'recovery-renew',
  owner: Owner,
  details: Details,
): Promise<void> {
  await factors.audit.record(tx, { at, actor: owner, action: `identity.${act}`, subject: owner, details })
}
