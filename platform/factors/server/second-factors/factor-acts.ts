import type { Details } from '@bolsillo/audit/domain'
import type { Call, RequestOf } from '@bolsillo/contract'
import { isRejection, type Rejection } from '@bolsillo/kernel'
import {
  type Answers,
  type ReadContext,
  type Tx,
  type UseCase,
  useCasesOf,
  type WriteContext,
} from '@bolsillo/server-kit'
import type { FactorCalls } from '../../contract/index.ts'
import type { Owner } from '../../domain/index.ts'
import type { FactorDeps } from '../deps.ts'
import { askFactor, confirmIfSet, passkeyOrderOf, proofOf } from './ask-factor.ts'
import * as manage from './manage-factors.ts'
import { verifyFactor } from './verify-factor.ts'

interface Parts {
  readonly factors: FactorDeps
}

/** The accounts that keep second factors, of customers or of staff: all that differs between the two. */
interface FactorAccounts<Deps extends Parts, Account extends { readonly id: Owner }> {
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

type FactorActs<Deps> = Answers<FactorCalls, Deps>

/** Binds every call about one's own second factors to what answers it for these accounts. */
export function factorUseCases<Deps extends Parts, Account extends { readonly id: Owner }>(
  calls: Readonly<Record<keyof FactorCalls, Call>>,
  accounts: FactorAccounts<Deps, Account>,
): readonly UseCase<Deps>[] {
  return useCasesOf<FactorCalls, Deps>(calls, { ...reading(accounts), ...adding(accounts), ...keeping(accounts) })
}

function reading<Deps extends Parts, Account extends { readonly id: Owner }>({
  ownerOf,
}: FactorAccounts<Deps, Account>): Pick<FactorActs<Deps>, 'list' | 'challenge'> {
  return {
    list: (_request, context) => manage.factorsOf(context.db, ownerOf(context)),
    challenge: (request, context, { factors }) => askFactor(factors, context, ownerOf(context), request),
  }
}

function adding<Deps extends Parts, Account extends { readonly id: Owner }>(
  accounts: FactorAccounts<Deps, Account>,
): Pick<FactorActs<Deps>, 'startApp' | 'finishApp' | 'startPasskey' | 'finishPasskey'> {
  const { find, labelsOf } = accounts
  const added = async (
    deps: Deps,
    context: WriteContext,
    account: Account,
    name: string,
    factor: manage.FactorName,
  ) => {
    await record(deps, context, 'factor-add', account.id, { factor, ...(await accounts.whence(context)) })
    await accounts.onAdded(deps, context, account, name)
  }
  return {
    startApp: async (request, context, deps) => {
      const account = await findWhoMayAdd(accounts, deps, request, context)
      if (isRejection(account)) return account
      const start = { owner: account.id, label: labelsOf(account).app, now: context.now }
      return manage.startAuthenticator(deps.factors, context.tx, start)
    },
    finishApp: async ({ code }, context, deps) => {
      const account = await find(context)
      const finish = { owner: account.id, code, now: context.now }
      const done = await manage.finishAuthenticator(deps.factors, context.tx, finish)
      if (isRejection(done)) return done
      await added(deps, context, account, '', 'authenticator')
      return { recoveryCodes: [...done.recoveryCodes] }
    },
    startPasskey: async (request, context, deps) => {
      const account = await findWhoMayAdd(accounts, deps, request, context)
      if (isRejection(account)) return account
      const start = { owner: account.id, origin: context.caller.origin, now: context.now }
      const asked = await manage.startPasskey(deps.factors, context.tx, start)
      return isRejection(asked) ? asked : passkeyOrderOf(asked, { id: account.id, name: labelsOf(account).passkey })
    },
    finishPasskey: async (request, context, deps) => {
      const account = await find(context)
      const finish = { ...request, owner: account.id, now: context.now }
      const done = await manage.finishPasskey(deps.factors, context.tx, finish)
      if (isRejection(done)) return done
      await added(deps, context, account, request.name, done.passkeyId)
      return { passkeyId: done.passkeyId, recoveryCodes: [...done.recoveryCodes] }
    },
  }
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
): Pick<FactorActs<Deps>, 'rename' | 'remove' | 'renewRecoveryCodes'> {
  const { ownerOf, find, whence } = accounts
  return {
    rename: async (request, context, deps) => {
      const owner = ownerOf(context)
      const refusal = await manage.namePasskey(context.tx, { owner, ...request })
      if (refusal !== undefined) return refusal
      await record(deps, context, 'factor-name', owner, { factor: request.passkeyId })
      return {}
    },
    // A recovery code will do, so that a lost phone is not a lost account.
    remove: async ({ factor, ...proof }, context, deps) => {
      const account = await find(context)
      const { id: owner } = account
      const purpose = { action: 'remove-factor', bound: { factor } }
      const refusal = await verifyFactor(deps.factors, { owner, purpose, proof: proofOf(proof), now: context.now })
      if (refusal !== undefined) return refusal
      const removed = await manage.removeFactor(context.tx, { owner, factor })
      if (isRejection(removed)) return removed
      const needed = await accounts.refuseRemoval(context.tx, account)
      if (needed !== undefined) return needed
      await record(deps, context, 'factor-remove', owner, { factor, ...(await whence(context)) })
      await accounts.onRemoved(deps, context, account, removed.name)
      return {}
    },
    renewRecoveryCodes: async (request, context, deps) => {
      const { id: owner } = await find(context)
      const { tx, now } = context
      const purpose = { action: 'recovery-codes', bound: {} }
      const refusal = await verifyFactor(deps.factors, { owner, purpose, proof: proofOf(request), now })
      if (refusal !== undefined) return refusal
      const recoveryCodes = [...(await manage.makeRecoveryCodes(deps.factors, tx, owner, now))]
      await record(deps, context, 'recovery-renew', owner, await whence(context))
      return { recoveryCodes }
    },
  }
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
